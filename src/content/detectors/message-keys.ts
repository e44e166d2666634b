import { type Page, subjectOf, titleAndHeadings } from '#content/page.ts'
import { hasWord } from '#content/records/words.ts'
import { showsCode } from '#content/vetoes/about-programs.ts'
import { isFileName, packageName } from './file-name.ts'

/** Keys of messages in place of words: `SECTION_PART_NAME`, `section.part.name`. */
const constantKey = /^[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){2,8}:?$/
const dottedKey = /^[a-z]\w{0,40}(?:[.-]\w{1,40}){0,6}\.\w{1,40}$/
const MIN_KEYS = 3
/** Number of lines above the content of a page. */
const MENU_LINES = 12
const LAST_LINES = 6
const FIRST_LINES = 24

function isKey(word: string): boolean {
  return (
    constantKey.test(word) || (dottedKey.test(word) && !isFileName(word) && !packageName.test(word))
  )
}

/** Whether lines of the page are keys of messages: headings and labels, whose translation is missing. */
export function showsMessageKeys(page: Page): boolean {
  if (hasWord(subjectOf(page), 'message-key-subjects')) return false
  // Pages about programs list keys, except in their first and last lines.
  const isListing = showsCode(page)
  const edges = [...page.lines.slice(0, MENU_LINES), ...page.lines.slice(-LAST_LINES)]
  const lines = isListing ? edges : page.lines.slice(0, FIRST_LINES)
  const shown = lines.filter(({ quoted }) => !quoted).map(({ text }) => text)
  const keys = new Set(shown.flatMap((line) => line.split(/\s+/)).filter(isKey))
  // A page whose title has a key beside other words explains it.
  const named = (page.title ?? '').split(/[\s,]+/)
  const isSubject = named.length > 1 && named.some(isKey)
  // Lists of modules and files have a heading in words.
  const isNamed = titleAndHeadings(page).some(isKey)
  const isCertain = (isNamed && !isListing) || interfaceKeysIn(shown) >= MIN_KEYS
  return keys.size + interfaceKeysIn(shown) >= MIN_KEYS && isCertain && !isSubject
}

/** Names of the parts of a page in message files. */
const interfaceParts = [
  'nav(?:igation|bar)?|menu|header|footer|hero|buttons?|btn|cta|submit|labels?|common|home|welcome|title|subtitle',
  'heading|headline|intro|placeholder|tooltip|contact|login|logout|sign_?(?:in|up)|read_?more|copyright',
].map((names) => new RegExp(`(?:^|[._:-])(?:${names})(?=$|[._:-])`, 'i'))
const interfaceKeys = [
  /^(?:[a-z]\w{1,30}:)?[a-z][\w-]{1,30}(?:\.[\w-]{1,40}){1,6}$/,
  /^[A-Z][A-Z0-9_]{1,30}(?:\.[A-Z0-9_]{1,40}){1,6}$/,
  /^[A-Z][A-Za-z]{1,30}(?:\.[a-z][\w-]{0,40}){2,6}$/,
  /^[A-Z]{2,20}(?:_[A-Z0-9]{2,20}){1,6}$/,
]

/** Number of different keys in lines that have only keys: menus, headings and buttons. */
function interfaceKeysIn(lines: readonly string[]): number {
  const keys = lines
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words.every((word) => isInterfaceKey(word)))
    .flat()
  return new Set(keys).size
}

function isInterfaceKey(word: string): boolean {
  return (
    interfaceKeys.some((one) => one.test(word)) &&
    interfaceParts.some((one) => one.test(word)) &&
    !isFileName(word)
  )
}
