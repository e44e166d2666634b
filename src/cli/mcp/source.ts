import type { Tool } from '#tools/tool.ts'

/** Where the local MCP server gets reports from: a paid service, or this machine. */
export interface ReportSource {
  /** `message` has the cause and the remedy. Never rejects because of a service or a target. */
  report(tool: Tool, url: string, signal: AbortSignal): Promise<SourcedReport>
  /** `id`: as the report names it. */
  screenshot(id: string, signal: AbortSignal): Promise<SourcedScreenshot>
  prices(signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>
  budget(): Readonly<Record<string, unknown>>
  close(): Promise<void>
}

export type SourcedReport =
  | {
      readonly ok: true
      readonly body: string
      readonly paid: PaidFacts | null
      /** What went wrong after the payment. */
      readonly note: string | null
    }
  | { readonly ok: false; readonly message: string }

/** What was paid for a report, as the host may show it. */
export interface PaidFacts {
  /** Decimal dollars. */
  readonly amountUsd: string
  /** Empty if the report was already paid by an earlier call. */
  readonly transaction: string
}

export type SourcedScreenshot =
  | { readonly ok: true; readonly png: Uint8Array }
  | { readonly ok: false; readonly message: string }
