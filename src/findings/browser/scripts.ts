import type { BrowserEvidence } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'
import { isNotMissed, neededServiceOf } from '#findings/readings/needed-services.ts'
import { egressIsHealthy } from '#findings/readings/observed-hosts.ts'
import { isGoneForAll } from '#findings/readings/public-hosts.ts'
import { cutByOurCap, ofSitePage } from '#findings/readings/site-page.ts'
import type { Effect, Hit, Rule } from '#findings/rule/rule.ts'
import { judgedExceptions } from './exceptions.ts'
import type { FailedRequest } from './failed-requests.ts'

type Violation = BrowserEvidence['console']['csp_violations'][number]

/** Rules about uncaught exceptions, console errors and violations of the page's Content-Security-Policy. */
export const scriptRules: readonly Rule[] = [
  {
    code: 'JS_UNCAUGHT_EXCEPTION',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Fix the exception; start at the top frame of the stack in the evidence.',
    when: ofSitePage((evidence) => {
      const capped = cutByOurCap(evidence)
      return exceptions(evidence, true, ({ isByOthers }) =>
        isByOthers || capped ? 'REVIEW' : 'ISSUE',
      )
    }),
  },
  {
    code: 'JS_THIRD_PARTY_EXCEPTION',
    layer: 'browser',
    severity: 'low',
    effect: 'NONE',
    tools: 'RV',
    remediation:
      'Check the key and the domains in the account at the vendor, or inform the vendor.',
    when: (evidence) =>
      exceptions(evidence, false, ({ message }) => (refusesSite(message) ? 'ISSUE' : 'NONE')),
  },
  {
    code: 'CONSOLE_ERROR_FIRST_PARTY',
    layer: 'browser',
    severity: 'low',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Read the message in the evidence, and fix what it reports.',
    when: ofSitePage(consoleErrors),
  },
  {
    code: 'CSP_VIOLATION',
    layer: 'browser',
    severity: 'medium',
    effect: 'ISSUE',
    tools: 'RV',
    remediation:
      'Allow the source in the Content-Security-Policy, add a nonce, or remove what is blocked.',
    when: ofSitePage(({ browser }) =>
      (browser?.console.csp_violations ?? []).map((one, index) => ({
        message: one.enforced
          ? "The page's Content-Security-Policy blocked a part of the page."
          : "The page's report-only Content-Security-Policy would block a part of the page.",
        observed: { directive: one.directive, kind: one.kind, enforced: one.enforced },
        url: one.blocked_url ?? one.source_url,
        evidence: [`/browser/console/csp_violations/${index}`],
        count: one.count,
        ...weightOf(one),
      })),
    ),
  },
]

/** Whether an exception follows from a request that we blocked, or from one to another site. */
interface Cause {
  readonly isByOthers: boolean
  /** The message of the exception. */
  readonly message: string
}

function exceptions(
  evidence: Evidence,
  firstParty: boolean,
  effectOf: (cause: Cause) => Effect,
): Hit[] {
  const failed = evidence.browser?.requests.failed ?? []
  return judgedExceptions(evidence)
    .filter(({ exception }) => exception.first_party === firstParty)
    .map(({ exception, at }) => {
      const index = failed.findIndex(({ url }) => url === exception.caused_by)
      const cause = failed[index]
      const isForeign = cause?.first_party === false
      const what = exception.rejection
        ? 'A script left a promise rejection unhandled'
        : 'A script threw an uncaught exception'
      return {
        message: `${what}${consequence(exception, isForeign)}.`,
        observed: {
          name: exception.name,
          message: exception.message,
          line: exception.line,
          column: exception.column,
          caused_by: exception.caused_by,
        },
        // The resource to fix first.
        url: isForeign ? cause.url : exception.url,
        evidence: cause === undefined ? [at] : [at, `/browser/requests/failed/${index}`],
        count: exception.count,
        effect: effectOf({
          message: exception.message,
          isByOthers: exception.blocked_by_us || (isForeign && !isGone(evidence, cause)),
        }),
      }
    })
}

/** The script or its host is known not to exist, or Chrome rejects the response: the page fails for every visitor. */
function isGone(evidence: Evidence, cause: FailedRequest): boolean {
  if (cause.type !== 'script') return false
  if (cause.status !== null && cause.status >= 400) return goneStatuses.includes(cause.status)
  return egressIsHealthy(evidence) && isGoneForAll(cause)
}

/** 403 and 5xx are left out, since only we may get them. */
const goneStatuses = [400, 402, 404, 405, 410]

function consequence(
  { blocked_by_us: ours, caused_by: cause }: BrowserEvidence['console']['exceptions'][number],
  isForeign: boolean,
): string {
  if (ours) return ' after we blocked a request'
  if (cause === null) return ''
  return isForeign ? ' after a request to another site failed' : ' after a request failed'
}

