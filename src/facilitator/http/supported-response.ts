import { z } from 'zod'
import type { SupportedOutcome } from '#payment/facilitator.ts'
import type { Exchange } from './json-client.ts'

/** A facilitator without `/supported`, which the specification makes optional: its verify decides. */
const missingStatuses: ReadonlySet<number> = new Set([404, 405, 410, 501])

const shape = z.object({ kinds: z.array(z.unknown()) })

/** Checks that `/supported` lists x402 version 2, scheme `exact`, on our network. */
export function classifySupported(response: Exchange, network: string): SupportedOutcome {
  if (response.status === 'broken') return { status: 'unavailable', detail: response.detail }
  if (missingStatuses.has(response.httpStatus)) {
    return { status: 'missing', detail: `HTTP ${response.httpStatus} for /supported` }
  }
  const parsed = shape.safeParse(response.json)
  if (!parsed.success || response.httpStatus < 200 || response.httpStatus > 299) {
    return { status: 'unavailable', detail: `HTTP ${response.httpStatus} without a list of kinds` }
  }
  const expectedKind = z.object({
    x402Version: z.literal(2),
    scheme: z.literal('exact'),
    network: z.union([z.literal(network), z.literal('eip155:*')]),
  })
  return parsed.data.kinds.some((kind) => expectedKind.safeParse(kind).success)
    ? { status: 'supported' }
    : { status: 'unsupported', detail: `no x402 v2 exact on ${network}` }
}
