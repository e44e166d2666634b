import { isSameJson, valueAt, withValueAt } from './json-pointer.ts'

/** Size in bytes above which a report names the values that its lists repeat only once. */
export const MAX_REPEATING_BYTES = 40_000

/** The lists that make a report of a heavy page long, each with the field that groups similar entries. */
export const groupKeys = {
  '/notes': 'code',
  '/checks': 'outcome',
  '/browser/console/messages': 'level',
  '/browser/requests/failed': 'type',
  '/browser/requests/items': 'type',
  '/links/items': 'outcome',
} as const

type Entry = Readonly<Record<string, unknown>>

/** The fields that entries leave out, by the pointer of the list and the value of the grouping field. */
export type UsualValues = Record<string, Record<string, Record<string, unknown>>>

/** The values that the lists of a report repeat. */
export function usualValuesOf(report: object): UsualValues {
  const groups = Object.entries(groupKeys).map(
    ([pointer, groupKey]) => [pointer, usualByGroup(entriesAt(report, pointer), groupKey)] as const,
  )
  return Object.fromEntries(groups.filter(([, usual]) => Object.keys(usual).length > 0))
}

/**
 * A report whose lists leave out the fields of `usual`. Nothing is lost: `withUsualValues` puts them back. A field that the
 * evidence of a finding points to stays in its place.
 */
export function withoutUsualValues<Report extends object>(
  report: Report,
  usual: UsualValues,
): Report {
  const citedPointers = new Set(strings([valueAt(report, '/findings'), valueAt(report, '/notes')]))
  return withEntries(report, (entry, { pointer, groupKey, index }) => {
    const values = usual[pointer]?.[String(entry[groupKey])] ?? {}
    const isRetained = ([name, value]: [string, unknown]) =>
      !(name in values) ||
      !isSameJson(values[name], value) ||
      citedPointers.has(`${pointer}/${index}/${name}`)
    return Object.fromEntries(Object.entries(entry).filter(isRetained))
  })
}

/** A report with every field in its place. */
export function withUsualValues<Report extends object>(report: Report, usual: UsualValues): Report {
  return withEntries(report, (entry, { pointer, groupKey }) => ({
    ...usual[pointer]?.[String(entry[groupKey])],
    ...entry,
  }))
}

interface EntryLocation {
  readonly pointer: string
  readonly groupKey: string
  readonly index: number
}

/** A copy of the report in which `update` replaces every entry of the lists. */
function withEntries<Report extends object>(
  report: Report,
  update: (entry: Entry, location: EntryLocation) => Entry,
): Report {
  let changed = report
  for (const [pointer, groupKey] of Object.entries(groupKeys)) {
    const entries = entriesAt(report, pointer)
    if (entries.length === 0) continue
    const updated = entries.map((entry, index) => update(entry, { pointer, groupKey, index }))
    changed = withValueAt(changed, pointer.split('/').slice(1), updated)
  }
  return changed
}

/** The most frequent value of each field in each group of entries, if it occurs more than once. */
function usualByGroup(entries: readonly Entry[], groupKey: string): UsualValues[string] {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const key = String(entry[groupKey])
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  const usual = [...groups].map(([key, group]) => [key, mostFrequent(group, groupKey)] as const)
  return Object.fromEntries(usual.filter(([, values]) => Object.keys(values).length > 0))
}

function mostFrequent(group: readonly Entry[], groupKey: string): Record<string, unknown> {
  const [first = {}] = group
  const names = Object.keys(first).filter((name) => name !== groupKey)
  const frequent = names.flatMap((name) => {
    const counts = new Map<string, number>()
    for (const entry of group) {
      const text = JSON.stringify(entry[name])
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    const [text, count] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ['null', 0]
    return count > 1 ? [[name, JSON.parse(text)] as const] : []
  })
  return Object.fromEntries(frequent)
}

function entriesAt(report: object, pointer: string): readonly Entry[] {
  const entries = valueAt(report, pointer)
  return Array.isArray(entries) && entries.every(isEntry) ? entries : []
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(strings)
}
