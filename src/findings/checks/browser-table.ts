import type { BrowserEvidence } from '#evidence/browser.ts'
import type { CheckId, Evidence } from '#evidence/evidence.ts'
import type { CheckEntry, CheckState } from './entry.ts'
import { done, noResult, notApplicable, skipped } from './entry.ts'

const probeChecks: readonly CheckId[] = ['dns', 'connect', 'tls', 'redirects', 'http', 'content']
const pageChecks: readonly CheckId[] = [...probeChecks, 'navigation']
const renderChecks: readonly CheckId[] = [...pageChecks, 'rendering']

/**
 * | check      | required            | because                                                    |
 * |------------|---------------------|------------------------------------------------------------|
 * | navigation | always              | without a document there is no page                        |
 * | rendering  | always              | a page that shows nothing can still have status 200        |
 * | scripts    | always              | scripts build the page                                     |
 * | requests   | always              | the page needs the resources that it requests              |
 * | screenshot | always              | it is the proof that was bought                            |
 * | links      | where there are any | spec: the links of the page are followed                   |
 * | agreement  | never               | a disagreement is reported; a missing comparison is not    |
 */
export const browserChecks: readonly CheckEntry[] = [
  {
    id: 'navigation',
    tools: 'RV',
    required: always,
    needs: probeChecks,
    state: ofBrowser(navigation),
    durationMs: ({ browser }) => browser?.navigation.load_ms ?? null,
  },
  {
    id: 'rendering',
    tools: 'RV',
    required: always,
    needs: pageChecks,
    state: ofBrowser(rendering),
  },
  { id: 'scripts', tools: 'RV', required: always, needs: renderChecks, state: ofBrowser(observed) },
  {
    id: 'requests',
    tools: 'RV',
    required: always,
    needs: renderChecks,
    state: ofBrowser(observed),
  },
  {
    id: 'screenshot',
    tools: 'RV',
    required: always,
    needs: renderChecks,
    state: ({ screenshot }) => (screenshot === null ? skipped('no_data') : done),
  },
  {
    id: 'links',
    tools: 'V',
    required: ({ links, content }) =>
      links === null ? (content?.counts.links ?? 0) > 0 : links.unique > 0,
    needs: renderChecks,
    state: followed,
  },
  {
    id: 'agreement',
    tools: 'V',
    required: () => false,
    needs: ['http', 'navigation'],
    state: ({ http, browser }) =>
      http.status === null || browser === null || browser.navigation.main_status === null
        ? skipped('no_data')
        : done,
  },
]

/** Errors of Chrome that belong to no phase of an exchange; without a probe, the navigation check explains them. */
export function onlyChromeKnows({ tool, http, browser }: Evidence): boolean {
  if (tool !== 'render_page' || browser?.navigation.outcome !== 'failed') return false
  return http.status === null && (http.error === null || http.error.phase === 'tls')
}

function always(): boolean {
  return true
}

type Judge = (browser: BrowserEvidence, evidence: Evidence) => CheckState

function ofBrowser(judge: Judge): CheckEntry['state'] {
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
  // Text or images in the document prove that something is visible; otherwise only the screenshot can.
  const shows = dom.visible_text_length > 0 || dom.visible_media > 0
  return shows || screenshot !== null ? done : noResult('no_screenshot')
}

/** Scripts and requests are observed for the lifetime of the page. */
function observed(browser: BrowserEvidence): CheckState {
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
