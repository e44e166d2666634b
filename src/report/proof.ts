import canonicalize from 'canonicalize'
import { sha256, stringToBytes } from 'viem/utils'
import { z } from 'zod'
import { Fault } from '#fault.ts'

/**
 * A signature of the service over the report, as a member of it. Its payload is not repeated: it is computed from
 * the report (`claimsOf`).
 */
export const proof = z
  .strictObject({
    jws: z
      .string()
      .describe('compact JWS (RFC 7515) with a detached payload: EdDSA with Ed25519 (RFC 8037)'),
    network: z.string().describe('CAIP-2, of the payment'),
    payer: z.string(),
    nonce: z.string().describe('of the payment authorization (EIP-3009)'),
  })
  .meta({ id: 'Proof' })
export type Proof = z.infer<typeof proof>

/** The payment that a report was made for. */
export type ProvenPayment = Omit<Proof, 'jws'>

/** The members of a report that its signature binds directly: whole and compact reports have the same. */
export const provenReport = z.looseObject({
  job_id: z.string(),
  tool: z.string(),
  requested_url: z.string(),
  final_url: z.string(),
  checked_at: z.string(),
  result_status: z.string(),
  ruleset_version: z.string(),
  report_sha256: z.string(),
  findings: z.array(z.looseObject({ code: z.string() })),
})
type ProvenReport = Readonly<z.infer<typeof provenReport>>

/**
 * The payload of the signature: RFC 8785 form of these members. All others, such as the normalized URL and the place
 * of the check, are bound by `report_sha256`.
 */
export function claimsOf(report: ProvenReport, { network, payer, nonce }: ProvenPayment): string {
  const { job_id, tool, requested_url, final_url, checked_at, result_status } = report
  const { ruleset_version, report_sha256, findings } = report
  return canonical({
    job_id,
    tool,
    requested_url,
    final_url,
    checked_at,
    result_status,
    codes: findings.map(({ code }) => code),
    ruleset_version,
    report_sha256,
    network,
    payer,
    nonce,
  })
}

/** The exact text of a report with a proof as its last member, so that the rest keeps its bytes. */
export function withProof(text: string, reportProof: Proof): string {
  return `${text.slice(0, -1)},"proof":${JSON.stringify(reportProof)}}`
}

/** SHA-256, in lower-case hex, over the RFC 8785 form. Throws as `canonical` does. */
export function canonicalSha256(value: unknown): string {
  return sha256(stringToBytes(canonical(value))).slice(2)
}

/** The RFC 8785 form of a value. Throws a Fault `report_invalid` for a value without a JSON form. */
export function canonical(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new Fault('report_invalid', 'The report has no JSON form.')
  return text
}
