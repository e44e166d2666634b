import { describe, expect, test } from 'vitest'
import { failureBeforeResponse, failureInBody } from '#net/http/failure.ts'

describe('an alert after the handshake', () => {
  // OpenSSL 3.2 renamed the alerts that SSL 3 already had.
  test.each([
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'certificate_required'],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'unknown_ca'],
    ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'bad_certificate'],
    ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', 'bad_certificate'],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'handshake_failure'],
  ])('%s is a failure of TLS: %s', (raw, alert) => {
    expect(failureBeforeResponse(raw, true)).toEqual({
      code: 'tls_failed',
      phase: 'tls',
      raw,
      alert,
    })
    expect(failureInBody(raw).code).toBe('body_incomplete')
  })
})
