import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TlsObservation } from '#evidence/tls.ts'
import { tlsObservation } from '#evidence/tls.ts'
import type { Hit } from '#findings/rule/rule.ts'
import { browserPolicyRules } from '#findings/tls/browser-policy.ts'
import { tlsChainRules } from '#findings/tls/chain.ts'
import { tlsDateRules } from '#findings/tls/dates.ts'
import { tlsSessionRules } from '#findings/tls/session.ts'
import { trustRules } from '#findings/tls/trust.ts'
import { observeTls } from '#gather/tls/tls.ts'
import {
  type HandshakeOutcome,
  handshake,
  isWorthClassifying,
  permissiveHandshake,
} from '#net/tls/handshake.ts'
import { createTrustStore, type TrustStore } from '#net/x509/trust-store.ts'
import { rfc3339, systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { healthyEvidence } from '#test/equipment/evidence/evidence.ts'
import type { Minted } from './certificates.ts'
import type { LoopbackServer } from './tls-server.ts'

export interface ProbeOptions {
  readonly host: string
  /** Default: the host. Null sends no SNI. */
  readonly serverName?: string | null
  readonly trust: TrustStore
  readonly alpn?: readonly string[]
  /** Default: now. */
  readonly checkedAtMs?: number
  readonly deadlineMs?: number
}

/** A server on loopback. */
export type Endpoint = Pick<LoopbackServer, 'host' | 'port'>

/** A trust store whose public roots are exactly these. */
export function trusting(...roots: readonly Minted[]): TrustStore {
  return createTrustStore({
    name: 'test',
    version: '1',
    publicRoots: roots.map((root) => root.pem),
  })
}

export async function connectTo(server: Endpoint): Promise<Socket> {
  const socket = connect(server.port, server.host)
  await once(socket, 'connect')
  return socket
}

/** One handshake over real sockets. The caller destroys the socket of a session. */
export async function shakeHands(
  server: Endpoint,
  options: ProbeOptions,
): Promise<HandshakeOutcome> {
  const deadline = deadlineAfter(systemClock, options.deadlineMs ?? 5000)
  try {
    return await handshake(
      await connectTo(server),
      {
        serverName: options.serverName === undefined ? options.host : options.serverName,
        alpn: options.alpn ?? ['h2', 'http/1.1'],
        trust: options.trust,
        clock: systemClock,
      },
      deadline,
    )
  } finally {
    deadline.close()
  }
}

/** Makes a handshake, and a permissive one where that adds facts, and returns the observation. */
export async function observe(server: Endpoint, options: ProbeOptions): Promise<TlsObservation> {
  const outcome = await shakeHands(server, options)
  if (outcome.status === 'secured') outcome.socket.destroy()
  const serverName = options.serverName === undefined ? options.host : options.serverName
  const deadline = deadlineAfter(systemClock, 5000)
  const permissive =
    outcome.status === 'failed' && isWorthClassifying(outcome.failure)
      ? await permissiveHandshake(await connectTo(server), { serverName }, deadline)
      : null
  deadline.close()
  const checkedAtMs = options.checkedAtMs ?? Date.now()
  const { host, trust } = options
  return tlsObservation.parse(
    observeTls({ host, serverName, address: null, outcome, permissive, trust, checkedAtMs }).tls,
  )
}

export interface Judgement extends Hit {
  readonly code: string
}

/** The findings for one observation, in report order. */
export function judge(tls: TlsObservation, checkedAtMs = Date.now()): readonly Judgement[] {
  const evidence = healthyEvidence({
    checked_at: rfc3339(checkedAtMs),
    tls: { ...tls, earlier_hosts: [] },
  })
  return [
    ...tlsSessionRules,
    ...tlsDateRules,
    ...tlsChainRules,
    ...browserPolicyRules,
    ...trustRules,
  ].flatMap((rule) => {
    const hits = rule.when(evidence) ?? []
    return (Array.isArray(hits) ? hits : [hits]).map((hit: Hit) => ({
      effect: rule.effect,
      ...hit,
      code: rule.code,
    }))
  })
}
