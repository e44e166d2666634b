import type { Page, Places } from '#content/page.ts'
import { hasWord } from '#content/records/words.ts'
import { countOf } from '#content/text.ts'
import { isAboutValues } from '#evidence/signature-limits.ts'
import { listsValues } from './lists-values.ts'

/** Whether the page is about programs, so that it may show their input, output and messages on purpose. */
export function isAboutPrograms(page: Page, places: Places): boolean {
  const names = [...places.title, ...places.heading]
  return (
    showsCode(page) ||
    names.some((one) => hasWord(one, 'program-subjects')) ||
    hasWord(places.text[0] ?? '', 'questions-to-readers') ||
    isAboutValues(page.text) ||
    listsValues(page.markup) ||
    page.lines.filter(({ text }) => change.test(text)).length >= MIN_CHANGES
  )
}

/** The entry of a list of changes. */
const change =
  /^\W{0,3}(?:fix(?:e[sd])?|bug ?fix|added|changed|removed|deprecated|improved|security|#\d{1,6})\b/i
const MIN_CHANGES = 2

const MIN_CODE = 20
/** Just below the limit to which the text without quotations is kept; a longer text may be incomplete. */
const MAX_TEXT = 65_000

/** Whether the page shows code on purpose: in elements or classes for code, or as a tool for references prints it. */
export function showsCode({
  text,
  allText,
  markup,
}: Pick<Page, 'text' | 'allText' | 'markup'>): boolean {
  const isQuoting = text.length < MAX_TEXT && allText.length - text.length >= MIN_CODE
  return (
    isQuoting ||
    codeClass.test(markup) ||
    referenceTool.test(markup) ||
    countOf(markup, linkedName) >= MIN_LINKED_NAMES ||
    manualPage.test(markup)
  )
}

/** Whether the page was generated from source code, so that its text comes from the comments there. */
export function isReferenceOfCode(markup: string): boolean {
  return referenceTool.test(markup)
}

/** Classes of Doxygen, Sphinx, DocBook, syntax highlighters and similar tools. */
const codeClass =
  /\bclass=["']?(?:[^"'<>]{0,120}\s)?(?:fragment|highlight\w*|source\w*|code\w*|listing|prettyprint|hljs|verbatim|example\w*|program\w*)\b/i
/** What a tool that makes pages of comments in source code says of itself. */
const referenceTool =
  /<!-- NewPage -->|\b(?:generated (?:by|with)|generator["']? content=["']?) ?(?:<a[^<>]{1,80}>)?(?:\w+doc|doxygen|haddock|sphinx|yard)\b/i
/** An identifier that links to its description, followed by its parameters or the name of a member. */
const linkedName = /<\/a>(?:<\/[a-z]{1,5}>){0,3}(?:\((?!\d{1,6}\))|::)/gi
const MIN_LINKED_NAMES = 4
/** The heading of the second part of every manual page. */
const manualPage =
  /<h[1-4](?:\s[^<>]{0,100})?>(?:\s{0,4}<[^<>]{1,100}>){0,3}\s{0,4}synopsis\s{0,4}</i
