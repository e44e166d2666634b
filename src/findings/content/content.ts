import type { ContentEvidence } from '#evidence/content.ts'
import type { Evidence } from '#evidence/evidence.ts'
import {
  countsAsFrameworkError,
  countsAsPlaceholder,
  countsAsSoft404,
} from '#evidence/signature-limits.ts'
import type { Effect, Hit, Rule } from '#findings/rule/rule.ts'
import { isStagingHost, isTemporaryHost, isTestHostOf } from '#target/site.ts'
import { isInside } from '#target/target.ts'
import data from './forms.json' with { type: 'json' }
import { browserContentRules } from './rendered-content.ts'

type SignatureMatch = NonNullable<ContentEvidence['signature_match']>

const htmlTypes = ['text/html', 'application/xhtml+xml']
const downloadTypes = [
  'application/octet-stream',
  'binary/octet-stream',
  'application/zip',
  'application/x-zip-compressed',
  'application/gzip',
  'application/x-gzip',
  'application/x-tar',
]

/** What this form of a fault is called, what to do about it, and which verdict follows; empty where the words of its kind fit. */
function formOf({ kind, id }: SignatureMatch): Form {
  const byKind: Readonly<Record<string, Readonly<Record<string, Form>>>> = data.forms
  return byKind[kind]?.[id] ?? {}
}

interface Form {
  readonly words?: string
  readonly remedy?: string
  readonly effect?: string
}

/** Rules about a page that only states something about itself, or shows something else in its place: rows of `pages/classes.yaml`. */
const statedRules: readonly Rule[] = data.findings.map(({ kind, says, forms, ...rule }) => ({
  code: rule.code,
  severity: rule.severity as Rule['severity'],
  effect: rule.effect as Effect,
  remediation: rule.remediation,
  layer: 'content',
  tools: 'PRV',
  when: (evidence) => {
    const match = evidence.content?.signature_match ?? null
    const form = match?.kind === kind ? formOf(match) : {}
    const message = messageOf(says, form.words ?? forms)
    // The rest of a page that was cut off may be the content that its beginning seems to lack.
    if (ofWholePage.has(kind) && isCutOff(evidence)) return null
    const hit = signature(evidence, kind, ({ status }) => status < 400, message)
    if (hit === null) return kind === 'page_as_text' ? undeclaredPage(evidence, message) : null
    return { ...hit, ...inPlaceOf(form) }
  },
}))

/** What a form says in place of its kind. */
function inPlaceOf({ remedy, effect }: Form): Partial<Hit> {
  return {
    ...(remedy === undefined ? {} : { remediation: remedy }),
    ...(effect === undefined ? {} : { effect: effect as Effect }),
  }
}

function messageOf(says: string, form: string | undefined): string {
  return form === undefined ? `${says}.` : `${says}: ${form}.`
}

/** Kinds that a page has because it shows nothing else. */
const ofWholePage: ReadonlySet<string> = new Set([
  'error_page',
  'wall',
  'maintenance',
  'coming_soon',
  'parked',
  'starter',
  'private',
])

function isCutOff({ http }: Evidence): boolean {
  return http.body_truncated || http.error !== null
}

/** A page, judged by its bytes or its URL, that a response field makes a download or a source listing. */
function undeclaredPage(evidence: Evidence, message: string): Hit | null {
  const { http, content, browser } = evidence
  if (http.status === null || http.status >= 300 || !isPageAddress(http.url)) return null
  const isHtml = htmlTypes.includes(http.media_type ?? '') || content?.kind === 'html'
  const isAttached = isHtml && http.headers.some(([name, value]) => isAttachment(name, value))
  const isGuessed = isHtml && http.media_type === null && http.body_bytes_decoded > 0
  const isUnnamed = isGuessed && forbidsSniffing(http.headers)
  const isSaved =
    browser?.navigation.outcome === 'download' &&
    [null, ...htmlTypes, ...downloadTypes].includes(http.media_type) &&
    /\/$|\.x?html?$/i.test(URL.parse(http.url)?.pathname ?? '')
  if (!isAttached && !isUnnamed && !isSaved && !isGuessed) return null
  const isShown = isGuessed && !isAttached && !isUnnamed && !isSaved
  return {
    message: isShown
      ? 'The page is sent without a Content-Type: browsers have to guess that it is HTML.'
      : message,
    effect: isShown ? 'REVIEW' : 'ISSUE',
    observed: { media_type: http.media_type, attachment: isAttached },
    expected: { media_type: 'text/html' },
    evidence: ['/http/media_type', '/http/headers'],
  }
}

