import type { Random } from '#runtime/random.ts'
import { isSealed, type SealSecret, sealText, unseal } from '#runtime/sealed-text.ts'
import type { Tool } from '#tools/tool.ts'

/** What a buyer repeats to get a lost response, whatever the bytes of the request: what was signed, and what was bought. */
export interface BuyerRequest {
  /** The signed authorization in normal form (`signedText`). */
  readonly signed: string
  readonly paymentId: string | null
  readonly tool: Tool
  readonly url: string
}

/**
 * Seals a report for the ledger. It contains the id of a screenshot, which anyone with the id may fetch (spec 2.3), so
 * only its buyer can open it: the ledger has only digests of the payment and of the url. The signed authorization by
 * itself is not sufficient as a key, since it becomes public with the settlement, and is stored while the settlement is
 * unknown.
 */
export function sealReport(report: string, request: BuyerRequest, random: Random): string {
  return sealText(report, sealSecretOf(request), random)
}

/**
 * Returns the report, byte for byte; null when it is damaged, or sealed for another request. A report from a version
 * that did not seal reports is returned as stored.
 */
export function unsealReport(stored: string, request: BuyerRequest): string | null {
  return isSealed(stored) ? unseal(stored, sealSecretOf(request)) : stored
}

function sealSecretOf({ signed, paymentId, tool, url }: BuyerRequest): SealSecret {
  return {
    secret: JSON.stringify([signed, paymentId]),
    salt: new TextEncoder().encode(JSON.stringify([tool, url])),
    purpose: 'urlwitness stored report',
  }
}
