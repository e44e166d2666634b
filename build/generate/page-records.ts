// Writes what the program reads of `src/content/pages/*.yaml`: the phrases without examples and sources. Fails on data that breaks a
// rule of "Add a page text" in `src/README.md`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Place } from '#content/page.ts'
import type { PhraseData } from '#content/records/records.ts'
import { literalsOf } from '#content/records/template.ts'
import { countOf, plain } from '#content/text.ts'

export const pagesFolder = fileURLToPath(new URL('../../src/content/pages/', import.meta.url))

const strings = z.union([z.string(), z.array(z.string()).min(1)])
const regex = z.strictObject({ needs: strings, regex: z.string().max(200) })
const phrase = z.union([z.string(), regex])
const each = z.strictObject({ all: z.array(phrase).min(1) })
const byLanguage = z.record(z.string().regex(/^[a-z]{2}$/), strings)
const condition = z.union([phrase, z.array(phrase).min(1), each, byLanguage])
const texts = z.union([z.string(), z.record(z.string(), z.string())])

const recordShape = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  class: z.string(),
  product: z.string().optional(),
  source: z.string(),
  alone: z.enum(['nothing', 'little', 'anything']).optional(),
  title: condition.optional(),
  heading: condition.optional(),
  name: condition.optional(),
  sentence: condition.optional(),
  says: condition.optional(),
  line: condition.optional(),
  text: condition.optional(),
  markup: condition.optional(),
  example: texts,
  not: texts.optional(),
})
/** A record and the file that it stands in, from `pages/`. */
export type PageRecordSource = z.infer<typeof recordShape> & { readonly file: string }

const classShape = z.strictObject({
  name: z.string(),
  kind: z.string(),
  alone: z.enum(['nothing', 'little', 'anything']).default('anything'),
  vetoes: z.array(z.string()).default([]),
  status: z.enum(['any', 'success']).default('success'),
  text: z.enum(['any', 'final', 'rendered']).default('any'),
  words: z.string().optional(),
  remedy: z.string().optional(),
  effect: z.enum(['ISSUE', 'REVIEW']).optional(),
  ids: z.array(z.string()).default([]),
})

const places = ['title', 'heading', 'name', 'sentence', 'says', 'line', 'text', 'markup'] as const
/** Places whose phrases are searched as they are written; those of the others are templates for a whole text. */
const literalPlaces: ReadonlySet<Place> = new Set(['text', 'markup'])
/** Messages of programs have forms in a line that no template has, such as the address that could not be reached. */
const regexPlaces: ReadonlySet<Place> = new Set(['text', 'markup', 'line'])

const MAX_TEMPLATE = 140
const MAX_ALTERNATIVES = 8
/** At the start, in the middle and at the end. */
const MAX_GAPS = 3
const MIN_LITERAL = 4
const MIN_DENSE_LITERAL = 2
const MIN_NUMBER = 3
const dense = /[\u0e00-\u0e7f\u2e80-\u9fff\uac00-\ud7af]/u

const findingShape = z.strictObject({
  code: z.string(),
  kind: z.string(),
  severity: z.enum(['info', 'low', 'medium', 'high', 'critical']),
  effect: z.enum(['ISSUE', 'REVIEW']),
  says: z.string(),
  forms: z.string().optional(),
  remediation: z.string(),
})

/** Words by set and language. A set without languages is a list. */
type Sets = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

export interface PageData {
  readonly records: readonly PageRecordSource[]
  readonly classes: readonly z.infer<typeof classShape>[]
  readonly findings: readonly z.infer<typeof findingShape>[]
  readonly words: Readonly<Record<string, readonly string[]>>
  readonly sets: Sets
}

export function readPageData(folder = pagesFolder): PageData {
  const read = (path: string): unknown =>
    parse(readFileSync(join(folder, path), 'utf8'), { merge: true })
  const files = ['products', 'messages', 'left-overs'].flatMap((kind) =>
    readdirSync(join(folder, kind))
      .sort()
      .map((file) => `${kind}/${file}`),
  )
  const records = files.flatMap((file) =>
    z
      .array(z.unknown())
      .parse(read(file) ?? [])
      .map((one) => {
        const { success, data, error } = recordShape.safeParse(one)
        if (success) return { ...data, file }
        const { id } = Object(one)
        throw new Error(`${file}, record ${String(id)}: ${z.prettifyError(error)}`)
      }),
  )
  const sets = z
    .record(z.string(), z.record(z.string(), z.array(z.string())))
    .parse(read('sets.yaml'))
  const words = z.record(z.string(), z.array(z.string())).parse(read('words.yaml'))
  const { classes, findings } = z
    .strictObject({ classes: z.array(classShape), findings: z.array(findingShape) })
    .parse(read('classes.yaml'))
  return { records, classes, findings, words, sets }
}

