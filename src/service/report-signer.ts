import { claimsOf, type ProvenPayment, withProof } from '#report/proof.ts'
import { reportJson } from '#report/report.ts'
import type { Report } from '#report/schema.ts'
import { firstUse } from '#runtime/first-use.ts'
import type { SigningKeys } from '#store/keys/signing-keys.ts'

/** Returns the exact text of a report with its proof. */
export type ReportSigner = (report: Report, payment: ProvenPayment) => Promise<string>

/** Signs reports with the key that is current at the time. */
export function createReportSigner(keys: SigningKeys): ReportSigner {
  // With the first report: a start does not need it.
  const library = firstUse(() => import('jose'))
  return async (report, { network, payer, nonce }) => {
    const { FlattenedSign } = await library()
    const { kid, key } = keys.current()
    const claims = new TextEncoder().encode(claimsOf(report, { network, payer, nonce }))
    const signed = await new FlattenedSign(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .sign(key)
    // RFC 7515, appendix F: without the payload.
    const jws = `${signed.protected}..${signed.signature}`
    return withProof(reportJson(report), { jws, network, payer, nonce })
  }
}
