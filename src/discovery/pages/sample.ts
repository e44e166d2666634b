import { sampleScreenshotPath } from '#discovery/example-paths.ts'
import { reportPage } from '#report/html/report-page.ts'
import { readReport } from '#report/report.ts'
import type { Tool } from '#tools/tool.ts'
import sample from './sample.json' with { type: 'json' }

/**
 * The report that `npm run readme` bought from a service on its machine, about one of our own pages: the body as it was sent.
 */
export function sampleReport(tool: Tool): unknown {
  return sample.reports[tool]
}

/** PNG of the page that the sample is about. */
export function sampleScreenshot(): Uint8Array<ArrayBuffer> {
  return decodeBase64(sample.screenshot)
}

/** JPEG of 1200 x 630 pixels for previews of links. */
export function previewImage(): Uint8Array<ArrayBuffer> {
  return decodeBase64(sample.preview)
}

/** The sample report as a page, as its buyer saw it; null when reports have changed since it was bought. */
export function samplePage(): string | null {
  const report = readReport(sample.reports.verify_page)
  if (report === null) return null
  return reportPage(report, sampleScreenshotPath, {
    text: JSON.stringify(sample.reports.verify_page),
    keys: sample.keys,
  })
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
