import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Offer } from '#payment/x402/offer.ts'
import { type Bundle, bundleOf } from '#test/equipment/program/bundle.ts'

export interface ServicePlan {
  readonly dataDir: string
  readonly facilitatorUrl: string
  readonly rpcUrl: string | null
  readonly payTo: string
  readonly crash: { readonly when: 'before' | 'after'; readonly step: string } | null
  readonly aheadMs: number
  readonly runMs?: number
  readonly env?: Readonly<Record<string, string>>
}

export interface ServiceProcess {
  readonly url: string
  readonly offer: Offer
  /** The status of a paid call, or null without a response. */
  buy(header: string): Promise<{ status: number; body: string } | null>
  /** Resolves with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>
  /** From now on tools wait before they end (`hold`), or its wall clock is so many milliseconds ahead. */
  order(order: { readonly hold?: boolean; readonly ahead?: number }): Promise<void>
  kill(): Promise<void>
}

let bundle: Promise<Bundle> | null = null

/** The service as a separate process; null when it died before it listened. */
export async function startService(plan: ServicePlan): Promise<ServiceProcess | null> {
  bundle ??= bundleOf(new URL('../../faults/crashing-service.ts', import.meta.url).pathname)
  const { file, compileCache } = await bundle
  const child = fork(file, [JSON.stringify({ runMs: 0, env: {}, ...plan })], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([, signal]) =>
    z.custom<NodeJS.Signals | null>().parse(signal),
  )
  const told = await Promise.race([once(child, 'message'), ended])
  if (!Array.isArray(told)) return null
  const { url, offer } = started.parse(told[0])
  return {
    url,
    offer,
    ended,
    buy: (header) => buy(url, header),
    order: async (order) => {
      const done = once(child, 'message')
      child.send(order)
      await done
    },
    kill: () => stop(child, ended),
  }
}

/** Job ids in the order in which their tool ran. */
export function executionsIn(dataDir: string): string[] {
  const file = join(dataDir, 'executions')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

const started = z.object({ url: z.string(), offer: z.custom<Offer>() })

async function buy(url: string, header: string) {
  try {
    const response = await fetch(`${url}/v1/probe-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'payment-signature': header },
      body: JSON.stringify({ url: 'https://www.site.example.com/' }),
    })
    return { status: response.status, body: await response.text() }
  } catch {
    // The process died before it answered: that is what the test is about.
    return null
  }
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await ended
}
