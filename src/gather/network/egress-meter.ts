import type { EgressRecord } from '#net/proxy/record.ts'
import type { ReachResult } from '#net/tcp/dial.ts'
import type { EgressCounts } from '#tools/job.ts'
import type { JobNetwork } from './job-network.ts'

/** Counts the decisions of one job. */
export interface EgressMeter {
  readonly counts: EgressCounts
  /** A decision of the browser's proxy. */
  recordDecision(record: EgressRecord): void
  /**
   * The same network, with its connections counted. Not for the proxy, which reports its own decisions, also those on requests
   * that it does not dial.
   */
  metered(network: JobNetwork): JobNetwork
}

export function createEgressMeter(): EgressMeter {
  const counts = { allowed: 0, blocked: 0, failed: 0 }
  const reasons: Record<string, number> = {}
  const count = (decision: keyof typeof counts, reason: string | null) => {
    counts[decision] += 1
    if (reason !== null) reasons[reason] = (reasons[reason] ?? 0) + 1
  }
  const countResult = (result: ReachResult): ReachResult => {
    if (result.status === 'reached') count('allowed', null)
    else if (result.refusal === null) count('failed', result.error.code)
    else count('blocked', result.refusal.type)
    return result
  }
  return {
    get counts() {
      return { ...counts, reasons: { ...reasons } }
    },
    recordDecision: ({ decision, block, error }) => {
      if (decision === 'pending') return
      count(decision, decision === 'allowed' ? null : (block ?? error?.code ?? 'other'))
    },
    metered: (network) => ({
      ...network,
      reach: async (target, deadline) => countResult(await network.reach(target, deadline)),
      connect: async (target, deadline) => countResult(await network.connect(target, deadline)),
      dialAgain: async (address, port, deadline) => {
        const socket = await network.dialAgain(address, port, deadline)
        count(socket === null ? 'failed' : 'allowed', socket === null ? 'other' : null)
        return socket
      },
    }),
  }
}
