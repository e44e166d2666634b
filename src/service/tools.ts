import type { BrowserPool } from '#chrome/contract.ts'
import { browserFolders } from '#chrome/launch/installed-browsers.ts'
import { openBrowserPool } from '#chrome/pool/open-browser-pool.ts'
import type { ScreenshotStore } from '#evidence/screenshot-store.ts'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { withCache } from '#net/dns/cache.ts'
import { openResolver } from '#net/dns/resolver.ts'
import { vetHost } from '#net/dns/vet-host.ts'
import { browserNetworks } from '#net/namespace/browser-networks.ts'
import { type Connect, tcpConnect } from '#net/tcp/dial.ts'
import { ownAddresses } from '#net/tcp/own-addresses.ts'
import { systemTrustStore, type TrustStore } from '#net/x509/trust-store.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { firstUse } from '#runtime/first-use.ts'
import type { Log } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'
import type { Settings } from '#settings/settings.ts'
import type { Refusal } from '#target/refusal.ts'
import type { Target } from '#target/target.ts'
import { needsBrowser, type Tool, tools } from '#tools/tool.ts'

/** The tools without the shop: what `check` uses, and what the service sells. */
export interface ToolRunners {
  /** Of each tool that can run: those that it was opened for, and those that need no more. */
  readonly runners: Readonly<Partial<Record<Tool, ToolRunner>>>
  /** Refuses a name that has a non-public answer; null when it has none or can't be resolved in time. */
  readonly refuseByAnswers: (target: Target) => Promise<Refusal | null>
  /** Null when none of the tools needs one. */
  readonly browsers: Pick<BrowserPool, 'status' | 'counts' | 'settled'> | null
  close(): Promise<void>
}

export interface ToolRunnerOptions {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly version: string
  /** What is to be run. A browser is started when one of them needs it. */
  readonly tools: readonly Tool[]
  /** Null: pictures are handed back, and not kept. */
  readonly screenshots: ScreenshotStore | null
  /** How targets' operators reach us, and what reports name as the service; null for a local check. */
  readonly baseUrl: string | null
  /** The seams of tests: real sockets behind public-looking addresses, and the roots that they use. */
  readonly connect?: Connect
  readonly trust?: TrustStore
}

/** The look-up before a quote may take this long; a resolver that is slower does not refuse (design.md 1.2). */
const quoteLookupMs = 1_000

export function openToolRunners(options: ToolRunnerOptions): ToolRunners {
  const { settings, clock } = options
  const resolver = openResolver({ servers: settings.dnsServers, clock })
  const own = ownAddresses({ clock, allowOwnAddresses: settings.egress.allowOwnAddresses })
  // A resolver of its own: a flood of quotes must not queue ahead of paid jobs.
  const quoteResolver = openResolver({ servers: settings.dnsServers, clock })
  const cached = withCache(quoteResolver, { clock })
  const connect = options.connect ?? tcpConnect
  const trust = options.trust ?? systemTrustStore()
  const pool = options.tools.some(needsBrowser) ? openPool(options) : null
  // What looks and judges is half of the program: a start does not wait for it.
  const runner = firstUse(async () => {
    const { createToolRunner } = await import('./run-tool.ts')
    return createToolRunner({ ...options, resolver, own, connect, trust, pool })
  })
  const run: ToolRunner = async (job, deadline) => (await runner())(job, deadline)
  return {
    runners: Object.fromEntries(
      tools.filter((tool) => pool !== null || !needsBrowser(tool)).map((tool) => [tool, run]),
    ),
    browsers: pool,
    refuseByAnswers: async (target) => {
      if (target.literal !== null) return null
      const deadline = deadlineAfter(clock, quoteLookupMs)
      try {
        const host = await vetHost(target, cached, own, deadline)
        return host.status === 'refused' ? host.refusal : null
      } finally {
        deadline.close()
      }
    },
    close: async () => {
      await pool?.close()
      quoteResolver.close()
      resolver.close()
    },
  }
}

function openPool({ settings, clock, random, log }: ToolRunnerOptions): BrowserPool {
  return openBrowserPool({
    settings: {
      chromePath: settings.chromePath,
      installFolders: browserFolders(settings.dataDir),
      ...settings.browser,
    },
    networks: browserNetworks({ clock, random }),
    ...{ clock, random, log },
    limit: settings.limits.browserJobs,
  })
}
