import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { eachNode, sources } from './sources.ts'

// A pattern that can read a text in two ways takes quadratic time or more: a field of 8 KiB, nearly all of it spaces, kept the
// service from all other work for three minutes. `analyse` finds such patterns, and quantifiers that repeat each other, without
// running them.

interface Pattern {
  /** `file:line`, for people. */
  readonly place: string
  readonly source: string
  readonly flags: string
}

function patternsIn(path: string): Pattern[] {
  const found: Pattern[] = []
  eachNode(path, (node, file) => {
    if (!ts.isRegularExpressionLiteral(node)) return
    const end = node.text.lastIndexOf('/')
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)]
    found.push({ place: `${path}:${line}`, source, flags })
  })
  return found
}

/** Matches that start at each position of a text (`Move`) are left out: how long they take depends on the length of the text. */
function isAmbiguous({ source, flags }: Pick<Pattern, 'source' | 'flags'>): boolean {
  return analyse({ source, flags }, { reportTypes: { Move: false } }).reports.length > 0
}

const patterns = sources.flatMap(patternsIn)

test('each pattern of the source reads a text in one way', () => {
  expect(patterns.length).toBeGreaterThan(500)
  const found = patterns.filter(isAmbiguous)
  expect(found.map(({ place, source }) => `${place} ${source}`)).toEqual([])
})

test.each([String.raw`url\s*=\s*["']?\s*([^"']+)$`, '(?:a+b?)+$', String.raw`^(\w+\s?)*$`])(
  'finds what takes quadratic time or more: %s',
  (source) => {
    expect(isAmbiguous({ source, flags: '' })).toBe(true)
  },
)
