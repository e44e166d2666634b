/**
 * A template is a phrase with `(a|b)` for alternatives, `[a]` for what may be missing, `#` for a number, `~` for one word and `…` for
 * at most 120 other characters; `\` takes the next character as it is. A space beside `[a]` may be missing with it, and `…`
 * beside a space is whole words. A question is no statement, so `…` does not match its mark.
 */
const token = /\\.|^… | …(?= )| …$|…| ?\[|\](?: (?!…))?|[()|#~]|[.*+?^${}/]/gsu

const patterns: Readonly<Record<string, string>> = {
  '… ': '(?:[^?\uff1f]{0,119}?[^\\p{L}\\p{N}?\uff1f])?',
  ' …': '(?:[^\\p{L}\\p{N}?\uff1f][^?\uff1f]{0,119}?)?',
  '…': '[^?\uff1f]{0,120}?',
  '[': '(?:',
  ' [': ' ?(?:',
  ']': ')?',
  '] ': ')? ?',
  '(': '(?:',
  ')': ')',
  '|': '|',
  '#': '\\d{1,12}',
  '~': '[^\\s]{1,80}',
}

/** The source of a regular expression (flag `u`) that matches the whole template. */
export function patternOf(template: string): string {
  return template.replaceAll(token, (found) =>
    found.startsWith('\\') ? literal(found.slice(1)) : (patterns[found] ?? `\\${found}`),
  )
}

function literal(character: string): string {
  return /[\\()[\]|.*+?^${}/]/.test(character) ? `\\${character}` : character
}

/**
 * Texts of which every match of the template contains one: the longest text outside of `[a]` and `…`, or one of each alternative
 * of a group. Empty if there is no such text.
 */
export function literalsOf(template: string): readonly string[] {
  const runs: string[][] = []
  let run = ''
  for (const part of topLevelParts(template)) {
    if (typeof part === 'string') run += part
    else {
      runs.push([run.trim()])
      run = ''
      const each = part.options.map(literalsOf)
      if (!part.isOptional && each.every((one) => one.length > 0)) runs.push(each.flat())
    }
  }
  runs.push([run.trim()])
  const best = runs.reduce((one, other) => (shortest(other) > shortest(one) ? other : one), [])
  return best.filter((one) => one !== '')
}

function shortest(texts: readonly string[]): number {
  return texts.length === 0 ? 0 : Math.min(...texts.map(({ length }) => length))
}

interface Group {
  readonly options: readonly string[]
  readonly isOptional: boolean
}

/** A gap, a number or a word, of which nothing is known. */
const unknown: Group = { options: [], isOptional: true }

/** The characters outside of groups, and the groups. */
function topLevelParts(template: string): (string | Group)[] {
  const characters = template.match(/\\.|[^\\]/gsu) ?? []
  const parts: (string | Group)[] = []
  for (let at = 0; at < characters.length; at += 1) {
    const one = characters[at] ?? ''
    const end = endOfGroup(characters, at)
    if (end === at) parts.push('…#~'.includes(one) ? unknown : one.slice(-1))
    else parts.push({ options: optionsIn(characters.slice(at + 1, end)), isOptional: one === '[' })
    at = end
  }
  return parts
}

/** The place of the bracket that ends the group which starts at a place; the place itself if none starts there. */
function endOfGroup(characters: readonly string[], start: number): number {
  let depth = 0
  for (const [n, one] of characters.slice(start).entries()) {
    depth += depthOf(one)
    if (depth <= 0) return start + n
  }
  return start
}

function depthOf(character: string): number {
  if (character === '(' || character === '[') return 1
  return character === ')' || character === ']' ? -1 : 0
}

/** The alternatives of a group, without those of the groups in it. */
function optionsIn(characters: readonly string[]): string[] {
  const options = ['']
  let depth = 0
  for (const one of characters) {
    depth += depthOf(one)
    if (one === '|' && depth === 0) options.push('')
    else options[options.length - 1] += one
  }
  return options
}
