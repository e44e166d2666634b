import type { Readiness } from '#job/readiness.ts'
import { timeOf } from '#runtime/time-text.ts'

/** The state of the service that conditions are evaluated on. Undefined: the value could not be read. */
export interface OperatingState {
  /** Epoch milliseconds. */
  readonly now: number
  readonly readiness: Readiness | undefined
  /** Settlements whose outcome is unknown. */
  readonly unknownSettlements: number | undefined
  /** Why no further screenshot can be stored; null while one can. */
  readonly noRoom: 'quota' | 'disk_full' | 'disk_error' | null | undefined
  readonly screenshots: { readonly bytes: number; readonly quotaBytes: number } | undefined
  /** Expiry of the listener's own certificate, epoch milliseconds; null without one. */
  readonly certificateExpiresAt: number | null
}

/** Stable names: receivers filter by them. */
export type AlertName =
  | 'settlement_unknown'
  | 'facilitator_down'
  | 'ledger_unwritable'
  | 'browser_lost'
  | 'disk_short'
  | 'quota_near_full'
  | 'certificate_expiring'

/** A condition that begins and ends an alert. */
export interface AlertCondition {
  readonly name: AlertName
  readonly title: string
  /** The title of a resolved alert. */
  readonly resolved: string
  /** On ntfy's scale: 1 (lowest) to 5 (highest). */
  readonly priority: 3 | 4 | 5
  /** Milliseconds that the condition must last: a planned replacement or one lost response is not an alert. */
  readonly holdMs: number
  /**
   * The problem and its remedy; null without a problem, undefined when the state could not be read. Contains no text of a
   * caller or a target.
   */
  readonly detailOf: (state: OperatingState) => string | null | undefined
}

const QUOTA_SHARE = 0.9
const DAY_MS = 86_400_000
/** Certificates of 90 days are commonly renewed 30 days before they expire: at 14 days the renewal has failed. */
const CERTIFICATE_MS = 14 * DAY_MS

export const conditions: readonly AlertCondition[] = [
  {
    name: 'settlement_unknown',
    title: 'Settlement outcome unknown',
    resolved: 'No settlement outcome is unknown',
    priority: 4,
    holdMs: 0,
    detailOf: ({ unknownSettlements: count }) => {
      if (count === undefined) return undefined
      return count === 0
        ? null
        : `The outcome of ${count} settlement${count === 1 ? '' : 's'} is unknown: the payment may have been made. Run \`urlwitness ledger summary\` for details.`
    },
  },
  {
    name: 'facilitator_down',
    title: 'Facilitator unavailable',
    resolved: 'Facilitator is available again',
    priority: 5,
    holdMs: 30_000,
    detailOf: (state) => brokenPart(state, 'facilitator'),
  },
  {
    name: 'ledger_unwritable',
    title: 'Ledger cannot be written',
    resolved: 'Ledger can be written',
    priority: 5,
    holdMs: 0,
    detailOf: (state) => brokenPart(state, 'ledger'),
  },
  {
    name: 'browser_lost',
    title: 'Browser unavailable',
    resolved: 'Browser is available again',
    priority: 4,
    holdMs: 60_000,
    detailOf: (state) => brokenPart(state, 'browser') ?? brokenPart(state, 'egress'),
  },
  {
    name: 'disk_short',
    title: 'Disk space is short',
    resolved: 'Disk space is sufficient',
    priority: 5,
    holdMs: 0,
    detailOf: ({ noRoom }) => {
      if (noRoom === 'disk_full') {
        return 'Another screenshot would leave less free disk space than evidence.min_free_mb. Free some space: the ledger is on this disk too, and a full disk stops all sales.'
      }
      if (noRoom === 'disk_error') {
        return 'Screenshots cannot be written: check the disk, or the bucket if evidence_url is set.'
      }
      return noRoom === undefined ? undefined : null
    },
  },
  {
    name: 'quota_near_full',
    title: 'Screenshot quota is nearly full',
    resolved: 'Screenshot quota has room',
    priority: 3,
    holdMs: 0,
    detailOf: ({ noRoom, screenshots }) => {
      if (screenshots === undefined) return undefined
      const { bytes, quotaBytes } = screenshots
      return noRoom === 'quota' || bytes >= quotaBytes * QUOTA_SHARE
        ? `Screenshots take ${Math.round((bytes * 100) / quotaBytes)} % of evidence.quota_mb. Raise it, or lower evidence.ttl_hours: the browser tools are not sold while the quota is full.`
        : null
    },
  },
  {
    name: 'certificate_expiring',
    title: 'Certificate expires soon',
    resolved: 'Certificate is renewed',
    priority: 4,
    holdMs: 0,
    detailOf: ({ certificateExpiresAt, now }) =>
      certificateExpiresAt === null || certificateExpiresAt - now > CERTIFICATE_MS
        ? null
        : `tls.cert_file expires at ${timeOf(certificateExpiresAt)}: renew it, then reload the service.`,
  },
]

function brokenPart({ readiness }: OperatingState, name: string): string | null | undefined {
  if (readiness === undefined) return undefined
  const part = readiness.parts[name]
  return part === undefined || part.ok ? null : (part.detail ?? 'No details are available.')
}
