import type { Random } from '#runtime/random.ts'
import { isSealed, type SealSecret, sealText, unseal } from '#runtime/sealed-text.ts'

/** The parts of a request that a buyer repeats to get a lost response: the PAYMENT-SIGNATURE field value and the body. */
export interface BuyerRequest {
  readonly signature: string
  readonly body: Uint8Array
}

/**
 * Seals a report for the ledger. It contains the id of a screenshot, which anyone with the id may fetch (spec 2.3), so
 * only its buyer can open it: the ledger has only digests of the header and the body. The header by itself is not
 * sufficient as a key, since its authorization becomes public with the settlement, and is stored while the settlement
 * is unknown.
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

function sealSecretOf({ signature, body }: BuyerRequest): SealSecret {
  return { secret: signature, salt: body, purpose: 'urlwitness stored report' }
}