/**
 * Messages that scripts wrote with console.error. Chrome's own messages about failed requests have separate codes. If we
 * blocked requests of the page, its messages may be about that (guard G3).
 */
function consoleErrors(evidence: Evidence): Hit[] {
  const messages = evidence.browser?.console.messages ?? []
  const ours =
    cutByOurCap(evidence) || (evidence.browser?.requests.blocked_by_policy.length ?? 0) > 0
  return messages.flatMap((one, index) => {
    if (one.level !== 'error' || one.source !== 'console') return []
    const effect = ours || !reportsFailure(one.text) ? 'REVIEW' : 'ISSUE'
    if (isAdvice(one.text)) return []
    const effectOfOthers = refusesSite(one.text) ? 'REVIEW' : 'NONE'
    return {
      message: `${one.first_party ? 'A script of the site' : 'A script of another site'} wrote an error to the console.`,
      observed: { text: one.text, line: one.line, column: one.column },
      url: one.url,
      evidence: [`/browser/console/messages/${index}`],
      count: one.count,
      effect: one.first_party ? effect : effectOfOthers,
    }
  })
}

/**
 * Whether a message is a licence notice, a banner or advice of a framework, which uses the error level to get attention, or one of
 * Emscripten, which falls back to another method if the server does not know the type of its file.
 */
function isAdvice(text: string): boolean {
  return matchesAny(text, advice)
}

function matchesAny(text: string, patterns: readonly RegExp[]): boolean {
  const start = text.slice(0, 400)
  return patterns.some((one) => one.test(start))
}

const advice: readonly RegExp[] = [
  /^\s*(?:%c|\[?deprecat|(?:warning|hint|tip|note|info|notice)\b)/i,
  /\b(?:deprecated|will be removed in|powered by|download the .{1,30}devtools)\b/i,
  /\b(?:licen[cs]e|evaluation version|trial (?:version|period)|community edition|for development (?:use )?only)\b/i,
  /\b(?:self-xss|paste (?:code|anything|something) here|feature intended for developers)\b/i,
  /^(?:wasm streaming compile failed: |falling back to ArrayBuffer instantiation)/i,
]

/** Whether a script of a vendor refuses a key or a domain in a message. The owner of the site has to fix that. */
function refusesSite(text: string): boolean {
  return matchesAny(text, refusals)
}

const refusals: readonly RegExp[] = [
  /\b(?:publishable|api|site|app|client|access|public) ?(?:key|token|id)\b.{0,60}\b(?:empty|missing|invalid|expired|required|unknown|revoked)\b/i,
  /\b(?:publishable|api|site|app|client|access|public) ?(?:key|token|id)\b.{0,60}\bnot (?:valid|found|provided|set|specified|recogni[sz]ed)\b/i,
  /\b(?:empty|missing|invalid|expired|unknown|no) (?:publishable|api|site|app|client|access) ?(?:key|token|id)\b/i,
  /\bwith your (?:publishable|api|site|access) (?:key|token)\b/i,
  /\b(?:domain|origin|host(?:name)?|website|referr?er)\b.{0,100}\bnot (?:authori[sz]ed|allowed|permitted|registered|whitelisted|on the allow ?list)\b/i,
]

/** Whether a message reports a failure, not only a state. */
function reportsFailure(text: string): boolean {
  return failures.some((one) => one.test(text))
}

const failures: readonly RegExp[] = [
  /error|exception|fail|crash|unable|cannot|can't|could(?: not|n't)|timed? ?out/i,
  /undefined|missing|invalid|unexpected|unhandled|refused|denied|forbidden|rejected/i,
  /not (?:found|defined|loaded|a function|available|set)/i,
]

function weightOf(violation: Violation): Partial<Hit> {
  if (stopsPart(violation)) return {}
  return stopsService(violation)
    ? { effect: 'REVIEW', severity: 'low' }
    : { effect: 'NONE', severity: 'info' }
}

const scriptDirective = /^script-src(?:-elem)?$/

/** The policy blocked a script of another site that provides a service visitors need. */
function stopsService({ enforced, directive, blocked_url: url }: Violation): boolean {
  return (
    enforced && url !== null && scriptDirective.test(directive) && neededServiceOf(url) !== null
  )
}

/**
 * The policy blocked a script, style or connection of the site itself, a visible frame, or a script of another site that a part
 * of the page waits for. Resources of browser extensions are left out: they may occur on any page.
 */
function stopsPart({
  enforced,
  first_party: own,
  directive,
  in_view: isSeen,
  blocked_url: url,
}: Violation) {
  const part = /^(?:script|style|connect)-src(?:-elem|-attr)?$/.test(directive)
  const isNeeded = isSeen && !(scriptDirective.test(directive) && isNotMissed(url ?? ''))
  return enforced && (isNeeded || (own && part)) && !/^[a-z-]+-extension:/.test(url ?? '')
}
