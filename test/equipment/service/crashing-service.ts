import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Offer } from '#payment/x402/offer.ts'
import type { SchemaStep } from '#store/postgres/migrations.ts'
import type { Cable } from '#test/equipment/network/cable.ts'
import { openRelay } from '#test/equipment/network/relay.ts'
import { type Bundle, bundleOf } from '#test/equipment/program/bundle.ts'
import { laterVersion } from '#test/faults/later-version.ts'

export interface ServicePlan {
  readonly dataDir: string
  readonly facilitatorUrl: string
  readonly rpcUrl: string | null
  readonly payTo: string
  readonly crash: { readonly when: 'before' | 'after'; readonly step: string } | null
  readonly aheadMs: number
  readonly runMs?: number
  readonly env?: Readonly<Record<string, string>>
  /** Makes the process a fictitious later version of the program, with these steps of the PostgreSQL schema after ours. */
  readonly later?: readonly SchemaStep[]
}

/** Deviations from the usual purchase. */
export interface Purchase {
  readonly url?: string
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal
}

export interface ServiceProcess {
  readonly url: string
  readonly offer: Offer
  /** The status of a paid call, or null without a response. */
  buy(header: string, purchase?: Purchase): Promise<{ status: number; body: string } | null>
  /** Resolves with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>
  /** From now on tools wait before they end (`hold`), or the wall clock of the process is `ahead` milliseconds ahead. */
  order(order: { readonly hold?: boolean; readonly ahead?: number }): Promise<void>
  kill(): Promise<void>
}

const program = new URL('../../faults/crashing-service.ts', import.meta.url).pathname
let bundle: Promise<Bundle> | null = null
let laterBundle: Promise<Bundle> | null = null

/**
 * The service as a separate process; null when it died before it listened. `cable`: the process runs at the end of the cable,
 * and reaches facilitator, chain and clients through Unix sockets.
 */
export async function startService(
  plan: ServicePlan,
  cable: Cable | null = null,
): Promise<ServiceProcess | null> {
  await using beside = new AsyncDisposableStack()
  const sockets = cable === null ? [] : await socketsBeside(plan, beside)
  const { file, compileCache } = await (plan.later === undefined ? ownBundle() : bundleOfLater())
  const [command = '', ...args] = [...(cable?.command ?? []), process.execPath, file]
  const given = JSON.stringify({ runMs: 0, env: {}, ...plan, sockets })
  const child = spawn(command, [...args, given], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await cable?.plugIn(child)
  const ended = once(child, 'exit').then(([, signal]) =>
    z.custom<NodeJS.Signals | null>().parse(signal),
  )
  const told = await Promise.race([once(child, 'message'), ended])
  if (!Array.isArray(told)) return null
  const { url: listening, offer } = started.parse(told[0])
  const url = cable === null ? listening : await urlBeside(plan, beside)
  const closing = beside.move()
  return {
    url,
    offer,
    ended,
    buy: (header, purchase = {}) => buy(url, header, purchase),
    order: async (order) => {
      const done = once(child, 'message')
      child.send(order)
      await done
    },
    kill: async () => {
      await stop(child, ended)
      await closing.disposeAsync()
    },
  }
}

function ownBundle(): Promise<Bundle> {
  bundle ??= bundleOf(program)
  return bundle
}

function bundleOfLater(): Promise<Bundle> {
  laterBundle ??= bundleOf(program, { name: 'later-version', plugins: [laterVersion] })
  return laterBundle
}

/** Unix socket at which a process on a cable listens for HTTP. */
const HTTP_SOCKET = 'http.sock'

/** Ports of loopback, and the Unix sockets where the process reaches them from its own loopback. */
async function socketsBeside(
  { dataDir, facilitatorUrl, rpcUrl }: ServicePlan,
  beside: AsyncDisposableStack,
): Promise<readonly { readonly port: number; readonly path: string }[]> {
  const ports = [facilitatorUrl, rpcUrl].flatMap((url) =>
    url === null ? [] : [Number(new URL(url).port)],
  )
  const sockets = ports.map((port) => ({ port, path: join(dataDir, `${port}.sock`) }))
  for (const { port, path } of sockets) {
    rmSync(path, { force: true })
    beside.use(await openRelay({ path }, { port }))
  }
  return sockets
}

async function urlBeside({ dataDir }: ServicePlan, beside: AsyncDisposableStack): Promise<string> {
  const { port } = beside.use(await openRelay({ port: 0 }, { path: join(dataDir, HTTP_SOCKET) }))
  return `http://127.0.0.1:${port}`
}

/** Job ids in the order in which their tool ran. */
export function executionsIn(dataDir: string): string[] {
  const file = join(dataDir, 'executions')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

const started = z.object({ url: z.string(), offer: z.custom<Offer>() })

async function buy(url: string, header: string, { url: bought, signal }: Purchase) {
  try {
    const response = await fetch(`${url}/v1/probe-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'payment-signature': header },
      body: JSON.stringify({ url: bought ?? 'https://www.site.example.com/' }),
      ...(signal === undefined ? {} : { signal }),
    })
    return { status: response.status, body: await response.text() }
  } catch {
    // The process died before it responded, or the client disconnected: tests provoke both.
    return null
  }
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await ended
}
