import type { AuthorizationKey } from '#payment/ledger/ledger.ts'
import { receiptPayload, withSignedReceipt, type X402Signer } from '#payment/x402/offer-receipt.ts'
import { encodeReceipt } from '#payment/x402/receipt.ts'
import type { SettlementResponse } from '#payment/x402/x402.ts'
import type { Tool } from '#tools/tool.ts'
import { toolDefinitions } from '#tools/tools.ts'

/** The sale that a receipt confirms. */
export interface PaidReport {
  readonly key: AuthorizationKey
  readonly tool: Tool
  /** Time of the settlement, epoch milliseconds, so that a repeated response has the same receipt. */
  readonly settledAt: number
}

/** Makes the PAYMENT-RESPONSE value of a response with the report. */
export type ReceiptMaker = (settled: SettlementResponse, report: PaidReport) => Promise<string>

/** If `signer` is null, receipts have no `offer-receipt` extension. */
export function receiptMaker(signer: X402Signer | null, baseUrl: string): ReceiptMaker {
  return async (settled, { key: { network, payer }, tool, settledAt }) => {
    const payload = receiptPayload({
      resourceUrl: `${baseUrl}${toolDefinitions[tool].endpoint}`,
      network,
      payer,
      issuedAtS: Math.floor(settledAt / 1_000),
      transaction: settled.transaction,
    })
    const jws = signer === null ? null : await signer.sign(payload)
    return encodeReceipt(jws === null ? settled : withSignedReceipt(settled, jws))
  }
}