/** The faults of the data, one sentence each, and what the program reads. */
export function compilePageData({ records, classes, findings, words, sets }: PageData) {
  const faults: string[] = []
  const order = new Map(classes.map(({ name }, n) => [name, n]))
  const compiled = records.map((record) => {
    const fail = (sentence: string) => faults.push(`${record.id}: ${sentence}`)
    if (!order.has(record.class)) fail(`classes.yaml has no class "${record.class}".`)
    const conditions = places.flatMap((place) => {
      const given = record[place]
      if (given === undefined) return []
      const needsEach = typeof given === 'object' && !Array.isArray(given) && 'all' in given
      const phrases = phrasesIn(given).map(({ value, language }) =>
        phraseData(value, language, place, sets, fail),
      )
      return [{ place, needsEach, phrases }]
    })
    const isFound = conditions.some(({ needsEach, phrases }) =>
      needsEach ? phrases.some(hasLiteral) : phrases.every(hasLiteral),
    )
    if (!isFound) {
      const short = conditions.flatMap(({ phrases }) => phrases.filter((one) => !hasLiteral(one)))
      fail(`no phrase has a literal of ${MIN_LITERAL} letters: ${JSON.stringify(short)}.`)
    }
    for (const language of languagesOf(record)) {
      if (typeof record.example === 'string' || record.example[language] === undefined) {
        fail(`language "${language}" has no example.`)
      }
    }
    // The test makes an article that quotes a page of a product, and a manual that shows what may be left in a page.
    const isMade = !record.file.startsWith('messages/')
    if (record.not === undefined && !isMade) fail('it has no page that works (`not`).')
    const { id, class: of, alone } = record
    return {
      id,
      class: of,
      ...(alone === undefined ? {} : { alone }),
      conditions,
      order: [record.product === undefined ? 1 : 0, order.get(of) ?? 0],
    }
  })
  const sorted = compiled.sort((one, other) => compareLists(one.order, other.order))
  return {
    faults,
    data: {
      classes: classes.map(({ name, kind, alone, vetoes, status, text }) => ({
        name,
        kind,
        alone,
        vetoes,
        status,
        text,
      })),
      records: sorted.map(({ order: [isPlain], ...record }) => ({
        ...record,
        ...(isPlain === 0 && { hasProduct: true }),
      })),
      words,
    },
    findings: { findings, forms: formsOf(records, classes) },
  }
}

/** What a finding says of each signature in place of the words of its kind, by kind and id. */
function formsOf(records: PageData['records'], classes: PageData['classes']) {
  const forms: Record<string, Record<string, Form>> = {}
  for (const { name, kind, words, remedy, effect, ids } of classes) {
    const own = records.filter((record) => record.class === name).map(({ id }) => id)
    const form: Form = {
      ...(words === undefined ? {} : { words }),
      ...(remedy === undefined ? {} : { remedy }),
      ...(effect === undefined ? {} : { effect }),
    }
    const made = Object.fromEntries([...ids, ...own].map((id) => [id, form]))
    forms[kind] = { ...made, ...forms[kind] }
  }
  return forms
}

interface Form {
  readonly words?: string
  readonly remedy?: string
  readonly effect?: string
}

type Given = z.infer<typeof condition>

function phrasesIn(given: Given): { value: z.infer<typeof phrase>; language: string | null }[] {
  const plainList = (list: readonly z.infer<typeof phrase>[]) =>
    list.map((value) => ({ value, language: null }))
  if (typeof given === 'string') return plainList([given])
  if (Array.isArray(given)) return plainList(given)
  if ('regex' in given && typeof given['regex'] === 'string')
    return plainList([given as z.infer<typeof regex>])
  if ('all' in given) return plainList(given['all'] as z.infer<typeof phrase>[])
  return Object.entries(given as Record<string, string | string[]>).flatMap(([language, list]) =>
    [list].flat().map((value) => ({ value, language })),
  )
}

