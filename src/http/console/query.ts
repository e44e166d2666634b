import { type LedgerState, ledgerStates } from '#payment/ledger/ledger.ts'
import { type Tool, tools } from '#tools/tool.ts'

export const periods = [7, 30, 90] as const

/** What the page's own links ask for; anything else is as good as nothing. */
export interface Query {
  readonly days: (typeof periods)[number]
  readonly state: LedgerState | null
  readonly tool: Tool | null
}

export function readQuery(parameters: URLSearchParams): Query {
  const given = (name: string) => parameters.get(name)
  return {
    days: periods.find((days) => String(days) === given('days')) ?? 30,
    state: ledgerStates.find((state) => state === given('state')) ?? null,
    tool: tools.find((tool) => tool === given('tool')) ?? null,
  }
}

/** The query of a link that changes some of it. */
export function queryText(query: Query): string {
  const parameters = new URLSearchParams({ days: String(query.days) })
  if (query.state !== null) parameters.set('state', query.state)
  if (query.tool !== null) parameters.set('tool', query.tool)
  return `?${parameters}`
}
