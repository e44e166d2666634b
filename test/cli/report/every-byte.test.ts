import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { parseReport, type ReportMembers } from '#cli/report/saved-report.ts'
import { verifySignature } from '#cli/report/signature.ts'
import { parseJson } from '#payment/json-text.ts'
import { canonical, claimsOf } from '#report/claims.ts'
import { compactReport } from '#report/compact-report.ts'
import { proof, provenReport } from '#report/proof.ts'
import { type Verification, verifyContent } from '#report/verification.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { type SoldReport, soldFixture } from '#test/equipment/evidence/sold-report.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { fuzzing, runs } from '#test/fuzz/runs.ts'

const NOW = Date.parse('2026-06-18T12:00:00Z')
const folder = temporaryFolder()

// The shortest recorded report of each tool.
const reports = {
  probe_url: await soldFixture('no-such-name'),
  render_page: await soldFixture('render-certificate-error'),
  verify_page: await soldFixture('verify-healthy'),
}

const utf8 = (text: string) => new TextEncoder().encode(text)

/** The bytes with one bit flipped; flipping the eighth bit would make most of them invalid UTF-8. */
function flippedAt(bytes: Uint8Array, where: number, bit = where % 7): Uint8Array {
  const changed = Uint8Array.from(bytes)
  changed[where] = (changed[where] ?? 0) ^ (1 << bit)
  return changed
}

/** Reads a file like `verify-report`; null where that refuses it. */
function reportIn(bytes: Uint8Array) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { text, report: parseReport('report.json', text, 'issue').report }
  } catch {
    return null
  }
}

const isWrong = (found: readonly Verification[]) => found.some(({ outcome }) => outcome === 'wrong')

const signatureOf = (report: ReportMembers, { key }: SoldReport) =>
  verifySignature(report, { set: { keys: [{ ...key }] }, source: 'here' })

/** The result of `verify-report`, without the steps that can no longer change it. */
async function outcomeOf(bytes: Uint8Array, sold: SoldReport) {
  const given = reportIn(bytes)
  if (given === null) return { outcome: 'refused' as const }
  const { text, report } = given
  const content = verifyContent(text, report)
  if (isWrong(content)) return { outcome: 'wrong' as const }
  const signature = await signatureOf(report, sold)
  if (isWrong([signature])) return { outcome: 'wrong' as const }
  return { outcome: 'open' as const, report, found: [...content, signature] }
}

/**
 * In the longer reports, every fifth byte is flipped: every part is longer than that, and 5 and 7 share no divisor, so that
 * each bit is flipped.
 */
const step = Math.max(1, Math.round(5 / fuzzing.times))

describe.each([
  ['probe_url', 1, reports.probe_url],
  ['render_page', step, reports.render_page],
  ['verify_page', step, reports.verify_page],
])('through a %s report in steps of %i', (_, distance, sold) => {
  test('every flipped byte is found out', async () => {
    const bytes = utf8(sold.text)
    expect((await outcomeOf(bytes, sold)).outcome).toBe('open')
    const missed: unknown[] = []
    for (let where = 0; where < bytes.length; where += distance) {
      const { outcome } = await outcomeOf(flippedAt(bytes, where), sold)
      if (outcome === 'open') missed.push([where, sold.text.slice(where - 20, where + 20)])
    }
    expect(missed).toEqual([])
  })

  test('every flipped byte of the compact form is wrong, or in what the signature does not name', async () => {
    const whole = proofOf(sold.text)
    const bytes = utf8(compactReport(sold.text) ?? '')
    let open = 0
    for (let where = 0; where < bytes.length; where += distance) {
      const found = await outcomeOf(flippedAt(bytes, where), sold)
      if (found.outcome !== 'open') continue
      open += 1
      // Such a report is never called proven, because its exit status depends on `hash`, too.
      expect(found.found).toContainEqual(
        expect.objectContaining({ what: 'hash', outcome: 'unchecked' }),
      )
      expect([where, proofOf(JSON.stringify(found.report))]).toEqual([where, whole])
    }
    expect(open).toBeGreaterThan(0)
  })
})

test('every flipped bit of a proof is found out', async () => {
  const sold = reports.probe_url
  const bytes = utf8(sold.text)
  const missed: unknown[] = []
  for (let where = sold.text.lastIndexOf('"proof"'); where < bytes.length; where += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const given = reportIn(flippedAt(bytes, where, bit))
      // Of the content checks only that of the form depends on the proof: on a number or a key in it.
      const isFound =
        given === null ||
        isWrong([await signatureOf(given.report, sold)]) ||
        isWrong(verifyContent(given.text, given.report))
      if (!isFound) missed.push([where, bit])
    }
  }
  expect(missed).toEqual([])
})

