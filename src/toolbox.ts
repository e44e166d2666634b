import type { Limits } from './evidence/evidence.ts'
import type { Tool } from './evidence/scalar.ts'
import { evaluate } from './findings/evaluate.ts'
import { openProbe } from './gather/probe.ts'
import type { ToolRunner } from './job/run-tool.ts'
import { withAnswerCache } from './net/answer-cache.ts'
import { type Connect, tcpConnect } from './net/dial.ts'
import { ownAddresses } from './net/own-addresses.ts'
import { openResolver } from './net/resolver.ts'
import { systemTrustStore, type TrustStore } from './net/trust-store.ts'
import { vetHost } from './net/vet-host.ts'
import { assembleReport, reportJson } from './report/report.ts'
import type { Clock } from './runtime/clock.ts'
import { deadlineAfter } from './runtime/deadline.ts'
import { serviceName, userAgent } from './runtime/version.ts'
import type { Settings } from './settings/settings.ts'
import type { Refusal } from './target/refusal.ts'
import type { Target } from './target/target.ts'

/** The tools without the shop: what `check` uses, and what the service sells. */
export interface Toolbox {
  /** Tools that this build can run. */
  readonly runners: Readonly<Partial<Record<Tool, ToolRunner>>>
  /** Refuses a name that has a non-public answer; null when it has none or can't be resolved in time. */
  readonly refuseByAnswers: (target: Target) => Promise<Refusal | null>
  close(): void
}

export interface ToolboxOptions {
  readonly settings: Settings
  readonly clock: Clock
  readonly version: string
  /** How targets' operators reach us, and what reports name as the service; null for a local check. */
  readonly baseUrl: string | null
  /** The seams of tests: real sockets behind public-looking addresses, and the roots that they use. */
  readonly connect?: Connect
  readonly trust?: TrustStore
}

/** The look-up before a quote may take this long; a resolver that is slower does not refuse (design.md 1.2). */
const quoteLookupMs = 1_000

export function openToolbox(options: ToolboxOptions): Toolbox {
  const { settings, clock } = options
  const resolver = openResolver({ servers: settings.dnsServers, clock })
  const own = ownAddresses({ clock, allowOwnAddresses: settings.egress.allowOwnAddresses })
  // A resolver of its own: a flood of quotes must not queue ahead of paid jobs.
  const quoteResolver = openResolver({ servers: settings.dnsServers, clock })
  const cached = withAnswerCache(quoteResolver, { clock })
  const instance = options.baseUrl ?? 'local'
  const probe = openProbe({
    clock,
    resolver,
    own,
    connect: options.connect ?? tcpConnect,
    trust: options.trust ?? systemTrustStore(),
    canaryHosts: settings.egress.canaryHosts,
    limits: limitsOf(settings),
    service: { name: serviceName, version: options.version, instance },
    vantageLabel: settings.vantage.label,
    userAgent: userAgent(options.baseUrl),
  })
  const runProbe: ToolRunner = async (job, deadline) => {
    const gathered = await probe.run(job, deadline)
    if (gathered.status === 'failed') return gathered
    const report = assembleReport(gathered.evidence, evaluate(gathered.evidence))
    return { status: 'completed', body: reportJson(report), resultStatus: report.result_status }
  }
  return {
    runners: { probe_url: runProbe },
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
    close: () => {
      quoteResolver.close()
      resolver.close()
    },
  }
}

function limitsOf({ limits }: Settings): Limits {
  return {
    deadline_ms: limits.deadlineMs,
    redirects: limits.redirects,
    connect_timeout_ms: limits.connectTimeoutMs,
    headers_timeout_ms: limits.headersTimeoutMs,
    header_bytes: 65_536,
    body_bytes: limits.bodyBytes,
    decoded_body_bytes: limits.decodedBodyBytes,
    addresses: 4,
    browser: null,
    links: null,
  }
}
