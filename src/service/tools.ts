import type { BrowserPool } from '#chrome/contract.ts'
import { browserFolders } from '#chrome/launch/installed-browsers.ts'
import { openBrowserPool } from '#chrome/pool/open-browser-pool.ts'
import type { ScreenshotStore } from '#evidence/stores.ts'
import type { HostLoad } from '#gather/host-overload.ts'
import type { ToolRunner } from '#job/call/run-tool.ts'
import type { BrowserLoad } from '#job/selling/browser-slots.ts'
import { withCache } from '#net/dns/cache.ts'
import { literalResult } from '#net/dns/host-lookup-result.ts'
import { createNat64Discovery } from '#net/dns/nat64-prefixes.ts'
import { createOwnHost } from '#net/dns/own-host.ts'
import { type HostLookup, openResolver } from '#net/dns/resolver.ts'
import { vetHost, vetLookupResult } from '#net/dns/vet-host.ts'
import { browserNetworks } from '#net/namespace/browser-networks.ts'
import { type Connect, tcpConnect } from '#net/tcp/dial.ts'
import { createOwnAddresses } from '#net/tcp/own-addresses.ts'
import { systemTrustStore, type TrustStore } from '#net/x509/trust-store.ts'
import { type Clock, rereadAfter } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { firstUse } from '#runtime/first-use.ts'
import { EventLoop } from '#runtime/process/event-loop.ts'
import { freeMemoryBytes } from '#runtime/process/free-memory.ts'
import { HostWatch } from '#runtime/process/host-watch.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { Settings } from '#settings/settings.ts'
import type { SigningKeys } from '#store/keys/signing-keys.ts'
import type { OwnAddresses } from '#target/address.ts'
import type { Refusal } from '#target/refusal.ts'
import type { Target } from '#target/target.ts'
import { needsBrowser, type Tool, tools } from '#tools/tool.ts'

/** Runs tools, for `check` and for the service that sells them. */
export interface ToolRunners {
  /** The runner of each tool that can run. */
  readonly runners: Readonly<Partial<Record<Tool, ToolRunner>>>
  /**
   * Refuses a target that is an address of this machine or of its neighbours; null for other addresses, and for
   * names.
   */
  readonly refusalOfLiteral: (target: Target) => Promise<Refusal | null>
  /** Refuses a name that resolves to a non-public address; null for other names, and if it cannot be resolved in time. */
  readonly refusalByDns: (target: Target) => Promise<Refusal | null>
  /** Null if none of the tools needs a browser. */
  readonly browsers: Pick<BrowserPool, 'status' | 'counts' | 'settled'> | null
  /** What the machine has for another page; null if no tool needs a browser. */
  readonly browserLoad: () => BrowserLoad | null
  readonly eventLoop: EventLoop
  /** Whether the tool runs in one of these browsers. */
  readonly usesOwnBrowser: (tool: Tool) => boolean
  /** Loads and compiles the code that jobs run, so that the first job is as fast as the second. */
  warmUp(): Promise<void>
  close(): Promise<void>
}

export interface ToolRunnerOptions extends Runtime {
  readonly settings: Settings
  readonly version: string
  /** The tools to run. A browser is started when one of them needs it. */
  readonly tools: readonly Tool[]
  /** If null, screenshots are returned with the report and not stored. */
  readonly screenshots: ScreenshotStore | null
  /** The contact for operators of targets, and the service name in reports; null for a local check. */
  readonly baseUrl: string | null
  /** If set, the reports that are sold are signed with these keys. */
  readonly signingKeys?: SigningKeys
  /** Runners that replace those of this program, for tests. */
  readonly replacements?: ToolRunners['runners'] | undefined
  /** For tests: connects to real sockets behind public-looking addresses. `trust` has their root certificates. */
  readonly connect?: Connect | undefined
  /** Replaces the load of this host: tests run on busy machines. */
  readonly hostLoad?: HostLoad | undefined
  readonly trust?: TrustStore | undefined
}

/** Milliseconds for which a reading of the free memory holds. */
const FREE_MEMORY_MS = 1_000
/** Milliseconds for the DNS lookup before a quote; a slower resolver does not lead to a refusal (design.md 1.2). */
const QUOTE_LOOKUP_MS = 1_000

