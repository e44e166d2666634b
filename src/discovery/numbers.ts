import { counted } from '#findings/rule/counted.ts'
import { MAX_EXTRA_VALIDITY_S } from '#payment/eip3009/authorization.ts'
import type { Tool } from '#tools/tool.ts'
import type { ServiceFacts } from './service-facts.ts'

/** Times that a buyer plans with, in seconds. The only source for all documents. */
export interface Times {
  /** The longest duration of a call. */
  readonly call_deadline_s: number
  /** A signature must be valid for longer than this when it arrives. */
  readonly signature_min_validity_s: number
  /** `maxTimeoutSeconds` of the quotes; null while nothing is sold. */
  readonly quote_max_timeout_s: number | null
  /** A signature may be valid for at most this long when it arrives; null while nothing is sold. */
  readonly signature_max_validity_s: number | null
  /** How long the stored report of a payment with an identifier is returned again. */
  readonly report_kept_s: number
  /** The same for a payment without an identifier, if no response with the report was delivered completely. */
  readonly undelivered_report_kept_s: number
  /** Maximum time that a screenshot can be fetched. When space is short, the oldest of the payer with most are deleted first. */
  readonly screenshot_kept_s: number
}

/** The times of a service that its documents state, in seconds. */
export function timesOf({ limits, tools }: ServiceFacts): Times {
  const deadlineS = Math.ceil(limits.deadlineMs / 1000)
  const retentionS = limits.evidenceTtlHours * 3_600
  const offer = tools.find((tool) => tool.offer !== null)?.offer ?? null
  const timeoutS = offer?.accepts[0]?.maxTimeoutSeconds ?? null
  return {
    call_deadline_s: deadlineS,
    signature_min_validity_s: deadlineS,
    quote_max_timeout_s: timeoutS,
    signature_max_validity_s: timeoutS === null ? null : timeoutS + MAX_EXTRA_VALIDITY_S,
    report_kept_s: retentionS,
    undelivered_report_kept_s: limits.unnamedReportRetentionMs / 1_000,
    screenshot_kept_s: retentionS,
  }
}

/** Typical duration and sizes of a call: half of the calls are below, and nearly all within two or three times as much. */
export interface TypicalCall {
  readonly duration_s: number
  readonly report_bytes: number
  readonly compact_report_bytes: number
}

/** Measured with ordinary public pages; a test compares the examples with the sizes. */
export const typicalCalls: Readonly<Record<Tool, TypicalCall>> = {
  probe_url: { duration_s: 1, report_bytes: 9_000, compact_report_bytes: 1_000 },
  render_page: { duration_s: 4, report_bytes: 12_000, compact_report_bytes: 1_400 },
  verify_page: { duration_s: 6, report_bytes: 18_000, compact_report_bytes: 1_400 },
}

/** `24 hours`, `90 seconds`. */
export function durationText(seconds: number): string {
  if (seconds % 3_600 === 0) return counted(seconds / 3_600, 'hour')
  if (seconds % 60 === 0 && seconds > 120) return counted(seconds / 60, 'minute')
  return counted(seconds, 'second')
}
