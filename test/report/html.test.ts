import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { evaluate } from '#findings/evaluate.ts'
import { escaped, html } from '#report/html/markup.ts'
import { reportPage } from '#report/html/report-page.ts'
import { palette } from '#report/html/styles.ts'
import { assembleReport } from '#report/report.ts'
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

/** Names of all elements with their attributes, and all text. */
function parsed(page: string) {
  const elements: string[] = []
  let text = ''
  const parser = new Parser({
    onopentag: (name, attributes) => elements.push(`${name} ${Object.keys(attributes).join(' ')}`),
    ontext: (part) => {
      text += part
    },
  })
  parser.end(page)
  return { elements, text }
}

/** Every string of a value replaced. */
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
    '%s: one heading, a main part, tables with named columns, no script, no outside resources',
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
    const report = reportOf(healthyVerification())
    const pieces = fc.constantFrom(
      ...[
        '<script>',
        '</script>',
        '</style>',
        '</title>',
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
        'javascript:alert(1)',
        ' onload=x ',
        '<img src=x onerror=y>',
        'a',
      ],
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (words) => {
        const poison = words.join('')
        const plain = parsed(reportPage(poisoned(report, 'a'), null))
        const { elements } = parsed(reportPage(poisoned(report, poison), null))
        // The kinds of elements, each with its attributes, are those of a harmless page.
        expect(new Set(elements)).toEqual(
          new Set([...plain.elements].filter((one) => elements.includes(one))),
        )
        expect(elements.some((one) => /script|onerror|onload/.test(one))).toBe(false)
      }),
      { numRuns: runs(40) },
    )
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
    expect(escaped('a\u202eb')).toBe('a\uFFFDb')
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
