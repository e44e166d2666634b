import { setImmediate as turn } from 'node:timers/promises'
import { exampleReport } from '#discovery/examples.ts'
import { Fault } from '#fault.ts'
import { evaluate } from '#findings/evaluate.ts'
import { readContent } from '#gather/content/content.ts'
import { createCookieJar } from '#gather/http/cookie-jar.ts'
import { readRoutes } from '#net/tcp/default-routes.ts'
import { strictContext } from '#net/tls/contexts.ts'
import type { TrustStore } from '#net/x509/trust-store.ts'
import { assembleReport, readReport } from '#report/report.ts'
import { inTurns } from '#runtime/turns.ts'
import { parseTarget } from '#target/target.ts'

/** A page without content: every signature of a placeholder or an error page is compared with it. */
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example</title></head>
<body><h1>Example</h1><p>An example, in one paragraph.</p></body></html>`

/**
 * Does on an example what each job does before and after it speaks to its target: sends nothing. V8 compiles a function and a
 * pattern at its first call, zod a schema at its first value, and OpenSSL reads its roots once: 180 ms of processor, which the first
 * buyer would wait for. In turns, so that callers get theirs.
 */
export async function warmUp(trust: TrustStore): Promise<void> {
  const url = 'https://example.com/'
  const target = parseTarget(url)
  if (target.status === 'target') createCookieJar().headerFor(target.target)
  await readRoutes()
  strictContext(trust)
  await turn()
  const input = { mediaType: 'text/html', charset: 'utf-8', status: 200, url }
  await inTurns(readContent({ ...input, body: new TextEncoder().encode(page) }))
  await turn()
  const evidence = readReport(exampleReport('probe_url', 'pass'))
  if (evidence === null) throw new Fault('report_invalid', 'The example report cannot be read.')
  await turn()
  const evaluation = evaluate(evidence)
  await turn()
  assembleReport(evidence, evaluation)
}
