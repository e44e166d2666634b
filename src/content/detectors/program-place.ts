import { type Page, subjectOf } from '#content/page.ts'
import { hasWord } from '#content/records/words.ts'
import { plain } from '#content/text.ts'
import { showsCode } from '#content/vetoes/about-programs.ts'

const SAMPLE = 16_384
const CONTEXT_LENGTH = 240
/** Numbers of lines above and below the content. The content may be about messages, but these lines are not. */
const FIRST_LINES = 2
const LAST_LINES = 6
const MIN_LINES = 30

/** Endings of the names of source files. */
const extensions: ReadonlySet<string> = new Set(
  [
    'php phtml inc asp aspx ascx ashx cshtml cs vb jsp java kt scala groovy clj py rb erb rake pl pm cgi cjs mjs js ts tsx jsx',
    'vue svelte go rs ex exs eex erl lua cfm cfc tpl twig phar liquid hbs swift cpp cc hs ml r jl dart vm ftl ftlh ejs pug haml',
    'slim njk jinja jinja2 j2 mako mustache handlebars gohtml tmpl latte volt xhtml gsp',
  ].flatMap((line) => line.split(' ')),
)
/** The word "line" in the languages of programs' messages. */
const lineWord =
  /^(?:lines?|ln|zeile|ligne|línea|linea|riga|regel|linha|rad|linje|wiersz\p{L}{0,2}|řádk\p{L}{1,2}|rivi\p{L}{0,3}|строк\p{L}|satır)$/iu
/** A file with a number, as interpreters and compilers write it: its ending, and the word before the number, if there is one. */
const place =
  /(?:[/\\]|\b)[\w.~-]{1,80}\.(\w{1,10})["'\u201d\u2019)\]]{0,2}(?:[:(] ?\d{1,6}\b|,? ?[[(]?(?:\p{L}{1,4} )?(\p{L}{2,10})[ :#]{1,3}\d{1,6})/giu

function isInSource([, extension = '', word = 'line']: RegExpExecArray): boolean {
  const ending = extension.toLowerCase()
  return (extensions.has(ending) || /^php\d$/.test(ending)) && lineWord.test(word)
}

/** Words before the place of a function in the references that JSDoc, TypeDoc and others generate. */
const origin = /\b(?:source|defined (?:in|at)|implemented in|view source):? ?[\w./@~-]{0,120}$/i

/** Whether the page has the message of an interpreter, compiler or server: a place in a source file beside a word of failure. */
export function showsPlaceInProgram(page: Page): boolean {
  if (hasWord(subjectOf(page), 'faults')) return false
  const start = page.text.slice(0, SAMPLE)
  const isQuoting = showsCode(page) || hasWord(plain(start), 'discussions')
  const sample = isQuoting ? edgesOf(page) : `${start} ${edgesOf(page)}`
  return [...sample.matchAll(place)].some((match) => {
    const { index, 0: found } = match
    if (!isInSource(match)) return false
    const before = sample.slice(Math.max(0, index - CONTEXT_LENGTH), index)
    const after = sample.slice(index, index + found.length + CONTEXT_LENGTH)
    return !origin.test(before) && hasWord(plain(before + after), 'faults')
  })
}

/** The text of the first and the last lines of a long page, or of the first line of a short one. */
function edgesOf({ lines }: Page): string {
  const edges =
    lines.length < MIN_LINES
      ? lines.slice(0, 1)
      : [...lines.slice(0, FIRST_LINES), ...lines.slice(-LAST_LINES)]
  return edges
    .filter(({ quoted }) => !quoted)
    .map(({ text }) => text)
    .join(' ')
}
