import { FlattenedSign } from 'jose'
import type { BrowserPool } from '#chrome/contract.ts'
import type { ScreenshotStore } from '#evidence/stores.ts'
import { evaluate } from '#findings/evaluate.ts'
import type { HostLoad } from '#gather/host-overload.ts'
import { createInspector } from '#gather/inspect.ts'
import { createRenderer } from '#gather/render.ts'
import type { JobCaps } from '#gather/report-head.ts'
import type { PageTexts, ToolRunner } from '#job/call/run-tool.ts'
import type { Resolver } from '#net/dns/resolver.ts'
import { standardEgressCaps } from '#net/proxy/proxy.ts'
import type { Connect } from '#net/tcp/dial.ts'
import type { TrustStore } from '#net/x509/trust-store.ts'
import { claimsOf } from '#report/claims.ts'
import { type Proof, type ProvenPayment, withProof } from '#report/proof.ts'
import { assembleReport, reportJson, withReportUrl } from '#report/report.ts'
import type { Report } from '#report/schema.ts'
import type { Runtime } from '#runtime/runtime.ts'
import { serviceName, userAgent } from '#runtime/version.ts'
import type { Settings } from '#settings/settings.ts'
import type { SigningKeys } from '#store/keys/signing-keys.ts'
import type { OwnAddresses } from '#target/address.ts'

/** The network access of the tools. */
export interface ToolNetwork {
  readonly resolver: Resolver
  readonly ownAddresses: OwnAddresses
  readonly connect: Connect
  readonly trust: TrustStore
}

/** Inspects a target with any of the tools, judges the evidence, and writes the report. */
export function createToolRunner(options: {
  readonly settings: Settings
  readonly runtime: Runtime
  readonly version: string
  readonly screenshots: ScreenshotStore | null
  readonly baseUrl: string | null
  readonly network: ToolNetwork
  readonly hostLoad: HostLoad
  /** If absent, reports are not signed. */
  readonly signingKeys?: SigningKeys | undefined
  /** If null, tools that need a browser are not run. */
  readonly pool: BrowserPool | null
}): ToolRunner {
  const { settings, runtime, version, screenshots, baseUrl, network, pool, signingKeys } = options
  const { clock, random, log } = runtime
  const { trust } = network
  const agent = userAgent(baseUrl)
  const instance = baseUrl ?? 'local'
  const caps = capsOf(settings)
  const renderer =
    pool === null ? null : createRenderer({ clock, log, pool, caps, userAgent: agent, trust })
  const inspection = createInspector({
    ...network,
    clock,
    random,
    hostLoad: options.hostLoad,
    renderer,
    canaryHosts: settings.egress.canaryHosts,
    caps,
    service: { name: serviceName, version, instance },
    vantageLabel: settings.vantage.label,
    userAgent: agent,
    screenshots: screenshots === null ? null : { store: screenshots, baseUrl: instance },
  })
  return async (job, deadline) => {
    const inspected = await inspection.run(job, deadline)
    if (inspected.status === 'failed') return inspected
    const report = assembleReport(inspected.evidence, evaluate(inspected.evidence))
    const body = reportJson(report)
    return {
      status: 'completed',
      body,
      resultStatus: report.result_status,
      findingCodes: [...new Set(report.findings.map(({ code }) => code))],
      png: inspected.png,
      texts: textsOf(report),
      ...(signingKeys && {
        signFor: (payment, reportUrl) => {
          const sold = reportUrl === null ? report : withReportUrl(report, reportUrl)
          return signedText(sold, payment, signingKeys)
        },
      }),
      egress: inspected.egress,
    }
  }
}

async function signedText(
  report: Report,
  payment: ProvenPayment,
  keys: SigningKeys,
): Promise<string> {
  return withProof(reportJson(report), await proofOf(report, payment, keys))
}

/** Makes the proof of a report with the key that is current now. */
async function proofOf(
  report: Report,
  { network, payer, nonce }: ProvenPayment,
  keys: SigningKeys,
): Promise<Proof> {
  const { kid, key } = keys.current()
  const claims = new TextEncoder().encode(claimsOf(report, { network, payer, nonce }))
  const signed = await new FlattenedSign(claims).setProtectedHeader({ alg: 'EdDSA', kid }).sign(key)
  // RFC 7515, appendix F: detached content, so the payload is left out.
  const jws = `${signed.protected}..${signed.signature}`
  return { jws, network, payer, nonce }
}

function textsOf({ content, browser }: Report): PageTexts {
  const [exception] = browser?.console.exceptions ?? []
  const [message] = browser?.console.messages ?? []
  return {
    title: content?.title ?? browser?.dom?.title ?? null,
    firstError: exception?.message ?? message?.text ?? null,
  }
}

/** Most frames of a page besides the main one; a page with advertisements has a dozen. */
const MAX_FRAMES = 20
/** Most requests of one page; the median page makes 70, one page in a hundred makes 300 (HTTP Archive). */
const MAX_REQUESTS = 500

/** Most bytes of one header section: the limit of Chrome. */
const HEADER_BYTES = 262_144

function capsOf({ limits, browser }: Settings): JobCaps {
  const { transferBytes } = standardEgressCaps
  const { patienceMs, processorMs } = browser
  const jobCaps = { requests: MAX_REQUESTS, frames: MAX_FRAMES, transferBytes }
  const page = { ...jobCaps, patienceMs, processorMs }
  return { ...limits, headerBytes: HEADER_BYTES, page }
}
