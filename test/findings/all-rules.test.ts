import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { rules } from '#findings/all-rules.ts'
import { metaRules } from '#findings/report-rules.ts'
import { layers } from '#findings/rule/rule.ts'
import { ruleBook } from '#findings/rule-book.ts'

const book = [...rules, ...metaRules]

describe('the rule book', () => {
  test('has the agreed layer, severity, effect and tools for every code', () => {
    const agreed: Record<string, string>[] = JSON.parse(
      readFileSync(new URL('../fixtures/rules.json', import.meta.url), 'utf8'),
    )
    const facts = book.map(({ code, layer, severity, effect, tools }) => ({
      code,
      layer,
      severity,
      effect,
      tools,
    }))
    const byCode = (a: { code?: string }, b: { code?: string }) =>
      (a.code ?? '') < (b.code ?? '') ? -1 : 1
    expect(facts.sort(byCode)).toEqual(agreed.sort(byCode))
  })

  test('gives every code to one rule', () => {
    const codes = book.map((rule) => rule.code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('is in report order, layer by layer', () => {
    const order = [
      'dns',
      'connect',
      'tls',
      'http',
      'redirect',
      'content',
      'browser',
      'link',
      'perf',
      'security',
      'meta',
    ]
    const seen = book.map((rule) => rule.layer).filter((layer, at, all) => layer !== all[at - 1])
    expect(seen).toEqual(order)
    expect(layers).toEqual(expect.arrayContaining(order))
  })

  test('uses codes that are safe in a log, a URL fragment and a shell', () => {
    for (const { code } of book) expect(code).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/)
    for (const { code } of book) expect(code.length).toBeLessThanOrEqual(34)
  })

  test('explains every code: its condition and its source', () => {
    const notes = new URL('../../src/findings/rule-notes.json', import.meta.url)
    const noted = Object.keys(JSON.parse(readFileSync(notes, 'utf8')))
    expect(noted.sort()).toEqual(book.map((rule) => rule.code).sort())
    expect(ruleBook.filter(({ when, source }) => when === '' || source === '')).toEqual([])
  })

  test('explains them in sentences for people: a standard by its title with its link, or a whole sentence', () => {
    for (const { code, when, source, sourceUrl } of ruleBook) {
      const text = `${code}: ${when} | ${source} ${sourceUrl}`
      // A condition follows "Reported when"; a sentence ends with a full stop, a title does not need to.
      expect(text).not.toMatch(/`|\(ours\)|test\/truth|#\d{2,}/)
      expect([code, when.endsWith('.'), when.length > 20]).toEqual([code, false, true])
      if (sourceUrl === null) expect(text).toMatch(/[a-z]\.(?= null$)/)
      else expect([code, URL.parse(sourceUrl)?.protocol]).toEqual([code, 'https:'])
    }
  })

  test('has remedies of at most 200 characters', () => {
    for (const { remediation } of book) {
      expect(remediation.length).toBeGreaterThan(0)
      expect(remediation.length).toBeLessThanOrEqual(200)
    }
  })
})
