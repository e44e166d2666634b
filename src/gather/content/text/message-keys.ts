import { isTechnical, type ShownLines } from './program-text.ts'
import { edgesOf } from './prose.ts'

/** Files and hosts have dots in their names too. */
export const fileName =
  /\.(?:js|ts|tsx|jsx|css|html?|json|ya?ml|md|py|rb|go|rs|com|org|net|io|dev|txt|pdf|png|jpe?g|svg|zip|exe|php|toml|sh|c|h|cpp|hpp|cc|java|lua|pl|sql|xml|cfg|conf|log|in|am|gz|tar|so|dll|lib|mk|cmake|tex|csv|md5|asc|vue|ejs|hbs|lock|map|mjs|cjs|swift|kt|cs|edu|gov|eu|de|uk|fr|it|nl|at|ch|es|pl)$/

/** Keys of messages in place of words: `SECTION_PART_NAME`, `section.part.name`. */
const constantKey = /^[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){2,8}:?$/
const dottedKey = /^[a-z]\w{0,40}(?:[.-]\w{1,40}){0,6}\.\w{1,40}$/
const MIN_KEYS = 3
/** Number of lines above the content of a page. */
const MENU_LINES = 12

/** Names of packages and applications begin with a domain, reversed. */
export const packageName = /^(?:com|org|net|io|dev|app|edu|gov|de|fr|uk|co)\./

function isKey(word: string): boolean {
  return (
    constantKey.test(word) ||
    (dottedKey.test(word) && !fileName.test(word) && !packageName.test(word))
  )
}

/** Names of pages for translators and developers, which list keys beside their texts. */
const keySubject =
  /(?<!\p{L})(?:(?:message|translation|locali[sz]ation|resource|string|language|i18n|label) (?:keys?|ids?|identifiers|codes|tables?|strings)|keys? of (?:messages|translations|texts)|(?:übersetzungs|sprach|text)schlüssel|clés? de (?:traduction|message)s?|claves? de traducción|chavi? di traduzione|chaves? de tradução)(?!\p{L})/iu

/** Whether lines of the page are keys of messages: headings and labels, whose translation is missing. */
export function showsMessageKeys(page: ShownLines): boolean {
  // Pages about programs list keys, except in their first and last lines.
  if (keySubject.test(page.subject)) return false
  const isListing = isTechnical(page)
  const edges = [...page.allLines.slice(0, MENU_LINES), ...edgesOf(page.allLines)]
  const lines = isListing ? edges : page.lines
  const shown = lines.filter(({ quoted }) => !quoted).map(({ text }) => text)
  const keys = new Set(shown.flatMap((line) => line.split(/\s+/)).filter(isKey))
  // A page whose title has a key beside other words explains it.
  const named = (page.title ?? '').split(/[\s,]+/)
  const isSubject = named.length > 1 && named.some(isKey)
  // Lists of modules and files have a heading in words.
  const isNamed = [page.title ?? '', ...page.headings].some(isKey)
  const isCertain = (isNamed && !isListing) || interfaceKeys(shown) >= MIN_KEYS
  return keys.size + interfaceKeys(shown) >= MIN_KEYS && isCertain && !isSubject
}

/** Names of the parts of a page in message files. */
const interfacePart =
  /(?:^|[._:-])(?:nav(?:igation|bar)?|menu|header|footer|hero|buttons?|btn|cta|submit|labels?|common|home|welcome|title|subtitle|heading|headline|intro|placeholder|tooltip|contact|login|logout|sign_?(?:in|up)|read_?more|copyright)(?=$|[._:-])/i
const interfaceKey =
  /^(?:[a-z]\w{1,30}:)?[a-z][\w-]{1,30}(?:\.[\w-]{1,40}){1,6}$|^[A-Z][A-Z0-9_]{1,30}(?:\.[A-Z0-9_]{1,40}){1,6}$|^[A-Z][A-Za-z]{1,30}(?:\.[a-z][\w-]{0,40}){2,6}$|^[A-Z]{2,20}(?:_[A-Z0-9]{2,20}){1,6}$/

/** Number of different keys in lines that have only keys: menus, headings and buttons. */
function interfaceKeys(lines: readonly string[]): number {
  const keys = lines
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words.every((word) => isInterfaceKey(word)))
    .flat()
  return new Set(keys).size
}

function isInterfaceKey(word: string): boolean {
  return interfaceKey.test(word) && interfacePart.test(word) && !fileName.test(word)
}
