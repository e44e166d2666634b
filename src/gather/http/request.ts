import type { Limits } from '#evidence/evidence.ts'
import type { Attempt } from '#evidence/http.ts'
import type { PhaseTimings } from '#evidence/timings.ts'
import type { TlsObservation } from '#evidence/tls.ts'
import type { JobNetwork } from '#gather/network/job-network.ts'
import { observeTls } from '#gather/tls/tls.ts'
import { openHttpConnection } from '#net/http/connection.ts'
import type {
  ExchangeCaps,
  ExchangeResult,
  Field,
  HttpConnection,
  HttpRequest,
  HttpResponse,
} from '#net/http/contract.ts'
import { standardCaps } from '#net/http/contract.ts'
import { ACCEPT_ENCODING } from '#net/http/decode-body.ts'
import { handshake, isWorthClassifying, permissiveHandshake } from '#net/tls/handshake.ts'
import type { TrustStore } from '#net/x509/trust-store.ts'
import { type Clock, rfc3339 } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { VettedAddress } from '#target/address.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import type { Refusal } from '#target/refusal.ts'
import type { Target } from '#target/target.ts'
import { isRedirectStatus } from './redirects.ts'
import { nextAttempt } from './retry.ts'

export interface RequestTools {
  readonly network: JobNetwork
  readonly trust: TrustStore
  readonly clock: Clock
  readonly limits: Limits
  readonly userAgent: string
  /** The instant that certificates are judged at. */
  readonly checkedAtMs: number
  /** Default: a page, with all that can be seen of it. */
  readonly asking?: Asking
}

/** How a URL is asked of which only the answer counts: no handshake is made to explain another. */
export interface Asking {
  readonly method: HttpRequest['method']
  /** False: one attempt, whatever comes of it. */
  readonly isRepeated: boolean
  /** For one request and its answer, connection apart. */
  readonly exchangeMs: number
  /** An idle connection to that origin, if there is one; it then belongs to the visit. */
  readonly idle: (target: Target) => HttpConnection | null
}

/** One URL asked, as often as the rules say: the last attempt's outcome, and what all of them did. */
export interface RequestResult {
  readonly target: Target
  readonly attempts: readonly Attempt[]
  readonly answer: HttpResponse | null
  /** What kept the answer away, or broke its body. */
  readonly error: ExchangeError | null
  readonly address: VettedAddress | null
  readonly tls: TlsObservation | null
  readonly timings: PhaseTimings
  /** Why the policy forbids what the host resolves to. */
  readonly refusal: Refusal | null
  /** Open when it can carry another request; the caller closes it. */
  readonly connection: HttpConnection | null
}

/** One round trip in TLS 1.3; a server that takes longer than this for it has stalled. */
const handshakeTimeoutMs = 10_000

/** Asks a URL, and again on a fresh connection where a single failure proves nothing. Never rejects for the target. */
export async function request(
  target: Target,
  cookie: string | null,
  tools: RequestTools,
  deadline: Deadline,
): Promise<RequestResult> {
  const attempts: Attempt[] = []
  let why: Attempt['why'] = 'first'
  for (;;) {
    // What a single failure left open is asked on a fresh connection.
    const idle: HttpConnection | null =
      why === 'first' ? (tools.asking?.idle(target) ?? null) : null
    const tried: Tried =
      (idle && (await overIdle(idle, target, cookie, tools, deadline))) ??
      (await attempt(target, cookie, tools, deadline))
    attempts.push(recordOf(tried, attempts.length + 1, why, target))
    const next =
      triedTwice(tried.error) || tools.asking?.isRepeated === false
        ? null
        : nextAttempt(attempts, tried.answer, tools.clock.now(), deadline.remainingMs())
    if (next === null) {
      const explained =
        tools.asking === undefined ? await classified(tried, target, tools, deadline) : tried
      return { ...explained, target, attempts }
    }
    tried.connection?.close()
    try {
      await tools.clock.sleep(next.waitMs, deadline.signal)
    } catch {
      // The deadline ended the wait: what was seen stands.
      return { ...tried, connection: null, target, attempts }
    }
    why = next.why
  }
}

/** Names and addresses have had their second try within the first attempt, each by itself. */
function triedTwice(error: ExchangeError | null): boolean {
  return error?.phase === 'dns' || error?.phase === 'connect'
}

