import { filterStyles } from './finding-cards.ts'

/** Pairs of text and background, in both colour schemes; a test checks them against WCAG AA (4.5 to 1). */
export const palette = {
  light: {
    ground: '#f6f7f9',
    card: '#ffffff',
    text: '#1b2430',
    muted: '#566273',
    line: '#d9dfe7',
    pass: '#17693a',
    issue: '#b3231b',
    review: '#8a5300',
    accent: '#2457a6',
  },
  dark: {
    ground: '#11161d',
    card: '#1a212b',
    text: '#e6ebf2',
    muted: '#a3afbf',
    line: '#303a48',
    pass: '#6fd598',
    issue: '#ff9087',
    review: '#f2c062',
    accent: '#8fb8ff',
  },
} as const

/** Fills of the waterfall, by type of request; they carry no text. */
export const resourceColors: Readonly<Record<string, string>> = {
  document: '#3f7fd9',
  stylesheet: '#9a5fd1',
  script: '#d98a2b',
  image: '#3da06a',
  font: '#c2557f',
  xhr: '#2ba3ad',
  fetch: '#2ba3ad',
  other: '#8593a6',
}

const variables = (scheme: keyof typeof palette) =>
  Object.entries(palette[scheme])
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** Styles of every page: reports, documents and the console. */
export const baseStyles = `
:root{color-scheme:light dark;${variables('light')}}
@media (prefers-color-scheme:dark){:root{${variables('dark')}}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
main{max-width:1040px;margin:0 auto;padding:28px 20px 56px}
h1{font-size:22px;line-height:1.3;margin:6px 0 4px;overflow-wrap:anywhere;font-weight:650}
h2{font-size:16px;margin:34px 0 10px;font-weight:650}
p{margin:4px 0}
a{color:var(--accent)}
code,pre,.mono{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 18px;margin:10px 0}
.banner{border-left:6px solid var(--tone);padding:18px 20px}
.verdict{color:var(--tone);font-weight:750;letter-spacing:.04em}
.PASS,.passed,.good,.proof-good{--tone:var(--pass)}
.ISSUE,.failed,.critical,.high,.proof-bad{--tone:var(--issue)}
.REVIEW,.inconclusive,.medium,.advice,.proof-open{--tone:var(--review)}
.NONE,.skipped,.not_applicable,.low,.info{--tone:var(--muted)}
.muted,dt,caption,th{color:var(--muted)}
.small{font-size:13px}
.tag{color:var(--tone);font-weight:600}
dl{display:grid;grid-template-columns:minmax(120px,max-content) 1fr;gap:4px 18px;margin:0}
dd{margin:0;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
caption{text-align:left;padding-bottom:6px;font-size:13px}
table{border-collapse:collapse;width:100%;font-size:13.5px}
th{text-align:left;font-weight:550;white-space:nowrap}
th,td{padding:5px 12px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
td{min-width:52px}
td.long{min-width:240px;overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}
.bad{color:var(--issue)}
figure{margin:0}figure img{display:block;max-width:100%;height:auto;border:1px solid var(--line);border-radius:6px}
figcaption{color:var(--muted);font-size:13px;margin-top:8px;overflow-wrap:anywhere}
.fall{display:grid;grid-template-columns:minmax(110px,30%) 1fr 64px;gap:2px 12px;font-size:12.5px;align-items:center}
.fall .name{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.track{position:relative;height:12px;background:linear-gradient(var(--line),var(--line)) 0 50%/100% 1px no-repeat}
.bar{position:absolute;top:1px;height:10px;border-radius:2px;min-width:2px}
.wait{opacity:.45}
.n{text-align:right;white-space:nowrap}
.key span{display:inline-block;margin-right:14px;font-size:12.5px;color:var(--muted)}
.key i{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:5px}
details summary{cursor:pointer;color:var(--accent)}
pre{white-space:pre-wrap;max-height:70vh;overflow:auto;margin:10px 0 0}
@media (max-width:560px){main{padding:16px 12px 40px}dl{grid-template-columns:1fr;gap:0 0}dd{margin-bottom:8px}.fall{grid-template-columns:36% 1fr 60px}}
@media print{:root{color-scheme:light;${variables('light')}}body{background:#fff}.card{break-inside:avoid}}
@media (forced-colors:active){.bar,.key i,.dot,:checked+span,:checked+label{forced-color-adjust:none}}
`