/** The file name has no extension, or that of a page. A file for download has another extension. */
function isPageAddress(url: string): boolean {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  return !name.includes('.') || /\.(?:x?html?|php|aspx?|jsp)$/i.test(name)
}

function isAttachment(name: string, value: string): boolean {
  return name === 'content-disposition' && /^\s*attachment\s*(?:;|$)/i.test(value)
}

function forbidsSniffing(headers: Evidence['http']['headers']): boolean {
  return headers.some(
    ([name, value]) =>
      name === 'x-content-type-options' && value.trim().toLowerCase() === 'nosniff',
  )
}

export const contentRules: readonly Rule[] = [
  {
    code: 'CONTENT_EMPTY',
    layer: 'content',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Check the build output and the handler: the page has no content.',
    when: ({ http, content, limits_hit }) => {
      // A body that our deadline cut off is not an empty body.
      const whole = http.error === null && !http.body_truncated && limits_hit.length === 0
      const isHtml = htmlTypes.includes(http.media_type ?? '')
      if (http.status !== 200 || !isHtml || !whole) return null
      if (http.body_bytes_decoded === 0) {
        return {
          message: 'The body is empty, although the response has status 200 and an HTML type.',
          observed: { body_bytes: 0 },
          expected: { body_bytes: 'more than 0' },
          evidence: ['/http/status', '/http/media_type', '/http/body_bytes_decoded'],
        }
      }
      if (content?.signature_match?.kind !== 'blank') return null
      return {
        message: 'The page is empty: its markup has no text, image, frame, form or script.',
        observed: { text_length: content.text_length, body_bytes: http.body_bytes_decoded },
        expected: { text_length: 'more than 0' },
        evidence: ['/content/signature_match', '/content/text_length', '/content/counts'],
      }
    },
  },
  {
    code: 'CONTENT_PLATFORM_PLACEHOLDER',
    layer: 'content',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation:
      'Do what the page says: attach the domain to a deployment, start or fix the application, or settle the account.',
    when: (evidence) =>
      signature(
        evidence,
        'placeholder',
        ({ status, bytes }) => countsAsPlaceholder(status, bytes),
        'The hosting platform sends its own page instead of the site: nothing is deployed here, or the site does not run.',
      ),
  },
  {
    code: 'CONTENT_SERVER_DEFAULT_PAGE',
    layer: 'content',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Deploy the application, or set the document root.',
    when: (evidence) =>
      signature(
        evidence,
        'default',
        () => true,
        "The page is a web server's default page or a directory listing.",
      ),
  },
  {
    code: 'CONTENT_FRAMEWORK_ERROR',
    layer: 'content',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Read the trace, fix the cause, and turn debug output off.',
    when: (evidence) =>
      signature(
        evidence,
        'error',
        ({ status, characters }) => countsAsFrameworkError(status, characters),
        "The page is a framework's error or debug page.",
      ),
  },
  {
    code: 'CONTENT_SOFT_404',
    layer: 'content',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Send status 404 for pages that do not exist.',
    when: (evidence) => {
      const hit = signature(
        evidence,
        'soft404',
        ({ status, characters }) => countsAsSoft404(status, characters),
        'The title or heading says that the page does not exist, but the status is 200.',
      )
      // Title and heading say so, and nothing else is there: visitors do not get the page.
      const isCertain = evidence.content?.signature_match?.id === 'only-not-found'
      return hit !== null && isCertain ? { ...hit, effect: 'ISSUE', severity: 'high' } : hit
    },
  },
  ...statedRules,
  {
    code: 'CONTENT_JSON_INVALID',
    layer: 'content',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PV',
    remediation:
      'Find what breaks the JSON: a message of a program before it, a value such as NaN, or an early end of the response.',
    when: ({ http, content }) => {
      const isSent = http.status !== null && http.status >= 200 && http.status < 300
      // Other rules report a page or an error in place of the data.
      if (!isSent || content?.json_valid !== false || content.signature_match !== null) return null
      return {
        message: 'The content is declared as JSON, but it is not valid JSON.',
        observed: { media_type: http.media_type, json_valid: false },
        expected: { json_valid: true },
        evidence: ['/http/media_type', '/content/json_valid'],
      }
    },
  },
  {
    code: 'CONTENT_CANONICAL_WRONG',
    layer: 'content',
    severity: 'medium',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Set the public base URL of the site in the configuration of the build.',
    when: ({ http, content }) => {
      if (http.status === null || http.status >= 300) return null
      const inMarkup = content?.canonical ?? null
      return (
        wrongCanonical(inMarkup, http.url, '/content/canonical') ??
        wrongCanonical(canonicalIn(http.headers), http.url, '/http/headers')
      )
    },
  },
  {
    code: 'CONTENT_PRIVATE_ADDRESS',
    layer: 'content',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Use the public URL, not an internal or development one.',
    when: privateReference,
  },
  {
    code: 'CONTENT_FORM_PLACEHOLDER',
    layer: 'content',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation:
      'Replace the placeholder in the action of the form with the URL that your form service gave you.',
    when: (evidence) =>
      ofMarkup(
        evidence,
        'form-placeholder',
        'A form of the page submits to a placeholder URL: the input of visitors is lost.',
      ),
  },
  {
    code: 'CONTENT_STAGING_LINKS',
    layer: 'content',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Replace the host of the staging site with the public one.',
    when: (evidence) =>
      ofMarkup(
        evidence,
        'staging-links',
        'A link of the page leads to the staging host of the site.',
      ) ??
      ofMarkup(
        evidence,
        'staging-metadata',
        'The metadata of the page, for previews or search engines, names a staging host or the preview of a branch.',
      ),
  },
  {
    code: 'CONTENT_TEXT_DIRECTION',
    layer: 'content',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation:
      'Set dir="rtl" on the html element for Arabic, Hebrew and other scripts from right to left, and remove it for others.',
    when: ({ content, http }) => {
      const match = content?.signature_match
      if (match?.kind !== 'direction' || http.status === null || http.status >= 300) return null
      const isMissing = match.id === 'missing'
      return {
        message: isMissing
          ? 'The page is in a script from right to left, but no dir attribute says so: its paragraphs start on the left.'
          : 'The dir attribute of the page is that of the other direction: its text is laid out from the wrong side.',
        observed: { lang: content?.lang ?? null },
        evidence: ['/content/signature_match', '/content/lang'],
        // Each line is still in the right order.
        ...(isMissing && { effect: 'NONE' as const, severity: 'low' as const }),
      }
    },
  },
  {
    code: 'CONTENT_PLAIN_HTTP_ASSETS',
    layer: 'content',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation:
      'Use https URLs; behind a proxy, tell the application that visitors use https (X-Forwarded-Proto).',
    // With a browser, MIXED_CONTENT_BLOCKED reports each of them.
    when: (evidence) =>
      evidence.browser !== null || upgradesRequests(evidence)
        ? null
        : ofMarkup(
            evidence,
            'plain-http-assets',
            'The https page loads scripts or style sheets over http, which browsers block.',
          ),
  },
  {
    code: 'CONTENT_NOINDEX',
    layer: 'content',
    severity: 'info',
    effect: 'NONE',
    tools: 'PRV',
    remediation: 'Remove noindex on production; keep it on previews.',
    when: ({ http, security }) => {
      if (security === null || http.status === null || http.status >= 300) return null
      const { x_robots_tag, meta } = security.robots
      const field = forbidsIndex(x_robots_tag)
      const tag = forbidsIndex(meta)
      if (!field && !tag) return null
      return {
        message: 'The page tells search engines not to index it.',
        observed: { x_robots_tag: field, meta: tag },
        // A page that is only kept out of the index still allows its links to be followed; test environments forbid both.
        effect: isClosed(x_robots_tag) || isClosed(meta) ? 'REVIEW' : 'NONE',
        evidence: [
          ...(field ? ['/security/robots/x_robots_tag'] : []),
          ...(tag ? ['/security/robots/meta'] : []),
        ],
      }
    },
  },
  ...browserContentRules,
]

