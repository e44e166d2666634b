import type { BrowserEvidence } from '#evidence/browser.ts'
import type { Rule } from '#findings/rule/rule.ts'

type Metric = 'lcp_ms' | 'fcp_ms' | 'cls' | 'tbt_ms'

/** web.dev/vitals and Lighthouse: good up to the first number, poor above the second. One sample: advice only. */
export const browserPerfRules: readonly Rule[] = [
  metric('PERF_LCP', 'lcp_ms', 'Largest Contentful Paint', ' ms', 2500, 4000),
  metric('PERF_FCP', 'fcp_ms', 'First Contentful Paint', ' ms', 1800, 3000),
  metric('PERF_CLS', 'cls', 'Cumulative Layout Shift', '', 0.1, 0.25),
  metric('PERF_TBT', 'tbt_ms', 'Total Blocking Time', ' ms', 200, 600),
  {
    code: 'PERF_WEIGHT',
    layer: 'perf',
    severity: 'info',
    effect: 'NONE',
    tools: 'RV',
    remediation: 'Load less, or later.',
    when: ({ browser }) => {
      if (!browser) return null
      const bytes = browser.performance.transfer_bytes
      const requests = browser.requests.summary.total
      if (bytes <= maxBytes && requests <= maxRequests) return null
      return {
        message: `The page took ${requests} requests and ${bytes} bytes.`,
        observed: { transfer_bytes: bytes, requests },
        expected: { transfer_bytes: maxBytes, requests: maxRequests },
        evidence: ['/browser/performance/transfer_bytes', '/browser/requests/summary/total'],
      }
    },
  },
]

/** Ten times the median of the web (HTTP Archive), rounded: only what is heavy beyond doubt. */
const maxBytes = 5_000_000
const maxRequests = 200

function metric(
  code: string,
  key: Metric & keyof BrowserEvidence['performance'],
  name: string,
  unit: string,
  good: number,
  poor: number,
): Rule {
  return {
    code,
    layer: 'perf',
    severity: 'info',
    effect: 'NONE',
    tools: 'RV',
    remediation: 'Measure it again with real visitors before changing anything.',
    when: ({ browser }) => {
      const value = browser?.performance[key] ?? null
      if (value === null || value <= good) return null
      return {
        message: `${name} was ${Math.round(value * 100) / 100}${unit}${value > poor ? ', which is poor' : ''} (one sample, from this vantage).`,
        observed: value,
        expected: { at_most: good },
        evidence: [`/browser/performance/${key}`],
      }
    },
  }
}
