import type { Random } from '#runtime/random.ts'
import { isSealed, type SealSecret, sealText, unseal } from '#runtime/sealed-text.ts'

/** What a buyer brings again to get a lost answer: the PAYMENT-SIGNATURE field value and the body of the request. */
export interface BuyersRequest {
  readonly signature: string
  readonly body: Uint8Array
}

/**
 * A report as the ledger keeps it. It holds the id of a picture, which whoever has it may fetch (spec 2.3), so it lies on
 * the disk for its buyer alone: of the header and the body the ledger has only digests. The header by itself is not enough
 * for a key, since its authorization becomes public with the settlement, and is kept for as long as that is unknown.
 */
export function sealReport(report: string, request: BuyersRequest, random: Random): string {
  return sealText(report, secretOf(request), random)
}

/** The report, byte for byte; null when it is damaged, or another's. One of a version that did not seal is as it is. */
export function unsealReport(stored: string, request: BuyersRequest): string | null {
  return isSealed(stored) ? unseal(stored, secretOf(request)) : stored
}

function secretOf({ signature, body }: BuyersRequest): SealSecret {
  return { secret: signature, salt: body, purpose: 'urlwitness stored report' }
}
