import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { type Baseline, type Change, compare, passedLimits, type Read } from './compare.ts'
import { packagePages, servedDocuments } from './documents.ts'
import { read } from './read.ts'

// Reads every document of the bench with the reader of the product, and compares the signatures with `baseline.json`. README.md
// of test/truth explains the options.
const { values } = parseArgs({
  options: {
    /** Only documents whose id matches; each is listed with its signature. */
    ids: { type: 'string' },
    /** Prints the body of one document. */
    print: { type: 'string' },
    /** Fetches missing packages for their pages. */
    fetch: { type: 'boolean', default: false },
    /** Lists the documents that another signature of the same class matches. */
    verbose: { type: 'boolean', default: false },
    /** Writes the signatures of this run to the baseline, and keeps those of pages that were not read. */
    update: { type: 'boolean', default: false },
  },
})
const file = new URL('baseline.json', import.meta.url)
const baseline: Baseline = JSON.parse(readFileSync(file, 'utf8'))
const ids = new RegExp(values.ids ?? '')
const documents = [
  ...servedDocuments(),
  ...packagePages(values.fetch ? 'fetch' : 'leave out'),
].filter(({ id }) => (values.print === undefined ? ids.test(id) : id === values.print))

if (values.print === undefined) measure()
else for (const { body } of documents) process.stdout.write(body)

function measure(): void {
  const before = process.cpuUsage()
  let longest = { ms: 0, id: '' }
  let first: number | null = null
  const reads: Read[] = documents.map((document) => {
    const { match, longestMs } = read(document)
    first ??= longestMs
    // The first pages also compile what the reader needs.
    if (longestMs > longest.ms) longest = { ms: longestMs, id: document.id }
    return { document, match }
  })
  const { user, system } = process.cpuUsage(before)
  if (values.update) {
    update(reads)
    return
  }
  const compared = compare(baseline, reads)
  for (const [kind, { matched, total }] of compared.counts) {
    console.log(`${kind}: ${matched} of ${total} matched`)
  }
  console.log('\nFaults by class (in the baseline, lost, new):')
  for (const [name, row] of [...compared.classes].sort()) {
    console.log(`  ${name.padEnd(16)} ${row.before} -${row.lost} +${row.new}`)
  }
  list('Faults lost', compared.lostFaults)
  list('Calls lost', compared.lostCalls)
  list('Another class', compared.otherClass)
  list('Faults newly matched', compared.newFaults)
  list('Calls newly matched', compared.newCalls)
  list('Look-alikes matched', compared.wrongLookAlikes)
  list('Pages matched wrongly', compared.wrongPages)
  list('The same class by another signature', values.verbose ? compared.otherId : [])
  if (values.ids !== undefined) {
    list(
      'All',
      reads.map(({ document: { id, kind }, match }) => ({
        id: `${kind} ${id}`,
        before: baseline[id] ?? '',
        now: match === null ? '' : `${match.kind} ${match.id}`,
      })),
    )
  }
  const seconds = (user + system) / 1_000_000
  console.log(
    `\n${seconds.toFixed(1)} s of processor time; longest piece ${longest.ms.toFixed(0)} ms (${longest.id}), of the first document ${(first ?? 0).toFixed(0)} ms; same class by another signature: ${compared.otherId.length}`,
  )
  const passed = passedLimits(compared)
  for (const sentence of passed) console.error(sentence)
  if (passed.length > 0) process.exitCode = 1
}

function list(title: string, changes: readonly Change[]): void {
  if (changes.length === 0) return
  console.log(`\n${title} (${changes.length}):`)
  const byClass = changes.toSorted((a, b) =>
    `${a.before} ${a.now} ${a.id}`.localeCompare(`${b.before} ${b.now} ${b.id}`),
  )
  for (const { id, before, now } of byClass) {
    console.log(`  ${id}: ${before === '' ? 'nothing' : before} → ${now === '' ? 'nothing' : now}`)
  }
}

function update(reads: readonly Read[]): void {
  const readIds = new Set(reads.map(({ document }) => document.id))
  const kept = Object.entries(baseline).filter(([id]) => !readIds.has(id))
  const made = reads.flatMap(({ document: { id }, match }) =>
    match === null ? [] : [[id, `${match.kind} ${match.id}`] as const],
  )
  const all = [...kept, ...made].sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`)
  console.log(`${made.length} of ${reads.length} documents have a signature.`)
}
