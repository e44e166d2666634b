import type { PublicJwk } from '#report/public-keys.ts'
import { reportJson } from '#report/report.ts'
import type { Report } from '#report/schema.ts'
import { base64 } from './base64.ts'
import { pageDocument } from './page-document.ts'
import { proofScript, proofScriptSource } from './proof-script.ts'

/**
 * Content-Security-Policy of a page with a report: the only script is the one that checks the proof, and it reads only the
 * screenshot. The styles of bars are inline.
 */
const policy = `default-src 'none'; script-src ${proofScriptSource}; style-src 'unsafe-inline'; img-src 'self' data:; connect-src 'self' data:; base-uri 'none'; form-action 'none'`

/** The policy of the response at `report_url`. */
export const reportPolicy = `${policy}; frame-ancestors 'none'`

export interface ReportView {
  /** The report as it was sent: with its proof, byte for byte. By default as it would be sent. */
  readonly text?: string
  /** Keys of the service, for the check of the signature. */
  readonly keys?: readonly PublicJwk[]
  /** URL for downloading the JSON. */
  readonly jsonUrl?: string | null
}

/**
 * A report as one self-contained file for people: no outside request, and a script only to check the proof. All text from
 * the target is escaped, and its URLs are plain text. `screenshot`: its bytes, which are embedded, or its URL; null
 * without one.
 */
export function reportPage(
  report: Report,
  screenshot: Uint8Array | string | null,
  { text = reportJson(report), keys = [], jsonUrl = null }: ReportView = {},
): string {
  const source =
    screenshot === null || typeof screenshot === 'string'
      ? screenshot
      : `data:image/png;base64,${base64(screenshot)}`
  return pageDocument(report, source, { text, keys, jsonUrl, policy, script: proofScript })
}
