import type { BrowserEvidence } from '#evidence/browser.ts'
import type { CheckId, Evidence } from '#evidence/evidence.ts'
import type { CheckEntry, CheckState } from './entry.ts'
import { done, noResult, notApplicable, skipped } from './entry.ts'

const answered: readonly CheckId[] = ['dns', 'connect', 'tls', 'redirects', 'http', 'content']
const looked: readonly CheckId[] = [...answered, 'navigation']
const seenWhole: readonly CheckId[] = [...looked, 'rendering']

/**
 * | check      | required           | because                                                    |
 * |------------|--------------------|------------------------------------------------------------|
 * | navigation | always             | without a document there is no page                        |
 * | rendering  | always             | a page that shows nothing has answered 200 all the same    |
 * | scripts    | always             | the page is what its scripts make of it                    |
 * | requests   | always             | and what they fetch                                        |
 * | screenshot | always             | the proof that was bought                                  |
 * | links      | where there are any | spec: the links of the page are followed                  |
 * | agreement  | never              | a disagreement is told; that nobody could compare is not   |
 */
export const browserChecks: readonly CheckEntry[] = [
  {
    id: 'navigation',
    tools: 'RV',
    required: always,
    needs: answered,
    standing: seen(navigation),
    durationMs: ({ browser }) => browser?.navigation.load_ms ?? null,
  },
  { id: 'rendering', tools: 'RV', required: always, needs: looked, standing: seen(rendering) },
  { id: 'scripts', tools: 'RV', required: always, needs: seenWhole, standing: seen(watched) },
  { id: 'requests', tools: 'RV', required: always, needs: seenWhole, standing: seen(watched) },
  {
    id: 'screenshot',
    tools: 'RV',
    required: always,
    needs: seenWhole,
    standing: ({ screenshot }) => (screenshot === null ? skipped('no_data') : done),
  },
  {
    id: 'links',
    tools: 'V',
    required: ({ links, content }) =>
      links === null ? (content?.counts.links ?? 0) > 0 : links.unique > 0,
    needs: seenWhole,
    standing: followed,
  },
  {
    id: 'agreement',
    tools: 'V',
    required: () => false,
    needs: ['http', 'navigation'],
    standing: ({ http, browser }) =>
      http.status === null || browser === null || browser.navigation.main_status === null
        ? skipped('no_data')
        : done,
  },
]

/** Chrome met what no phase of an exchange tells: where no probe looked too, the check of the navigation explains it. */
export function onlyChromeKnows({ tool, http, browser }: Evidence): boolean {
  if (tool !== 'render_page' || browser?.navigation.outcome !== 'failed') return false
  return http.status === null && (http.error === null || http.error.phase === 'tls')
}

function always(): boolean {
  return true
}

type Judge = (browser: BrowserEvidence, evidence: Evidence) => CheckState

function seen(judge: Judge): CheckEntry['standing'] {
  return (evidence) =>
    evidence.browser === null ? skipped('no_data') : judge(evidence.browser, evidence)
}

function navigation({
  navigation: { outcome, settle_reason: reason },
}: BrowserEvidence): CheckState {
  if (reason === 'deadline') return noResult('deadline')
  if (outcome === 'loaded' || outcome === 'partial') return done
  return noResult(outcome === 'failed' ? 'not_loaded' : outcome)
}

function rendering(browser: BrowserEvidence, { screenshot }: Evidence): CheckState {
  const { dom, navigation: page } = browser
  if (dom === null) {
    if (page.unresponsive) return noResult('unresponsive')
    return page.settle_reason === 'deadline' ? noResult('deadline') : noResult('no_document')
  }
  // Text or pictures in the document prove that something shows; without them only the picture can tell.
  const shows = dom.visible_text_length > 0 || dom.visible_media > 0
  return shows || screenshot !== null ? done : noResult('no_screenshot')
}

/** Scripts and requests are watched for as long as the page is. */
function watched(browser: BrowserEvidence): CheckState {
  const page = browser.navigation
  if (page.settle_reason === 'deadline') return noResult('deadline')
  if (page.unresponsive) return noResult('unresponsive')
  return navigation(browser)
}

function followed({ links, limits_hit: hit }: Evidence): CheckState {
  if (links === null) return skipped('no_data')
  if (links.unique === 0) return notApplicable('no_links')
  const cut = links.items.some((one) => one.code === 'deadline')
  if (cut || (links.checked === 0 && hit.includes('deadline'))) return noResult('deadline')
  if (links.checked >= links.unique || links.truncated) return done
  return noResult(hit.includes('deadline') ? 'deadline' : 'not_checked')
}
