import type { BrowserEvidence } from '#evidence/browser.ts'
import type { Rule } from '#findings/rule/rule.ts'

// web.dev/ttfb: good up to 800 ms, poor from 1800 ms on.
const GOOD_MS = 800
const POOR_MS = 1800
/** Milliseconds until the first byte after which a visitor gives up or reloads. */
const NOTICED_MS = 5_000

/**
 * web.dev/vitals and Lighthouse: good up to the first number, poor above the second. One sample from one vantage is
 * advice, so only a first byte so late that every visitor notices affects the verdict. RENDER_STILL_LOADING reports a page
 * that stays white for longer than the patience for loading pages.
 */
export const performanceRules: readonly Rule[] = [
  {
    code: 'PERF_TTFB',
    layer: 'perf',
    severity: 'info',
    effect: 'NONE',
    tools: 'PRV',
    remediation: 'Cache the response, or keep the handler warm.',
    when: ({ http, timings_ms: { wait } }) => {
      if (http.status === null || wait === null || wait <= GOOD_MS) return null
      return {
        ...(wait >= NOTICED_MS && { effect: 'REVIEW' as const, severity: 'medium' as const }),
        message: `The first byte arrived ${wait} ms after the request${wait > POOR_MS ? ', which is poor' : ''} (one sample, from this vantage).`,
        observed: wait,
        expected: { at_most_ms: GOOD_MS },
        url: http.url,
        evidence: ['/timings_ms/wait'],
      }
    },
  },
  vital({
    code: 'PERF_LCP',
    key: 'lcp_ms',
    name: 'Largest Contentful Paint',
    unit: ' ms',
    good: 2500,
    poor: 4000,
  }),
  vital({
    code: 'PERF_FCP',
    key: 'fcp_ms',
    name: 'First Contentful Paint',
    unit: ' ms',
    good: 1800,
    poor: 3000,
  }),
  vital({
    code: 'PERF_CLS',
    key: 'cls',
    name: 'Cumulative Layout Shift',
    unit: '',
    good: 0.1,
    poor: 0.25,
  }),
  vital({
    code: 'PERF_TBT',
    key: 'tbt_ms',
    name: 'Total Blocking Time',
    unit: ' ms',
    good: 200,
    poor: 600,
  }),
  {
    code: 'PERF_WEIGHT',
    layer: 'perf',
    severity: 'info',
    effect: 'NONE',
    tools: 'RV',
    remediation: 'Remove, compress or defer resources that the page loads.',
    when: ({ browser }) => {
      if (!browser) return null
      const bytes = browser.performance.transfer_bytes
      const requests = browser.requests.summary.total
      if (bytes <= maxBytes && requests <= maxRequests) return null
      return {
        message: `The page made ${requests} requests and transferred ${bytes} bytes.`,
        observed: { transfer_bytes: bytes, requests },
        expected: { transfer_bytes: maxBytes, requests: maxRequests },
        evidence: ['/browser/performance/transfer_bytes', '/browser/requests/summary/total'],
      }
    },
  },
]

interface Vital {
  readonly code: string
  readonly key: keyof BrowserEvidence['performance'] & ('lcp_ms' | 'fcp_ms' | 'cls' | 'tbt_ms')
  readonly name: string
  readonly unit: string
  readonly good: number
  readonly poor: number
}

/** Bytes and requests, far above the median of the web (HTTP Archive): only clearly heavy pages exceed them. */
const maxBytes = 5_000_000
const maxRequests = 200

function vital({ code, key, name, unit, good, poor }: Vital): Rule {
  return {
    code,
    layer: 'perf',
    severity: 'info',
    effect: 'NONE',
    tools: 'RV',
    remediation: 'Confirm it with measurements of real visits before you change anything.',
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
