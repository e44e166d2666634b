import type { Tool } from '#evidence/scalar.ts'
import type { ResultStatus } from '#findings/summary.ts'
import type { EgressCounts } from '#gather/network/egress-meter.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Target } from '#target/target.ts'

/** One run of one tool, paid or not: it knows nothing of money. */
export interface ToolJob {
  readonly jobId: string
  readonly tool: Tool
  /** As submitted. */
  readonly requestedUrl: string
  readonly target: Target
}

/** What the page said of itself, for the operator: a stranger's words. */
export interface PageWords {
  readonly title: string | null
  /** The first thing that its scripts complained of. */
  readonly complaint: string | null
}

/** `failed` is our failure only: a target that is down is a completed job with an ISSUE (design.md 1.9). */
export type ToolResult = (
  | {
      readonly status: 'completed'
      readonly body: string
      readonly resultStatus: ResultStatus
      /** The picture of the page, for whoever runs the tool on this machine. */
      readonly png?: Uint8Array | null
      readonly words?: PageWords
    }
  | {
      readonly status: 'failed'
      readonly reason: string
      /** For whoever runs this machine: what to do. */
      readonly detail?: string
    }
) & {
  /** What it asked the network for, where that was counted. */
  readonly egress?: EgressCounts
}

/** Runs a tool to its report within the deadline. Rejects with a Fault for what should not happen. */
export type ToolRunner = (job: ToolJob, deadline: Deadline) => Promise<ToolResult>