export function openToolRunners(options: ToolRunnerOptions): ToolRunners {
  const { settings, clock, random, log, version, screenshots, baseUrl, replacements = {} } = options
  const runtime: Runtime = { clock, random, log }
  const resolver = openResolver({ servers: settings.dnsServers, clock })
  // Separate resolvers, because a flood of quotes must not queue ahead of paid jobs.
  const quoteResolver = openResolver({ servers: settings.dnsServers, clock })
  const ownHost = createOwnHost(settings.baseUrl, { resolver, clock })
  const nat64 = createNat64Discovery({ resolver, clock })
  const addressesKnown = async () => {
    await Promise.all([ownHost.ready(), nat64.ready()])
  }
  const ownAddresses = createOwnAddresses({
    clock,
    allowOwnAddresses: settings.egress.allowOwnAddresses,
    additional: settings.egress.ownAddresses,
    ownHost: () => ownHost.addresses(),
    nat64Prefixes: () => nat64.prefixes(),
  })
  const cachedResolver = withCache(quoteResolver, { clock })
  const eventLoop = new EventLoop()
  const trust = options.trust ?? systemTrustStore()
  const ownTools = options.tools.filter((tool) => replacements[tool] === undefined)
  const pool = ownTools.some(needsBrowser) ? openPool(settings, runtime) : null
  const freeBytes = rereadAfter(clock, FREE_MEMORY_MS, freeMemoryBytes)
  const hostWatch = new HostWatch(eventLoop, () => pool?.pid() ?? null)
  // The code that gathers and judges evidence is half of the program, so the start of the service does not wait for it.
  const runner = firstUse(async () => {
    const { createToolRunner } = await import('./run-tool.ts')
    const connect = options.connect ?? tcpConnect
    const network = { resolver, ownAddresses, connect, trust }
    const about = { settings, runtime, version, screenshots, baseUrl, network, pool }
    return createToolRunner({
      ...about,
      hostLoad: options.hostLoad ?? hostWatch,
      signingKeys: options.signingKeys,
    })
  })
  const run: ToolRunner = async (job, deadline) => {
    // A paid call need not follow a quote, and `check` has none.
    const [runTool] = await Promise.all([runner(), addressesKnown()])
    return runTool(job, deadline)
  }
  const runnableTools = tools.filter((tool) => pool !== null || !needsBrowser(tool))
  return {
    runners: { ...Object.fromEntries(runnableTools.map((tool) => [tool, run])), ...replacements },
    browsers: pool,
    // A test that replaces the load of this host depends on no other load.
    browserLoad: () =>
      pool === null || options.hostLoad !== undefined
        ? null
        : {
            pages: pool.counts().busy,
            waitShare: hostWatch.browserWaitShare(),
            freeBytes: freeBytes(),
          },
    eventLoop,
    usesOwnBrowser: (tool) => needsBrowser(tool) && replacements[tool] === undefined,
    ...refusals({ ownAddresses, addressesKnown, resolver: cachedResolver, clock }),
    warmUp: async () => {
      if (ownTools.length === 0) return
      await Promise.all([runner(), addressesKnown()])
      const { warmUp } = await import('./warm-up.ts')
      await warmUp({ trust, ownAddresses })
    },
    close: async () => {
      hostWatch.close()
      eventLoop.close()
      await pool?.close()
      quoteResolver.close()
      resolver.close()
    },
  }
}

/** The checks that refuse a target before a quote. */
function refusals(network: {
  readonly ownAddresses: OwnAddresses
  /** Resolves when the lookups about this machine and its network have ended, or take long. */
  readonly addressesKnown: () => Promise<void>
  readonly resolver: HostLookup
  readonly clock: Clock
}): Pick<ToolRunners, 'refusalOfLiteral' | 'refusalByDns'> {
  const { ownAddresses, addressesKnown, resolver, clock } = network
  return {
    refusalOfLiteral: async (target) => {
      if (target.literal === null) return null
      await addressesKnown()
      const host = vetLookupResult(target, literalResult(target.host), ownAddresses)
      return host.status === 'refused' ? host.refusal : null
    },
    refusalByDns: async (target) => {
      if (target.literal !== null) return null
      await addressesKnown()
      using deadline = deadlineAfter(clock, QUOTE_LOOKUP_MS)
      const host = await vetHost(target, resolver, ownAddresses, deadline)
      return host.status === 'refused' ? host.refusal : null
    },
  }
}

function openPool(settings: Settings, { clock, random, log }: Runtime): BrowserPool {
  return openBrowserPool({
    settings: {
      chromePath: settings.chromePath,
      installFolders: browserFolders(settings.dataDir),
      dataDir: settings.dataDir,
      ...settings.browser,
    },
    networks: browserNetworks({ clock, random }),
    clock,
    random,
    log,
    limit: settings.limits.browserJobs,
  })
}
