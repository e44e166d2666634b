import type { ResultStatus } from '#findings/summary.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { EgressCounts, ToolFailure, ToolJob } from '#tools/job.ts'

/** What the page said of itself, for the operator: a stranger's words. */
export interface PageWords {
  readonly title: string | null
  /** The first thing that its scripts complained of. */
  readonly complaint: string | null
}

/** A finished report, or our own failure. */
export type ToolResult = (
  | {
      readonly status: 'completed'
      readonly body: string
      readonly resultStatus: ResultStatus
      /** The picture of the page, for whoever runs the tool on this machine. */
      readonly png?: Uint8Array | null
      readonly words?: PageWords
    }
  | ToolFailure
) & {
  /** What it asked the network for, where that was counted. */
  readonly egress?: EgressCounts
}

/** Runs a tool to its report within the deadline. Rejects with a Fault for what should not happen. */
export type ToolRunner = (job: ToolJob, deadline: Deadline) => Promise<ToolResult>

/** Hears of every job when it begins and when it ends. */
export interface JobObserver {
  started(job: ToolJob): void
  ended(job: ToolJob, result: ToolResult): void
}
