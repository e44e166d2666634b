import type { Evidence } from '#evidence/evidence.ts'
import type { TlsObservation } from '#evidence/tls.ts'
import { hostNameOf } from '#findings/readings/naming.ts'
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

/**
 * Calls `judge` for the handshake of the last host, for those of earlier hosts in order, and for those with further addresses.
 * Each hit names host and address, and has the URL of the hop when that is not the last one.
 */
export function eachHandshake(judge: (handshake: Handshake) => Hit | null) {
  return (evidence: Evidence): readonly Hit[] => {
    const { tls, checked_at } = evidence
    if (!tls) return []
    const now = Date.parse(checked_at)
    const listed = (list: 'earlier_hosts' | 'other_addresses') =>
      tls[list].map((one, i) => ({ tls: one, at: `/tls/${list}/${i}`, now, evidence }))
    const all: Handshake[] = [
      { tls, at: '/tls', now, evidence },
      ...listed('earlier_hosts'),
      ...listed('other_addresses'),
    ]
    return all.flatMap((handshake) => {
      const hit = judge(handshake)
      if (hit === null) return []
      const url = hit.url ?? urlOf(handshake, tls.host)
      return [{ ...hit, message: placed(hit.message, handshake.tls), url }]
    })
  }
}

const MAX_MESSAGE = 200

/** The message with the host and the address that it is about, as far as they fit. */
function placed(message: string, { host, address }: TlsObservation): string {
  const name = hostNameOf({ host })
  const at = address === null ? '' : `at ${address}`
  const places = [name === null ? at : `${name} ${at}`, at].map((place) => place.trim())
  const fits = places.find(
    (place) => place !== '' && message.length + place.length + 3 <= MAX_MESSAGE,
  )
  return fits === undefined ? message : `${message.replace(/\.$/, '')} (${fits}).`
}

/** The URL of the hop to an earlier host; null for the last host, which the report is about. */
function urlOf({ tls, evidence }: Handshake, lastHost: string): string | null {
  if (tls.host === lastHost) return null
  const hop = evidence.redirects.hops.find(({ url }) => {
    const parsed = URL.parse(url)
    return parsed?.protocol === 'https:' && parsed.hostname === tls.host
  })
  return hop?.url ?? `https://${tls.host}/`
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
