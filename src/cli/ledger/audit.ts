import { type CliContext, settingsOf, VerbError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { rowOf } from '#cli/output/row-text.ts'
import { jsonText, sanitize, wrap } from '#cli/output/terminal.ts'
import { auditedCalls, type ComparedCall } from '#job/reconcile/audit.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { shortTime, timeOf } from '#runtime/time-text.ts'
import { settlementLookup } from '#service/open-facilitator.ts'
import { callsText, openLedgerOrArchive, requireChain, untilTerminated } from './ledger.ts'

const DEFAULT_AGE_MS = 30 * 86_400_000
/** A node that cannot be read for so many calls from the start cannot be read for the others either. */
const MOST_UNCLEAR_FIRST = 8

interface AuditOptions {
  /** Maps the current time to the earliest reservation time, both in milliseconds since the epoch; null: 30 days ago. */
  readonly since: ((now: number) => number) | null
  readonly archive: string | null
  readonly json: boolean
}

/** Numbers of compared calls by result. */
type Counts = Record<'agrees' | 'recent' | 'differs' | 'unclear', number>

/** A call that differs or could not be compared. */
interface ListedCall extends ComparedCall {
  readonly comparison: ListedComparison
}
type ListedComparison = Exclude<
  ComparedCall['comparison'],
  { readonly status: 'agrees' | 'recent' }
>

interface Audit {
  readonly counts: Counts
  readonly listed: readonly ListedCall[]
  readonly isInterrupted: boolean
}

/** `urlwitness ledger audit`: finished calls beside the chain, the latest first. Exit 1 if any differs. */
export async function ledgerAudit(options: AuditOptions, context: CliContext): Promise<number> {
  const { terminal, clock } = context
  const now = clock.now()
  const since = options.since?.(now) ?? now - DEFAULT_AGE_MS
  const audit = await compareAll({ since, archive: options.archive }, context)
  const { counts, listed } = audit
  if (options.json) {
    const calls = listed.map(({ row, comparison }) => ({ ...comparison, call: rowOf(row) }))
    terminal.out.write(`${jsonText({ since: timeOf(since), ...counts, calls })}\n`)
  } else {
    const width = Math.max(40, terminal.out.columns)
    const lines = listed.flatMap((call) => linesOf(call, width))
    terminal.out.write([...lines, ...wrap(totalText(counts, since), width), ''].join('\n'))
  }
  if (audit.isInterrupted) throw new VerbError('interrupted before all calls were compared')
  if (counts.differs > 0) return exitCode.issue
  return counts.unclear > 0 ? exitCode.review : exitCode.pass
}

async function compareAll(
  { since, archive }: { readonly since: number; readonly archive: string | null },
  context: CliContext,
): Promise<Audit> {
  const settings = settingsOf(context)
  requireChain(settings)
  const lookUp = settlementLookup(settings)
  await using view = await openLedgerOrArchive(context, archive)
  const counts: Counts = { agrees: 0, recent: 0, differs: 0, unclear: 0 }
  const listed: ListedCall[] = []
  const isInterrupted = await untilTerminated(async (signal) => {
    for await (const call of auditedCalls({ lookUp, clock: context.clock, view }, since, signal)) {
      // Its look-up may have been interrupted.
      if (signal.aborted) break
      const { row, comparison } = call
      counts[resultOf(call)] += 1
      if (comparison.status === 'agrees' || comparison.status === 'recent') continue
      listed.push({ row, comparison })
      if (lookUp !== null) refuseUnreadable(counts, comparison)
    }
    return signal.aborted
  })
  if (lookUp === null && listed.length === 0) {
    throw new VerbError('set rpc_url: the chain is read through that node')
  }
  return { counts, listed, isInterrupted }
}

function resultOf({ comparison: { status } }: ComparedCall): keyof Counts {
  return status === 'not_paid' || status === 'paid' ? 'differs' : status
}

/** Throws a `VerbError` after the first calls if the chain could be read for none of them. */
function refuseUnreadable({ unclear, ...read }: Counts, comparison: ListedComparison): void {
  const isReadable = Object.values(read).some((count) => count > 0)
  if (comparison.status !== 'unclear' || isReadable || unclear < MOST_UNCLEAR_FIRST) return
  throw new VerbError(`the chain cannot be read through rpc_url: ${comparison.detail}`)
}

function linesOf(call: ListedCall, width: number): string[] {
  const { jobId, reservedAt, state, amountAtomic } = call.row
  const amount = `${atomicToUsd(amountAtomic)} USD`
  const text = `${shortTime(reservedAt)}  ${jobId}  ${state}, ${amount}: ${resultText(call)}`
  return wrap(sanitize(text), width)
}

function resultText({ comparison }: ListedCall): string {
  switch (comparison.status) {
    case 'not_paid':
      return `the chain shows no payment (${comparison.detail}): ask the facilitator for it`
    case 'paid':
      return `the chain shows the payment in ${comparison.transaction}: the buyer got no report for it`
    case 'unclear':
      return `not compared (${comparison.detail})`
  }
}

function totalText({ agrees, recent, differs, unclear }: Counts, since: number): string {
  const total = agrees + recent + differs + unclear
  if (total === 0) return `no finished call since ${timeOf(since)}`
  return `${callsText(total)} since ${timeOf(since)}: ${agrees} as on the chain, ${differs} different, ${unclear} not compared, ${recent} too recent`
}
