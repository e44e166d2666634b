import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inspect } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createChainReader } from '#chain/chain-reader.ts'
import { createSettlementLookup } from '#chain/settlement-lookup.ts'
import { Fault } from '#fault.ts'
import { type Behaviour, json, openLoopbackServer } from '#test/equipment/network/loopback-http.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'

const SECRET = 'a-key-of-the-operator'
const terms = soundTerms('testnet')
const patient = () => AbortSignal.timeout(20_000)
const node = await openLoopbackServer(json(200, {}))
const stranger = await openLoopbackServer(json(200, { jsonrpc: '2.0', id: 1, result: '0x14a34' }))
const url = `${node.url}/v2/${SECRET}?key=${SECRET}`
afterAll(() => Promise.all([node.close(), stranger.close()]))

const key = {
  network: terms.network,
  asset: terms.asset.toLowerCase(),
  payer: `0x${'11'.repeat(20)}`,
  nonce: `0x${'22'.repeat(32)}`,
}
const query = {
  key,
  payTo: PAY_TO,
  amountAtomic: 5_000n,
  validBefore: 10_000_000_000n,
  reservedAt: Date.now(),
}
const result = (value: unknown) => json(200, { jsonrpc: '2.0', id: 1, result: value })
const rpcError = (status: number, error: unknown) => json(status, { jsonrpc: '2.0', id: 1, error })

/** The fault of one read, with all that its printed form shows. */
async function faultOf(behaviour: Behaviour, signal = patient()): Promise<Fault> {
  node.behave(behaviour)
  const error = await createChainReader(url, signal)
    .block('latest')
    .catch((thrown: unknown) => thrown)
  if (!(error instanceof Fault)) throw new TypeError(`no fault: ${inspect(error)}`)
  return error
}

const echo: Behaviour = ({ path }, response) => {
  const error = { code: -32_000, message: `unknown key in ${path}`, data: path }
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
}

test.each<readonly [string, Behaviour, string]>([
  ['an error that repeats the URL', echo, 'rpc_error -32000'],
  ['an error with a code of text', rpcError(200, { code: SECRET, message: SECRET }), 'rpc_error'],
  ['403 with an error', rpcError(403, { code: -32_001, message: 'no' }), 'rpc_error -32001'],
  ['500 with HTML', (_, response) => void response.writeHead(500).end('<h1>no</h1>'), 'HTTP 500'],
  ['429', json(429, { error: 'slow down' }), 'HTTP 429'],
  [
    'HTML',
    (_, response) => void response.end('<h1>no</h1>'),
    'eth_getBlockByNumber without a usable response',
  ],
  ['null', json(200, null), 'eth_getBlockByNumber without a usable response'],
  [
    'a block without a time',
    result({ number: '0x1', transactions: [] }),
    'eth_getBlockByNumber with a wrong shape',
  ],
  [
    'a block of an absurd number',
    result({ number: `0x1${'0'.repeat(64)}`, timestamp: '0x1', transactions: [] }),
    'eth_getBlockByNumber with a wrong shape',
  ],
  ['a cut connection', (_, _response, socket) => void socket.destroy(), 'UND_ERR_SOCKET'],
])(
  'a node that sends %s is reported by a code, never by its URL',
  async (_what, behaviour, detail) => {
    const fault = await faultOf(behaviour)
    expect(fault.facts).toEqual({ detail })
    expect(inspect(fault, { depth: null })).not.toContain(SECRET)
  },
)

test('an unreachable node is reported by a code, never by its URL', async () => {
  const gone = `http://127.0.0.1:9/v2/${SECRET}`
  const verdict = await createSettlementLookup({ url: gone, terms })(query, patient())
  expect(verdict).toMatchObject({ status: 'unclear' })
  expect(inspect(verdict, { depth: null })).not.toContain(SECRET)
})

test('user and password in the URL reach the node, and no error', async () => {
  node.behave(rpcError(200, { code: -32_000, message: 'no' }))
  const known = node.url.replace('//', `//user:${SECRET}@`)
  const error = await createChainReader(known, patient())
    .chainId()
    .catch((thrown: unknown) => thrown)
  const sent = `Basic ${btoa(`user:${SECRET}`)}`
  expect(node.seen.at(-1)?.headers.authorization).toBe(sent)
  const shown = inspect(error, { depth: null })
  expect(shown).toContain('rpc_error -32000')
  expect(shown).not.toContain(SECRET)
  expect(shown).not.toContain(sent)
})

test('a redirect is not followed', async () => {
  for (const status of [302, 307, 308]) {
    const fault = await faultOf((_, response) => {
      response.writeHead(status, { location: stranger.url }).end()
    })
    expect(fault.facts).toEqual({ detail: `HTTP ${status}` })
  }
  expect(stranger.seen).toEqual([])
})

test('a response to eth_call that names a URL (EIP-3668) makes no request to it', async () => {
  const word = (value: bigint) => value.toString(16).padStart(64, '0')
  const text = Buffer.from(stranger.url).toString('hex')
  // OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)
  const data = [
    `0x556f1830${terms.asset.slice(2).toLowerCase().padStart(64, '0')}`,
    word(0xa0n) + word(0x120n) + '12345678'.padEnd(64, '0') + word(0x140n),
    word(1n) + word(0x20n) + word(BigInt(stranger.url.length)) + text.padEnd(64, '0'),
    word(0n) + word(0n),
  ].join('')
  node.behave(rpcError(200, { code: 3, message: 'execution reverted', data }))
  await expect(createChainReader(url, patient()).isConsumed(key, 1n)).rejects.toThrow('rpc_error 3')
  expect(stranger.seen).toEqual([])
})

test('a body is read up to 2 MiB', async () => {
  let written = 0
  const fault = await faultOf(async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const endless = Readable.from(
      (function* () {
        for (; written < 64 * 1024 * 1024; written += 65_536) yield ' '.repeat(65_536)
      })(),
    )
    // The reader disconnects in the middle of the body.
    await pipeline(endless, response).catch(() => {})
  })
  expect(fault.facts).toEqual({ detail: 'body over 2097152 bytes' })
  expect(written).toBeLessThan(32 * 1024 * 1024)
})

test.each([
  ['before the head of the response', false],
  ['within its body', true],
])('the deadline ends a read %s, and nothing is retried', async (_when, headFirst) => {
  const before = node.seen.length
  const deadline = new AbortController()
  const late = new Fault('deadline_passed', 'Too late.')
  const fault = await faultOf((_, response) => {
    if (headFirst) response.writeHead(200).write('{"jsonrpc":')
    setTimeout(() => deadline.abort(late), 20)
  }, deadline.signal)
  expect(fault.facts).toEqual({ detail: 'deadline_passed' })
  expect(node.seen.length - before).toBe(1)
})

test('a node that refuses a range of logs is distinguished from one that fails', async () => {
  const reader = createChainReader(url, patient())
  node.behave(rpcError(200, { code: -32_005, message: 'range too large' }))
  expect(await reader.endOf(key, 1n, 2n)).toBeNull()
  node.behave(rpcError(400, { code: -32_602, message: 'range too large' }))
  expect(await reader.endOf(key, 1n, 2n)).toBeNull()
  node.behave(json(502, 'no'))
  await expect(reader.endOf(key, 1n, 2n)).rejects.toThrow('HTTP 502')
  node.behave(result([{ topics: [] }]))
  await expect(reader.endOf(key, 1n, 2n)).rejects.toThrow('eth_getLogs with a wrong shape')
})
