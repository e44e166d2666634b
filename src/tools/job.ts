import type { Tool } from '#evidence/scalar.ts'
import type { ResultStatus } from '#findings/summary.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Target } from '#target/target.ts'

/** One run of one tool, paid or not: it carries nothing about money. */
export interface ToolJob {
  readonly jobId: string
  readonly tool: Tool
  /** As submitted. */
  readonly requestedUrl: string
  readonly target: Target
}

/** Our own failure. A target that is down is a completed job with an ISSUE (design.md 1.9). */
export interface ToolFailure {
  readonly status: 'failed'
  /** A word for the log. */
  readonly reason: string
  /** For the operator of this machine: what to do. */
  readonly detail?: string
}

/** What one job requested from the network: each connection of the probe and each request of the browser. */
export interface EgressCounts {
  readonly allowed: number
  readonly blocked: number
  readonly failed: number
  /** Of those blocked and failed: our own codes (`EgressBlock`, `RefusalType`, `ExchangeErrorCode`), never a stranger's word. */
  readonly reasons: Readonly<Record<string, number>>
}

/** Text of the page itself, shown to the operator only: a stranger's words. */
export interface PageWords {
  readonly title: string | null
  /** The first error that its scripts reported. */
  readonly complaint: string | null
}

export type ToolResult = (
  | {
      readonly status: 'completed'
      /** The report as JSON. */
      readonly body: string
      readonly resultStatus: ResultStatus
      /** The screenshot, for a caller on this machine. */
      readonly png?: Uint8Array | null
      readonly words?: PageWords
    }
  | ToolFailure
) & {
  /** Where it was counted. */
  readonly egress?: EgressCounts
}

/** Runs a tool to its report within the deadline. Rejects with a Fault for what should not happen. */
export type ToolRunner = (job: ToolJob, deadline: Deadline) => Promise<ToolResult>

/** Hears of every job when it begins and when it ends. */
export interface JobObserver {
  started(job: ToolJob): void
  ended(job: ToolJob, result: ToolResult): void
}
