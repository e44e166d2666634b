import { type LedgerState, ledgerStates } from '#payment/ledger/ledger.ts'
import { type LedgerFilter, noFilter } from '#payment/ledger/ledger-view.ts'
import { type Tool, tools } from '#tools/tool.ts'

export const periods = [7, 30, 90] as const

/** The query parameters that the page's links use. Other values are ignored. */
export interface Query {
  readonly days: (typeof periods)[number]
  readonly state: LedgerState | null
  readonly tool: Tool | null
  /** A host, a payer, a transaction or a job, or the beginning of the last two; empty: all calls. */
  readonly find: string
  /** Shows the calls that follow this job id in the list; null: the latest calls. */
  readonly after: string | null
}

/** Length of the longest DNS name. */
export const MAX_FIND_CHARS = 253
const JOB = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** The filter of a console page. Invalid values count as not given. */
export function readQuery(parameters: URLSearchParams): Query {
  const after = parameters.get('after')
  return {
    days: periods.find((days) => String(days) === parameters.get('days')) ?? 30,
    state: ledgerStates.find((state) => state === parameters.get('state')) ?? null,
    tool: tools.find((tool) => tool === parameters.get('tool')) ?? null,
    find: (parameters.get('find') ?? '').trim().slice(0, MAX_FIND_CHARS),
    after: after !== null && JOB.test(after) ? after : null,
  }
}

/** The query string of a link to the page. */
export function queryText({ days, state, tool, find, after }: Query): string {
  const parameters = new URLSearchParams({ days: String(days) })
  if (state !== null) parameters.set('state', state)
  if (tool !== null) parameters.set('tool', tool)
  if (find !== '') parameters.set('find', find)
  if (after !== null) parameters.set('after', after)
  return `?${parameters}`
}

/** The filter for the ledger rows that the query selects. */
export function filterOf({ state, tool, find, after }: Query): Omit<LedgerFilter, 'limit'> {
  return { ...noFilter, state, tool, after, ...termOf(find) }
}

function termOf(find: string): Partial<LedgerFilter> {
  if (find === '') return {}
  if (/^0x[0-9a-f]{40}$/i.test(find)) return { payer: find }
  if (/^0x[0-9a-f]{1,64}$/i.test(find)) return { transaction: find }
  if (/^[0-9a-f]{8}(-[0-9a-f-]{0,27})?$/i.test(find)) return { job: find }
  return { host: find }
}
