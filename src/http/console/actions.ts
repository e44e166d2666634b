import type { Notice } from '#http/console/access/sessions.ts'
import type { ManualResolution, OperatorVerdict } from '#job/reconcile/manual-resolution.ts'
import type { ReconcileCounts } from '#job/reconcile/reconciler.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { LATE, within } from '#runtime/clock.ts'
import { usd } from '#settings/values.ts'
import { type Tool, tools } from '#tools/tool.ts'
import type { ConsoleContext } from './context.ts'

type Act = (fields: URLSearchParams, context: ConsoleContext) => Promise<Notice>

/** The actions of the operator, by path below the console. They reject with Faults of ledger and store. */
export const actions: Readonly<Record<string, Act>> = {
  '/pause': pause,
  '/price': price,
  '/reconcile': reconcile,
  '/resolve': resolve,
}

async function pause(fields: URLSearchParams, context: ConsoleContext): Promise<Notice> {
  const name = fields.get('tool')
  const paused = fields.get('paused') === 'yes'
  const tool = toolNamed(name)
  if (tool === null && name !== 'all') return bad('There is no such tool.')
  const chosen = tool === null ? tools : [tool]
  await context.pause(chosen, paused)
  context.log.info('console_pause', { tools: chosen, paused })
  return good(`${chosen.join(', ')}: ${paused ? 'paused' : 'resumed'}.`)
}

async function price(fields: URLSearchParams, context: ConsoleContext): Promise<Notice> {
  const tool = toolNamed(fields.get('tool'))
  if (tool === null) return bad('There is no such tool.')
  if (fields.get('reset') === 'yes') {
    await context.price(tool, null)
    context.log.info('console_price', { tool, price_atomic: null })
    return good(`${tool} has the price of the settings again.`)
  }
  const reading = usd.safeParse(fields.get('usd')?.trim())
  if (!reading.success) {
    const why = reading.error.issues.map(({ message }) => message).join(', ')
    return bad(`The price of ${tool} was not changed: it ${why}.`)
  }
  await context.price(tool, reading.data)
  context.log.info('console_price', { tool, price_atomic: reading.data })
  return good(`${tool} costs ${atomicToUsd(reading.data)} USD.`)
}

/** Wait for a lookup: an unresponsive facilitator takes half a minute per payment. Later results appear on the page. */
const reconcilePatienceMs = 4_000

async function reconcile(_: URLSearchParams, context: ConsoleContext): Promise<Notice> {
  const lookUp = context.reconcile()
  // A failure after the time limit is only logged.
  lookUp.catch((error: unknown) => context.log.error('console_reconcile_failed', { error }))
  const counts = await within(context.clock, reconcilePatienceMs, lookUp)
  context.log.info('console_reconcile', counts === LATE ? { late: true } : { ...counts })
  return counts === LATE
    ? good('The lookup is under way. Results appear here as they arrive.')
    : good(countsText(counts))
}

function countsText({ settled, refused, unknown, taken }: ReconcileCounts): string {
  if (settled + refused + unknown + taken === 0) return 'No settlement is unknown any more.'
  const others = taken > 0 ? `, ${taken} being looked up already` : ''
  return `Looked up: ${settled} settled, ${refused} refused, ${unknown} still unknown${others}.`
}

async function resolve(fields: URLSearchParams, context: ConsoleContext): Promise<Notice> {
  const jobId = fields.get('job') ?? ''
  const detail = await context.withView(({ view }) => view.detail(jobId))
  if (detail === null) return bad('There is no such call.')
  const verdict = verdictOf(fields)
  if (verdict === null) return bad('Nothing was changed: tick the box to confirm.')
  const outcome = await context.resolve(detail.entry, verdict)
  context.log.warn('console_resolve', { job_id: detail.entry.jobId, outcome, ...verdict })
  return outcome === 'resolved'
    ? good(`1 call resolved as ${verdict.status === 'paid' ? 'settled' : 'refused'}.`)
    : bad(problems[outcome])
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

function good(text: string): Notice {
  return { tone: 'good', text }
}

function bad(text: string): Notice {
  return { tone: 'bad', text }
}
