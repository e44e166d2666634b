import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, test, vi } from 'vitest'
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

/** The patterns in the source of a file; `text` is the program to read, if it is another one. */
function literalsIn(path: string, text?: string): Pattern[] {
  const found: Pattern[] = []
  const visit = (node: ts.Node, file: ts.SourceFile) => {
    if (!ts.isRegularExpressionLiteral(node)) return
    const end = node.text.lastIndexOf('/')
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
    const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)]
    found.push({ place: `${path}:${line}`, source, flags })
  }
  eachNode(path, visit, text)
  return found
}

/** The patterns in the scripts that run inside a page: strings of this program. Lines are those of the string. */
async function literalsOfPageScripts(): Promise<Pattern[]> {
  const paths = sources.filter((path) => path.startsWith('src/chrome/page/scripts/'))
  const found: Pattern[] = []
  for (const path of paths) {
    for (const script of Object.values<unknown>(await import(/* @vite-ignore */ `../../${path}`))) {
      if (typeof script === 'string') found.push(...literalsIn(path, script))
    }
  }
  return found
}

/**
 * The patterns that modules assemble with `new RegExp` while they are loaded. Those of `src/content/pages` are compiled when a page
 * needs them; their generator checks them.
 */
async function assembledPatterns(): Promise<Pattern[]> {
  const found: Pattern[] = []
  const recorder = new Proxy(RegExp, {
    construct(target, given: ConstructorParameters<typeof RegExp>) {
      const made = new target(...given)
      const [place] = /src\/[^\s?]+\.ts/.exec(new Error('here').stack?.split('\n')[2] ?? '') ?? []
      if (place !== undefined) found.push({ place, source: made.source, flags: made.flags })
      return made
    },
  })
  vi.stubGlobal('RegExp', recorder)
  for (const path of sources.filter(assemblesPattern)) {
    // The query makes another instance of the module: other tests may have loaded it already.
    await import(/* @vite-ignore */ `../../${path}?assembled`)
  }
  vi.unstubAllGlobals()
  return found
}

function assemblesPattern(path: string): boolean {
  let isFound = false
  eachNode(path, (node) => {
    isFound ||= ts.isNewExpression(node) && node.expression.getText() === 'RegExp'
  })
  return isFound
}

/** Matches that start at each position of a text (`Move`) are left out: how long they take depends on the length of the text. */
function isAmbiguous({ source, flags }: Pick<Pattern, 'source' | 'flags'>): boolean {
  return analyse({ source, flags }, { reportTypes: { Move: false } }).reports.length > 0
}

function listed(found: readonly Pattern[]): string[] {
  return found.map(({ place, source }) => `${place} ${source}`)
}

const MAX_LENGTH = 200

const literals = sources.flatMap((path) => literalsIn(path))
const inPageScripts = await literalsOfPageScripts()
const assembled = await assembledPatterns()
const patterns = [...literals, ...inPageScripts, ...assembled]

test('each pattern of the source reads a text in one way', () => {
  expect(literals.length).toBeGreaterThan(500)
  expect(inPageScripts.length).toBeGreaterThan(50)
  expect(assembled.length).toBeGreaterThan(30)
  expect(listed(patterns.filter(isAmbiguous))).toEqual([])
})

test(`no pattern of the source is longer than ${MAX_LENGTH} characters`, () => {
  expect(listed(patterns.filter(({ source }) => source.length > MAX_LENGTH))).toEqual([])
})

test.each([String.raw`url\s*=\s*["']?\s*([^"']+)$`, '(?:a+b?)+$', String.raw`^(\w+\s?)*$`])(
  'finds what takes quadratic time or more: %s',
  (source) => {
    expect(isAmbiguous({ source, flags: '' })).toBe(true)
  },
)
