import type { ExchangeError } from '#target/exchange-error.ts'

/**
 * The error of an exchange that ended before the header section was complete. `raw` is the code of the parser
 * (`HPE_*`), of HTTP/2 (`NGHTTP2_*`), of OpenSSL (`ERR_SSL_*`) or of the system (`ECONNRESET`); `EOF` for an orderly
 * end. `sawBytes` is true when part of a response had arrived.
 */
export function failureBeforeResponse(raw: string, sawBytes: boolean): ExchangeError {
  const alert = lateAlert(raw)
  if (alert !== null) return { code: 'tls_failed', phase: 'tls', raw, alert }
  if (isOversize(raw)) return failure('headers_too_large', 'headers', raw)
  if (isConnectionLoss(raw) && !sawBytes) {
    return failure('reset_before_response', raw === 'EPIPE' ? 'send' : 'headers', raw)
  }
  return failure('protocol_error', 'headers', raw)
}

/** The error of an exchange that ended after the header section, before the content was complete. */
export function failureInBody(raw: string): ExchangeError {
  if (isOversize(raw)) return failure('headers_too_large', 'body', raw)
  const incomplete = isConnectionLoss(raw) || abandonmentCodes.has(raw) || lateAlert(raw) !== null
  return failure(incomplete ? 'body_incomplete' : 'protocol_error', 'body', raw)
}

export function failure(
  code: ExchangeError['code'],
  phase: ExchangeError['phase'],
  raw: string | null = null,
): ExchangeError {
  return { code, phase, raw, alert: null }
}

/** Codes for a message that was valid so far and that the server abandoned. */
const abandonmentCodes = new Set([
  'HPE_INVALID_EOF_STATE',
  'ERR_CONTENT_LENGTH_MISMATCH',
  'NGHTTP2_NO_ERROR',
  'NGHTTP2_CANCEL',
  'NGHTTP2_INTERNAL_ERROR',
  'NGHTTP2_REFUSED_STREAM',
  'NGHTTP2_ENHANCE_YOUR_CALM',
  'NGHTTP2_CONNECT_ERROR',
  'NGHTTP2_HTTP_1_1_REQUIRED',
])

function isOversize(raw: string): boolean {
  return raw === 'HPE_HEADER_OVERFLOW' || raw === 'ERR_HEADER_LIST_TOO_LARGE'
}

function isConnectionLoss(raw: string): boolean {
  return raw === 'EOF' || /^E[A-Z]+$/.test(raw) || raw === 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING'
}

/** `ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED` => `certificate_required`; `ERR_SSL_SSL/TLS_ALERT_...` since OpenSSL 3.2. */
function lateAlert(raw: string): string | null {
  return (
    /^ERR_SSL_(?:(?:SSL|TLS)V\d+|SSL\/TLS)_ALERT_([A-Z_]+)$/.exec(raw)?.[1]?.toLowerCase() ?? null
  )
}
