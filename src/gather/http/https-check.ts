import type { SecurityEvidence } from '#evidence/security.ts'
import { RETRY_AFTER_MS, tryAddresses } from '#gather/connect/try-addresses.ts'
import type { NetworkTools } from '#gather/network/job-network.ts'
import { handshake } from '#net/tls/handshake.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { VettedAddress } from '#target/address.ts'
import type { Target } from '#target/target.ts'
import type { RequestTools } from './request.ts'

export type HttpsAvailability = Pick<SecurityEvidence['https'], 'available' | 'error'>

export const httpsNotTried: HttpsAvailability = { available: null, error: null }

type HttpsTools = NetworkTools & Pick<RequestTools, 'trust'>

/**
 * Maximum milliseconds to wait for https while a page is fetched over http: two connection timeouts and the pause between
 * them.
 */
const patienceMs = 12_000

// Milliseconds between two attempts at one address. Most hosts of http pages have port 443 closed and refuse it in one round
// trip; with a pause of a second, the report of each of them would wait for it.
const redialAfterMs = 200

/**
 * Checks whether the host of a plain http URL speaks TLS on port 443, by a connection and a handshake without a request.
 * `available` is false only after two failures (guard G2) on every address with a route; it stays unknown (null) when our own
 * time runs out.
 */
export async function checkHttps(
  target: Target,
  addresses: readonly VettedAddress[],
  tools: HttpsTools,
  deadline: Deadline,
): Promise<HttpsAvailability> {
  if (addresses.length === 0) return httpsNotTried
  using patience = deadline.within(patienceMs)
  const handshakeOnce = () => tryHandshake({ target, addresses }, tools, patience, deadline)
  try {
    const first = await handshakeOnce()
    if (first.error !== 'tls' || patience.remainingMs() <= RETRY_AFTER_MS) return first
    await tools.clock.sleep(RETRY_AFTER_MS, patience.signal)
    const second = await handshakeOnce()
    return second.available === null ? first : second
  } catch {
    // A wait or a handshake rejects only when the job was cancelled.
    return httpsNotTried
  }
}

async function tryHandshake(
  { target, addresses }: { target: Target; addresses: readonly VettedAddress[] },
  tools: HttpsTools,
  patience: Deadline,
  deadline: Deadline,
): Promise<HttpsAvailability> {
  const dialing = { ...tools, retryAfterMs: redialAfterMs }
  const reached = await tryAddresses(addresses, 443, dialing, patience).first
  if (reached.status === 'failed') {
    const ours = reached.raw === 'DEADLINE' || reached.raw === 'NO_ROUTE'
    return ours || deadline.signal.aborted
      ? httpsNotTried
      : { available: false, error: reached.error }
  }
  const serverName = target.literal === null ? target.host : null
  const options = { serverName, alpn: ['http/1.1'], trust: tools.trust, clock: tools.clock }
  const outcome = await handshake(reached.socket, options, patience)
  if (outcome.status === 'failed') {
    return deadline.signal.aborted ? httpsNotTried : { available: false, error: 'tls' }
  }
  outcome.socket.destroy()
  return { available: true, error: null }
}
