import type { Target } from '#target/target.ts'
import type { Tool } from './tool.ts'

/** One run of one tool, paid or not; independent of payments. */
export interface ToolJob {
  readonly jobId: string
  readonly tool: Tool
  /** As submitted. */
  readonly requestedUrl: string
  readonly target: Target
}

/**
 * A failure of our own: nothing is known about the target, and the job is not settled. A target that is down is a
 * completed job with an ISSUE (design.md 1.9).
 */
export interface ToolFailure {
  readonly status: 'failed'
  readonly reason: string
  /** The remedy for the operator of this machine. */
  readonly detail?: string
}

/** Numbers of network requests of one job: connections of the probe and requests of the browser. */
export interface EgressCounts {
  readonly allowed: number
  readonly blocked: number
  readonly failed: number
  /**
   * Numbers of blocked and failed requests by reason: our own codes (`EgressBlock`, `RefusalType`, `ExchangeErrorCode`), never
   * text of the page.
   */
  readonly reasons: Readonly<Record<string, number>>
}
