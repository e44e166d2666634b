import type { Document, Verdict } from './documents.ts'

/** What a reading may lose and find compared with the baseline, from the content reader of a3e76ea2. */
export const limits = { lostFaults: 96, lookAlikes: 7, pages: 0 } as const

/** Signatures that say nothing bad about a page. */
const harmless: ReadonlySet<string> = new Set(['health'])

/** `kind id` of the signature of each document that had one. */
export type Baseline = Readonly<Record<string, string>>

export interface Read {
  readonly document: Omit<Document, 'body'>
  readonly match: Verdict | null
}

export interface Change {
  readonly id: string
  readonly before: string
  readonly now: string
}

export interface Comparison {
  /** Documents of each kind, and those with a signature. */
  readonly counts: ReadonlyMap<string, { readonly total: number; readonly matched: number }>
  /** Faults by the class of their signature in the baseline. */
  readonly classes: ReadonlyMap<string, { before: number; lost: number; new: number }>
  readonly lostFaults: readonly Change[]
  readonly lostCalls: readonly Change[]
  readonly newFaults: readonly Change[]
  readonly newCalls: readonly Change[]
  /** Faults and calls whose signature is of another class. */
  readonly otherClass: readonly Change[]
  /** The same class by another signature. */
  readonly otherId: readonly Change[]
  /** Healthy documents with a signature, whether or not the baseline had it too. */
  readonly wrongLookAlikes: readonly Change[]
  readonly wrongPages: readonly Change[]
}

export function compare(baseline: Baseline, reads: readonly Read[]): Comparison {
  const counts = new Map<string, { total: number; matched: number }>()
  const classes = new Map<string, { before: number; lost: number; new: number }>()
  const changes = reads.map(({ document, match }) => {
    const before = baseline[document.id] ?? ''
    const now = match === null ? '' : `${match.kind} ${match.id}`
    const count = counts.get(document.kind) ?? { total: 0, matched: 0 }
    counts.set(document.kind, {
      total: count.total + 1,
      matched: count.matched + (now === '' ? 0 : 1),
    })
    if (document.kind === 'fault') countClass(classes, before, now)
    return { id: document.id, before, now, document }
  })
  const some = (which: (change: Change, document: Read['document']) => boolean): Change[] =>
    changes
      .filter(({ document, ...change }) => which(change, document))
      .map(({ id, before, now }) => ({ id, before, now }))
  const isWrong = ({ now }: Change) => now !== '' && !harmless.has(classOf(now))
  const isBad = ({ kind }: Read['document']) => kind === 'fault' || kind === 'call'
  const isBoth = ({ before, now }: Change) => before !== '' && now !== ''
  return {
    counts,
    classes,
    lostFaults: some(
      ({ before, now }, { kind }) => kind === 'fault' && before !== '' && now === '',
    ),
    lostCalls: some(({ before, now }, { kind }) => kind === 'call' && before !== '' && now === ''),
    newFaults: some(({ before, now }, { kind }) => kind === 'fault' && before === '' && now !== ''),
    newCalls: some(({ before, now }, { kind }) => kind === 'call' && before === '' && now !== ''),
    otherClass: some(
      (change, document) =>
        isBad(document) && isBoth(change) && classOf(change.before) !== classOf(change.now),
    ),
    otherId: some(
      (change, document) =>
        isBad(document) &&
        isBoth(change) &&
        change.before !== change.now &&
        classOf(change.before) === classOf(change.now),
    ),
    wrongLookAlikes: some((change, { kind }) => kind === 'look-alike' && isWrong(change)),
    wrongPages: some(
      (change, { kind, wanted }) => kind === 'page' && wanted === 'PASS' && isWrong(change),
    ),
  }
}

/** The limits that are passed, as sentences. */
export function passedLimits(comparison: Comparison): string[] {
  const { lostFaults, wrongLookAlikes, wrongPages } = comparison
  return [
    { what: 'documents of faults lost', count: lostFaults.length, limit: limits.lostFaults },
    { what: 'look-alikes matched', count: wrongLookAlikes.length, limit: limits.lookAlikes },
    { what: 'pages matched wrongly', count: wrongPages.length, limit: limits.pages },
  ]
    .filter(({ count, limit }) => count > limit)
    .map(({ what, count, limit }) => `${count} ${what}; at most ${limit} may be.`)
}

function countClass(
  classes: Map<string, { before: number; lost: number; new: number }>,
  before: string,
  now: string,
): void {
  if (before === '' && now === '') return
  const name = classOf(before === '' ? now : before)
  const row = classes.get(name) ?? { before: 0, lost: 0, new: 0 }
  if (before === '') row.new += 1
  else row.before += 1
  if (now === '') row.lost += 1
  classes.set(name, row)
}

function classOf(verdict: string): string {
  return verdict.slice(0, verdict.indexOf(' '))
}
