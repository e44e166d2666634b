import type { Notice } from '#http/console/access/sessions.ts'
import type { ManualResolution, OperatorVerdict } from '#job/reconcile/manual-resolution.ts'
import type { ReconcileCounts } from '#job/reconcile/reconciler.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { LATE, within } from '#runtime/clock.ts'
import { usd } from '#settings/values.ts'
import { type Tool, tools } from '#tools/tool.ts'
import type { ConsoleContext } from './context.ts'

type Action = (fields: URLSearchParams, context: ConsoleContext) => Promise<Notice>

/** The actions of the operator, by path below the console. They reject with Faults of ledger and store. */
export const actions: Readonly<Record<string, Action>> = {
  '/pause': pause,
  '/price': price,
  '/reconcile': reconcile,
  '/resolve': resolve,
}

async function pause(fields: URLSearchParams, context: ConsoleContext): Promise<Notice> {
  const name = fields.get('tool')
  const paused = fields.get('paused') === 'yes'
  const tool = toolNamed(name)
  if (tool === null && name !== 'all') return failure('There is no such tool.')
  const chosen = tool === null ? tools : [tool]
  await context.pause(chosen, paused)
  context.log.info('console_pause', { tools: chosen, paused })
  return success(`${chosen.join(', ')}: ${paused ? 'paused' : 'resumed'}.`)
}

async function price(fields: URLSearchParams, context: ConsoleContext): Promise<Notice> {
  const tool = toolNamed(fields.get('tool'))
  if (tool === null) return failure('There is no such tool.')
  if (fields.get('reset') === 'yes') {
    await context.price(tool, null)
    context.log.info('console_price', { tool, price_atomic: null })
    return success(`${tool} has the price of the settings again.`)
  }
  const parsed = usd.safeParse(fields.get('usd')?.trim())
  if (!parsed.success) {
    const reasons = parsed.error.issues.map(({ message }) => message).join(', ')
    return failure(`The price of ${tool} was not changed: it ${reasons}.`)
  }
  await context.price(tool, parsed.data)
  context.log.info('console_price', { tool, price_atomic: parsed.data })
  return success(`${tool} costs ${atomicToUsd(parsed.data)} USD.`)
}

/** Wait for a lookup: an unresponsive facilitator takes half a minute per payment. Later results appear on the page. */
const RECONCILE_TIMEOUT_MS = 4_000

async function reconcile(_: URLSearchParams, context: ConsoleContext): Promise<Notice> {
  const lookUp = context.reconcile()
  // A failure after the time limit is only logged.
  lookUp.catch((error: unknown) => context.log.error('console_reconcile_failed', { error }))
  const counts = await within(context.clock, RECONCILE_TIMEOUT_MS, lookUp)
  context.log.info('console_reconcile', counts === LATE ? { late: true } : { ...counts })
  return counts === LATE
    ? success('The lookup is under way. Results appear here as they arrive.')
    : success(countsText(counts))
}

function countsText({ settled, refused, unknown, taken }: ReconcileCounts): string {
  if (settled + refused + unknown + taken === 0) return 'No settlement is unknown any more.'
  const others = taken > 0 ? `, ${taken} being looked up already` : ''
  return `Looked up: ${settled} settled, ${refused} refused, ${unknown} still unknown${others}.`
}

async function resolve(fields: URLSearchParams, context: ConsoleContext): Promise<Notice> {
  const jobId = fields.get('job') ?? ''
  const detail = await context.withView(({ view }) => view.detail(jobId))
  if (detail === null) return failure('There is no such call.')
  const verdict = verdictOf(fields)
  if (verdict === null) return failure('Nothing was changed: tick the box to confirm.')
  const outcome = await context.resolve(detail.entry, verdict)
  context.log.warn('console_resolve', { job_id: detail.entry.jobId, outcome, ...verdict })
  return outcome === 'resolved'
    ? success(`1 call resolved as ${verdict.status === 'paid' ? 'settled' : 'refused'}.`)
    : failure(problems[outcome])
}

function verdictOf(fields: URLSearchParams): OperatorVerdict | null {
  if (fields.get('verdict') === 'paid') {
    return { status: 'paid', transaction: fields.get('transaction')?.trim() ?? '' }
  }
  return fields.get('verdict') === 'never' && fields.get('sure') === 'yes'
    ? { status: 'never' }
    : null
}

const problems: Readonly<Record<Exclude<ManualResolution, 'resolved'>, string>> = {
  no_transaction: 'Nothing was changed: a transaction is 0x and 64 hex digits.',
  too_early: 'Nothing was changed: the authorization has not expired and can still be settled.',
  moved: 'Nothing was changed: its outcome has become known in the meantime.',
}

function toolNamed(name: string | null): Tool | null {
  return tools.find((tool) => tool === name) ?? null
}

function success(text: string): Notice {
  return { tone: 'good', text }
}

function failure(text: string): Notice {
  return { tone: 'bad', text }
}
