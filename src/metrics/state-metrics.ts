import { Counter, Gauge, type Registry } from 'prom-client'
import type { Readiness } from '#job/readiness.ts'
import type { LedgerState } from '#payment/ledger/ledger.ts'
import type { ProcessLoad } from '#runtime/process/process-load.ts'
import { type Tool, tools } from '#tools/tool.ts'

/** State that is read at each scrape. A value whose reader rejects is left out of that scrape. */
export interface StateSources {
  readonly about: { readonly version: string; readonly mode: string }
  readonly jobs: () => { readonly running: number; readonly limit: number }
  /** Requests that were shed so far. */
  readonly requestsShed: () => number
  /** Null without a browser. */
  readonly browsers: () => {
    readonly busy: number
    readonly limit: number
    readonly started: number
  } | null
  readonly forSale: (tool: Tool) => boolean
  readonly ledger: () => Promise<Readonly<Record<LedgerState, number>>>
  readonly screenshots: () => Promise<{
    readonly count: number
    readonly bytes: number
    readonly quotaBytes: number
  }>
  readonly load: () => ProcessLoad
}

/** State that is passed to each scrape. */
export interface MomentaryState {
  readonly readiness: Readiness
  /** Expiry of the listener's own certificate, epoch milliseconds; null without one. */
  readonly certificateExpiresAt: number | null
}

/** Creates the gauges; returns a function that updates them. */
export function stateMetrics(
  registry: Registry,
  sources: StateSources,
): (now: MomentaryState) => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const counterOf = (name: string, help: string) => {
    const counter = new Counter({ name, help, registers: [registry] })
    let last = 0
    return (now: number) => {
      counter.inc(Math.max(0, now - last))
      last = now
    }
  }
  const info = gauge('urlwitness_info', 'Always 1', ['version', 'mode'])
  info.set({ ...sources.about }, 1)
  const running = gauge('urlwitness_jobs_running', 'Running jobs')
  const limit = gauge('urlwitness_jobs_limit', 'Limit of concurrent jobs')
  const shed = counterOf(
    'urlwitness_requests_shed_total',
    'Free requests that got 503 because the process was behind with its work',
  )
  const pages = gauge('urlwitness_browser_pages_busy', 'Browser pages in use')
  const pagesLimit = gauge('urlwitness_browser_pages_limit', 'Limit of concurrent browser pages')
  const started = counterOf(
    'urlwitness_browser_starts_total',
    'Browsers started: the first, planned replacements, and replacements of a lost one',
  )
  const forSale = gauge('urlwitness_tool_for_sale', '1 when the tool is enabled and not paused', [
    'tool',
  ])
  const calls = gauge('urlwitness_ledger_calls', 'Calls in the ledger by state, over all time', [
    'state',
  ])
  const screenshots = screenshotGauges(gauge)
  const setReadiness = readinessGauges(gauge)
  const resident = gauge('process_resident_memory_bytes', 'Memory of this process, without Chrome')
  const heap = gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use')
  const cpu = counterOf(
    'process_cpu_seconds_total',
    'Processor time of this process, without Chrome',
  )

  return async (now) => {
    setReadiness(now)
    const jobs = sources.jobs()
    running.set(jobs.running)
    limit.set(jobs.limit)
    shed(sources.requestsShed())
    const browsers = sources.browsers()
    pages.set(browsers?.busy ?? 0)
    pagesLimit.set(browsers?.limit ?? 0)
    started(browsers?.started ?? 0)
    for (const tool of tools) forSale.set({ tool }, sources.forSale(tool) ? 1 : 0)
    const load = sources.load()
    resident.set(load.residentBytes)
    heap.set(load.heapUsedBytes)
    cpu(load.cpuSeconds)
    await whenReadable(
      sources.ledger,
      (counts) => {
        for (const [state, count] of Object.entries(counts)) calls.set({ state }, count)
      },
      () => calls.reset(),
    )
    await whenReadable(sources.screenshots, screenshots.set, screenshots.forget)
  }
}

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge

function screenshotGauges(gauge: MakeGauge) {
  const count = gauge('urlwitness_evidence_screenshots', 'Stored screenshots')
  const bytes = gauge(
    'urlwitness_evidence_bytes',
    'Bytes of stored screenshots and copies of reports',
  )
  const quota = gauge(
    'urlwitness_evidence_quota_bytes',
    'Quota of stored screenshots and copies of reports',
  )
  return {
    set: (totals: Awaited<ReturnType<StateSources['screenshots']>>) => {
      count.set(totals.count)
      bytes.set(totals.bytes)
      quota.set(totals.quotaBytes)
    },
    forget: () => {
      for (const one of [count, bytes, quota]) one.remove()
    },
  }
}

function readinessGauges(gauge: MakeGauge): (now: MomentaryState) => void {
  const ready = gauge('urlwitness_ready', '1 while at least one tool can be bought, as GET /ready')
  const part = gauge('urlwitness_part_ok', '1 while the part works, as GET /ready', ['part'])
  const available = gauge('urlwitness_tool_available', '1 while the tool can be bought', ['tool'])
  const expiry = gauge(
    'urlwitness_certificate_expiry_timestamp_seconds',
    'End of the own certificate of the listener; absent without one',
  )
  return ({ readiness, certificateExpiresAt }) => {
    ready.set(readiness.ready ? 1 : 0)
    // A part may disappear: a reload can switch the browser tools off.
    part.reset()
    for (const [name, { ok }] of Object.entries(readiness.parts)) {
      part.set({ part: name }, ok ? 1 : 0)
    }
    for (const tool of tools) available.set({ tool }, readiness.tools[tool].available ? 1 : 0)
    expiry.remove()
    if (certificateExpiresAt !== null) expiry.set(certificateExpiresAt / 1_000)
  }
}

/** Sets a gauge, or clears it when its source cannot be read: with a full or locked disk the other metrics matter most. */
async function whenReadable<T>(
  read: () => Promise<T>,
  set: (value: T) => void,
  forget: () => void,
): Promise<void> {
  try {
    set(await read())
  } catch {
    forget()
  }
}
