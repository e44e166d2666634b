import type { BrowserEvidence, RequestType } from '#evidence/browser.ts'
import { ofSitePage } from '#findings/readings/site-page.ts'
import type { Rule } from '#findings/rule/rule.ts'

type MixedContent = BrowserEvidence['requests']['mixed_content'][number]

export const mixedContentRule: Rule = {
  code: 'MIXED_CONTENT_BLOCKED',
  layer: 'browser',
  severity: 'high',
  effect: 'ISSUE',
  tools: 'RV',
  remediation: 'Use https URLs.',
  when: ofSitePage(({ browser }) =>
    (browser?.requests.mixed_content ?? []).map((one, index) => ({
      message: `A plain http ${one.type} on an https page was ${one.resolution}.`,
      observed: { type: one.type, resolution: one.resolution },
      expected: { scheme: 'https' },
      url: one.url,
      evidence: [`/browser/requests/mixed_content/${index}`],
      ...(isLost(one) ? {} : { effect: 'NONE' as const, severity: 'info' as const }),
    })),
  ),
}

function isLost({ resolution, type }: MixedContent): boolean {
  return resolution === 'blocked' && active.includes(type)
}

/** Blockable mixed content (W3C Mixed Content 4.2); images and media are upgraded, and broken ones have a code. */
const active: readonly RequestType[] = [
  'script',
  'stylesheet',
  'document',
  'xhr',
  'fetch',
  'font',
  'websocket',
  'eventsource',
]
