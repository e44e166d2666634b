import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { evaluate } from '#findings/evaluate.ts'
import { escapeHtml, html } from '#report/html/markup.ts'
import { proofScript } from '#report/html/proof-script.ts'
import { reportPage } from '#report/html/report-page.ts'
import { palette } from '#report/html/styles.ts'
import { valueAt } from '#report/json-pointer.ts'
import { withProof } from '#report/proof.ts'
import { assembleReport, readReport, reportJson } from '#report/report.ts'
import type { Report } from '#report/schema.ts'
import {
  healthyEvidence,
  healthyRendering,
  healthyVerification,
} from '#test/equipment/evidence/evidence.ts'
import { runs } from '#test/fuzz/runs.ts'

const pixel = new Uint8Array([137, 80, 78, 71])

function reportOf(evidence: Parameters<typeof evaluate>[0]): Report {
  return assembleReport(evidence, evaluate(evidence))
}

function signed(report: Report): Report {
  const proof = { jws: 'a..b', network: 'eip155:8453', payer: '0x1', nonce: '0x2' }
  const sold = readReport(JSON.parse(withProof(reportJson(report), proof)))
  if (sold === null) throw new TypeError('A signed report is a report.')
  return sold
}

/** A report with several findings of one code. */
const noisy = () => recorded('verify-heavy-page')
/** The report of a host without a DNS record, after which most checks are skipped. */
const nameless = () => recorded('bench-private-address')

function recorded(name: string): Report {
  const file = new URL(`../fixtures/reports/${name}.json`, import.meta.url)
  const report = readReport(JSON.parse(readFileSync(file, 'utf8')))
  if (report === null) throw new TypeError('A fixture is a report.')
  return report
}

const pieces = fc.constantFrom(
  ...[
    '<script>',
    '</script>',
    '</style>',
    '</title>',
    '</pre>',
    '"',
    "'",
    '`',
    '>',
    '<',
    '&',
    '-->',
    '<!--',
  ],
  ...[
    '\u202e',
    '\0',
    '\ud800',
    '\u2028',
    'javascript:alert(1)',
    ' onload=x ',
    '<img src=x onerror=y>',
    'a',
  ],
)

/** The report with the texts that the target controls replaced. */
function poisonedWords(report: Report, poison: string): Report {
  const { content, browser } = report
  return {
    ...report,
    final_url: poison,
    content: content && { ...content, title: poison },
    browser: browser && {
      ...browser,
      requests: {
        ...browser.requests,
        items: browser.requests.items.map((one) => ({ ...one, url: poison })),
      },
    },
    truncated: { [poison]: { kept: 1, total: 2 } },
  }
}

/** The report as the script of the page reads it. */
function jsonOf(page: string): unknown {
  const parts: string[] = []
  let isPart = false
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === 'pre') isPart = attributes['class'] === 'part'
      if (name === 'pre' && isPart) parts.push('')
    },
    onclosetag: (name) => {
      if (name === 'pre') isPart = false
    },
    ontext: (text) => {
      if (isPart) parts[parts.length - 1] += text
    },
  })
  parser.end(page)
  return JSON.parse(`{${parts.join()}}`)
}

/** The cards of findings and notes. */
function cardsOf(page: string): string {
  return (page.match(/<article.*?<\/article>/gs) ?? []).join('\n')
}

function linksOf(page: string): string[] {
  const links: string[] = []
  const parser = new Parser({
    onopentag: (_, attributes) => {
      if (attributes['href'] !== undefined) links.push(attributes['href'])
    },
  })
  parser.end(page)
  return links
}

/** Names of all elements with their attributes, all ids, and all text. */
function parsed(page: string) {
  const elements: string[] = []
  const ids: string[] = []
  let text = ''
  const parser = new Parser({
    onopentag: (name, attributes) => {
      elements.push(`${name} ${Object.keys(attributes).join(' ')}`)
      if (attributes['id'] !== undefined) ids.push(attributes['id'])
    },
    ontext: (part) => {
      text += part
    },
  })
  parser.end(page)
  return { elements, ids, text }
}

/** The value with every string replaced. */
function poisoned<T>(value: T, poison: string): T {
  if (typeof value === 'string') return poison as T
  if (Array.isArray(value)) return value.map((item) => poisoned(item, poison)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, poisoned(item, poison)]),
  ) as T
}

