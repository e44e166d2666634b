import { encodeBase64 } from '#payment/base64.ts'
import type { SettlementResponse } from './x402.ts'

/** Encodes the PAYMENT-RESPONSE field value. */
export function encodeReceipt(receipt: SettlementResponse): string {
  return encodeBase64(JSON.stringify(receipt))
}
