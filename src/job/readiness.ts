import { codeOf, isDiskFull } from '#fault.ts'
import type { Availability } from '#job/selling/availability.ts'
import type { Facilitator, KeyRefusal } from '#payment/facilitator.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { type Tool, tools } from '#tools/tool.ts'
import type { Circuit } from './circuit.ts'

/** One part of the service as in `/ready`. `detail` describes the remedy when it is not ok. */
export interface PartState {
  readonly ok: boolean
  readonly detail: string | null
}

export interface Readiness {
  readonly ready: boolean
  readonly mode: string
  readonly parts: Readonly<Record<string, PartState>>
  readonly tools: Readonly<
    Record<Tool, { readonly available: boolean; readonly code: string | null }>
  >
  readonly jobs: { readonly running: number; readonly limit: number }
}

/** Checks every part now. Ready: at least one tool is for sale and nothing that it needs is broken. */
export async function readiness(context: {
  readonly mode: string
  readonly ledger: Ledger
  /** Name and version of the database server; null for a database without one. */
  readonly engine: string | null
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly facilitator: Facilitator
  readonly circuit: Pick<Circuit, 'retryAfterS' | 'keyRefusal' | 'unsupported'>
  readonly availability: (tool: Tool) => Promise<Availability>
  /** Parts that only some tools need: a broken one closes those tools only. */
  readonly optionalParts: () => Promise<Readonly<Record<string, PartState>>>
  readonly running: number
  readonly limit: number
  /** Makes the deadline for the facilitator's response. */
  readonly deadline: () => Deadline
}): Promise<Readiness> {
  const [ledger, facilitator, optional, availabilities] = await Promise.all([
    ledgerState(context),
    facilitatorState(context),
    context.optionalParts(),
    Promise.all(tools.map(async (tool) => [tool, await context.availability(tool)] as const)),
  ])
  const isConfigured = !availabilities.some(
    ([, current]) => current.status === 'closed' && current.code === 'not_configured',
  )
  const parts = {
    configuration: isConfigured
      ? healthy
      : { ok: false, detail: 'Set pay_to and facilitator_url.' },
    ledger,
    facilitator,
  }
  const isSellable = availabilities.some(
    ([, current]) => current.status === 'open' || current.code === 'at_capacity',
  )
  return {
    ready: isSellable && Object.values(parts).every((part) => part.ok),
    mode: context.mode,
    parts: { ...parts, ...optional },
    tools: Object.fromEntries(
      availabilities.map(([tool, current]) => [
        tool,
        {
          available: current.status === 'open',
          code: current.status === 'open' ? null : current.code,
        },
      ]),
    ) as Readiness['tools'],
    jobs: { running: context.running, limit: context.limit },
  }
}

export const healthy: PartState = { ok: true, detail: null }

async function ledgerState({
  ledger,
  engine,
  clock,
}: {
  readonly ledger: Ledger
  readonly engine: string | null
  readonly clock: Pick<Clock, 'monotonicMs'>
}): Promise<PartState> {
  const began = clock.monotonicMs()
  try {
    await ledger.checkWritable()
    if (engine === null) return healthy
    const ms = (clock.monotonicMs() - began).toFixed(1)
    return { ok: true, detail: `${engine}, a write in ${ms} ms.` }
  } catch (cause) {
    // The cause and the address of the server are in the log of the failed call; a client needs only the fact.
    return { ok: false, detail: ledgerFailureDetail(cause, engine) }
  }
}

function ledgerFailureDetail(cause: unknown, engine: string | null): string {
  const codes = codesOf(cause)
  if (codes.includes('database_newer')) {
    return 'A newer version of this program changed the database: run that version here too.'
  }
  if (codes.some(isDiskFull)) {
    const disk = engine === null ? 'The disk' : 'The disk of the database'
    return `${disk} is full, so the ledger cannot be written: free some.`
  }
  return engine === null
    ? 'The ledger cannot be written.'
    : 'The database does not respond, or cannot be written.'
}

/** The codes of an error and of its causes. */
function codesOf(cause: unknown): readonly (string | null)[] {
  return cause instanceof Error ? [codeOf(cause), ...codesOf(cause.cause)] : []
}

async function facilitatorState(context: {
  readonly facilitator: Facilitator
  readonly circuit: Pick<Circuit, 'retryAfterS' | 'keyRefusal' | 'unsupported'>
  readonly deadline: () => Deadline
}): Promise<PartState> {
  const { facilitator, circuit } = context
  const retryAfterS = circuit.retryAfterS()
  // The background trials decide: a load balancer that polls every second would add too many requests.
  if (retryAfterS !== null) {
    const refusal = circuit.keyRefusal()
    const fault = circuit.unsupported() === null ? unusable : unsupported
    const reason = refusal === null ? fault : keyRefusalDetail(refusal)
    return {
      ok: false,
      detail: `${reason} Nothing is quoted; the next attempt is in ${retryAfterS} s.`,
    }
  }
  const deadline = context.deadline()
  const outcome = await facilitator.supported(deadline.signal)
  deadline.close()
  switch (outcome.status) {
    case 'supported':
    case 'missing':
      return healthy
    case 'unsupported':
      return { ok: false, detail: unsupported }
    case 'unauthorized':
      return { ok: false, detail: keyRefusalDetail(outcome) }
    case 'unavailable':
      return { ok: false, detail: unusable }
  }
}

const unusable = 'The facilitator gives no usable response.'
const unsupported =
  'The facilitator does not serve this scheme and network: set facilitator_url to one that does.'

/** This text is public, so the HTTP status and the clock difference are only in the log and in `doctor`. */
function keyRefusalDetail({ hasKey }: KeyRefusal): string {
  const names = 'URLWITNESS_FACILITATOR_KEY_ID and URLWITNESS_FACILITATOR_KEY_SECRET'
  return hasKey
    ? `The facilitator refuses our key: check ${names}.`
    : `The facilitator requires a key: set ${names}.`
}

/** Milliseconds. `/ready` writes to the disk and calls the facilitator, and clients must not multiply that load. */
const CACHE_TTL_MS = 1_000

/** Caches a result for a second; concurrent callers share one check. */
export function cachedReadiness(
  clock: Clock,
  check: () => Promise<Readiness>,
): () => Promise<Readiness> {
  let cached: { readonly at: number; readonly readiness: Promise<Readiness> } | null = null
  return () => {
    const now = clock.monotonicMs()
    if (cached === null || now - cached.at > CACHE_TTL_MS) cached = { at: now, readiness: check() }
    return cached.readiness
  }
}