/** Additional styles of a report. */
const reportStyles = `
.report{scroll-padding-top:12px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;z-index:2;background:var(--card);padding:8px}
.report main{max-width:1160px}
.foot{max-width:1160px;margin:0 auto;padding:0 20px 32px;font-size:13px}
.head{display:grid;gap:16px;align-items:start}
.head .card{margin:0}
.summary{font-size:20px;line-height:1.4;font-weight:600;margin:0 0 10px;overflow-wrap:anywhere}
.report .summary{font-size:21px;line-height:1.4}
.address{font-size:14px;margin:0 0 6px}
.chips{list-style:none;display:flex;flex-wrap:wrap;gap:8px;margin:14px 0 8px;padding:0}
.chip{border:1px solid var(--tone,var(--line));color:var(--tone,var(--muted));border-radius:99px;padding:2px 12px;font-size:13.5px}
.actions{margin-top:12px}
.proof-line{margin-top:12px;font-size:14px}
[data-proof],#proof-checks li{color:var(--tone);overflow-wrap:anywhere}
.proof-good:before{content:"\\2713\\00a0"}.proof-bad:before{content:"\\2717\\00a0"}.proof-open:before{content:"\\2013\\00a0"}
#proof-checks{list-style:none;padding:0;margin:8px 0 14px}
#proof-checks:empty{display:none}
.shot{padding:10px}
.shot .frame{max-height:420px;overflow:auto;border:1px solid var(--line);border-radius:6px;background:#fff}
.shot .frame img{border:0;border-radius:0;width:100%}
.gone{padding:32px 12px;text-align:center}
.finding{border-left:4px solid var(--tone);scroll-margin-top:12px}
.finding h3{margin:2px 0 6px;font-size:16px;line-height:1.4;font-weight:600;overflow-wrap:anywhere}
.tags{font-size:13px;display:flex;flex-wrap:wrap;gap:2px 12px;margin:0}
.severity{color:var(--tone);font-weight:700;text-transform:uppercase;letter-spacing:.05em;font-size:12px;align-self:center}
.places{margin:6px 0;padding-left:22px}
.places>li{margin:6px 0}
.place{margin:2px 0}
.fact{margin-right:14px;overflow-wrap:anywhere}
.words{border-left:3px solid var(--line);padding:2px 0 2px 12px;margin:6px 0}
.words figcaption{margin:0;font-size:12px}
.words blockquote{margin:2px 0;font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.fix{margin:8px 0 6px}
.filter{border:0;margin:0 0 12px;padding:0;display:flex;flex-wrap:wrap;gap:6px;align-items:center}
.filter legend{float:left;padding:0;margin-right:8px;color:var(--muted);font-size:13.5px}
.filter input{position:absolute;opacity:0}
.filter label{position:relative}
.filter span{display:inline-block;border:1px solid var(--line);border-radius:99px;padding:2px 12px;font-size:13.5px;cursor:pointer}
.filter b{font-weight:400;color:var(--muted)}
.filter :checked+span{background:var(--accent);border-color:var(--accent);color:var(--card)}
.filter :checked+span b{color:var(--card)}
.filter :focus-visible+span,.report a:focus-visible,.report summary:focus-visible,.report [tabindex]:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.notes>summary{margin:14px 0 4px}
${filterStyles}
.checks{list-style:none;margin:0;padding:0}
.checks li{padding:3px 0;overflow-wrap:anywhere}
.checks+details{margin-top:8px}
.outcome{color:var(--tone);font-weight:600;display:inline-block;min-width:9em}
.table>summary{font-size:14px}
.table[open]>summary{margin-bottom:8px}
.parts details{border-bottom:1px solid var(--line);padding:6px 0}
.parts details:last-child{border-bottom:0}
.parts summary{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.part :target,.part:target{background:var(--review);color:var(--card);outline:2px solid var(--review)}
.finding:target{outline:2px solid var(--accent);outline-offset:2px}
.command{background:var(--ground);border:1px solid var(--line);border-radius:8px;padding:10px 12px;white-space:pre;overflow-wrap:normal}
#proof h3{font-size:14px;margin:18px 0 4px}
@media (min-width:900px){.facts dl{grid-template-columns:max-content 1fr max-content 1fr}.with-shot{grid-template-columns:minmax(0,1fr) 420px}.with-shot .banner{height:100%}}
@media (max-width:560px){
.report .summary{font-size:19px}.shot .frame{max-height:260px}.foot{padding:0 12px 32px}
.table table,.table thead,.table tbody{display:block}.table tr{display:flex;flex-wrap:wrap;padding:5px 0;border-bottom:1px solid var(--line)}.table tr:last-child{border-bottom:0}
.table th,.table td{flex:1 0 0;border:0;padding:1px 10px 1px 0;white-space:normal;overflow-wrap:break-word}.table .long{flex-basis:100%;order:1}.table th.long{display:none}
}
@media print{
.report main{padding:0;max-width:none}.skip,.filter,.actions{display:none}
.with-shot{grid-template-columns:minmax(0,1fr) 38%}
.shot .frame{max-height:none;overflow:visible}
.parts,.report section:has(.parts){display:none}
.finding,.shot,.banner{break-inside:avoid}.table{break-inside:auto}
}
`

/** All styles of the page of a report. */
export const styles = `${baseStyles}${reportStyles}`
