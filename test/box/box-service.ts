import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readJson } from '#test/equipment/service/read-json.ts'
import type { Tool } from '#tools/tool.ts'
import { toolDefinitions } from '#tools/tools.ts'
import { type BoxInternet, boxResolver } from './box-internet.ts'

const run = promisify(execFile)

/** The built executable where CI has built it, otherwise the source under the project's own Node. */
const executable = process.env['URLWITNESS_EXECUTABLE']
const command = executable === undefined ? process.execPath : executable
const before = executable === undefined ? ['src/main.ts'] : []

/** The result of a buyer, parsed as loosely as by an independent client. */
export interface Bought {
  // biome-ignore lint/suspicious/noExplicitAny: the report is judged field by field by the test that reads it.
  readonly report: any
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly receipt: any
}

/** A separate service in the box, started as an operator would start it, in sandbox mode. */
export interface BoxService extends AsyncDisposable {
  readonly origin: string
  readonly pid: number
  readonly dataDir: string
  /** Runs a verb in the service's environment, and returns its stdout. */
  verb(...args: readonly string[]): Promise<string>
  post(url: string, tool?: Tool): Promise<Response>
  get(path: string): Promise<Response>
  /** The output of `buy --json`, for any verdict. */
  buy(url: string, tool?: Tool): Promise<Bought>
}

/**
 * `namespace`: whether Chrome is in a network namespace. Off by default, because it would hide what Chrome's own guards let
 * through.
 */
export async function openBoxService(
  internet: BoxInternet,
  {
    namespace = 'off',
    nodeOptions = '',
  }: { readonly namespace?: 'off' | 'required'; readonly nodeOptions?: string } = {},
): Promise<BoxService> {
  const origin = 'http://127.0.0.1:8402'
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-box-'))
  writeFileSync(join(folder, 'ca.pem'), internet.root.pem)
  const dataDir = join(folder, 'data')
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    NODE_OPTIONS: nodeOptions,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    URLWITNESS_DNS_SERVERS: boxResolver,
    URLWITNESS_DATA_DIR: dataDir,
    URLWITNESS_BROWSER_NETWORK_NAMESPACE: namespace,
  }
  const child = spawn(command, [...before, 'serve'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const get = (path: string) => fetch(`${origin}${path}`)
  await untilReady(get)
  const verb = async (...args: readonly string[]) => {
    // A verdict other than PASS gives an exit status other than 0; the data is on stdout all the same.
    const { stdout } = await run(command, [...before, ...args], { env }).catch(
      (error: { stdout: string }) => error,
    )
    return stdout
  }
  return {
    origin,
    pid: child.pid ?? 0,
    dataDir,
    verb,
    get,
    post: (url, tool = 'probe_url') =>
      fetch(`${origin}${toolDefinitions[tool].endpoint}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url }),
      }),
    buy: async (url, tool = 'probe_url') =>
      JSON.parse(await verb('buy', origin, tool, url, '--json')),
    [Symbol.asyncDispose]: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(get: (path: string) => Promise<Response>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const ready = await get('/ready').then(readJson, () => null)
    // The browser is ready last, and probes are sold before that.
    if (ready?.ready && ready.tools.render_page.available) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The service did not become ready.')
}
