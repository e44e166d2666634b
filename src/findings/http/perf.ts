import type { Rule } from '#findings/rule/rule.ts'
import { browserPerfRules } from './page-vitals.ts'

// web.dev/ttfb: good up to 800 ms, poor from 1800 ms on.
const GOOD_MS = 800
const POOR_MS = 1800

export const perfRules: readonly Rule[] = [
  {
    code: 'PERF_TTFB',
    layer: 'perf',
    severity: 'info',
    effect: 'NONE',
    tools: 'PRV',
    remediation: 'Cache the answer, or keep the handler warm.',
    when: ({ http, timings_ms: { wait } }) => {
      if (http.status === null || wait === null || wait <= GOOD_MS) return null
      return {
        message: `The first byte came ${wait} ms after the request${wait > POOR_MS ? ', which is poor' : ''} (one sample, from this vantage).`,
        observed: wait,
        expected: { at_most_ms: GOOD_MS },
        url: http.url,
        evidence: ['/timings_ms/wait'],
      }
    },
  },
  ...browserPerfRules,
]
