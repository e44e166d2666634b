import { setImmediate as turn } from 'node:timers/promises'
import { readContent } from '#content/read-content.ts'
import { exampleReport } from '#discovery/examples.ts'
import { Fault } from '#fault.ts'
import { evaluate } from '#findings/evaluate.ts'
import { createCookieJar } from '#gather/http/cookie-jar.ts'
import { readRoutes } from '#net/tcp/default-routes.ts'
import { isLoopbackAddress } from '#net/tcp/loopback.ts'
import { strictContext } from '#net/tls/contexts.ts'
import type { TrustStore } from '#net/x509/trust-store.ts'
import { assembleReport, readReport } from '#report/report.ts'
import { inTurns } from '#runtime/turns.ts'
import { classifyAddress, type OwnAddresses } from '#target/address.ts'
import { parseTarget } from '#target/target.ts'

const url = 'https://example.com/'

const sentence = 'Letters are sent on Mondays, and arrive on the next day. '

/** Some signatures are compared only with short pages, others only with long ones. */
const pages = [3, 20].map((count) => pageWith(sentence.repeat(count)))

/** A page with prose and the usual parts of a site, which no signature matches. */
function pageWith(text: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/site.css"><title>Example</title></head><body><nav><a href="/">Home</a></nav><h1>Example</h1>
<p>${text}</p><ul><li>First</li></ul><img src="/one.png" alt="One"><script src="/site.js"></script></body></html>`
}

/**
 * Runs on an example the steps of a job before and after it contacts its target, so that the first buyer does not
 * wait 200 ms for V8, zod and OpenSSL to initialise. Sends nothing. Runs twice, because V8 compiles a regular
 * expression at its second match. Yields between steps, so that the service can handle requests.
 */
export async function warmUp({
  trust,
  ownAddresses,
}: {
  readonly trust: TrustStore
  readonly ownAddresses: OwnAddresses
}): Promise<void> {
  strictContext(trust)
  for (let round = 0; round < 2; round += 1) {
    await turn()
    await beforeContact(ownAddresses)
    await afterContact()
  }
}

async function beforeContact(ownAddresses: OwnAddresses): Promise<void> {
  const target = parseTarget(url)
  if (target.status === 'target') createCookieJar().headerFor(target.target)
  // Only compiles Node's IP patterns; the result is not used.
  isLoopbackAddress(url)
  classifyAddress('93.184.215.14', ownAddresses)
  await readRoutes()
}

async function afterContact(): Promise<void> {
  const input = { mediaType: 'text/html', charset: 'utf-8', status: 200, url }
  for (const page of pages) {
    await inTurns(readContent({ ...input, body: new TextEncoder().encode(page) }))
    await turn()
  }
  const evidence = readReport(exampleReport('probe_url', 'pass'))
  if (evidence === null) throw new Fault('report_invalid', 'The example report cannot be read.')
  await turn()
  const evaluation = evaluate(evidence)
  await turn()
  assembleReport(evidence, evaluation)
}
