import { base64 } from '#report/html/base64.ts'
import { html } from '#report/html/markup.ts'
import type { Report } from '#report/schema.ts'

// A separate file: a page of 1200 x 630 pixels, whose screenshot is shown in previews of links.

/** Verdict, first finding and screenshot of a report. */
export function previewPage(report: Report, png: Uint8Array): string {
  const [first] = report.findings
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><style>
body{margin:0;width:1200px;height:630px;box-sizing:border-box;padding:56px 0 0 64px;background:#f6f7f9;color:#1b2430;font:27px/1.4 system-ui,sans-serif;overflow:hidden;position:relative}
h1{font-size:52px;line-height:1.1;margin:0 0 22px;width:560px;letter-spacing:-.02em}.brand{font-weight:700;color:#17693a;margin:0 0 34px}
.card{width:520px;background:#fff;border:2px solid #d9dfe7;border-left:10px solid #b3231b;border-radius:14px;padding:18px 24px;font-size:22px}
b{color:#b3231b;letter-spacing:.05em}p{margin:6px 0}img{position:absolute;left:680px;top:70px;width:900px;border:2px solid #d9dfe7;border-radius:12px}</style></head>
<body><p class="brand">urlwitness</p><h1>Is this URL really up and working?</h1>
<div class="card"><p><b>${report.result_status}</b> ${first?.severity ?? ''}</p><p>${first?.message ?? report.summary}</p></div>
<img src="data:image/png;base64,${base64(png)}" alt=""></body></html>`.markup
}