interface Tried extends Omit<RequestResult, 'target' | 'attempts'> {
  readonly startedAt: number
}

async function attempt(
  target: Target,
  cookie: string | null,
  tools: RequestTools,
  deadline: Deadline,
): Promise<Tried> {
  const { clock } = tools
  const startedAt = clock.now()
  const started = clock.monotonicMs()
  const total = () => Math.round(clock.monotonicMs() - started)
  const nothing = {
    startedAt,
    answer: null,
    address: null,
    tls: null,
    refusal: null,
    connection: null,
  }

  const reached = await tools.network.reach(target, deadline)
  const timings = { ...noTimings, dns: reached.dnsMs, connect: reached.connectMs }
  if (reached.status === 'unreached') {
    const { error, refusal } = reached
    return { ...nothing, error, refusal, timings: { ...timings, total: total() } }
  }
  const { address } = reached
  const secured = await secure(target, reached.socket, tools, deadline)
  const { tls } = secured
  const tlsMs = tls?.handshake_ms ?? null
  if (secured.status === 'failed') {
    const { error } = secured
    return { ...nothing, address, tls, error, timings: { ...timings, tls: tlsMs, total: total() } }
  }
  const connection = openHttpConnection(secured.socket, secured.alpn, clock, reached.socket)
  const asked = await ask(connection, target, cookie, tools, deadline)
  const phases = { ...timings, tls: tlsMs }
  if (asked.status === 'failed') {
    connection.close()
    const { error } = asked
    const refused = withLateAlert(tls, error)
    return { ...nothing, address, tls: refused, error, timings: { ...phases, total: total() } }
  }
  const { answer } = asked
  return {
    startedAt,
    answer,
    error: answer.bodyError,
    address,
    tls,
    timings: {
      ...phases,
      wait: Math.round(answer.waitMs),
      download: Math.round(answer.downloadMs),
      total: total(),
    },
    refusal: null,
    connection,
  }
}

async function ask(
  connection: HttpConnection,
  target: Target,
  cookie: string | null,
  { asking, userAgent, limits }: RequestTools,
  deadline: Deadline,
): Promise<ExchangeResult> {
  const patience = asking === undefined ? deadline : deadline.within(asking.exchangeMs)
  try {
    const message = requestFor(target, asking?.method ?? 'GET', userAgent, cookie)
    return await connection.exchange(message, capsOf(limits), patience)
  } finally {
    if (patience !== deadline) patience.close()
  }
}

/** Null when it broke before an answer: a server may close an idle connection whenever it likes (RFC 9112 9.5). */
async function overIdle(
  connection: HttpConnection,
  target: Target,
  cookie: string | null,
  tools: RequestTools,
  deadline: Deadline,
): Promise<Tried | null> {
  const startedAt = tools.clock.now()
  const nowhere = { startedAt, address: null, tls: null, refusal: null }
  const asked = await ask(connection, target, cookie, tools, deadline)
  if (asked.status === 'failed') {
    connection.close()
    const { error } = asked
    // Silence is an answer of its own kind: a fresh connection would only wait for it again.
    if (error.code !== 'headers_timeout' && error.code !== 'deadline') return null
    const timings = { ...noTimings, total: Math.round(asked.elapsedMs) }
    return { ...nowhere, answer: null, error, timings, connection: null }
  }
  const { answer } = asked
  const [wait, download] = [Math.round(answer.waitMs), Math.round(answer.downloadMs)]
  const timings = { ...noTimings, wait, download, total: wait + download }
  return { ...nowhere, answer, error: answer.bodyError, timings, connection }
}

/** Of a visit that has not begun. */
export const noTimings: PhaseTimings = {
  dns: null,
  connect: null,
  tls: null,
  wait: null,
  download: null,
  total: 0,
}

type Secured =
  | {
      readonly status: 'secured'
      readonly socket: Parameters<typeof openHttpConnection>[0]
      readonly alpn: string | null
      readonly tls: TlsObservation | null
    }
  | {
      readonly status: 'failed'
      readonly error: ExchangeError
      readonly tls: TlsObservation | null
    }

