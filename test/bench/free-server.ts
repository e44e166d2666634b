import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { openService } from '#service/service.ts'
import { loadSettings } from '#settings/load.ts'
import { announce, temporaryFolder } from './contender.ts'

// One contender of free.ts in a separate process; sends its port. `bare` responds to each path with the bytes and fields that
// the other contender sent for the first request.
const [, , contender, origin = '', ...paths] = process.argv

if (contender === 'ours') {
  const loaded = loadSettings({
    flags: {},
    env: {
      URLWITNESS_LISTEN: '127.0.0.1:0',
      URLWITNESS_ADMIN_LISTEN: '127.0.0.1:0',
      URLWITNESS_DATA_DIR: temporaryFolder(),
      URLWITNESS_RENDER_PAGE_ENABLED: 'false',
      URLWITNESS_VERIFY_PAGE_ENABLED: 'false',
    },
    readFile: () => '',
  })
  if (loaded.status === 'refused') throw new Error(loaded.problems.join('\n'))
  const service = await openService({
    settings: loaded.settings,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    version: 'bench',
  })
  announce(Number(new URL(service.baseUrl).port))
} else {
  const app = new Hono()
  for (const path of paths) {
    // Uncompressed, as the load requests it: for a compressed body `fetch` would keep the header fields beside the decoded
    // text.
    const response = await fetch(`${origin}${path}`, { headers: { 'accept-encoding': 'identity' } })
    const body = await response.text()
    const {
      date,
      connection,
      'keep-alive': _keepAlive,
      ...fields
    } = Object.fromEntries(response.headers)
    app.get(path, () => new Response(body, { headers: fields }))
  }
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => announce(port))
}
