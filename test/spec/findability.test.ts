import { expect, test } from 'vitest'
import { sources } from './sources.ts'

// Terms that an engineer of the field types into a file finder, and the file that each must find. A term matches a path as
// finders match it: without regard to case, anywhere in it.
test.each([
  ['admission', 'src/job/selling/admission.ts'],
  ['availability', 'src/job/selling/availability.ts'],
  ['certificate', 'src/net/x509/certificate.ts'],
  ['circuit', 'src/job/circuit.ts'],
  ['cookie', 'src/gather/http/cookie-jar.ts'],
  ['csp', 'src/gather/security/csp.ts'],
  ['dial', 'src/net/tcp/dial.ts'],
  ['emulation', 'src/chrome/emulation.ts'],
  ['facilitator', 'src/facilitator/http/http-facilitator.ts'],
  ['flags', 'src/chrome/launch/flags.ts'],
  ['handshake', 'src/net/tls/handshake.ts'],
  ['hsts', 'src/gather/security/hsts.ts'],
  ['idempotency', 'src/job/call/idempotency.ts'],
  ['janitor', 'src/store/screenshots/janitor.ts'],
  ['limits', 'src/job/selling/payer-limits.ts'],
  ['migrations', 'src/store/schema/migrations.ts'],
  ['namespace', 'src/net/namespace/namespace.ts'],
  ['navigate', 'src/chrome/page/navigate.ts'],
  ['ocsp', 'src/net/x509/ocsp-staple.ts'],
  ['openapi', 'src/http/routes/openapi.ts'],
  ['page-events', 'src/chrome/page/page-events.ts'],
  ['pipelining', 'src/http/connections/pipelining.ts'],
  ['proxy', 'src/net/proxy/proxy.ts'],
  ['reconciler', 'src/job/reconcile/reconciler.ts'],
  ['redirect', 'src/gather/http/follow-redirects.ts'],
  ['resolver', 'src/net/dns/resolver.ts'],
  ['retry', 'src/gather/http/retry.ts'],
  ['screenshot', 'src/chrome/image/screenshot.ts'],
  ['sealed', 'src/job/call/sealed-report.ts'],
  ['semaphore', 'src/net/dns/semaphore.ts'],
  ['settings', 'src/settings/schema.ts'],
  ['supervisor', 'src/chrome/pool/supervisor.ts'],
  ['tool.ts', 'src/tools/tool.ts'],
])('a file search for "%s" finds %s', (term, wanted) => {
  const found = sources.filter((path) => path.toLowerCase().includes(term))
  expect(found).toContain(wanted)
  // A term that finds half of the tree is useless.
  expect(found.length).toBeLessThanOrEqual(20)
})
