import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compactReport } from '#report/compact-report.ts'
import { withValueAt } from '#report/json-pointer.ts'
import { readReport, reportJson, sentSha256 } from '#report/report.ts'
import { verifyContent } from '#report/verification.ts'
import { runs } from '#test/fuzz/runs.ts'

// A stored report may be of another version, and a report that someone hands over may be anything.

const folder = new URL('../fixtures/reports/', import.meta.url)
const reports = readdirSync(folder).map(
  (name): Record<string, unknown> => JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
)

/** Every path of a report: members and list items. */
function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]))
  return path.length === 0 ? inner : [path, ...inner]
}
const paths = reports.map((report) => pathsOf(report))

const oddities = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, [], {}, '', -1, 1e300, '9'.repeat(400), [[]], [null]),
)
/** Recorded reports with up to four other values anywhere. */
const changed = fc
  .tuple(
    fc.nat(reports.length - 1),
    fc.array(fc.tuple(fc.nat(), oddities), { minLength: 1, maxLength: 4 }),
  )
  .map(([index, changes]) =>
    changes.reduce<Record<string, unknown>>((report, [at, value]) => {
      const known = paths[index] ?? []
      return withValueAt(report, known[at % known.length] ?? [], value)
    }, reports[index] ?? {}),
  )
const anyJson = fc.oneof({ weight: 5, arbitrary: changed }, fc.jsonValue())

describe('a stored report of any shape', () => {
  test('has a compact form, or none', () => {
    fc.assert(
      fc.property(anyJson, (report) => {
        const compact = compactReport(JSON.stringify(report))
        if (compact !== null) expect(JSON.parse(compact)).toBeTypeOf('object')
      }),
      { numRuns: runs(300) },
    )
  })

  test('is read as a report, or not, and what is read can be sent again', () => {
    fc.assert(
      fc.property(anyJson, (report) => {
        const read = readReport(report)
        if (read !== null) expect(readReport(JSON.parse(reportJson(read)))).toEqual(read)
      }),
      { numRuns: runs(300) },
    )
  })

  test('is verified without a throw, and its hash is proven only for the values that were hashed', () => {
    fc.assert(
      fc.property(changed, (report) => {
        const text = JSON.stringify(report)
        const parsed = JSON.parse(text)
        const [, hash] = verifyContent(text, parsed)
        const isWhole = hash?.detail.startsWith('a compact') === false
        if (isWhole) {
          expect(hash.outcome === 'proven').toBe(sentSha256(parsed) === parsed.report_sha256)
        }
      }),
      { numRuns: runs(300) },
    )
  })
})
