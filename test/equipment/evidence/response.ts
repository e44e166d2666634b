import type { Field, HttpResponse } from '#net/http/contract.ts'

/** A final response of a healthy site, with the test's changes. */
export function responseOf(over: Partial<HttpResponse> & { text?: string } = {}): HttpResponse {
  const { text = '', ...response } = over
  const decoded = new TextEncoder().encode(text)
  return {
    status: 200,
    httpVersion: '1.1',
    fields: [],
    headersAt: RECEIVED_AT,
    waitMs: 40,
    downloadMs: 5,
    deviations: [],
    body: {
      wireBytes: decoded.byteLength,
      decoded,
      decodedBytes: decoded.byteLength,
      sha256: 'a'.repeat(64),
      truncated: false,
      limitsHit: [],
    },
    bodyError: null,
    ...response,
  }
}

/** Mon, 01 Jun 2026 12:00:00 GMT */
export const RECEIVED_AT = Date.UTC(2026, 5, 1, 12)

/** `'location: /x'` as a field. */
export function field(line: string): Field {
  const at = line.indexOf(':')
  return [line.slice(0, at), line.slice(at + 1).trimStart()]
}
