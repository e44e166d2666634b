import { verify } from 'node:crypto'
import { x402Facilitator } from '@x402/core/facilitator'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { z } from 'zod'
import { createSimulatedChain } from '#facilitator/sandbox/simulated-chain.ts'
import { createSimulatedUsdc } from '#facilitator/sandbox/simulated-usdc.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import {
  type Behaviour,
  json,
  type LoopbackServer,
  openLoopbackServer,
  type SeenRequest,
} from '#test/equipment/network/loopback-http.ts'
import type { ApiKey } from './api-keys.ts'
import { soundTerms } from './offers.ts'

export interface KeyedFacilitator extends LoopbackServer {
  /** Base URL with a path, as the hosted ones have it. */
  readonly base: string
  /** API keys that are accepted, by id; tests add and remove them. */
  readonly keys: Map<string, ApiKey>
  /** Why each request was refused, oldest first. */
  readonly turnedAway: string[]
  /** Paths of the requests that were accepted. */
  readonly served: string[]
}

/**
 * The official facilitator classes on a chain in memory, behind a gateway that requires a fresh token with each
 * request and checks it with node:crypto only. A request without one, or with a bad one, gets `refusal`.
 */
export async function openKeyedFacilitator(
  options: {
    readonly keys?: readonly ApiKey[]
    readonly refusal?: Behaviour
    /** Paths that need no token. */
    readonly open?: readonly string[]
    /** How far its clock is ahead of the system's. */
    readonly aheadMs?: number
    readonly port?: number
  } = {},
): Promise<KeyedFacilitator> {
  const terms = soundTerms('testnet')
  const chain = createSimulatedChain(terms, createSimulatedUsdc(terms, systemClock), systemRandom)
  const official = new x402Facilitator().register(terms.network, new ExactEvmScheme(chain))
  const now = () => Date.now() + (options.aheadMs ?? 0)
  const refusal = options.refusal ?? json(401, { errorType: 'unauthorized' })
  const keys = new Map((options.keys ?? []).map((key) => [key.id, key]))
  const turnedAway: string[] = []
  const served: string[] = []
  const nonces = new Set<string>()

  const handle = async ({ path, body }: SeenRequest): Promise<Behaviour> => {
    if (path === `${PATH}/supported`) return json(200, official.getSupported())
    const call = paymentCall.safeParse(JSON.parse(body))
    if (!call.success) return json(400, { errorType: 'invalid_request' })
    const { paymentPayload, paymentRequirements } = call.data
    return json(
      200,
      path === `${PATH}/verify`
        ? await official.verify(paymentPayload, paymentRequirements)
        : await official.settle(paymentPayload, paymentRequirements),
    )
  }
  const serve: Behaviour = async (request, response, socket) => {
    response.setHeader('date', new Date(now()).toUTCString())
    const wrong = options.open?.includes(request.path)
      ? null
      : wrongWith(request, { keys, nonces, nowS: now() / 1000 })
    if (wrong !== null) {
      turnedAway.push(wrong)
      return refusal(request, response, socket)
    }
    served.push(request.path.slice(PATH.length))
    return (await handle(request))(request, response, socket)
  }
  const server = await openLoopbackServer(serve, options.port)
  return { ...server, base: server.url + PATH, keys, turnedAway, served }
}

const PATH = '/platform/v2/x402'

type Verify = x402Facilitator['verify']
const paymentCall = z.object({
  x402Version: z.literal(2),
  paymentPayload: z.custom<Parameters<Verify>[0]>((value) => typeof value === 'object'),
  paymentRequirements: z.custom<Parameters<Verify>[1]>((value) => typeof value === 'object'),
})

const tokenHeader = z.strictObject({
  alg: z.enum(['EdDSA', 'ES256']),
  kid: z.string(),
  typ: z.literal('JWT'),
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
})
const tokenClaims = z.strictObject({
  sub: z.string(),
  iss: z.literal('cdp'),
  aud: z.tuple([z.literal('cdp_service')]),
  uris: z.tuple([z.string()]),
  iat: z.int(),
  nbf: z.int(),
  exp: z.int(),
})

/** The fault of the token of a request; null for a valid one, whose nonce is then used up. */
function wrongWith(
  { method, path, headers }: SeenRequest,
  gate: { keys: ReadonlyMap<string, ApiKey>; nonces: Set<string>; nowS: number },
): string | null {
  const token = /^Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(headers.authorization ?? '')
  if (token === null) return 'no token'
  const [, head = '', body = '', signature = ''] = token
  const header = tokenHeader.safeParse(decoded(head))
  const claims = tokenClaims.safeParse(decoded(body))
  if (!header.success || !claims.success) return 'malformed'
  const key = gate.keys.get(header.data.kid)
  if (key === undefined) return 'unknown kid'
  if (!isSigned(`${head}.${body}`, signature, header.data.alg, key)) return 'bad signature'
  const { sub, uris, iat, nbf, exp } = claims.data
  if (sub !== header.data.kid) return 'wrong sub'
  if (uris[0] !== `${method} ${headers.host}${path}`) return 'wrong uri'
  if (exp <= gate.nowS) return 'expired'
  // The token is from the future, by more than the usual error of a clock.
  if (nbf > gate.nowS + 5 || iat > gate.nowS + 5) return 'not yet valid'
  if (exp - iat > 120) return 'valid for too long'
  if (gate.nonces.has(header.data.nonce)) return 'replayed nonce'
  gate.nonces.add(header.data.nonce)
  return null
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    // Text that is not JSON is malformed, like JSON of a wrong shape.
    return undefined
  }
}

function isSigned(data: string, signature: string, alg: string, { publicKey }: ApiKey): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  const type = alg === 'EdDSA' ? 'ed25519' : 'ec'
  if (publicKey.asymmetricKeyType !== type) return false
  return alg === 'EdDSA'
    ? verify(null, Buffer.from(data), publicKey, bytes)
    : verify('sha256', Buffer.from(data), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)
}
