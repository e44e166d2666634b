import { describe, expect, test } from 'vitest'
import { classifyTlsError } from '#net/tls/failure.ts'

const coded = (code: string, message = '') => Object.assign(new TypeError(message), { code })
const context = { isTls: true, alert: null, certificateRequested: false }

describe('classifyTlsError', () => {
  test('reads the alert number that OpenSSL puts into its message, for alerts that come late', () => {
    const message =
      'C0:error:0A00045C:SSL routines:ssl3_read_bytes:reason:file.c:916:SSL alert number 116\n'
    expect(classifyTlsError(coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', message))).toEqual({
      code: 'client_cert_required',
      alert: 'certificate_required',
      raw: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    })
  })

  test.each([
    [42, true, 'client_cert_required'],
    [42, false, 'alert'],
    [48, true, 'client_cert_required'],
    [48, false, 'alert'],
    [80, true, 'alert'],
    [70, true, 'protocol_version'],
    [0, false, 'reset'],
  ] as const)('alert %i, certificate requested %s: %s', (alert, certificateRequested, code) => {
    const error = coded('ECONNRESET')
    expect(classifyTlsError(error, { ...context, alert, certificateRequested }).code).toBe(code)
  })

  test.each([
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'protocol_version'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'not_tls'],
    ['ERR_SSL_DH_KEY_TOO_SMALL', 'protocol_error'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
  ])('%s: %s', (raw, code) => {
    expect(classifyTlsError(coded(raw), context)).toEqual({ code, alert: null, raw })
  })

  test('accepts any value as an error', () => {
    for (const thrown of [null, undefined, 'text', 7, {}, { code: 5 }])
      expect(classifyTlsError(thrown)).toEqual({ code: 'protocol_error', alert: null, raw: null })
  })
})
