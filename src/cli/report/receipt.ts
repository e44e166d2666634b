import { z } from 'zod'
import { VerbError } from '#cli/context.ts'
import { didUrlOf } from '#discovery/well-known.ts'
import { decodeBase64 } from '#payment/base64.ts'
import { parseJson } from '#payment/json-text.ts'
import { receiptStatement, signedReceiptIn } from '#payment/x402/offer-receipt.ts'
import { proof } from '#report/proof.ts'
import type { Verification } from '#report/verification.ts'
import { ageText } from '#runtime/time-text.ts'
import { tools } from '#tools/tool.ts'
import { toolDefinitions } from '#tools/tools.ts'
import type { ReportMembers } from './saved-report.ts'
import { type NamedKeySet, verifyCompactJws } from './signature.ts'

/** Result of the comparison of a receipt with a report. */
export interface ReceiptReading {
  readonly verification: Verification
  /** The settled transaction that the receipt names; null unless it is proven. */
  readonly transaction: string | null
}

const paidReport = z.looseObject({
  tool: z.enum(tools),
  checked_at: z.iso.datetime(),
  service: z.looseObject({ instance: z.url() }),
  proof,
})
type PaidReport = z.infer<typeof paidReport>
type Statement = z.infer<typeof receiptStatement>

/**
 * Verifies that a receipt is signed by a key of the service and can be that of the report: it names the same payer, network and
 * tool, and was issued after the check. `text`: as for `readSettlement`. Throws a `VerbError` for text without a receipt.
 */
export async function verifyReceipt(
  report: ReportMembers,
  text: string,
  keys: NamedKeySet | null,
): Promise<ReceiptReading> {
  const settlement = readSettlement(text)
  const jws = settlement === null ? null : signedReceiptIn(settlement)
  if (settlement === null || (jws === null && typeof settlement['transaction'] !== 'string')) {
    throw new VerbError(
      'the file of --receipt has no receipt: save the PAYMENT-RESPONSE field of the response, or the output of buy --json',
    )
  }
  if (jws === null) {
    return receiptResult('unchecked', 'it is not signed, so anyone can have written it')
  }
  const paid = paidReport.safeParse(report)
  if (!paid.success)
    return receiptResult('unchecked', 'the report has no proof that names a payment')
  if (keys === null) return receiptResult('unchecked', 'its signature needs --jwks')
  const { instance } = paid.data.service
  const signed = await verifyCompactJws(jws, keys, (key) =>
    didUrlOf(instance, publicKey.parse(key)),
  )
  if (!signed.ok) return receiptResult('wrong', signed.reason)
  const statement = receiptStatement.safeParse(parseJson(signed.payload))
  if (!statement.success) return receiptResult('wrong', 'what is signed is not a receipt')
  const differing = differencesOf(statement.data, paid.data, settlement)
  return differing.length === 0
    ? receiptResult('proven', provenText(statement.data, paid.data), statement.data.transaction)
    : receiptResult('wrong', `it is not that of the report: other ${differing.join(', ')}`)
}

function receiptResult(
  outcome: Verification['outcome'],
  detail: string,
  transaction: string | null = null,
): ReceiptReading {
  return { verification: { what: 'receipt', outcome, detail }, transaction }
}

/** The members that name a key. A key of another type gets a name that no receipt has. */
const publicKey = z.object({
  kid: z.string().catch(''),
  kty: z.string(),
  crv: z.string().catch(''),
  x: z.string().catch(''),
})

type JsonObject = Readonly<Record<string, unknown>>
const objectShape = z.record(z.string(), z.unknown())

/**
 * The settlement in a PAYMENT-RESPONSE value, its JSON, response fields as curl -D saves them, or the output of buy --json;
 * null for any other text.
 */
function readSettlement(text: string): JsonObject | null {
  const field = /^payment-response:[ \t]*(\S+)/im.exec(text)?.[1] ?? text.trim()
  const value = objectShape.safeParse(parseJson(decodeBase64(field) ?? text)).data ?? null
  return objectShape.safeParse(value?.['receipt']).data ?? value
}

/** The members in which a receipt contradicts the report, or the unsigned settlement around it. */
function differencesOf(
  statement: Statement,
  { tool, service, checked_at: checkedAt, proof: { payer, network } }: PaidReport,
  settlement: JsonObject,
): readonly string[] {
  const settledTransaction = settlement['transaction'] ?? statement.transaction
  const matches = {
    payer: statement.payer.toLowerCase() === payer.toLowerCase(),
    network: statement.network === network,
    resourceUrl: statement.resourceUrl === `${service.instance}${toolDefinitions[tool].endpoint}`,
    transaction: statement.transaction === settledTransaction,
    // `issuedAt` has whole seconds: a receipt of the second in which the check ended is not too early.
    time: statement.issuedAt >= Math.floor(Date.parse(checkedAt) / 1_000),
  }
  return Object.entries(matches).flatMap(([member, isSame]) => (isSame ? [] : [member]))
}

function provenText(statement: Statement, { checked_at: checkedAt }: PaidReport): string {
  const { payer, resourceUrl, network, transaction, issuedAt } = statement
  const delay = ageText(issuedAt * 1_000 - Date.parse(checkedAt))
  return `signed by the service: ${payer} paid ${resourceUrl} on ${network} in transaction ${transaction}, ${delay} after the check`
}
