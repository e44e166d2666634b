import { readServerCertificate } from '#http/server-certificate.ts'
import type { Settings } from '#settings/settings.ts'
import { type CheckResult, fail, pass, skip } from './doctor.ts'

/** The certificate that the service would serve itself. `now`: ms since the epoch. */
export function checkCertificate({ tls }: Pick<Settings, 'tls'>, now: number): CheckResult {
  if (tls === null) return skip('tls', 'no certificate: HTTP is spoken, for a reverse proxy')
  const reading = readServerCertificate(tls, now)
  return reading.status === 'read'
    ? pass('tls', `${tls.certFile} and its key fit, and are valid now`)
    : fail('tls', reading.detail, 'Until then the service does not start.')
}
