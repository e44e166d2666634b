import canonicalize from 'canonicalize'
import { sha256, stringToBytes } from 'viem/utils'
import { Fault } from '#fault.ts'
import type { ProvenPayment, ProvenReport } from './proof.ts'

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
