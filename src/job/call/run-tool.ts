import type { ResultStatus } from '#findings/summary.ts'
import type { AuthorizationKey } from '#payment/ledger/ledger.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { EgressCounts, ToolFailure, ToolJob } from '#tools/job.ts'

/** Texts from the page, for the operator. They are untrusted. */
export interface PageTexts {
  readonly title: string | null
  /** The first error that its scripts reported. */
  readonly firstError: string | null
}

/** A finished report, or our own failure. */
export type ToolResult = (
  | {
      readonly status: 'completed'
      readonly body: string
      readonly resultStatus: ResultStatus
      /** Codes of its findings, without repetition, for the ledger. */
      readonly findingCodes?: readonly string[]
      /**
       * Returns the body with its `report_url`, if it has one, and with a signature that names the payment; absent where
       * reports are not signed.
       */
      readonly signFor?: (payment: AuthorizationKey, reportUrl: string | null) => Promise<string>
      /** The screenshot of the page, for a caller on this machine. */
      readonly png?: Uint8Array | null
      readonly texts?: PageTexts
    }
  | ToolFailure
) & {
  /** Counts of the tool's network requests, if they were counted. */
  readonly egress?: EgressCounts
}

/** Runs a tool to its report within the deadline. Rejects with a Fault for unexpected failures. */
export type ToolRunner = (job: ToolJob, deadline: Deadline) => Promise<ToolResult>

/** Called for every job when it begins and when it ends. */
export interface JobObserver {
  started(job: ToolJob): void
  ended(job: ToolJob, result: ToolResult): void
}
