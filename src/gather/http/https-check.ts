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
const TIMEOUT_MS = 12_000

// Milliseconds between two attempts at one address. Most hosts of http pages have port 443 closed and refuse it in one round
// trip; with a pause of a second, the report of each of them would wait for it.
const REDIAL_AFTER_MS = 200

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
  using httpsDeadline = deadline.within(TIMEOUT_MS)
  const handshakeOnce = () => tryHandshake({ target, addresses }, tools, httpsDeadline, deadline)
  try {
    const first = await handshakeOnce()
    if (first.error !== 'tls' || httpsDeadline.remainingMs() <= RETRY_AFTER_MS) return first
    await tools.clock.sleep(RETRY_AFTER_MS, httpsDeadline.signal)
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
  httpsDeadline: Deadline,
  deadline: Deadline,
): Promise<HttpsAvailability> {
  const dialTools = { ...tools, retryAfterMs: REDIAL_AFTER_MS }
  const connection = await tryAddresses(addresses, 443, dialTools, httpsDeadline).first
  if (connection.status === 'failed') {
    const isOurLimit = connection.raw === 'DEADLINE' || connection.raw === 'NO_ROUTE'
    return isOurLimit || deadline.signal.aborted
      ? httpsNotTried
      : { available: false, error: connection.error }
  }
  const serverName = target.literal === null ? target.host : null
  const options = { serverName, alpn: ['http/1.1'], trust: tools.trust, clock: tools.clock }
  const outcome = await handshake(connection.socket, options, httpsDeadline)
  if (outcome.status === 'failed') {
    return deadline.signal.aborted ? httpsNotTried : { available: false, error: 'tls' }
  }
  outcome.socket.destroy()
  return { available: true, error: null }
}
