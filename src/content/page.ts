import type { ContentEvidence } from '#evidence/content.ts'
import { wordsPattern } from './records/words.ts'
import { namesPrice, plain, sentencesOf } from './text.ts'

/** A final response whose body is decoded from its transfer and content codings. */
export interface ContentInput {
  /** Essence of Content-Type in lower case; null if there is none. */
  readonly mediaType: string | null
  /** Its charset parameter. */
  readonly charset: string | null
  readonly body: Uint8Array
  readonly status: number
  /** The URL of the body: its relative URLs and that of its `base` element are relative to it. */
  readonly url: string
  /** The body was cut, by us or in transit, so it is unknown whether its JSON is well-formed. */
  readonly truncated?: boolean
  /** `dom`: Chrome's own serialisation of a page that it rendered. */
  readonly source?: ContentEvidence['source']
  /** The text that a browser shows of the page, if known. Text that styles hide does not count. */
  readonly shownText?: string | null
}

export type Signature = NonNullable<ContentEvidence['signature_match']>

/**
 * A line of a page, as blocks and line breaks separate them. `quoted`: the whole line is inside code, pre, q or a similar
 * element.
 */
export interface Line {
  readonly text: string
  readonly quoted: boolean
}

/** What a page says and how, in one shape for HTML, plain text and JSON. */
export interface Page {
  readonly status: number
  /** Host of the URL, in lower case. */
  readonly host: string
  /** Whether this is the page as a browser shows it after its scripts have run. */
  readonly isRendered: boolean
  /** Whether the body is plain text, not HTML: a browser shows its markup as it is. */
  readonly isText: boolean
  /** Whether no script will replace the text: the page is rendered, or has no scripts. */
  readonly isFinal: boolean
  /** Visible characters of the whole page. */
  readonly characters: number
  readonly title: string | null
  /** The first headings of levels one to three. */
  readonly headings: readonly string[]
  readonly lines: readonly Line[]
  /** The beginning of the visible text, white space folded. */
  readonly allText: string
  /** The same without quotations and code. */
  readonly text: string
  /** The beginning of the source. */
  readonly markup: string
}

/** The title and the first headings, by which a page is named. */
export function titleAndHeadings({ title, headings }: Pick<Page, 'title' | 'headings'>): string[] {
  return [title ?? '', ...headings]
}

/** What a page is about, as a plain text. */
export function subjectOf(page: Pick<Page, 'title' | 'headings'>): string {
  return plain(titleAndHeadings(page).join(' '))
}

/** Maximum characters of a page whose single sentences speak for it. */
const MAX_SHORT_PAGE = 400
/** The first headings name the page; a page with more of them is a list, in which each is the name of an item. */
const NAMING_HEADINGS = 2
export const MAX_HEADINGS = 3

/** The texts of a page by the places that a phrase names, in lower case with plain apostrophes; each is computed when it is asked for. */
export class Places {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  readonly #known = new Map<string, readonly string[]>()

  #once(place: string, texts: () => readonly string[]): readonly string[] {
    const known = this.#known.get(place) ?? texts()
    this.#known.set(place, known)
    return known
  }

  get title(): readonly string[] {
    return this.#once('title', () => (this.page.title === null ? [] : [plain(this.page.title)]))
  }

  get heading(): readonly string[] {
    return this.#once('heading', () => this.page.headings.map(plain))
  }

  /** Title and first headings, and the parts of each. */
  get name(): readonly string[] {
    return this.#once('name', () => {
      const { title, headings } = this.page
      const naming = headings.slice(0, headings.length > MAX_HEADINGS ? 1 : NAMING_HEADINGS)
      return unique([title ?? '', ...naming].flatMap(partsOf))
    })
  }

  /** Lines and sentences of a page that has few; of a longer page without headings the first line. */
  get sentence(): readonly string[] {
    return this.#once('sentence', () => {
      const { lines, characters, headings, text } = this.page
      const isShort = characters <= MAX_SHORT_PAGE
      // A page that is nothing but code may be a message.
      const isCode = text.length < MIN_TEXT_BESIDE_CODE
      const items = headings.length > MAX_HEADINGS ? headings.slice(1) : []
      const own = lines.filter(
        ({ text: line, quoted }) => (isCode || !quoted) && !items.includes(line),
      )
      // On a longer page without headings, the first line says what the page is.
      const shown = isShort ? own : own.slice(0, headings.length === 0 ? 1 : 0)
      return unique(shown.flatMap(({ text: line }) => [line, ...sentencesOf(line)].map(normalized)))
    })
  }

  get says(): readonly string[] {
    return this.#once('says', () => unique([...this.name, ...this.sentence]))
  }

  get line(): readonly string[] {
    return this.#once('line', () => unique(this.#ownLines().map(({ text }) => normalized(text))))
  }

  /** The same lines as the page has them. */
  get exactLine(): readonly string[] {
    return this.#once('exactLine', () =>
      unique(this.#ownLines().map(({ text }) => text.replaceAll('\u2019', "'"))),
    )
  }

  get plainLine(): readonly string[] {
    return this.#once('plainLine', () => this.exactLine.map(plain))
  }

  /** The visible text outside of code; with it where the code is the content of the page. */
  get exactText(): string {
    const { text, allText } = this.page
    return text.length < MAX_TEXT_BESIDE_TRACE ? allText : text
  }

  get text(): readonly string[] {
    return this.#once('text', () => [plain(this.exactText)])
  }

  get markup(): readonly string[] {
    return this.#once('markup', () => [plain(this.page.markup)])
  }

  /** Lines outside of code that are no name of an item of a list, which has its price below it. */
  #ownLines(): readonly Line[] {
    const { lines, headings } = this.page
    const items = headings.length > MAX_HEADINGS ? headings : []
    return lines.filter(
      ({ text, quoted }, n) =>
        !quoted &&
        !items.includes(text) &&
        !resultOfRun.test(lines[n - 1]?.text ?? '') &&
        !lines.slice(n + 1, n + 3).some((one) => namesPrice(one.text)),
    )
  }
}

/** The result of a run in a table of builds or tests, before its message. */
const resultOfRun = /^(?:passed|failed|succeeded|success|skipped|cancell?ed)$/i

/** Text beside code. With less, the code is the content of the page. */
const MIN_TEXT_BESIDE_CODE = 60
/** Two sentences may explain a trace that is set as code. */
const MAX_TEXT_BESIDE_TRACE = 140

export type Place = 'title' | 'heading' | 'name' | 'sentence' | 'says' | 'line' | 'text' | 'markup'

/** Separators between the name of the site and the name of the page. */
const separators =
  /\s+[-\u2010-\u2015]+\s+|[|\u00b7\u2022:\u00ab\u00bb\u203a.,!/()[\]\u3002\uff01\uff5c]+/u
const questions = /[^.!?\u2026|\u00b7]{1,200}[?\uff1f]/gu

/** The text and its parts between separators, without questions, which state nothing. */
function partsOf(name: string): string[] {
  return [name, ...name.replace(questions, ' ').split(separators)].map(normalized)
}

/** The text as it is compared with a whole phrase: without interjections before it and without the marks around it. */
export function normalized(text: string): string {
  return plain(text)
    .trim()
    .replace(wordsPattern('interjections', 'start'), '')
    .replace(/^[\s:;,.!\u2026\u{1f300}-\u{1faff}-]+|[\s:;,.!\u2026\u3002\uff01-]+$/gu, '')
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((one) => one !== '')
}