/** The TLS layer of an https target; a plain one goes through as it is. */
async function secure(
  target: Target,
  socket: Parameters<typeof handshake>[0],
  tools: RequestTools,
  deadline: Deadline,
): Promise<Secured> {
  if (target.scheme === 'http') return { status: 'secured', socket, alpn: null, tls: null }
  const serverName = target.literal === null ? target.host : null
  const { trust, clock, checkedAtMs } = tools
  const patience = deadline.within(handshakeTimeoutMs)
  try {
    const outcome = await handshake(
      socket,
      { serverName, alpn: ['h2', 'http/1.1'], trust, clock },
      patience,
    )
    const tls = observeTls({
      host: target.host,
      serverName,
      outcome,
      permissive: null,
      trust,
      checkedAtMs,
    })
    if (outcome.status === 'secured') {
      return { status: 'secured', socket: outcome.socket, alpn: outcome.facts.alpn, tls }
    }
    return { status: 'failed', tls, error: tlsError(outcome.failure) }
  } catch {
    // The job was cancelled: nobody reads what it saw.
    return { status: 'failed', tls: null, error: { ...deadlineError, phase: 'tls' } }
  } finally {
    patience.close()
  }
}

/** In TLS 1.3 a server judges our side after the handshake: its alert then stands where an answer was due. */
function withLateAlert(tls: TlsObservation | null, error: ExchangeError): TlsObservation | null {
  if (tls === null || error.phase !== 'tls') return tls
  const wantsCertificate = tls.client_cert_requested === true
  const code = wantsCertificate ? 'client_cert_required' : 'alert'
  return { ...tls, failure: { code, alert: error.alert, raw: error.raw, permissive: null } }
}

const deadlineError = { code: 'deadline', raw: null, alert: null } as const

function tlsError(failure: {
  code: string
  raw: string | null
  alert: string | null
}): ExchangeError {
  const code = failure.code === 'timeout' ? 'tls_timeout' : 'tls_failed'
  return { code, phase: 'tls', raw: failure.raw ?? failure.code, alert: failure.alert }
}

/** A refused handshake, with what the server would have agreed to: a second, permissive handshake tells. */
async function classified(
  tried: Tried,
  target: Target,
  tools: RequestTools,
  deadline: Deadline,
): Promise<Tried> {
  const { tls, address } = tried
  const failure = tls?.failure
  if (tls == null || failure == null || address === null) return tried
  if (!isWorthClassifying({ ...failure })) return tried
  const patience = deadline.within(handshakeTimeoutMs)
  try {
    const reached = await tools.network.dialAgain(address, target.port, patience)
    if (reached === null) return tried
    const permissive = await permissiveHandshake(reached, { serverName: tls.sni }, patience)
    return { ...tried, tls: { ...tls, failure: { ...failure, permissive } } }
  } catch {
    // Cancelled: the first handshake's failure stands unclassified.
    return tried
  } finally {
    patience.close()
  }
}

function recordOf(tried: Tried, n: number, why: Attempt['why'], target: Target): Attempt {
  return {
    n,
    at: rfc3339(tried.startedAt),
    url: target.href,
    status: tried.answer?.status ?? null,
    outcome: tried.answer === null ? 'failed' : 'answered',
    error: tried.error,
    address: tried.address?.ip ?? null,
    why,
  }
}

/** What is asked of a target: who we are, what we read, and the cookies of this job. */
export function requestFor(
  target: Target,
  method: HttpRequest['method'],
  userAgent: string,
  cookie: string | null,
  more: readonly Field[] = [],
): HttpRequest {
  const fields: Field[] = [
    ['user-agent', userAgent],
    ['accept', 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8'],
    ['accept-language', 'en-US,en;q=0.5'],
    ['accept-encoding', ACCEPT_ENCODING],
    ...more,
  ]
  if (cookie !== null) fields.push(['cookie', cookie])
  return {
    method,
    scheme: target.scheme,
    authority: target.authority,
    path: target.pathQuery,
    fields,
  }
}

export function capsOf(limits: Limits): ExchangeCaps {
  return {
    headersTimeoutMs: limits.headers_timeout_ms,
    headerBytes: limits.header_bytes,
    bodyBytes: limits.body_bytes,
    decodedBodyBytes: limits.decoded_body_bytes,
    compressionRatio: standardCaps.compressionRatio,
    wantsBody: (status) => !isRedirectStatus(status),
  }
}
