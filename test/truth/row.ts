import { brotliCompressSync } from 'node:zlib'
import type { Fault, FaultClass, Interceptor, Verdict } from './fault.ts'

type Row = (
  id: string,
  why: string,
  intercept: readonly Interceptor[],
  more?: Partial<Fault>,
) => Fault

/** Functions that create the rows of one class, by wanted verdict. */
export function rowsOf(group: FaultClass): Readonly<Record<'issue' | 'review' | 'pass', Row>> {
  const row =
    (wanted: Verdict): Row =>
    (id, why, intercept, more = {}) => ({ id, group, wanted, why, intercept, ...more })
  return { issue: row('ISSUE'), review: row('REVIEW'), pass: row('PASS') }
}

/** The page, compressed with Brotli by a CDN in front of the site and declared as such. */
export const compressed = ((request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  return {
    ...reply,
    headers: { ...reply.headers, 'content-encoding': 'br', vary: 'Accept-Encoding' },
    body: brotliCompressSync(reply.body),
  }
}) satisfies Interceptor

/** For rows that only a browser can see. */
export const inBrowser: Partial<Fault> = { tools: 'RV' }
