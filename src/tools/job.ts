import type { Target } from '#target/target.ts'
import type { Tool } from './tool.ts'

/** One run of one tool, paid or not: it knows nothing of money. */
export interface ToolJob {
  readonly jobId: string
  readonly tool: Tool
  /** As submitted. */
  readonly requestedUrl: string
  readonly target: Target
}

/**
 * Our own failure: nothing can be said about the target, and the job is not settled. A target that is down is a completed
 * job with an ISSUE (design.md 1.9).
 */
export interface ToolFailure {
  readonly status: 'failed'
  readonly reason: string
  /** What the operator of this machine can do. */
  readonly detail?: string
}

/** What one job requested from the network: each connection of the probe and each request of the browser. */
export interface EgressCounts {
  readonly allowed: number
  readonly blocked: number
  readonly failed: number
  /** Of those blocked and failed: our own codes (`EgressBlock`, `RefusalType`, `ExchangeErrorCode`), never a word of the page. */
  readonly reasons: Readonly<Record<string, number>>
}