describe('the page of a report', () => {
  test.each([
    ['probe_url', healthyEvidence],
    ['render_page', healthyRendering],
    ['verify_page', healthyVerification],
  ] as const)(
    '%s, unsigned: one heading, a main part, tables with named columns, no script, no outside resources',
    (_tool, evidence) => {
      const { elements, text } = parsed(reportPage(reportOf(evidence()), pixel))
      const count = (name: string) => elements.filter((one) => one.startsWith(`${name} `)).length
      expect([count('h1'), count('main'), count('script'), count('link'), count('iframe')]).toEqual(
        [1, 1, 0, 0, 0],
      )
      expect(
        elements.filter((one) => one.startsWith('th ')).every((one) => one.includes('scope')),
      ).toBe(true)
      expect(
        elements.filter((one) => one.startsWith('img ')).every((one) => one.includes('alt')),
      ).toBe(true)
      expect(text).toContain('PASS')
    },
  )

  test('design 1.26: no text of a page becomes markup, in any field', () => {
    const report = signed(reportOf(healthyVerification()))
    const plain = parsed(reportPage(poisoned(report, 'a'), null))
    expect(plain.elements.filter((one) => one.startsWith('script'))).toEqual(['script '])
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (words) => {
        const page = reportPage(poisoned(report, words.join('')), null)
        const { elements } = parsed(page)
        // The kinds of elements, each with its attributes, are those of a harmless page.
        expect(new Set(elements)).toEqual(
          new Set([...plain.elements].filter((one) => elements.includes(one))),
        )
        expect(elements.filter((one) => /script|onerror|onload/.test(one))).toEqual(['script '])
        // The script has tags in its own texts, none of which could end it or begin a comment.
        const [before, after, ...rest] = page.split(`<script>${proofScript}</script>`)
        expect([`${before}${after}`.includes('<script'), rest]).toEqual([false, []])
        expect(proofScript).not.toMatch(/<\/script|<!--/)
        expect(linksOf(page).filter((link) => !link.startsWith('#'))).toEqual([])
      }),
      { numRuns: runs(40) },
    )
  })

  test('the JSON of the page is the report, whatever characters the target sends', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 6 }),
        (words) => {
          const report = poisonedWords(
            reportOf(healthyVerification()),
            words.join('').replace(/\p{Surrogate}/gu, '\uFFFD'),
          )
          const text = reportJson(report)
          expect(jsonOf(reportPage(report, null, { text }))).toEqual(JSON.parse(text))
        },
      ),
      { numRuns: runs(40) },
    )
  })

  test('a pointer of a finding is a link to its value in the JSON', () => {
    const report = noisy()
    const page = reportPage(report, null)
    const { ids } = parsed(page)
    const linked = linksOf(page).filter((link) => link.startsWith('#/'))
    expect(linked.length).toBeGreaterThan(0)
    expect(linked.filter((link) => !ids.includes(link.slice(1)))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a code appears once, with its places, and the words of the page are marked as such', () => {
    const report = noisy()
    const { elements, text } = parsed(reportPage(report, null))
    const cards = elements.filter((one) => one.startsWith('article '))
    const codes = new Set([...report.findings, ...report.notes].map(({ code }) => code))
    expect(cards.length).toBe(codes.size)
    expect(report.notes.length).toBeGreaterThan(codes.size)
    expect(text).toContain('Text from the page')
  })

  test('an observed value that the report calls untrusted is never shown as our own words', () => {
    const folder = new URL('../fixtures/reports/', import.meta.url)
    for (const name of readdirSync(folder)) {
      const report = readReport(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
      if (report === null) throw new TypeError('A fixture is a report.')
      const shown = new Set([...report.findings, ...report.notes].map(({ code }) => code))
      const marked = report.untrusted_paths.filter((path) =>
        /^\/(findings|notes)\/\d+\/observed$/.test(path),
      )
      const page = reportPage(report, null)
      const figures = page.match(/<figure class="words">/g) ?? []
      // At most 12 places of a code are shown.
      expect([name, figures.length >= Math.min(marked.length, shown.size)]).toEqual([name, true])
      const own = page.replaceAll(/<figure class="words">.*?<\/figure>/gs, '')
      for (const words of marked.map((path) => valueAt(report, `${path}/text`))) {
        if (typeof words === 'string' && words.length > 8) {
          expect([name, cardsOf(own).includes(escapeHtml(words))]).toEqual([name, false])
        }
      }
    }
  })

  test('no check is called passed beside a code', () => {
    const report = noisy()
    const page = reportPage(report, null)
    const lines = page.match(/<li><span class="outcome.*?<\/li>/gs) ?? []
    expect(lines.length).toBe(report.checks.length)
    expect(lines.filter((line) => line.includes('>passed<') && line.includes('href="#'))).toEqual(
      [],
    )
    expect(lines.some((line) => line.includes('>advice<'))).toBe(true)
  })

  test('the numbers of checks add up, and none of them is zero', () => {
    for (const report of [noisy(), nameless()]) {
      const { text } = parsed(reportPage(report, null))
      const [, total = '', parts = ''] = /(\d+) checks: ([\d\w, ]+)\n/.exec(text) ?? []
      const counts = parts.split(', ').map((part) => Number.parseInt(part, 10))
      expect(Number(total)).toBe(report.checks.length)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(report.checks.length)
      expect(text).not.toMatch(/\b0 (?:passed|not applicable)/)
    }
  })

  test('a remedy shows the name of a field as code', () => {
    const { text, elements } = parsed(reportPage(recorded('bot-wall'), null))
    expect(text).toContain('(see vantage)')
    expect(elements).toContain('code ')
  })

  test('a skipped check names the check that did not pass', () => {
    const { text } = parsed(reportPage(nameless(), null))
    expect(text).toContain('because dns did not pass')
    expect(text).not.toContain('after dns')
  })

  test('escaped text reads as written, except for characters that change the reading direction', () => {
    fc.assert(
      fc.property(fc.string(), (words) => {
        const { text, elements } = parsed(html`<p>${words}</p>`.markup)
        const kept = words.replace(/[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/gu, (one) =>
          /[\n\t]/.test(one) ? one : '\uFFFD',
        )
        expect([text, elements.length]).toEqual([kept, 1])
      }),
    )
    expect(escapeHtml('a\u202eb')).toBe('a\uFFFDb')
  })

  test.each(['light', 'dark'] as const)(
    '%s: every text has enough contrast (WCAG AA)',
    (scheme) => {
      const { ground, card, line: _line, ...texts } = palette[scheme]
      for (const [name, color] of Object.entries(texts)) {
        for (const below of [ground, card]) {
          expect([name, contrast(color, below) >= 4.5]).toEqual([name, true])
        }
      }
    },
  )
})

/** WCAG 2.2: relative luminance of both, the lighter first. */
function contrast(one: string, other: string): number {
  const [a = 0, b = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x)
  return (a + 0.05) / (b + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
