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

/** Beside a page over http nobody waits longer for its https twin: two connects that time out, and the pause between. */
const patienceMs = 12_000

/**
 * Whether a host that was asked over http speaks TLS on 443: a connection, a handshake, no request. No is said only of
 * what failed twice (guard G2), on every address that we have a way to; our own time being up says nothing.
 */
export async function checkHttps(
  target: Target,
  addresses: readonly VettedAddress[],
  tools: NetworkTools & Pick<RequestTools, 'trust'>,
  deadline: Deadline,
): Promise<HttpsAvailability> {
  if (addresses.length === 0) return httpsNotTried
  const patience = deadline.within(patienceMs)
  try {
    const first = await handshakeOnce(target, addresses, tools, patience, deadline)
    if (first.error !== 'tls' || patience.remainingMs() <= RETRY_AFTER_MS) return first
    await tools.clock.sleep(RETRY_AFTER_MS, patience.signal)
    const second = await handshakeOnce(target, addresses, tools, patience, deadline)
    return second.available === null ? first : second
  } catch {
    // A wait and a handshake reject only when the job was cancelled.
    return httpsNotTried
  } finally {
    patience.close()
  }
}

async function handshakeOnce(
  target: Target,
  addresses: readonly VettedAddress[],
  tools: NetworkTools & Pick<RequestTools, 'trust'>,
  patience: Deadline,
  deadline: Deadline,
): Promise<HttpsAvailability> {
  const reached = await tryAddresses(addresses, 443, tools, patience).first
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
