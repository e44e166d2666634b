import type { LocalTools } from '#cli/check/run-locally.ts'
import type { ReportSource } from './source.ts'

// A host requests a screenshot right after its report, if at all.
const MAX_SCREENSHOTS = 8

/** Makes reports on this machine without payment, as `check` does. The latest screenshots are kept in memory by job id. */
export function createLocalSource(local: LocalTools): ReportSource {
  const screenshots = new Map<string, Uint8Array>()
  const keep = (id: string, png: Uint8Array) => {
    screenshots.set(id, png)
    const [oldest] = screenshots.keys()
    if (screenshots.size > MAX_SCREENSHOTS && oldest !== undefined) screenshots.delete(oldest)
  }
  return {
    spendsMoney: false,
    report: async (tool, url, signal) => {
      const outcome = await local.run(tool, url, signal)
      if (outcome.status !== 'report')
        return failed(`The check was ${outcome.status}: ${outcome.problem}`)
      const { report, json, screenshot } = outcome
      if (screenshot !== null && report.job_id !== undefined) keep(report.job_id, screenshot)
      return { ok: true, body: json, paid: null, note: null }
    },
    screenshot: async (id) => {
      const png = screenshots.get(id)
      if (png !== undefined) return { ok: true, png }
      return failed(
        'There is no such screenshot: give the job_id of a recent report of render_page or verify_page.',
      )
    },
    stored: null,
    prices: async () => ({ mode: 'local', price_usd: '0' }),
    budget: () => ({ mode: 'local', spent_usd: '0' }),
    close: local.close,
  }
}

function failed(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message }
}
