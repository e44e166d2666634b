import type { LayoutFault } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'
import { isForwardedAnalytics } from '#findings/readings/analytics.ts'
import { egressIsHealthy } from '#findings/readings/observed-hosts.ts'
import { cutByOurCap, ofSitePage } from '#findings/readings/site-page.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import { judgedExceptions } from './exceptions.ts'
import { failedAssets, failedRequests } from './failed-requests.ts'

/** Share of pixels of one colour from which a screenshot is blank. A spinner, a cursor or a favicon's shadow covers more. */
const blankRatio = 0.999

/** Rules about what is visible on the screen. */
export const renderingRules: readonly Rule[] = [
  {
    code: 'RENDER_CRASHED',
    layer: 'browser',
    severity: 'high',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Reduce the memory that the page needs.',
    when: ({ browser }) =>
      browser && (browser.navigation.crashes >= 2 || browser.navigation.outcome === 'crashed')
        ? {
            message: `The renderer crashed ${counted(browser.navigation.crashes, 'time')}.`,
            observed: browser.navigation.crashes,
            expected: 0,
            evidence: ['/browser/navigation/crashes', '/browser/navigation/outcome'],
            retryable: true,
          }
        : null,
  },
  {
    code: 'RENDER_UNRESPONSIVE',
    layer: 'browser',
    severity: 'high',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Find the task that blocks the main thread.',
    when: ({ browser }) =>
      browser?.navigation.unresponsive
        ? {
            message:
              'The page kept the browser busy: it was unresponsive, or could not be drawn, when it was captured.',
            observed: true,
            expected: false,
            evidence: ['/browser/navigation/unresponsive'],
            retryable: true,
          }
        : null,
  },
  {
    code: 'RENDER_BLOCKED',
    layer: 'browser',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'RV',
    remediation:
      'Fix the host that does not respond, host the file yourself, or load it without blocking: scripts with defer or async, styles with another medium until they are there.',
    when: ofSitePage((evidence) => {
      const navigation = evidence.browser?.navigation
      if (navigation?.settle_reason !== 'render_blocked') return null
      const pending = navigation.pending.map((one, index) => ({ one, index }))
      const blocking = pending.filter(({ one }) => one.render_blocking)
      const isSure = !cutByOurCap(evidence) && egressIsHealthy(evidence)
      return blocking.map(({ one, index }) => ({
        message: `The page shows nothing: a ${one.type === 'stylesheet' ? 'style sheet' : one.type} of ${one.first_party ? 'the site' : 'another site'} has not arrived after ${Math.round(one.age_ms / 1000)} s, and the browser draws nothing before it.`,
        observed: { type: one.type, age_ms: one.age_ms, host: URL.parse(one.url)?.host ?? null },
        url: one.url,
        evidence: [`/browser/navigation/pending/${index}`, '/browser/navigation/settle_reason'],
        effect: one.first_party && isSure ? ('ISSUE' as const) : ('REVIEW' as const),
        ...(one.first_party ? {} : { severity: 'high' as const }),
        retryable: true,
      }))
    }),
  },
  {
    code: 'RENDER_STILL_LOADING',
    layer: 'browser',
    severity: 'high',
    effect: 'REVIEW',
    tools: 'RV',
    remediation:
      'Find what the page waits for: a pending request, a slow script in its head, or the script or route that fills its main region.',
    when: ofSitePage((evidence) => {
      const { browser, content, limits } = evidence
      // RENDER_INVISIBLE reports a page that stays hidden.
      const all = browser?.navigation.waiting_signs ?? []
      const signs = all.filter((sign) => sign !== 'hidden_page')
      if (!browser || signs.length === 0) return shownLate(evidence)
      const isEmpty = signs.every((sign) => sign === 'empty_main')
      const isFinal =
        browser.navigation.pending.length === 0 &&
        (isEmpty
          ? // Without a script there is nothing that could fill it.
            content?.counts.scripts === 0 || isEmptyShell(evidence)
          : isOnlyLoader(evidence))
      const message = isEmpty
        ? `The main region of the page is empty${afterLoad(limits.browser?.patience_ms)}`
        : `The page still appears to be loading${afterLoad(limits.browser?.patience_ms)}`
      return {
        message: isFinal ? `${message}, and no request is pending.` : `${message}.`,
        ...(isFinal ? { effect: 'ISSUE' as const } : {}),
        observed: { signs, pending: browser.navigation.pending.length },
        url: awaitedCall(browser),
        evidence: ['/browser/navigation/waiting_signs', '/browser/navigation/pending'],
        retryable: true,
      }
    }),
  },
  {
    code: 'RENDER_BLANK',
    layer: 'browser',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'RV',
    remediation:
      'Fix the failed scripts and style sheets in the findings; a wrong base path of the assets is the usual cause.',
    when: ofSitePage((evidence) => {
      const causes = causesOf(evidence)
      if (!isBlank(evidence) || causes.length === 0) return null
      const message = isEmptied(evidence)
        ? 'The page removed all its content after it was captured, and a script or style sheet of the site failed.'
        : 'The page is blank, and a script or style sheet of the site failed.'
      return blank(evidence, message, causes)
    }),
  },
  {
    code: 'RENDER_INVISIBLE',
    layer: 'browser',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'RV',
    remediation:
      'Find what hides the content: opacity, visibility, an overlay, or the colours of the theme.',
    when: ofSitePage((evidence) => {
      const { browser, screenshot } = evidence
      const inView = browser?.dom?.text_in_view
      if (!isInvisible(evidence)) {
        const isAll = inView && browser?.dom?.visible_media === 0 && isAllUnseen(inView)
        if (!inView || (isMostlySeen(inView) && !isAll)) return null
        return {
          message:
            'Visitors cannot read the text at the top of the page: it may be transparent, covered, blurred, rotated, tiny, huge, outside the window, or below an oversized icon.',
          observed: { ...inView },
          evidence: ['/browser/dom/text_in_view'],
          effect: cutByOurCap(evidence) ? 'REVIEW' : 'ISSUE',
        }
      }
      return {
        message:
          'The page is invisible: its document has content, but the screenshot shows a single colour.',
        observed: {
          visible_text_length: browser?.dom?.visible_text_length ?? null,
          dominant_color_ratio: screenshot?.dominant_color_ratio ?? null,
        },
        evidence: ['/browser/dom/visible_text_length', '/screenshot/dominant_color_ratio'],
        effect: cutByOurCap(evidence) ? 'REVIEW' : 'ISSUE',
      }
    }),
  },
  {
    code: 'RENDER_LAYOUT_BROKEN',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation:
      'Open the page in a window of 1366 x 768 px, and find the CSS rule that moves or locks it.',
    when: ofSitePage((evidence) => {
      const fault = evidence.browser?.dom?.layout_fault ?? null
      if (fault === null || evidence.browser?.dom?.emptied || isInvisible(evidence)) return null
      return {
        message: layoutMessages[fault],
        observed: fault,
        expected: null,
        evidence: ['/browser/dom/layout_fault'],
        effect: cutByOurCap(evidence) ? 'REVIEW' : 'ISSUE',
      }
    }),
  },
  {
    code: 'RENDER_BLANK_UNEXPLAINED',
    layer: 'browser',
    severity: 'high',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Open the page in a browser, and check whether it is meant to be blank.',
    when: (evidence) => {
      if (!isBlank(evidence) || causesOf(evidence).length > 0) return null
      const message = isEmptied(evidence)
        ? 'The page removed all its content after it was captured, and no cause was found.'
        : 'The page is blank, and no cause was found.'
      return {
        ...blank(evidence, message, []),
        // If a complete page stays blank, visitors get it like that; a canvas may wait for an action of the visitor.
        ...(isFinished(evidence) &&
        (isEmptied(evidence) || evidence.browser?.dom?.visible_media === 0)
          ? { effect: 'ISSUE' as const }
          : {}),
      }
    },
  },
  {
    code: 'RENDER_ERROR_OVERLAY',
    layer: 'browser',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Fix the error, and deploy a production build.',
    when: ({ browser, content }) => {
      const { error_overlay: overlay, reported_failure: failure } = browser?.dom ?? {}
      if (overlay != null) {
        return {
          message: `An error overlay of a development tool is shown on the page (${overlay}).`,
          observed: overlay,
          evidence: ['/browser/dom/error_overlay'],
        }
      }
      // CONTENT_MAINTENANCE reports a page that says so about itself.
      const isMaintenance = content?.signature_match?.kind === 'maintenance'
      if (failure == null || (isMaintenance && failure.frame_url === null)) return null
      const where = failure.frame_url === null ? 'The page' : 'A frame of the page'
      return {
        message: `${where} shows a message that a part of it failed.`,
        observed: failure,
        evidence: ['/browser/dom/reported_failure'],
        ...(failure.frame_url === null ? {} : { url: failure.frame_url }),
      }
    },
  },
]