/** URLs on non-public hosts. REDIRECT_TO_PRIVATE reports `base` and `refresh`, which affect the visitor or all resources. */
function privateReference({ content, http, browser, links }: Evidence): Hit | null {
  const match = content?.signature_match
  if (match?.kind !== 'leads_inside' || http.status === null || http.status >= 300) return null
  // REQ_PRIVATE_ADDRESS, REQ_IMAGE_BROKEN, LINK_PRIVATE_ADDRESS and LINK_MALFORMED report each address that they see.
  const isOfLinks = ['form', 'links', 'links-on-disk'].includes(match.id)
  const reported = match.id === 'links-on-disk' ? links?.malformed : links?.private
  const isSeen = isOfLinks ? (reported?.length ?? 0) > 0 : browser !== null
  const message = privateReferences[match.id]
  // The markup alone shows these.
  const isOfMarkup = ['previews', 'return', 'structured-data'].includes(match.id)
  if (message === undefined || (isSeen && !isOfMarkup)) return null
  return {
    message,
    observed: { public: false },
    expected: { public: true },
    evidence: ['/content/signature_match'],
    // Search engines read this description, and visitors never see it.
    ...(match.id === 'structured-data' ? { effect: 'REVIEW' as const } : {}),
  }
}

function ofMarkup({ content, http }: Evidence, id: string, message: string): Hit | null {
  const match = content?.signature_match
  if (match?.kind !== 'leads_elsewhere' || match.id !== id) return null
  if (http.status === null || http.status >= 300) return null
  return { message, observed: { match: id }, evidence: ['/content/signature_match'] }
}

