import { codeOf } from '#fault.ts'
import type { Transcript } from '#net/tls/wire/transcript.ts'

type TlsFailureCode =
  | 'alert'
  | 'protocol_version'
  | 'not_tls'
  | 'client_cert_required'
  | 'reset'
  | 'timeout'
  | 'protocol_error'

/** Why a handshake did not result in a session, or why a session ended right after it. */
export interface TlsFailure {
  readonly code: TlsFailureCode
  /** Name of the alert that the server sent. */
  readonly alert: string | null
  /** Code of the TLS library or of the system. */
  readonly raw: string | null
}

/** What is known about the handshake in addition to the error. */
export type FailureContext = Pick<Transcript, 'isTls' | 'alert' | 'certificateRequested'>

const noContext: FailureContext = { isTls: null, alert: null, certificateRequested: false }

const resetCodes = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'])
// OpenSSL reports various errors for octets that are not TLS; all of them mean `not_tls`.
const notTlsCodes = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_HTTP_REQUEST'])
const versionCodes = new Set(['ERR_SSL_UNSUPPORTED_PROTOCOL', 'ERR_SSL_VERSION_TOO_LOW'])

// Alerts that servers send for a missing client certificate after requesting one. TLS 1.2 has no specific alert (RFC
// 5246 7.4.6: handshake_failure); some servers call the empty certificate bad or unknown.
const clientCertificateAlerts = new Set([40, 41, 42, 46, 48, 49, 116])

/** Classifies an error of a TLS socket, during the handshake (pass the context) or later (an alert may come late). */
export function classifyTlsError(error: unknown, context: FailureContext = noContext): TlsFailure {
  const raw = codeOf(error)
  const number = alertNumber(error) ?? context.alert
  const alert = number === null ? null : alertName(number)
  return { code: failureCode(raw, number, context), alert, raw }
}

function failureCode(
  raw: string | null,
  alert: number | null,
  context: FailureContext,
): TlsFailureCode {
  if (context.isTls === false || (raw !== null && notTlsCodes.has(raw))) return 'not_tls'
  if (alert === 116) return 'client_cert_required'
  if (alert !== null && context.certificateRequested && clientCertificateAlerts.has(alert))
    return 'client_cert_required'
  if (alert === 70 || (raw !== null && versionCodes.has(raw))) return 'protocol_version'
  if (alert !== null && alert !== 0) return 'alert'
  return raw !== null && resetCodes.has(raw) ? 'reset' : 'protocol_error'
}

/** OpenSSL writes the number of a received alert at the end of its message, after varying reasons. */
function alertNumber(error: unknown): number | null {
  const found = error instanceof Error ? /SSL alert number (\d{1,3})/.exec(error.message) : null
  return found ? Number(found[1]) : null
}

/** Alerts by number (IANA TLS Alerts). */
const alertNames: Readonly<Record<number, string>> = {
  0: 'close_notify',
  10: 'unexpected_message',
  20: 'bad_record_mac',
  21: 'decryption_failed',
  22: 'record_overflow',
  30: 'decompression_failure',
  40: 'handshake_failure',
  41: 'no_certificate',
  42: 'bad_certificate',
  43: 'unsupported_certificate',
  44: 'certificate_revoked',
  45: 'certificate_expired',
  46: 'certificate_unknown',
  47: 'illegal_parameter',
  48: 'unknown_ca',
  49: 'access_denied',
  50: 'decode_error',
  51: 'decrypt_error',
  60: 'export_restriction',
  70: 'protocol_version',
  71: 'insufficient_security',
  80: 'internal_error',
  86: 'inappropriate_fallback',
  90: 'user_canceled',
  100: 'no_renegotiation',
  109: 'missing_extension',
  110: 'unsupported_extension',
  111: 'certificate_unobtainable',
  112: 'unrecognized_name',
  113: 'bad_certificate_status_response',
  114: 'bad_certificate_hash_value',
  115: 'unknown_psk_identity',
  116: 'certificate_required',
  120: 'no_application_protocol',
  121: 'ech_required',
}

function alertName(description: number): string {
  return alertNames[description] ?? `alert_${description}`
}