const layoutMessages: Readonly<Record<LayoutFault, string>> = {
  locked: 'The page cannot be scrolled: visitors cannot reach the text below the first screen.',
  starts_below: 'The first screen of the page is empty: its content begins below it.',
  side_by_side:
    'Header, main part and footer of the page are side by side instead of one below the other.',
}

/** Minimum patience for these rules, milliseconds. With less, slow pages are captured early without being faulty. */
const MIN_PATIENCE_MS = 8_000

/** Characters of visible text that a header and footer exceed, but a logo and a progress counter do not. */
const MIN_SHELL_TEXT = 12

/** The page had enough time, and no request failed that may have failed only for us. */
function isAwaitedInVain(evidence: Evidence): boolean {
  const isOthers = failedRequests(evidence).some(({ item }) => !item.first_party)
  const isAwaited = (evidence.limits.browser?.patience_ms ?? 0) >= MIN_PATIENCE_MS
  return isFinished(evidence) && isAwaited && !isOthers
}

/** An application shell with an empty main region. A page with a form may show results there later. */
function isEmptyShell(evidence: Evidence): boolean {
  const isOfForm = (evidence.content?.counts.forms ?? 0) > 0
  const text = evidence.browser?.dom?.visible_text_length ?? 0
  return isAwaitedInVain(evidence) && !isOfForm && text > MIN_SHELL_TEXT
}

