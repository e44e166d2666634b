import type { SecurityEvidence } from '../evidence/security.ts'
import { dial } from '../net/dial.ts'
import { handshake } from '../net/handshake.ts'
import type { Deadline } from '../runtime/deadline.ts'
import type { VettedAddress } from '../target/address.ts'
import type { Target } from '../target/target.ts'
import type { NetworkTools } from './job-network.ts'
import type { VisitTools } from './visit.ts'

export type HttpsAvailability = Pick<SecurityEvidence['https'], 'available' | 'error'>

export const httpsNotTried: HttpsAvailability = { available: null, error: null }

/** Beside a page over http nobody waits longer for its https twin. */
const patienceMs = 10_000

/** Whether a host that was asked over http speaks TLS on 443: one connection, one handshake, no request. */
export async function checkHttps(
  target: Target,
  addresses: readonly VettedAddress[],
  tools: NetworkTools & Pick<VisitTools, 'trust'>,
  deadline: Deadline,
): Promise<HttpsAvailability> {
  const [address] = addresses
  if (address === undefined) return httpsNotTried
  const patience = deadline.within(patienceMs)
  try {
    const dialed = await dial(address, 443, tools, patience)
    if (dialed.status === 'failed') {
      return deadline.signal.aborted ? httpsNotTried : { available: false, error: dialed.error }
    }
    const serverName = target.literal === null ? target.host : null
    const options = { serverName, alpn: ['http/1.1'], trust: tools.trust, clock: tools.clock }
    const outcome = await handshake(dialed.socket, options, patience)
    if (outcome.status === 'failed') return { available: false, error: 'tls' }
    outcome.socket.destroy()
    return { available: true, error: null }
  } catch {
    // A handshake rejects only when the job was cancelled.
    return httpsNotTried
  } finally {
    patience.close()
  }
}
