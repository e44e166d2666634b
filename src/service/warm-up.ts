import { setImmediate as turn } from 'node:timers/promises'
import { exampleReport } from '#discovery/examples.ts'
import { Fault } from '#fault.ts'
import { evaluate } from '#findings/evaluate.ts'
import { readContent } from '#gather/content/content.ts'
import { assembleReport, readReport } from '#report/report.ts'
import { inTurns } from '#runtime/turns.ts'

/** A page without content: every signature of a placeholder or an error page is compared with it. */
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Example</title></head>
<body><h1>Example</h1><p>An example, in one paragraph.</p></body></html>`

/**
 * Does on an example what each job does with what it gathered. V8 compiles a function and a pattern at its first call, and zod a
 * schema at its first value: 150 ms of processor, which the first buyer would wait for. In turns, so that callers get theirs.
 */
export async function warmUp(): Promise<void> {
  const input = {
    mediaType: 'text/html',
    charset: 'utf-8',
    status: 200,
    url: 'https://example.com/',
  }
  await inTurns(readContent({ ...input, body: new TextEncoder().encode(page) }))
  await turn()
  const evidence = readReport(exampleReport('probe_url', 'pass'))
  if (evidence === null) throw new Fault('report_invalid', 'The example report cannot be read.')
  await turn()
  const evaluation = evaluate(evidence)
  await turn()
  assembleReport(evidence, evaluation)
}
