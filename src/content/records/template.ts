/**
 * A template is a phrase with `(a|b)` for alternatives, `[a]` for what may be missing, `#` for a number and `~` for one word and `…` for
 * at most 120 other characters; `\` takes the next character as it is. A space beside `[a]` may be missing with it, and `…` beside a space is whole words.
 */
const token = /\\(.)|(^… )|( …(?= )| …$)|(…)|( ?\[)|(\](?: (?!…))?)|[()|#~]|[.*+?^${}/]/gsu

/** The source of a regular expression (flag `u`) that matches the whole template. */
export function patternOf(template: string): string {
  return template.replaceAll(token, (found, escaped, start, end, gap, open, close) => {
    if (escaped !== undefined) return literal(escaped)
    if (start !== undefined) return '(?:[^?\uff1f]{0,119}?[^\\p{L}\\p{N}?\uff1f])?'
    if (end !== undefined) return '(?:[^\\p{L}\\p{N}?\uff1f][^?\uff1f]{0,119}?)?'
    if (gap !== undefined) return '[^?\uff1f]{0,120}?'
    if (open !== undefined) return open === '[' ? '(?:' : ' ?(?:'
    if (close !== undefined) return close === ']' ? ')?' : ')? ?'
    if (found === '(') return '(?:'
    if (found === '#') return '\\d{1,12}'
    if (found === '~') return '[^\\s]{1,80}'
    return found === ')' || found === '|' ? found : `\\${found}`
  })
}

function literal(character: string): string {
  return /[\\()[\]|.*+?^${}/]/.test(character) ? `\\${character}` : character
}

/**
 * Texts of which every match of the template contains one: the longest text outside of `[a]` and `…`, or one of each alternative
 * of a group. Empty if there is no such text.
 */
export function literalsOf(template: string): readonly string[] {
  const runs: string[][] = [[]]
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
  const shortest = (texts: readonly string[]) =>
    texts.length === 0 ? 0 : Math.min(...texts.map(({ length }) => length))
  const best = runs.reduce((one, other) => (shortest(other) > shortest(one) ? other : one), [])
  return best.filter((one) => one !== '')
}

type Part = string | { readonly options: readonly string[]; readonly isOptional: boolean }

/** Texts, and the alternatives of groups; a gap is an optional group. */
function topLevelParts(template: string): Part[] {
  const parts: Part[] = []
  let depth = 0
  let options: string[] = []
  for (const [one] of template.matchAll(/\\.|[^\\]/gsu)) {
    const opens = one === '(' || one === '['
    const closes = one === ')' || one === ']'
    if (closes) depth -= 1
    if (closes && depth === 0) parts.push({ options, isOptional: one === ']' })
    else if (opens && depth === 0) options = ['']
    else if (depth === 0)
      parts.push('…#~'.includes(one) ? { options: [], isOptional: true } : one.slice(-1))
    else if (one === '|' && depth === 1) options.push('')
    else options[options.length - 1] += one
    if (opens) depth += 1
  }
  return parts
}
