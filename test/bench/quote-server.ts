import { serve } from '@hono/node-server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { openService } from '#service/service.ts'
import { loadSettings } from '#settings/load.ts'
import { announce, temporaryFolder } from './contender.ts'

// One contender of quotes.ts in a separate process.
const path = '/v1/probe-url'

/** Our own service; all contenders send the offer of its quote. */
async function ours() {
  const loaded = loadSettings({
    flags: {},
    env: {
      URLWITNESS_LISTEN: '127.0.0.1:0',
      URLWITNESS_OFFER_RECEIPT: String(process.argv[2] !== 'unsigned'),
      URLWITNESS_DATA_DIR: temporaryFolder(),
    },
    readFile: () => '',
  })
  if (loaded.status === 'refused') throw new Error(loaded.problems.join('\n'))
  return openService({
    settings: loaded.settings,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    version: 'bench',
  })
}

const service = await ours()
const { offer } = service.facts().tools[0] ?? {}
if (offer == null) throw new Error('Nothing is sold.')
const [requirement] = offer.accepts
if (requirement === undefined) throw new Error('Nothing is asked for.')

switch (process.argv[2]) {
  case 'ours':
  case 'unsigned':
  case 'mcp':
    announce(Number(new URL(service.baseUrl).port))
    break
  case 'official':
  case 'plain': {
    const { network, payTo, maxTimeoutSeconds } = requirement
    const facilitator = {
      verify: () => Promise.reject(new Error('unused')),
      settle: () => Promise.reject(new Error('unused')),
      getSupported: () =>
        Promise.resolve({
          kinds: [{ x402Version: 2, scheme: 'exact', network }],
          extensions: [],
          signers: {},
        }),
    }
    const server = new x402ResourceServer(facilitator).register(network, new ExactEvmScheme())
    const app = new Hono()
    app.use(
      paymentMiddleware(
        {
          [`POST ${path}`]: {
            accepts: [{ scheme: 'exact', network, payTo, price: '$0.005', maxTimeoutSeconds }],
            description: offer.resource.description ?? '',
            mimeType: 'application/json',
            extensions: process.argv[2] === 'official' ? (offer.extensions ?? {}) : {},
          },
        },
        server,
      ),
    )
    app.post(path, (c) => c.json({}))
    serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => announce(port))
    break
  }
  case 'bare': {
    const header = btoa(JSON.stringify({ ...offer, error: 'payment_required' }))
    const body = JSON.stringify({ ...offer, error: 'payment_required' })
    const app = new Hono()
    app.post(path, async (c) => {
      const { url } = await c.req.json<{ url: string }>()
      return url === ''
        ? c.text('', 422)
        : c.body(body, 402, { 'content-type': 'application/json', 'payment-required': header })
    })
    serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => announce(port))
    break
  }
  default:
    throw new Error('Say ours, unsigned, mcp, official, plain or bare.')
}
