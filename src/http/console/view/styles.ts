import { baseStyles } from '#report/html/styles.ts'

/** The styles of `check --html`, and those of the console's own elements. */
export const consoleStyles = `${baseStyles}
html{scroll-padding-top:56px}
main{max-width:1180px}
h2{margin:30px 0 8px}
h1.mono{font-size:19px}
h3{font-size:14px;margin:0 0 6px;font-weight:650}
h4{font-size:13.5px;margin:14px 0 2px;font-weight:600}
h4 .muted{font-weight:400}
.head{max-width:1180px;margin:0 auto;padding:20px 20px 0;display:flex;flex-wrap:wrap;gap:8px 24px;justify-content:space-between;align-items:center}
.head h1{margin:0}.head h1 .muted{font-weight:400}
.head p{overflow-wrap:anywhere}
.head+main{padding-top:8px}
.row{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(260px,100%),1fr));gap:12px}
.tiles .card{margin:0}
.tile,.tool{border-top:4px solid var(--tone)}
.tool form{margin:8px 0 4px}
.big{font-size:24px;font-weight:650;margin:0}.big .muted{font-size:15px;font-weight:400}
.portion{display:inline-block;margin-right:18px}
.places{display:block;width:100%;max-width:220px;height:16px;margin:6px 0}
.taken{fill:var(--accent)}.free{fill:none;stroke:var(--muted);stroke-width:1}
.parts{list-style:none;margin:8px 0 0;padding:0}
.good{color:var(--pass)}
.banner ul{margin:8px 0;padding-left:20px}
.notice{margin:0 0 6px}
.state{font-weight:600}.state.settled{color:var(--pass)}.state.failed,.state.refused{color:var(--issue)}.state.unknown{color:var(--review)}
.mode-production{--tone:var(--issue)}.mode-testnet{--tone:var(--review)}.mode-sandbox{--tone:var(--pass)}
.below{margin-top:12px}
.n+td,.n+th{padding-left:14px}
td.n,td time{white-space:nowrap}
.nowrap{white-space:nowrap}
.wide{display:inline-block;min-width:180px;overflow-wrap:anywhere}
.scroll:focus-visible,a:focus-visible,button:focus-visible,input:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.filters{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:baseline;margin:10px 0;font-size:13.5px}
.filters a{padding:3px 8px;border-radius:6px}
.filters a[aria-current]{background:var(--accent);color:var(--card);text-decoration:none}
button,input{font:inherit;color:inherit}
button{min-height:36px;padding:5px 14px;border:1px solid var(--accent);border-radius:8px;background:var(--accent);color:var(--card);cursor:pointer;font-weight:600}
button:hover{filter:brightness(1.08)}
button.plain{background:none;color:var(--accent)}
input:not([type=checkbox]){min-height:36px;padding:5px 10px;border:1px solid var(--muted);border-radius:8px;background:var(--ground);min-width:0}
input:user-invalid{border-color:var(--issue)}
.tool input{width:9em}
label{display:block;font-size:13.5px;margin:6px 0 4px}
#transaction{width:100%;margin-bottom:8px}
.chart{margin:0}
.chart svg:not(.swatch){display:block;width:100%;height:150px;border-bottom:1px solid var(--muted)}
.chart .top{font-size:12.5px;border-bottom:1px dashed var(--line)}
.axis{display:flex;justify-content:space-between;font-size:12.5px;margin:2px 0 0}
.key{margin-top:6px}
.swatch{width:10px;height:10px;margin-right:5px}
.hit{fill:transparent}g:hover>.hit{fill:var(--line)}
.s-settled{fill:var(--pass);stroke:var(--pass)}.s-failed{fill:var(--issue);stroke:var(--issue)}.s-refused{fill:#b06fc9;stroke:#b06fc9}.s-unknown{fill:#c98a1b;stroke:#c98a1b}.s-open{fill:var(--muted);stroke:var(--muted)}
.chart rect{stroke:none}
.t-probe_url{fill:#3f7fd9}.t-render_page{fill:#9a5fd1}.t-verify_page{fill:#d0822a}
.strip{display:grid;grid-template-columns:46px 1fr;gap:6px}
.strip svg{display:block;width:100%;height:84px;overflow:visible;border-bottom:1px solid var(--line)}
.scale{display:flex;flex-direction:column;justify-content:space-between;font-size:11.5px;text-align:right;padding:12px 0 14px}
.scale span{line-height:1}
.rule{stroke:var(--line);vector-effect:non-scaling-stroke}
.dot{vector-effect:non-scaling-stroke;stroke-width:6;stroke-linecap:round;stroke-opacity:.75}
.inset{padding-left:52px}
.screenshots{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(260px,100%),1fr));gap:12px;align-items:start}
.screenshots .card{margin:0;padding:10px}
.screenshots img,.card>img{display:block;width:100%;height:auto;min-height:60px;border:1px solid var(--line);border-radius:6px;background:var(--ground)}
.screenshots .title{display:block;margin-top:6px;overflow-wrap:anywhere;font-size:13.5px}
.screenshots .muted{font-size:12.5px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-999px}.skip:focus{left:12px;top:8px;background:var(--card);padding:8px 12px;border-radius:8px;z-index:1}
main:focus{outline:none}
.places-nav{position:sticky;top:0;z-index:1;background:var(--ground);border-bottom:1px solid var(--line);max-width:1180px;margin:8px auto 0;padding:6px 20px;display:flex;flex-wrap:wrap;gap:2px 18px;font-size:14px}
.places-nav a{padding:5px 0}
.tasks{list-style:none;margin:0;padding:0}.tasks .card{margin:8px 0}.tasks p{margin:2px 0}
.ask>summary{list-style:none}.ask>summary::-webkit-details-marker{display:none}
.ask[open]{flex-basis:100%}
.button{display:inline-flex;align-items:center;min-height:36px;padding:5px 14px;border:1px solid var(--accent);border-radius:8px;font-weight:600}
button.amber{background:var(--review);border-color:var(--review)}
.timeline{margin:0;padding-left:22px}.timeline li{margin:6px 0}
#find-call{flex:1 1 260px}
.note{max-width:640px}
@media (max-width:700px){.calls thead{position:absolute;clip-path:inset(50%);height:1px;overflow:hidden}.scroll:has(>.calls){position:relative}.calls,.calls tbody,.calls caption{display:block}.calls tr{display:flex;flex-wrap:wrap;gap:2px 14px;padding:8px 0;border-bottom:1px solid var(--line)}.calls td{display:block;border:0;padding:0;min-width:0;text-align:left}.calls td.n+td{padding-left:0}.calls td:first-child{flex-basis:100%}.calls .wide{min-width:0}.calls [data-title=USD]::after{content:" USD"}.places-nav{flex-wrap:nowrap;overflow-x:auto;padding:6px 12px;white-space:nowrap}}
@media (max-width:560px){.head{padding:14px 12px 0}.wide{min-width:260px}button,.button,input:not([type=checkbox]){min-height:44px}.filters a{padding:8px 10px}}
@media (forced-colors:active){.dot,.s-settled,.s-failed,.s-refused,.s-unknown,.s-open,.t-probe_url,.t-render_page,.t-verify_page,.taken{forced-color-adjust:none}}
`

/** An eye, in the colour of links. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M1 8q7-9 14 0-7 9-14 0z" fill="none" stroke="#3f7fd9" stroke-width="1.6"/><circle cx="8" cy="8" r="2.4" fill="#3f7fd9"/></svg>`