/** The page makes browsers request all its resources over https. */
function upgradesRequests({ http }: Evidence): boolean {
  return http.headers.some(
    ([name, value]) =>
      name === 'content-security-policy' && /upgrade-insecure-requests/i.test(value),
  )
}

const privateReferences: Readonly<Record<string, string | undefined>> = {
  assets: 'The page loads scripts or styles from a host that is not public.',
  form: 'A form of the page submits to a host that is not public.',
  links: 'A link of the page leads to a host that is not public.',
  return:
    'A link of the page has a service return visitors to a host that is not public, as after a sign-in.',
  'links-on-disk': "A link of the page leads to a file on its author's disk.",
  disk: "An image of the page is on its author's disk.",
  previews:
    'The image or URL that other sites show as a preview of the page is on a host that is not public.',
  'structured-data':
    'The structured data of the page (JSON-LD) names a host that is not public: search engines cannot use it.',
}

function wrongCanonical(canonical: string | null, url: string, pointer: string): Hit | null {
  const fault = canonical === null ? null : faultOfCanonical(canonical, url)
  if (fault === null) return null
  const { says, effect = 'ISSUE' } = fault
  return {
    message: `The canonical URL of the page ${says}: search engines ${effect === 'NONE' ? 'ignore it' : 'may drop the page'}.`,
    observed: { canonical },
    effect,
    evidence: [pointer],
  }
}

