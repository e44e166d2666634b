/** The start of a table, a row, a cell, a list or an entry, and a short text in it. */
const startOfCell =
  /<(table|tr|t[dh]|ul|ol|dl|li|dt)\b[^<>]{0,200}>\s{0,40}(?:<(?:b|strong|em|i|var|span)>)?["']?([^<"']{0,20})/gi
const namedValue = /^(?:undefined|null|NaN|-?Infinity|None|nil|\[object \w{1,12}\]|Invalid Date)$/
const MIN_VALUES = 3
const MAX_CELLS = 4_000

/** Whether one column of a table or one list has several different values of programs. */
export function listsValues(raw: string): boolean {
  let column = 0
  let cells = 0
  let columns = new Map<number, Set<string>>()
  for (const [, name = '', text = ''] of raw.matchAll(startOfCell)) {
    cells += 1
    if (cells > MAX_CELLS) break
    const tag = name.toLowerCase()
    if (tag === 'tr') column = 0
    if (tag === 'td' || tag === 'th') column += 1
    if (/^(?:table|[uod]l)$/.test(tag)) columns = new Map()
    const value = text.trim()
    if (!namedValue.test(value)) continue
    const known = columns.get(column) ?? new Set()
    columns.set(column, known.add(value))
    if (known.size >= MIN_VALUES) return true
  }
  return false
}
