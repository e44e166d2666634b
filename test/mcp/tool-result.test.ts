import { describe, expect, test } from 'vitest'
import { errorResult, reportResult, textResult } from '#mcp/tool-result.ts'

const report = (more: object = {}) =>
  JSON.stringify({
    tool: 'probe_url',
    requested_url: 'https://example.com/',
    final_url: 'https://example.com/',
    result_status: 'ISSUE',
    summary: 'ISSUE: 1 finding.',
    findings: [{ code: 'TLS_EXPIRED', severity: 'high', message: 'The certificate has expired.' }],
    screenshot: null,
    untrusted_paths: [],
    ...more,
  })
const million = 'a'.repeat(1_000_000)
const deep = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

describe('a compact result is bounded, whatever a seller sends', () => {
  test.each<[string, object]>([
    ['a long summary', { summary: million }],
    ['a long URL', { final_url: million }],
    ['a long message', { findings: [{ code: 'A', message: million }] }],
    [
      'many findings',
      { findings: Array.from({ length: 50_000 }, () => ({ code: 'A', message: 'b'.repeat(500) })) },
    ],
    ['many long findings', { findings: Array.from({ length: 100 }, () => ({ message: million })) }],
    ['unknown members', { extra: million, [million]: 1 }],
    ['unknown members of a finding', { findings: [{ code: 'A', extra: million }] }],
    ['an object in place of a text', { summary: { a: million, b: [million, million] } }],
    [
      'many members in place of a text',
      {
        coverage: Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, n])),
      },
    ],
    ['many paths', { untrusted_paths: Array.from({ length: 90_000 }, () => '/summary') }],
    ['a list of lists', { limits_hit: Array.from({ length: 900 }, () => Array(900).fill('x')) }],
    ['nesting', { service: deep(900) }],
    ['a proof of another form', { proof: { jws: million, payer: { a: million } } }],
    ['invisible characters, which are longer when escaped', { summary: '\u202e'.repeat(60_000) }],
    ['a screenshot of another form', { screenshot: { screenshot_evidence_id: million } }],
  ])('%s', (_what, more) => {
    const result = reportResult(report(more), 'compact')
    expect(JSON.stringify(result).length).toBeLessThan(200_000)
    for (const { text } of result.content.filter((one) => one.type === 'text')) {
      expect(text.length).toBeLessThanOrEqual(65_536)
    }
  })

  test.each([
    ['{"result_status":"PASS"}'],
    [JSON.stringify({ ...JSON.parse(report()), findings: million })],
    [JSON.stringify({ ...JSON.parse(report()), coverage: Array(100).fill(million) })],
  ])('another form is an error with its size: %.60s', (text) => {
    const result = reportResult(text, 'compact')
    expect(result.isError).toBe(true)
    expect(result.content).toEqual([
      { type: 'text', text: expect.stringContaining(`${text.length} characters`) },
    ])
  })

  test('an ordinary one is complete', () => {
    expect(reportResult(report(), 'compact').structuredContent).toEqual({
      ...JSON.parse(report()),
      untrusted_note: expect.any(String),
    })
  })
})

/** Names of characters that a model reads and a person does not see, or sees in another order. */
const unseen: readonly [string, string][] = [
  ['right-to-left override', '\u202e'],
  ['left-to-right isolate', '\u2066'],
  ['Arabic letter mark', '\u061c'],
  ['zero width space', '\u200b'],
  ['zero width joiner', '\u200d'],
  ['word joiner', '\u2060'],
  ['byte order mark', '\ufeff'],
  ['soft hyphen', '\u00ad'],
  ['next line (C1)', '\u0085'],
  ['control sequence introducer (C1)', '\u009b'],
  ['escape', '\u001b'],
  ['delete', '\u007f'],
  ['tag letter', '\u{e0041}'],
  ['cancel tag', '\u{e007f}'],
  ['variation selector', '\u{e0100}'],
  ['Hangul filler', '\u3164'],
  ['line separator', '\u2028'],
  ['private use', '\ue000'],
  ['half of a surrogate pair', '\ud83d'],
]

test.each(unseen)('%s is escaped wherever text goes to a model', (_name, character) => {
  const text = `a${character}b`
  const sent = report({ summary: text, findings: [{ code: 'A', message: text, url: text }] })
  for (const result of [
    reportResult(sent, 'compact'),
    reportResult(sent, 'full'),
    errorResult(text),
    textResult({ [text]: [text] }),
  ]) {
    const shown = [
      ...result.content.map((one) => ('text' in one ? one.text : '')),
      ...textsIn(result.structuredContent),
    ].join('\n')
    expect(shown.includes(character)).toBe(false)
    expect(shown).toContain('\\u')
  }
  const [, json] = reportResult(sent, 'full').content
  expect(JSON.parse(json !== undefined && 'text' in json ? json.text : '')).toEqual(
    JSON.parse(sent),
  )
})

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)])
}
