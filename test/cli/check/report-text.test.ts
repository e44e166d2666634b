import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { reportText } from '#cli/check/report-text.ts'
import { createTerminal, displayWidth, noPaint } from '#cli/output/terminal.ts'
import type { Report } from '#report/schema.ts'
import { readSentReport } from '#test/equipment/evidence/sent-report.ts'

const folder = new URL('../../fixtures/reports/', import.meta.url)
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
const read = (name: string): Report => readSentReport(readFileSync(new URL(name, folder), 'utf8'))

describe.each(names)('%s', (name) => {
  test.each([40, 80, 200])(
    'shows verdict, every finding and its remedy, in %i columns',
    (width) => {
      const it = read(name)
      const text = reportText(it, { width, paint: noPaint })
      const flat = text.replace(/\s+/g, '')
      expect(text.startsWith(it.result_status)).toBe(true)
      for (const finding of it.findings) {
        expect(text).toContain(finding.code)
        expect(flat).toContain(finding.message.replace(/\s+/g, ''))
        expect(flat).toContain(finding.remediation.replace(/\s+/g, ''))
      }
      for (const note of it.notes) expect(flat).toContain(note.code)
      for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width)
    },
  )
})

test('shows a redirect, the session and the share of each phase', () => {
  const lines = reportText(read('redirect-http-to-https.json'), { width: 100, paint: noPaint })
  expect(lines).toContain('301 → https://www.example.com/')
  expect(lines).toContain('TLSv1.3  TLS_AES_256_GCM_SHA384')
  expect(lines).toMatch(/░+▒+▓+█+▚+\n/)
  expect(lines).toContain('total 180 ms')
})

test('colours the verdict for a person only', () => {
  const stream = (isTty: boolean) => ({
    isTty,
    columns: 80,
    write: () => {},
    drained: async () => 'written' as const,
  })
  const painted = (isTty: boolean) =>
    reportText(read('expired-certificate.json'), {
      width: 80,
      paint: createTerminal(stream(isTty), stream(isTty), {}).paint,
    })
  expect(painted(true)).toContain('\u001b[31m')
  expect(painted(false)).not.toContain('\u001b')
})

test('no text of a target reaches the terminal as a control, in any field', () => {
  const hostile = 'x\u001b]0;owned\u0007\u202e\n\u009b31m'
  const spoil = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => spoil(item, key))
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, spoil(inner, name)]),
      )
    }
    return typeof value === 'string' && !ours.has(key) ? value + hostile : value
  }
  // Fields whose values are our own enumerations and times.
  const ours = new Set(['result_status', 'effect', 'severity', 'checked_at', 'not_after', 'layer'])
  for (const name of names) {
    const spoiled = spoil(read(name), '') as Report
    const text = reportText(spoiled, { width: 80, paint: noPaint })
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  }
})