/** Maximum number of visible characters on a page that has only a few words beside "Loading". */
const MAX_LOADER_TEXT = 100

/** The first call to the page's own site that has no response yet. */
function awaitedCall({ navigation }: NonNullable<Evidence['browser']>): string | null {
  const isCall = (type: string) => type === 'xhr' || type === 'fetch'
  const call = navigation.pending.find((one) => one.first_party && isCall(one.type))
  return call?.url ?? null
}

/** A page that shows only that it is loading. */
function isOnlyLoader(evidence: Evidence): boolean {
  const { dom } = evidence.browser ?? {}
  const isSmall = (dom?.visible_text_length ?? 0) <= MAX_LOADER_TEXT && dom?.visible_media === 0
  return isAwaitedInVain(evidence) && isSmall
}

/** A page whose first paint came later than the patience for loading pages. Chrome's time is null on a busy machine. */
function shownLate({ browser, limits }: Evidence): Hit | null {
  const shownMs = browser?.performance.fcp_ms ?? null
  const patienceMs = Math.max(limits.browser?.patience_ms ?? 0, MIN_PATIENCE_MS)
  if (shownMs === null || shownMs <= patienceMs) return null
  return {
    message: `The page showed nothing for ${Math.round(shownMs / 100) / 10} s.`,
    observed: { fcp_ms: shownMs },
    expected: { at_most_ms: patienceMs },
    evidence: ['/browser/performance/fcp_ms'],
    retryable: true,
  }
}

function afterLoad(patienceMs: number | undefined): string {
  return patienceMs === undefined ? '' : ` ${patienceMs / 1000} s after its load event`
}

function isEmptied({ browser }: Evidence): boolean {
  return browser?.dom?.emptied === true
}

/** RENDER_BLOCKED reports a page that could not be drawn. */
function isBlocked({ navigation }: NonNullable<Evidence['browser']>): boolean {
  return navigation.settle_reason === 'render_blocked'
}

function isBlank(evidence: Evidence): boolean {
  const { browser, screenshot } = evidence
  if (!browser?.dom || screenshot === null || isBlocked(browser)) return false
  const { outcome } = browser.navigation
  if (outcome !== 'loaded' && outcome !== 'partial') return false
  const { emptied, visible_text_length: text, visible_media: media } = browser.dom
  if (emptied) return true
  const ratio = screenshot.dominant_color_ratio
  // A canvas, video or frame in which nothing was drawn has no pixel of another colour.
  return text === 0 && (media === 0 ? ratio >= blankRatio : ratio === 1 && !isInvisible(evidence))
}

