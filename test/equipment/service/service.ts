import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTrustStore } from '#net/x509/trust-store.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { Offer } from '#payment/x402/offer.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { createLog, type Log } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { openService, type Service } from '#service/service.ts'
import type { ToolRunners } from '#service/tools.ts'
import { loadSettings } from '#settings/load.ts'
import type { Settings } from '#settings/settings.ts'
import { formatHostPort } from '#settings/values.ts'
import { expectDocumented } from '#test/equipment/discovery/documented.ts'
import type { Internet } from '#test/equipment/network/internet.ts'
import type { Tool } from '#tools/tool.ts'
import { toolDefinitions } from '#tools/tools.ts'
import { idleHost } from './idle-host.ts'

export interface TestService extends AsyncDisposable {
  readonly service: Service
  readonly dataDir: string
  /** Everything logged so far, as objects. */
  readonly logged: readonly Record<string, unknown>[]
  /** The 402 offer of a tool, without its `error`. */
  offer(tool?: Tool): Offer
  /** Sends a POST to the path of a tool, with a JSON value or an unchanged string. */
  post(body: unknown, fields?: Record<string, string>, tool?: Tool): Promise<Response>
  get(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

export interface TestServiceOptions {
  readonly internet: Internet
  /** Settings by environment name without the prefix: `{ MODE: 'production' }`. */
  readonly env?: Readonly<Record<string, string>>
  readonly facilitator?: Facilitator
  /** Tools with the test's behaviour, instead of the real ones. */
  readonly runners?: ToolRunners['runners']
  readonly clock?: Clock
  /** Wrapper of the ledger, which makes its steps fail. */
  readonly wrapLedger?: (own: Ledger) => Ledger
  /** Also sells the tools that need a browser, with a real one. */
  readonly browser?: boolean
  /** Judges timeouts by the real load of this process. By default the host counts as idle, since tests share machines. */
  readonly measuresLoad?: boolean
  /** Folder that a restart keeps; default: a temporary one. */
  readonly dataDir?: string
}

/** The whole service in process, on a free port and a separate folder, in front of the test internet. */
export async function openTestService(options: TestServiceOptions): Promise<TestService> {
  await using opening = new AsyncDisposableStack()
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'urlwitness-'))
  if (options.dataDir === undefined) {
    opening.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  }
  const logged: Record<string, unknown>[] = []
  const log: Log = createLog({
    level: 'info',
    clock: systemClock,
    write: (line) => logged.push(JSON.parse(line)),
  })
  const service = await openService({
    settings: testSettings(
      { DATA_DIR: dataDir, ...enabledTools(options), ...options.env },
      options.internet,
    ),
    clock: options.clock ?? systemClock,
    random: systemRandom,
    log,
    version: '0.1.0',
    connect: options.internet.connect,
    trust: testTrust(options.internet),
    ...(options.measuresLoad === true ? {} : { hostLoad: idleHost }),
    ...(options.facilitator === undefined ? {} : { facilitator: options.facilitator }),
    ...(options.runners === undefined ? {} : { runners: options.runners }),
    ...(options.wrapLedger === undefined ? {} : { wrapLedger: options.wrapLedger }),
  })
  // Not the base URL: a test may give it a name that only the outside world could resolve.
  const origin = `http://${formatHostPort(service.listening)}`
  opening.defer(() => service.close())
  const opened = opening.move()
  const close = () => opened.disposeAsync()
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(`${origin}${path}`, init)
    // The body of a tool that the test replaces is not a report.
    if (response.status === 200 && options.runners !== undefined) return response
    const { pathname } = new URL(response.url)
    const accept = new Headers(init.headers).get('accept')
    const sent = { method: init.method ?? 'GET', path: pathname, accept }
    await expectDocumented(service.facts(), sent, response)
    return response
  }
  return {
    service,
    dataDir,
    logged,
    offer: (tool = 'probe_url') => {
      const offer = service.facts().tools.find((sold) => sold.tool === tool)?.offer
      if (offer == null) throw new Error(`${tool} is not sold.`)
      return offer as Offer
    },
    post: (body, fields = {}, tool = 'probe_url') =>
      send(toolDefinitions[tool].endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...fields },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path, init = {}) => send(path, init),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Without a browser, or a runner that replaces one, a test service sells the probe only. */
function enabledTools({ browser, runners }: TestServiceOptions): Record<string, string> {
  const isSold = (tool: Tool) => String(browser === true || runners?.[tool] !== undefined)
  return {
    RENDER_PAGE_ENABLED: isSold('render_page'),
    VERIFY_PAGE_ENABLED: isSold('verify_page'),
  }
}

/** Settings as an operator's environment would give them, with the resolver of the test internet. */
export function testSettings(
  env: Readonly<Record<string, string>>,
  internet: { readonly dns: Pick<Internet['dns'], 'address'> },
): Settings {
  const named = {
    LISTEN: '127.0.0.1:0',
    ADMIN_LISTEN: '127.0.0.1:0',
    DNS_SERVERS: internet.dns.address,
    ...env,
  }
  const loaded = loadSettings({
    flags: {},
    env: Object.fromEntries(
      Object.entries(named).map(([name, value]) => [`URLWITNESS_${name}`, value]),
    ),
    readFile: (path) => {
      throw new Error(`No file ${path} in this test.`)
    },
  })
  if (loaded.status === 'refused') throw new Error(loaded.problems.join('\n'))
  return loaded.settings
}

/** The internet's own root replaces the public ones. */
export function testTrust(internet: { readonly root: Pick<Internet['root'], 'pem'> }) {
  return createTrustStore({ name: 'test', version: '1', publicRoots: [internet.root.pem] })
}
