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
export const fills: Readonly<Record<string, string>> = {
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

export const styles = `
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
.verdict{color:var(--tone);font-weight:750;letter-spacing:.06em;font-size:14px}
.PASS,.passed{--tone:var(--pass)}.ISSUE,.failed{--tone:var(--issue)}.REVIEW,.inconclusive{--tone:var(--review)}.NONE,.skipped,.not_applicable{--tone:var(--muted)}
.muted,dt,caption,th{color:var(--muted)}
.finding{border-left:4px solid var(--tone)}
.finding h3{margin:0;font-size:14px;font-weight:650}
.tag{color:var(--tone);font-weight:600}
.fix{margin-top:8px}
dl{display:grid;grid-template-columns:minmax(120px,max-content) 1fr;gap:4px 18px;margin:0}
dd{margin:0;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
caption{text-align:left;padding-bottom:6px;font-size:13px}
table{border-collapse:collapse;width:100%;font-size:13.5px}
th{text-align:left;font-weight:550;white-space:nowrap}
th,td{padding:5px 12px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
td{min-width:52px}
td.url{min-width:240px;overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}
.bad{color:var(--issue)}
figure{margin:0}figure img{display:block;max-width:100%;height:auto;border:1px solid var(--line);border-radius:6px}
figcaption{color:var(--muted);font-size:13px;margin-top:8px;overflow-wrap:anywhere}
.fall{display:grid;grid-template-columns:minmax(110px,30%) 1fr 64px;gap:2px 12px;font-size:12.5px;align-items:center}
.fall .name{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.track{position:relative;height:12px;background:linear-gradient(var(--line),var(--line)) 0 50%/100% 1px no-repeat}
.bar{position:absolute;top:1px;height:10px;border-radius:2px;min-width:2px}
.wait{opacity:.45}
.n{text-align:right}
.key span{display:inline-block;margin-right:14px;font-size:12.5px;color:var(--muted)}
.key i{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:5px}
details summary{cursor:pointer;color:var(--accent)}
pre{white-space:pre-wrap;max-height:70vh;overflow:auto;margin:10px 0 0}
@media (max-width:560px){main{padding:16px 12px 40px}dl{grid-template-columns:1fr;gap:0 0}dd{margin-bottom:8px}.fall{grid-template-columns:38% 1fr 52px}}
@media print{body{background:#fff}.card{break-inside:avoid}details{display:none}}
`
