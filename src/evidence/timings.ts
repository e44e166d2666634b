import { z } from 'zod'
import { ms } from './scalar.ts'

/** Milliseconds of each phase by itself, not cumulative; null when the phase did not occur. */
const phaseTimings = z.strictObject({
  dns: ms.nullable(),
  connect: ms.nullable(),
  tls: ms.nullable(),
  wait: ms.nullable().describe('request sent to first byte'),
  download: ms.nullable(),
  total: ms,
})
export type PhaseTimings = z.infer<typeof phaseTimings>

export const timingsEvidence = phaseTimings.extend({
  redirects_total: ms,
  per_hop: z.array(phaseTimings.extend({ url: z.string() })).max(7),
})
export type TimingsEvidence = z.infer<typeof timingsEvidence>