/** A link of a Link field (RFC 8288): its target and its parameters. */
const linkOfField = /<([^<>]{0,2048})>([^<>,"]{0,400}(?:"[^"]{0,400}"[^<>,"]{0,400}){0,10})/g

/** The first canonical URL in the Link fields of a response; null without one. */
function canonicalIn(headers: Evidence['http']['headers']): string | null {
  for (const [name, value] of headers) {
    if (name !== 'link') continue
    for (const [, target = '', parameters = ''] of value.matchAll(linkOfField)) {
      if (
        /;\s{0,9}rel\s{0,9}=\s{0,9}(?:"[^"]{0,200}?\bcanonical\b|canonical\b)/i.test(parameters)
      ) {
        return target.trim()
      }
    }
  }
  return null
}

/** The fault of a canonical URL; null without one. Another host may be intended: an article may have appeared there first. */
function faultOfCanonical(
  canonical: string,
  url: string,
): { readonly says: string; readonly effect?: Effect } | null {
  if (/^file:/i.test(canonical)) {
    return { says: 'is a file on the machine that built it', effect: 'NONE' }
  }
  const to = URL.parse(canonical, url)
  const [host, page] = [to?.hostname ?? '', URL.parse(url)?.hostname ?? '']
  if (isTestHostOf(host, page) || isTemporaryHost(host, page) || isStagingHost(host, page)) {
    return { says: 'is on a test or staging host', effect: 'REVIEW' }
  }
  if (/\{\{|\$\{|<%|\[object |%[A-Z_]{4,}%/.test(canonical)) {
    return { says: 'contains an unfilled template' }
  }
  if (to === null || !/^https?:$/.test(to.protocol)) return { says: 'is not a valid URL' }
  if (/(?:^|\/)(?:undefined|null|NaN)(?:\/|$)/.test(to.pathname)) {
    return { says: 'contains a missing value' }
  }
  return isInside(to.href) ? { says: 'is on a host that is not public' } : null
}

function signature(
  { content, http }: Evidence,
  kind: string,
  counts: (seen: { status: number; bytes: number; characters: number }) => boolean,
  message: string,
): Hit | null {
  const match = content?.signature_match
  if (!content || match?.kind !== kind || http.status === null) return null
  const seen = {
    status: http.status,
    bytes: http.body_bytes_decoded,
    characters: content.text_length,
  }
  if (!counts(seen)) return null
  return {
    message,
    observed: { signature: match.id, status: http.status },
    evidence: ['/content/signature_match', '/http/status'],
  }
}

function forbidsIndex(directives: string | null): boolean {
  return forSearch(directives).some((one) => one === 'noindex' || one === 'none')
}

function isClosed(directives: string | null): boolean {
  const all = forSearch(directives)
  return all.includes('none') || (all.includes('noindex') && all.includes('nofollow'))
}

/**
 * The directives for all crawlers or for one of a search engine. The name of a crawler applies to the directives after it, up
 * to the next name.
 */
function forSearch(directives: string | null): string[] {
  let isForSearch = true
  return (directives ?? '')
    .toLowerCase()
    .split(',')
    .flatMap((one) => {
      const [, crawler, first] = /^\s*([\w-]+)\s*:(.*)$/s.exec(one) ?? []
      if (crawler === undefined || withValue.includes(crawler)) {
        return isForSearch ? one.trim() : []
      }
      isForSearch = searchEngines.test(crawler)
      return isForSearch ? (first?.trim() ?? '') : []
    })
}

const withValue = ['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']

const searchEngines =
  /^(?:google(?:bot|other)?|bing(?:bot|preview)?|msnbot|slurp|yandex(?:bot)?|baiduspider|duckduckbot|applebot|naver(?:bot)?|yeti|seznambot|qwant\w*|petalbot|sogou.*)(?:-|$)/
