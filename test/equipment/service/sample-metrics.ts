import { openMetrics } from '#metrics/metrics.ts'
import { systemClock } from '#runtime/clock.ts'
import { processLoad } from '#runtime/process/process-load.ts'

const works = { ok: true, detail: null }
const moment = {
  readiness: {
    ready: true,
    mode: 'sandbox',
    parts: { ledger: works, facilitator: works, browser: { ok: false, detail: 'gone' } },
    tools: {
      probe_url: { available: true, code: null },
      render_page: { available: false, code: 'browser_unavailable' },
      verify_page: { available: false, code: 'browser_unavailable' },
    },
    jobs: { running: 0, limit: 10 },
  },
  certificateExpiresAt: 1_800_000_000_000,
}

/** Metrics of a fictitious service with a lost browser. */
export function openSampleMetrics(over: Partial<Parameters<typeof openMetrics>[0]> = {}) {
  const counts = { running: 1, failed: 2, settling: 0, settled: 7, refused: 0, unknown: 3 }
  const metrics = openMetrics({
    clock: systemClock,
    about: { version: '0.1.0', mode: 'sandbox' },
    jobs: () => ({ running: 1, limit: 10 }),
    requestsShed: () => 9,
    browsers: () => ({ busy: 2, limit: 6, started: 4 }),
    forSale: (tool) => tool !== 'verify_page',
    ledger: async () => counts,
    screenshots: async () => ({ count: 5, bytes: 123_456, quotaBytes: 2_048 }),
    load: processLoad,
    ...over,
  })
  const lines = async () => (await metrics.write(moment)).text.split('\n')
  return { ...metrics, lines }
}
