import type { Tool } from '#tools/tool.ts'

/** Where the local MCP server gets reports from: a paid service, or this machine. */
export interface ReportSource {
  /** Whether a report can cost money, simulated money apart. */
  readonly spendsMoney: boolean
  /** `message` has the cause and the remedy. Never rejects because of a service or a target. */
  report(tool: Tool, url: string, signal: AbortSignal): Promise<ReportResult>
  /** `id`: the `screenshot_evidence_id` of a bought report, or the `job_id` of a report of this machine. */
  screenshot(id: string, signal: AbortSignal): Promise<ScreenshotResult>
  /** The whole report at a `report_url`, while its service keeps it; null without a service. */
  stored: ((reportUrl: string, signal: AbortSignal) => Promise<ReportResult>) | null
  prices(signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>
  budget(): Readonly<Record<string, unknown>>
  close(): Promise<void>
}

export type ReportResult =
  | {
      readonly ok: true
      readonly body: string
      readonly paid: PaidFacts | null
      /** What else the host has to know about the payment, in sentences; null if nothing. */
      readonly note: string | null
    }
  | { readonly ok: false; readonly message: string }

/** The payment for a report, for display by the host. */
export interface PaidFacts {
  /** Decimal dollars. */
  readonly amountUsd: string
  /** Empty if the report was already paid by an earlier call. */
  readonly transaction: string
}

export type ScreenshotResult =
  | { readonly ok: true; readonly png: Uint8Array }
  | { readonly ok: false; readonly message: string }
