import type { BrowserPool } from '#chrome/contract.ts'
import { SCREENSHOT_HEIGHT } from '#chrome/image/screenshot.ts'
import { readiness } from '#chrome/page/visit-page.ts'
import type { Limits } from '#evidence/evidence.ts'
import type { ScreenshotStore } from '#evidence/screenshot-store.ts'
import { evaluate } from '#findings/evaluate.ts'
import { createInspector } from '#gather/inspect.ts'
import { createRenderer } from '#gather/render.ts'
import type { PageWords, ToolRunner } from '#job/call/run-tool.ts'
import type { Resolver } from '#net/dns/resolver.ts'
import { standardEgressCaps } from '#net/proxy/proxy.ts'
import type { Connect } from '#net/tcp/dial.ts'
import type { TrustStore } from '#net/x509/trust-store.ts'
import { assembleReport, reportJson } from '#report/report.ts'
import type { Report } from '#report/schema.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'
import { serviceName, userAgent } from '#runtime/version.ts'
import type { Settings } from '#settings/settings.ts'
import type { OwnAddresses } from '#target/address.ts'
import type { Tool } from '#tools/tool.ts'

export interface ToolRunnerOptions {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly version: string
  readonly screenshots: ScreenshotStore | null
  readonly baseUrl: string | null
  readonly resolver: Resolver
  readonly own: OwnAddresses
  readonly connect: Connect
  readonly trust: TrustStore
  /** Null: no tool that needs a browser is run. */
  readonly pool: BrowserPool | null
}

/** Looks at a target with any of the tools, judges what was seen, and writes the report. */
export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  const { settings, pool, screenshots } = options
  const browserLimits = limitsOf(settings, 'verify_page')
  const agent = userAgent(options.baseUrl)
  const instance = options.baseUrl ?? 'local'
  const renderer =
    pool === null
      ? null
      : createRenderer({ ...options, pool, limits: browserLimits, userAgent: agent })
  const inspection = createInspector({
    ...options,
    renderer,
    canaryHosts: settings.egress.canaryHosts,
    limits: {
      probe_url: limitsOf(settings, 'probe_url'),
      render_page: limitsOf(settings, 'render_page'),
      verify_page: browserLimits,
    },
    service: { name: serviceName, version: options.version, instance },
    vantageLabel: settings.vantage.label,
    userAgent: agent,
    screenshots: screenshots === null ? null : { store: screenshots, baseUrl: instance },
  })
  return async (job, deadline) => {
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
}

function wordsOf({ content, browser }: Report): PageWords {
  const [exception] = browser?.console.exceptions ?? []
  const [message] = browser?.console.messages ?? []
  return {
    title: content?.title ?? browser?.dom?.title ?? null,
    complaint: exception?.message ?? message?.text ?? null,
  }
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
