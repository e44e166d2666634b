import type { Evidence } from '#evidence/evidence.ts'
import type { TlsObservation } from '#evidence/tls.ts'
import type { Hit } from '#findings/rule/rule.ts'

/** One handshake of the evidence, with the facts that a rule needs to report it. */
export interface Handshake {
  readonly tls: TlsObservation
  /** RFC 6901 pointer to it in the report. */
  readonly at: string
  /** `checked_at`, milliseconds since the epoch. */
  readonly now: number
  readonly evidence: Evidence
}

type LeafSession = TlsObservation & { leaf: NonNullable<TlsObservation['leaf']> }

/** Calls `judge` for the handshake of the last host, then for those of earlier hosts in order. */
export function eachHandshake(judge: (handshake: Handshake) => Hit | null) {
  return (evidence: Evidence): readonly Hit[] => {
    const { tls, checked_at } = evidence
    if (!tls) return []
    const now = Date.parse(checked_at)
    const all: Handshake[] = [
      { tls, at: '/tls', now, evidence },
      ...tls.earlier_hosts.map((earlier, i) => ({
        tls: earlier,
        at: `/tls/earlier_hosts/${i}`,
        now,
        evidence,
      })),
    ]
    return all.map(judge).filter((hit) => hit !== null)
  }
}

/** The same for handshakes with a certificate. */
export function eachLeaf(
  judge: (handshake: Handshake & { readonly tls: LeafSession }) => Hit | null,
) {
  return eachHandshake((handshake) => {
    const { leaf } = handshake.tls
    return leaf && judge({ ...handshake, tls: { ...handshake.tls, leaf } })
  })
}
