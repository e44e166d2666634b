/** Styles of the pages for people beyond those of a report. */
export const pageStyles = `
html{scroll-padding-top:64px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;z-index:3;background:var(--card);padding:8px}
.top{position:sticky;top:0;z-index:2;background:var(--card);border-bottom:1px solid var(--line)}
.top nav{max-width:1320px;margin:0 auto;padding:10px 20px;display:flex;gap:6px clamp(10px,3vw,22px);flex-wrap:wrap;align-items:center}
.top a{text-decoration:none;padding:3px 0}.top a:hover{text-decoration:underline}
.top a[aria-current]{border-bottom:2px solid var(--accent)}
.brand{font-weight:700;color:var(--text);margin-right:auto;display:flex;gap:8px;align-items:center}
.foot{max-width:1320px;margin:0 auto;padding:20px 20px 32px;font-size:13px;border-top:1px solid var(--line)}
.lead{font-size:19px;line-height:1.5;max-width:44em;margin:8px 0 18px}
.small{color:var(--muted)}
.note{border-left:4px solid var(--review);background:var(--card);padding:10px 14px;border-radius:0 8px 8px 0}
.nowrap,.method{white-space:nowrap}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
h3{font-size:16px;margin:26px 0 8px}
h4{font-size:14px;margin:18px 0 6px}
li{margin:4px 0}
.ok{color:var(--pass)}
.chip{display:inline-block;padding:3px 10px;border:1px solid var(--line);border-radius:99px;margin:0 2px 6px 0;text-decoration:none;background:var(--card)}
.method{color:var(--accent);font-weight:700}
a:focus-visible,summary:focus-visible,button:focus-visible,input:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
table.grid{background:var(--card)}
.grid th,.grid td{padding:8px 14px 8px 0}.grid th:first-child,.grid td:first-child{padding-left:14px}
.scroll:has(>.grid){position:relative;border:1px solid var(--line);border-radius:10px;background:var(--card);margin:10px 0}
.grid td{min-width:0}.grid td .mono,.grid td code{overflow-wrap:normal;white-space:nowrap}
.docs{max-width:1320px;margin:0 auto;display:grid;grid-template-columns:250px minmax(0,1fr);gap:0 36px;padding:0 20px}
.docs main{max-width:none;margin:0;padding:24px 0 56px;overflow-wrap:break-word}
.side{position:sticky;top:45px;align-self:start;max-height:calc(100vh - 45px);overflow-y:auto;padding:22px 12px 30px 2px;font-size:14px}
.side ul{list-style:none;margin:0;padding:0}.side ul ul{padding-left:12px;font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace}
.side a{display:block;padding:2px 6px;border-radius:5px;text-decoration:none;color:var(--text);overflow-wrap:anywhere}
.side a:hover{background:var(--line)}
.side summary{display:none}
.chapter{font-weight:650;font-size:12.5px;color:var(--muted);margin:16px 6px 2px}
.find{position:relative;margin-bottom:8px}
.find input{font:inherit;color:inherit;width:100%;min-height:38px;padding:6px 10px;border:1px solid var(--muted);border-radius:8px;background:var(--card)}
#found:not(:empty){background:var(--card);border:1px solid var(--line);border-radius:8px;margin-top:6px;padding:6px;max-height:60vh;overflow-y:auto}
.section{border-bottom:1px solid var(--line);padding:6px 0 26px}
.section>summary{list-style:none;display:flex;align-items:center;gap:10px;color:var(--text)}
.section>summary::-webkit-details-marker{display:none}
.section>summary::after{content:"";width:8px;height:8px;border:solid var(--muted);border-width:0 2px 2px 0;transform:rotate(-45deg);margin-left:auto;margin-right:6px}
.section[open]>summary::after{transform:rotate(45deg)}
.section h2{font-size:21px;margin:18px 0 8px}
.section>div{scroll-margin-top:110px}
.fold{position:relative;border:1px solid var(--line);border-left:4px solid var(--tone);border-radius:8px;background:var(--card);margin:6px 0}
.fold>summary{padding:7px 12px;overflow-wrap:anywhere;color:var(--text)}
.fold .when{display:block;margin:2px 0 0 16px;font-size:14px;color:var(--muted)}
.code-part{padding:2px 14px 12px}
.fold .anchor{position:absolute;inset:0;pointer-events:none;scroll-margin-top:70px}
.fold:has(:target){outline:2px solid var(--accent)}
.endpoint{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:8px 32px;padding:14px 0 30px}
.endpoint+.endpoint{border-top:1px solid var(--line)}
.endpoint h3{margin:4px 0;font:650 16px/1.5 ui-monospace,SFMono-Regular,Menlo,monospace;overflow-wrap:anywhere}
.endpoint:target h3{outline:2px solid var(--accent);outline-offset:4px}
.fields{display:block}.fields dt{margin-top:8px;color:var(--text)}.fields dd{margin:0}
.tabs{border:1px solid var(--line);border-radius:10px;background:var(--card);margin:6px 0 16px;padding:8px 12px 10px;min-width:0}
.tabs input{position:absolute;opacity:0;pointer-events:none}
.tabs label{display:inline-block;padding:4px 11px;border-radius:7px;font-size:13.5px;cursor:pointer;color:var(--muted)}
.tabs input:checked+label{background:var(--accent);color:var(--card);font-weight:600}
.tabs input:focus-visible+label{outline:2px solid var(--accent);outline-offset:2px}
.panel{display:none}
.tabs input:nth-of-type(1):checked~.panel:nth-of-type(1),.tabs input:nth-of-type(2):checked~.panel:nth-of-type(2),.tabs input:nth-of-type(3):checked~.panel:nth-of-type(3),.tabs input:nth-of-type(4):checked~.panel:nth-of-type(4),.tabs input:nth-of-type(5):checked~.panel:nth-of-type(5){display:block}
.code{position:relative;margin:8px 0}
.code pre{background:var(--ground);border:1px solid var(--line);border-radius:8px;padding:12px 14px;margin:0;max-height:440px;overflow:auto;white-space:pre;overflow-wrap:normal;font-size:12.5px}
.code:has(.copy) pre{padding-right:76px}
.code b{font-weight:400;color:var(--accent)}.code i{font-style:normal;color:var(--muted)}
.copy{position:absolute;top:6px;right:6px;font:600 12px system-ui,sans-serif;color:var(--accent);background:var(--card);border:1px solid var(--line);border-radius:6px;padding:4px 9px;min-height:28px;cursor:pointer}
@media (max-width:1180px){.endpoint{grid-template-columns:minmax(0,1fr)}}
@media (max-width:1000px){.docs{display:block}.side{position:static;max-height:none;padding:16px 0 0}.side summary{display:list-item;padding:8px 6px}.docs main{padding-top:12px}
.side details[open]{columns:2 240px}.chapter{break-after:avoid}.side details ul{break-inside:avoid}}
@media (max-width:700px){.lead{font-size:17px}.section h2{font-size:18px;margin:12px 0}.section{padding:0}.section[open]{padding-bottom:18px}
.section>summary{min-height:48px}.copy{min-height:36px}.tabs label{padding:9px 12px}.side a{padding:8px 6px}.top .machine{display:none}
.grid thead{position:absolute;clip-path:inset(50%);height:1px;overflow:hidden}.grid tr{display:block;padding:8px 14px;border-bottom:1px solid var(--line)}.grid tr:last-child{border-bottom:0}.grid td,.grid td:first-child{display:block;border:0;padding:2px 0}.grid td .mono,.grid td code{overflow-wrap:anywhere;white-space:normal}}
@media (max-width:560px){.top nav,.docs{padding-left:12px;padding-right:12px}.foot{padding:20px 12px 32px}}
.home{max-width:1180px}
.hero{display:grid;grid-template-columns:minmax(0,11fr) minmax(0,10fr);gap:24px 44px;align-items:center;padding:18px 0 10px}
.hero h1{font-size:42px;line-height:1.12;letter-spacing:-.02em;margin:0 0 12px}
.button{display:inline-block;padding:10px 20px;border:1px solid var(--accent);border-radius:9px;background:var(--accent);color:var(--card);text-decoration:none;font-weight:600;margin:4px 6px 4px 0}
.button.plain{background:none;color:var(--accent)}
.state{margin-top:16px}
.dot{display:inline-block;width:10px;height:10px;border-radius:50%;background:var(--tone);margin-right:8px}
.row{display:flex;flex-wrap:wrap;gap:4px 14px;align-items:baseline}
.sample{border-top:5px solid var(--tone);margin:0;box-shadow:0 8px 30px rgb(0 0 0/.08)}
.preview img{display:block;width:100%;height:auto;border:1px solid var(--line);border-radius:6px;margin:10px 0}
.found{list-style:none;margin:0;padding:0}.found li{border-left:4px solid var(--tone);padding:2px 0 2px 12px;margin:10px 0}.found p{margin:1px 0}
.home h2{font-size:22px;margin:42px 0 12px}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(260px,100%),1fr));gap:14px}
.cards .card{margin:0}.cards h3{margin:0 0 6px}
.price{font-size:25px;font-weight:700;margin:6px 0}.price .muted{font-size:14px;font-weight:400}
.steps{list-style:none;counter-reset:step;margin:0;padding:0;display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:14px 28px}
.steps li{counter-increment:step}.steps h3{margin:0 0 4px}.steps h3::before{content:counter(step) ". ";color:var(--accent)}
.states{list-style:none;margin:0;padding:0}.states li{padding:8px 0 10px;border-bottom:1px solid var(--line);margin:0}.states li:last-child{border-bottom:0}
.states .row .tag{margin-left:auto}
.slots{display:block;width:100%;height:24px;margin:6px 0 2px}.slots rect{fill:var(--tone)}.slots .unseen{fill:none;stroke:var(--line);stroke-width:2;vector-effect:non-scaling-stroke}
.axis{display:flex;justify-content:space-between}
@media (max-width:900px){.hero{grid-template-columns:minmax(0,1fr)}.hero h1{font-size:32px}.steps{grid-template-columns:minmax(0,1fr)}}
@media print{.top,.side,.copy,.section>summary::after{display:none}.panel{display:block}}
`
