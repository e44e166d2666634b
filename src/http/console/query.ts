import { type LedgerState, ledgerStates } from '#payment/ledger/ledger.ts'
import { type Tool, tools } from '#tools/tool.ts'

export const periods = [7, 30, 90] as const

/** The query of the page's own links. Other values are ignored. */
export interface Query {
  readonly days: (typeof periods)[number]
  readonly state: LedgerState | null
  readonly tool: Tool | null
}

export function readQuery(parameters: URLSearchParams): Query {
  return {
    days: periods.find((days) => String(days) === parameters.get('days')) ?? 30,
    state: ledgerStates.find((state) => state === parameters.get('state')) ?? null,
    tool: tools.find((tool) => tool === parameters.get('tool')) ?? null,
  }
}

/** The query string of a link to the page. */
export function queryText(query: Query): string {
  const parameters = new URLSearchParams({ days: String(query.days) })
  if (query.state !== null) parameters.set('state', query.state)
  if (query.tool !== null) parameters.set('tool', query.tool)
  return `?${parameters}`
}