function isFinished(evidence: Evidence): boolean {
  const { browser, content } = evidence
  if (browser?.navigation.outcome !== 'loaded' || browser.navigation.settle_reason !== 'quiet')
    return false
  const isOurs =
    cutByOurCap(evidence) ||
    browser.requests.blocked_by_policy.length > 0 ||
    browser.console.exceptions.some((one) => one.blocked_by_us)
  return !isOurs && browser.navigation.pending.length === 0 && content !== null
}

/**
 * Minimum number of pixels of a letter that differ from the background. Fewer in a whole text are a cursor or a border.
 */
const MIN_PIXELS_PER_LETTER = 2
const LETTERS_COUNTED = 100
const MIN_LETTERS = 2

/** Unseen characters of a paragraph, and the largest share of visible text beside it that is only a menu and a title. */
const MIN_UNSEEN_PARAGRAPH = 200
const MAX_SEEN_SHARE_BESIDE_PARAGRAPH = 1 / 5
/** The same for an unseen sentence beside a visible word. */
const MIN_UNSEEN_SENTENCE = 80
const MAX_SEEN_SHARE_BESIDE_SENTENCE = 1 / 12

function isMostlySeen({ characters, unseen }: { characters: number; unseen: number }): boolean {
  const seen = characters - unseen
  const isParagraph =
    unseen >= MIN_UNSEEN_PARAGRAPH && seen <= unseen * MAX_SEEN_SHARE_BESIDE_PARAGRAPH
  const isSentence =
    unseen >= MIN_UNSEEN_SENTENCE && seen <= unseen * MAX_SEEN_SHARE_BESIDE_SENTENCE
  return !isParagraph && !isSentence
}

/** Unseen characters that are reported if no text is visible: a title and a sentence. */
const MIN_ALL_UNSEEN = 40

function isAllUnseen({ characters, unseen }: { characters: number; unseen: number }): boolean {
  return unseen >= MIN_ALL_UNSEEN && unseen === characters
}

/** The page has text, but only one colour is visible. */
function isInvisible({ browser, screenshot }: Evidence): boolean {
  if (!browser?.dom || browser.dom.emptied || screenshot === null || isBlocked(browser))
    return false
  const { outcome } = browser.navigation
  if (outcome !== 'loaded' && outcome !== 'partial') return false
  const letters = Math.min(browser.dom.visible_text_length, LETTERS_COUNTED)
  const { width, height, dominant_color_ratio: ratio } = screenshot
  const differing = (1 - ratio) * width * height
  const hasContent = letters >= MIN_LETTERS || browser.dom.element_count > MANY_ELEMENTS
  return (
    hasContent &&
    ratio >= blankRatio &&
    differing < Math.max(1, letters * MIN_PIXELS_PER_LETTER) &&
    browser.dom.visible_media + letters > 0
  )
}

/** Number of elements above which a page has content; an application shell has a dozen. */
const MANY_ELEMENTS = 60

/** Pointers to failures of the site that may have left the page blank. Empty after one of our caps was reached (guard G3). */
function causesOf(evidence: Evidence): string[] {
  if (cutByOurCap(evidence)) return []
  const exceptions = judgedExceptions(evidence)
    .filter(({ exception }) => exception.first_party && !exception.blocked_by_us)
    .map(({ at }) => at)
  const assets = failedAssets(evidence)
    .filter(({ item }) => item.type === 'script' || item.type === 'stylesheet')
    .filter(({ item }) => !isForwardedAnalytics(item))
    .map(({ at }) => at)
  return [...exceptions, ...assets]
}

function blank({ browser, screenshot }: Evidence, message: string, causes: string[]): Hit {
  return {
    message,
    observed: {
      emptied: browser?.dom?.emptied ?? null,
      visible_text_length: browser?.dom?.visible_text_length ?? null,
      visible_media: browser?.dom?.visible_media ?? null,
      dominant_color_ratio: screenshot?.dominant_color_ratio ?? null,
      causes: causes.length,
    },
    evidence: [
      '/browser/dom/emptied',
      '/browser/dom/visible_text_length',
      '/browser/dom/visible_media',
      '/screenshot/dominant_color_ratio',
      ...causes,
    ],
  }
}
