import type { BrowserPool } from './chrome/contract.ts'
import { browserFolders } from './chrome/installed-browsers.ts'
import { openBrowserPool } from './chrome/open-browser-pool.ts'
import { SCREENSHOT_HEIGHT } from './chrome/screenshot.ts'
import { readiness } from './chrome/visit-page.ts'
import type { Limits } from './evidence/evidence.ts'
import { type Tool, tools } from './evidence/scalar.ts'
import type { ScreenshotStore } from './evidence/screenshot-store.ts'
import { evaluate } from './findings/evaluate.ts'
import { openInspection } from './gather/inspection.ts'
import { openRenderer } from './gather/render.ts'
import type { PageWords, ToolRunner } from './job/run-tool.ts'
import { withAnswerCache } from './net/answer-cache.ts'
import { browserNetworks } from './net/browser-networks.ts'
import { type Connect, tcpConnect } from './net/dial.ts'
import { type EgressListener, openEgressListener, standardEgressCaps } from './net/egress-proxy.ts'
import { ownAddresses } from './net/own-addresses.ts'
import { openResolver } from './net/resolver.ts'
import { systemTrustStore, type TrustStore } from './net/trust-store.ts'
import { vetHost } from './net/vet-host.ts'
import { assembleReport, reportJson } from './report/report.ts'
import type { Report } from './report/schema.ts'
import type { Clock } from './runtime/clock.ts'
import { deadlineAfter } from './runtime/deadline.ts'
import type { Log } from './runtime/log.ts'
import type { Random } from './runtime/random.ts'
import { serviceName, userAgent } from './runtime/version.ts'
import type { Settings } from './settings/settings.ts'
import type { Refusal } from './target/refusal.ts'
import type { Target } from './target/target.ts'
import { needsBrowser } from './tools/tools.ts'

/** The tools without the shop: what `check` uses, and what the service sells. */
export interface Toolbox {
  /** Of each tool that can run: those that it was opened for, and those that need no more. */
  readonly runners: Readonly<Partial<Record<Tool, ToolRunner>>>
  /** Refuses a name that has a non-public answer; null when it has none or can't be resolved in time. */
  readonly refuseByAnswers: (target: Target) => Promise<Refusal | null>
  /** Null when none of the tools needs one. */
  readonly browsers: Pick<BrowserPool<EgressListener>, 'status' | 'counts' | 'settled'> | null
  close(): Promise<void>
}

export interface ToolboxOptions {
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

/** A start is over by then, Chrome's too. */
const trustReadAfterMs = 2_000

export function openToolbox(options: ToolboxOptions): Toolbox {
  const { settings, clock } = options
  const resolver = openResolver({ servers: settings.dnsServers, clock })
  const own = ownAddresses({ clock, allowOwnAddresses: settings.egress.allowOwnAddresses })
  // A resolver of its own: a flood of quotes must not queue ahead of paid jobs.
  const quoteResolver = openResolver({ servers: settings.dnsServers, clock })
  const cached = withAnswerCache(quoteResolver, { clock })
  const instance = options.baseUrl ?? 'local'
  const connect = options.connect ?? tcpConnect
  const trust = options.trust ?? systemTrustStore()
  // Soon, and not now: who starts waits for it, and so would the first buyer.
  const cancelReading = clock.after(trustReadAfterMs, () => void trust.anchors)
  const browserLimits = limitsOf(settings, 'verify_page')
  const agent = userAgent(options.baseUrl)
  const pool = options.tools.some(needsBrowser) ? openPool(options) : null
  const renderer =
    pool === null
      ? null
      : openRenderer({ ...options, pool, trust, limits: browserLimits, userAgent: agent })
  const inspection = openInspection({
    ...{ clock, resolver, own, connect, trust, renderer },
    random: options.random,
    canaryHosts: settings.egress.canaryHosts,
    limits: {
      probe_url: limitsOf(settings, 'probe_url'),
      render_page: limitsOf(settings, 'render_page'),
      verify_page: browserLimits,
    },
    service: { name: serviceName, version: options.version, instance },
    vantageLabel: settings.vantage.label,
    userAgent: agent,
    screenshots:
      options.screenshots === null ? null : { store: options.screenshots, baseUrl: instance },
  })
  const run: ToolRunner = async (job, deadline) => {
    const gathered = await inspection.run(job, deadline)
    if (gathered.status === 'failed') return gathered
    const report = assembleReport(gathered.evidence, evaluate(gathered.evidence))
    return {
      status: 'completed',
      body: reportJson(report),
      resultStatus: report.result_status,
      png: gathered.png,
      words: wordsOf(report),
      egress: gathered.egress,
    }
  }
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
      cancelReading()
      await pool?.close()
      quoteResolver.close()
      resolver.close()
    },
  }
}

function wordsOf({ content, browser }: Report): PageWords {
  const [exception] = browser?.console.exceptions ?? []
  const [message] = browser?.console.messages ?? []
  return {
    title: content?.title ?? browser?.dom?.title ?? null,
    complaint: exception?.message ?? message?.text ?? null,
  }
}

function openPool({ settings, clock, random, log }: ToolboxOptions): BrowserPool<EgressListener> {
  return openBrowserPool({
    settings: {
      chromePath: settings.chromePath,
      installFolders: browserFolders(settings.dataDir),
      ...settings.browser,
    },
    networks: browserNetworks(clock, (loopback) => openEgressListener({ clock, random, loopback })),
    ...{ clock, random, log },
    limit: settings.limits.browserJobs,
  })
}

/** Frames beside the main one; a page of advertisements has a dozen. */
const MAX_FRAMES = 20
/** Requests of one page; the median page makes 70, the hundredth 300 (HTTP Archive). */
const MAX_REQUESTS = 500

function limitsOf({ limits }: Settings, tool: 'verify_page'): BrowserLimits
function limitsOf({ limits }: Settings, tool: Tool): Limits
function limitsOf({ limits }: Settings, tool: Tool): Limits {
  return {
    deadline_ms: limits.deadlineMs,
    redirects: limits.redirects,
    connect_timeout_ms: limits.connectTimeoutMs,
    headers_timeout_ms: limits.headersTimeoutMs,
    header_bytes: 65_536,
    body_bytes: limits.bodyBytes,
    decoded_body_bytes: limits.decodedBodyBytes,
    addresses: 4,
    browser:
      tool === 'probe_url'
        ? null
        : {
            requests: MAX_REQUESTS,
            transfer_bytes: standardEgressCaps.transferBytes,
            frames: MAX_FRAMES,
            dom_content_loaded_ms: readiness.domContentLoadedMs,
            load_ms: readiness.loadMs,
            quiet_ms: readiness.quietMs,
            settle_ms: readiness.settleMs,
            screenshot_height: SCREENSHOT_HEIGHT,
          },
    links: tool === 'verify_page' ? limits.links : null,
  }
}

type BrowserLimits = Limits & { readonly browser: NonNullable<Limits['browser']> }
