import { z } from 'zod'

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
export type ProvenReport = Readonly<z.infer<typeof provenReport>>

/** The exact text of a report with a proof as its last member, so that the rest keeps its bytes. */
export function withProof(text: string, reportProof: Proof): string {
  return `${text.slice(0, -1)},"proof":${JSON.stringify(reportProof)}}`
}