/** The languages in which a record has phrases. */
export function languagesOf(record: PageRecordSource): string[] {
  const languages = places.flatMap((place) => {
    const given = record[place]
    return given === undefined ? [] : phrasesIn(given).flatMap(({ language }) => language ?? [])
  })
  return [...new Set(languages)]
}

function phraseData(
  value: z.infer<typeof phrase>,
  language: string | null,
  place: Place,
  sets: Sets,
  fail: (sentence: string) => void,
): PhraseData {
  if (typeof value !== 'string') {
    if (!regexPlaces.has(place))
      fail(`a regex stands only in text, markup and line, not in ${place}.`)
    // V8 13.6 sometimes loses a modifier inside of a pattern after it has optimised it, so that the whole pattern has a flag.
    const [, folded] = /^\(\?i:(.*)\)$/su.exec(value.regex) ?? []
    const source = folded ?? value.regex
    if (source.includes('(?i:')) fail(`only a whole regex is written as (?i:...): ${value.regex}`)
    const isFolded = folded === undefined ? {} : { isFolded: true }
    return { literals: [value.needs].flat().map(plain), regex: source, ...isFolded }
  }
  if (literalPlaces.has(place)) return { literals: [plain(value)] }
  if (value.length > MAX_TEMPLATE)
    fail(`"${value}" has ${value.length} characters, ${MAX_TEMPLATE} at most.`)
  if (alternativesIn(value) > MAX_ALTERNATIVES) {
    fail(`a group of "${value}" has more than ${MAX_ALTERNATIVES} alternatives; write two phrases.`)
  }
  if (countOf(value, /…/g) > MAX_GAPS) {
    fail(`"${value}" has more than ${MAX_GAPS} "…".`)
  }
  const template = plain(expanded(value, language, sets, fail))
  return { literals: literalsOf(template), template }
}

/** Whether a phrase can be found by its literals: by words of four letters, two Chinese characters or a number of three digits. */
function hasLiteral({ literals, regex: given }: PhraseData): boolean {
  // The marks of templates and data have no words.
  if (given !== undefined) return literals.length > 0 && literals.every((one) => one !== '')
  const isLong = (one: string) =>
    one.length >= MIN_LITERAL ||
    (dense.test(one) && one.length >= MIN_DENSE_LITERAL) ||
    (/^\d+$/.test(one) && one.length >= MIN_NUMBER)
  return literals.length > 0 && literals.every(isLong)
}

/** The template with the words of its sets. */
function expanded(
  template: string,
  language: string | null,
  sets: Sets,
  fail: (sentence: string) => void,
): string {
  return template.replaceAll(/\{([a-z-]+)\}( ?)/g, (_, name: string, space: string) => {
    const set = sets[name]
    // A phrase without languages is English.
    const all = set?.[language ?? 'en'] ?? set?.['any']
    if (all === undefined) fail(`sets.yaml has no "${name}" for language ${language}.`)
    const words = all ?? []
    // No space follows an elision, such as "l'".
    const isElided = words.some((word) => word.endsWith("'"))
    if (!isElided) return `(${words.join('|')})${space}`
    return `(${words.map((word) => (word.endsWith("'") ? word : `${word}${space}`)).join('|')})`
  })
}

/** The largest number of alternatives of a group. */
function alternativesIn(template: string): number {
  const counts = [...template.matchAll(/[([]([^()[\]]*)[)\]]/g)].map(
    ([, inside = '']) => inside.split('|').length,
  )
  return Math.max(1, ...counts)
}

function compareLists(one: readonly number[], other: readonly number[]): number {
  const n = one.findIndex((value, at) => value !== other[at])
  return n < 0 ? 0 : (one[n] ?? 0) - (other[n] ?? 0)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { faults, data, findings } = compilePageData(readPageData())
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  if (faults.length > 0) process.exitCode = 1
  else {
    writeFileSync(join(pagesFolder, '../records/records.json'), `${JSON.stringify(data)}\n`)
    writeFileSync(
      join(pagesFolder, '../../findings/content/forms.json'),
      `${JSON.stringify(findings)}\n`,
    )
  }
}