/** The signed claims, and the signature. */
function proofOf(text: string): readonly string[] {
  const report = provenReport.extend({ proof }).parse(parseJson(text))
  return [claimsOf(report, report.proof), report.proof.jws]
}

test('any other bytes in any places of a long report are found out, by the verb itself', async () => {
  const sold = await soldFixture('verify-heavy-page')
  const jwks = join(folder, 'jwks.json')
  writeFileSync(jwks, JSON.stringify({ keys: [sold.key] }))
  const bytes = utf8(sold.text)
  const change = fc.record({
    where: fc.integer({ min: 0, max: bytes.length - 1 }),
    flip: fc.integer({ min: 1, max: 255 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const changed = Uint8Array.from(bytes)
      for (const { where, flip } of changes) changed[where] = (bytes[where] ?? 0) ^ flip
      const file = join(folder, 'report.json')
      writeFileSync(file, changed)
      const { code, out } = await runVerb(['verify-report', file, '--jwks', jwks, '--json'], {
        now: NOW,
      })
      expect([code === 1 || code === 4, out]).toEqual([true, out])
    }),
    { numRuns: runs(40) },
  )
})

describe('the content of a report is proven, not its formatting', () => {
  const { text } = reports.probe_url
  const value = JSON.parse(text)

  test.each([
    ['indented', JSON.stringify(value, null, 2)],
    ['with line ends of Windows', JSON.stringify(value, null, 2).replaceAll('\n', '\r\n')],
    ['with white space around it', `\n\t${text}  \r\n`],
    ['with characters escaped that need not be', text.replaceAll('https:', '\\u0068ttps\\u003A')],
    [
      'with its members in another order',
      JSON.stringify(Object.fromEntries(Object.entries(value).reverse())),
    ],
  ])('%s it has the same hash and signature', async (_, written) => {
    expect(written).not.toBe(text)
    const outcome = await outcomeOf(utf8(written), reports.probe_url)
    expect(outcome).toMatchObject({
      outcome: 'open',
      found: [
        { what: 'form' },
        { what: 'hash', outcome: 'proven' },
        { what: 'verdict', outcome: 'proven' },
        { what: 'signature', outcome: 'proven' },
      ],
    })
    expect(canonical(outcome.report)).toBe(canonical(value))
  })

  test.each([
    ['white space inside a text', text.replace('"summary":"', '"summary":" ')],
    ['a key that occurs twice', text.replace('{', '{"result_status":"PASS",')],
    ['a byte order mark', `\uFEFF${text}`],
    ['a comment', text.replace('{', '{/**/')],
    ['a comma at the end', text.replace(/\}$/, ',}')],
    ['a control character that JSON does not allow', text.replace('{', '{\f')],
    [
      'a number that one parser rounds and another does not',
      text.replace(/"duration_ms":(\d+)/, '"duration_ms":$1.00000000000000000001'),
    ],
    ['a number with an exponent', text.replace(/"duration_ms":(\d+)/, '"duration_ms":$1e0')],
  ])('%s is found out', async (_, written) => {
    expect(written).not.toBe(text)
    expect((await outcomeOf(utf8(written), reports.probe_url)).outcome).not.toBe('open')
  })
})

test('every flipped byte of a screenshot is found out', async () => {
  const png = PNG.sync.write(new PNG({ width: 1, height: 1 }))
  const sold = await soldFixture('render-healthy', { png })
  const [report, image] = [join(folder, 'rendered.json'), join(folder, 'page.png')]
  writeFileSync(report, sold.text)
  const outcomes = new Set<string>()
  for (let where = -1; where < png.length; where += 1) {
    writeFileSync(image, where < 0 ? png : flippedAt(png, where))
    const { out } = await runVerb(['verify-report', report, '--screenshot', image, '--json'], {
      now: NOW,
    })
    const { verifications } = JSON.parse(out) as { verifications: Verification[] }
    const { outcome } = verifications.find(({ what }) => what === 'screenshot') ?? {}
    outcomes.add(`${where < 0 ? 'unchanged' : 'flipped'}: ${outcome}`)
  }
  expect([...outcomes]).toEqual(['unchanged: proven', 'flipped: wrong'])
})
