import type { RequestType } from '#evidence/browser.ts'
import type { ObservedRequest } from './page-observation.ts'
import type { DraftResponse, RequestDraft } from './request-draft.ts'

const DATA_TYPE = /^(?:application|text)\/json$|\+json$|^text\/plain$/
const REFUSAL_TYPE = /^(?:application|text)\/(?:json|xml|plain)$|\+json$/

/** A Git LFS pointer: two lines of fixed length, and a size (https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md). */
const POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v\d\noid sha256:[0-9a-f]{64}\nsize \d+\n$/
const POINTER_BYTES = { min: 124, max: 140 }
const FILES: ReadonlySet<RequestType> = new Set(['script', 'stylesheet', 'image', 'font', 'media'])

function maybePointer({ type, response, bytesDecoded }: RequestDraft): boolean {
  const { min, max } = POINTER_BYTES
  const isSent = response?.status === 200 || response?.status === 206
  return FILES.has(type) && isSent && bytesDecoded >= min && bytesDecoded <= max
}

/** What is wrong with the content of a file that is as long as a pointer: `pointer`, or null. */
export function faultOfFile(content: string): ObservedRequest['data'] {
  return POINTER.test(content) ? 'pointer' : null
}

/**
 * Whether the content of a response is worth reading. For a call, it shows whether it is JSON, or why the call was refused; for a
 * file, whether the file is there.
 */
export function isWorthReading(draft: RequestDraft): boolean {
  const { type, method, response } = draft
  if (maybePointer(draft)) return true
  if (response === null || (type !== 'xhr' && type !== 'fetch')) return false
  const { status, mimeType } = response
  // Frameworks refuse a form token with an HTML page.
  if (status === 403 && method !== 'GET' && mimeType === 'text/html') return true
  if (status >= 400) return status < 500 && REFUSAL_TYPE.test(mimeType)
  const isSuccess = status >= 200 && status <= 299 && status !== 204
  return isSuccess && ['GET', 'POST'].includes(method) && DATA_TYPE.test(mimeType)
}

/** What a response with an error status says about its cause; null when it does not say. */
export function refusalIn(
  content: string,
  status: number,
  hasKey: boolean,
): ObservedRequest['data'] {
  if (refusesService(content)) return 'service'
  if (status === 404) return statesAbsence(content) ? 'absence' : null
  if ((status === 403 || status === 419) && refusesToken(content)) return 'token'
  const isRefused = status === 401 || status === 402 || status === 403
  if (isRefused && namesExpiredToken(content)) return 'expired'
  return isRefused && hasKey && !OF_VISITOR.test(content) ? 'key' : null
}

/** Words of messages to a visitor who may log in, or should try again. */
const OF_VISITOR =
  /log(?:ged)?[ -]?in|sign(?:ed)?[ -]?in|session|user|guest|visitor|anonymous|account|credential|captcha|[cx]srf|unauthenticated|not authenticated/i

/** A subject and what is said of it, at most `gap` characters later in the same string of JSON. */
interface Statement {
  /** Matches whole words, with the flag `g`. */
  readonly subject: RegExp
  readonly gap: number
  readonly says: RegExp
}

/**
 * Messages of a hosted service that refuses the site and not its visitor: because of the key, the project, its plan, its list of
 * origins or the rules of its data. Sources: the error documentation of Algolia, Contentful, Sanity, Shopify, Stripe, Mapbox,
 * Meilisearch, Typesense, Google Cloud, Firebase, Supabase (PostgREST), Hasura, AWS, Azure Storage and Facebook.
 */
const REFUSING_STATEMENTS: readonly Statement[] = [
  {
    subject:
      /\b(?:invalid|incorrect|expired|missing|unknown|unrecogni[sz]ed|revoked|disabled|bad|wrong|no valid|a valid)\b/gi,
    gap: 40,
    says: /\b(?:api[ _-]?key|application[ -]id|app[ _-]id|client[ _-]id|site[ _-]?key)/i,
  },
  {
    subject: /\b(?:api[ _-]?key|application[ -]id|app[ _-]id|client[ _-]id|site[ _-]?key)\b/gi,
    gap: 60,
    says: /\b(?:invalid|not (?:valid|found|allowed|authori[sz]ed|enabled)|incorrect|expired|missing|revoked|disabled|blocked|restricted|required|does not exist)/i,
  },
  {
    subject: /\b(?:project|database|store|shop|account|subscription|workspace|service)\b/gi,
    gap: 60,
    says: /\b(?:is|has been|was|currently|has) (?:temporarily |currently )?(?:paused|suspended|disabled|deactivated|frozen|locked|restricted|inactive|expired|archived)\b/i,
  },
  {
    subject: /\b(?:referr?er|origin|domain|hostname|website)s?\b/gi,
    gap: 80,
    says: /\b(?:not (?:allowed|authori[sz]ed|permitted|registered|whitelisted)|(?:is|are) (?:blocked|forbidden|denied))/i,
  },
  { subject: /\bupgrade (?:your|to a)\b/gi, gap: 30, says: /\bplan\b/i },
]

function states(content: string, { subject, gap, says }: Statement): boolean {
  return [...content.matchAll(subject)].some(({ 0: found, index }) => {
    const [rest = ''] = content.slice(index + found.length).split(/["{}]/, 1)
    const at = rest.search(says)
    return at >= 0 && at <= gap
  })
}

const REFUSALS: readonly RegExp[] = [
  // Google Cloud and Facebook
  /\bAPI_KEY_[A-Z_]+\b|\b(?:BILLING|SERVICE)_DISABLED\b|\bOAuthException\b/,
  // AWS and Azure Storage
  /\bInvalidAccessKeyId\b|\bSignatureDoesNotMatch\b|<Code>AccessDenied<\/Code>/,
  /\bMissing Authentication Token\b|\bis not authorized to perform\b|\bNot Authorized to access \w+ on type\b/i,
  /\bPublicAccessNotPermitted\b|\bSigned expiry time\b/,
  // Contentful and Mapbox
  /\bAccessTokenInvalid\b|\baccess token you (?:sent|provided)\b|\bNot Authorized - (?:Invalid|No) Token\b/,
  // OAuth 2.0 and JSON Web Tokens
  /\binvalid[_-]api[_-]key\b|\bunauthorized_client\b|\binvalid_client\b|\bJWT expired\b|\bJWSError\b/,
  // Rules of the data: Firebase, PostgREST and Hasura
  /\bpermission denied for (?:table|view|relation|schema|function)\b|\bin the schema cache\b/i,
  /\bMissing or insufficient permissions\b|\bx-hasura-[a-z-]+/i,
  // A part that is gone, the plan of the owner, the list of origins
  /\b(?:dataset|index|tenant|deployment|bucket|application|app|environment)\b(?:[ "'`]{1,3}[\w.:-]{1,60}["'`]?)? (?:was |has )?(?:not (?:been )?found|(?:does not|doesn't) exist)/i,
  /\b(?:dataset|index|tenant|deployment|bucket|application|app|environment)\b(?:[ "'`]{1,3}[\w.:-]{1,60}["'`]?)? (?:was |has )?(?:been |is )?(?:paused|suspended|disabled|deactivated|archived|deleted)/i,
  /\bUnavailable Shop\b|\bquota\b|\bbilling\b|\bpayment required\b|\bout of credits\b/i,
  /\b(?:plan|usage|monthly|record|operation|bandwidth|egress) limits?\b|\b(?:free )?trial (?:period )?(?:has )?(?:expired|ended)/i,
  /\b(?:unauthori[sz]ed|disallowed|unregistered) (?:origin|domain|referr?er)\b/i,
]

function refusesService(content: string): boolean {
  const said = content.slice(0, MAX_REFUSAL_CHARS)
  return (
    REFUSALS.some((one) => one.test(said)) || REFUSING_STATEMENTS.some((one) => states(said, one))
  )
}

const MAX_REFUSAL_CHARS = 2_000

/** Prefixes of JSON that protect it from pages that include it as a script: AngularJS, Gerrit, Facebook. */
const PREFIXES = /^(?:\)\]\}',?|while ?\(1\);|for ?\(;;\);)\s*/

/** Beginnings of the messages of programs that end with an exception: PHP, Python, Java, .NET, databases and servers. */
const PROGRAM_FAILED: readonly RegExp[] = [
  /^\s*(?:PHP )?(?:Fatal|Parse) error: /,
  /^\s*(?:Traceback \(most recent call last\)|Uncaught \w|Internal Server Error\b|SQLSTATE\[)/,
  /^\s*(?:(?:java|javax|org|com)\.[\w.]{1,80}(?:Exception|Error)\b|System\.[\w.]{1,60}Exception\b)/,
]

/** What is wrong with content that was sent as plain text; null for any text except the message of a program that failed. */
export function faultOfText(content: string): ObservedRequest['data'] {
  return PROGRAM_FAILED.some((one) => one.test(content)) ? 'internal' : null
}

/** What is wrong with content that was sent as JSON; null when it is JSON that states no failure. */
export function faultOfJson(content: string): ObservedRequest['data'] {
  const text = content.replace(/^\ufeff/, '').trim()
  if (text === '') return 'empty'
  const value = parseJson(text.replace(PREFIXES, ''))
  if (value === undefined) {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    return lines.length > 1 && lines.every((line) => parseJson(line) !== undefined)
      ? null
      : 'broken'
  }
  if (statesRefusal(value)) return 'service'
  if (namesExpiredToken(JSON.stringify(errorsWithoutData(value) ?? ''))) return 'expired'
  if (!statesFailure(value)) return null
  const start = text.slice(0, MAX_REFUSAL_CHARS)
  return INTERNAL.some((one) => one.test(start)) ? 'internal' : 'failure'
}

/**
 * Words of a failure inside the server, which is never a regular result: Apollo (INTERNAL_SERVER_ERROR), errors of Node's
 * sockets, SQLSTATE, the reason phrases of status 500 to 504.
 */
const INTERNAL: readonly RegExp[] = [
  /\bINTERNAL_SERVER_ERROR\b|\bE(?:CONNREFUSED|CONNRESET|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH)\b|\bSQLSTATE\b/i,
  /\b(?:internal server error|bad gateway|service unavailable|gateway time-?out)\b/i,
  /\b(?:upstream connect error|connection refused|connection pool|too many connections)\b/i,
]

/**
 * Whether JSON states that a service refuses the site. GraphQL refuses with status 200 (GraphQL 7.1), and so do services that
 * return an object with a `success` field.
 */
function statesRefusal(value: unknown): boolean {
  const errors = errorsWithoutData(value) ?? messageWithoutSuccess(value)
  return errors !== null && refusesService(JSON.stringify(errors))
}

function messageWithoutSuccess(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const { success, message, data } = value as Record<string, unknown>
  return success === false && typeof message === 'string' && isEmptyData(data) ? message : null
}

function errorsWithoutData(value: unknown): readonly unknown[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { errors, data } = value as Record<string, unknown>
  return isEmptyData(data) && Array.isArray(errors) && errors.length > 0 ? errors : null
}

/**
 * Whether a result has no data. A field of a query that failed is null, and so are its parents up to the first nullable one
 * (GraphQL 6.4.4).
 */
function isEmptyData(data: unknown): boolean {
  if (data === undefined || data === null) return true
  if (typeof data !== 'object' || Array.isArray(data)) return false
  const fields = Object.values(data)
  return fields.length > 0 && fields.every((one) => one === null)
}

/** `undefined` when it is invalid. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a 404 is about an object that does not exist yet, and not about the path: `cart_not_found`, "Cart not found". */
export function statesAbsence(content: string): boolean {
  const value = parseJson(content)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(
    (one) =>
      typeof one === 'string' &&
      (ABSENCES.some((pattern) => pattern.test(one)) || saysNone(one)) &&
      !ABOUT_PATH.test(one),
  )
}

const ABSENCES = [
  /^(?:no |missing )?[a-z]{3,20}(?:[ _-](?:not[ _-]?found|missing|does not exist|doesn't exist|is empty|yet))[.!]?$/i,
  // Magento: "Current customer does not have an active cart."
  /^(?:[a-z]{3,20} ){1,3}(?:does not|doesn't|has not|hasn't) (?:have|got) (?:an? |any )?(?:(?:active|open|current|saved) )?[a-z]{3,20}(?: yet)?[.!]?$/i,
]

/** Whether a message says that there is none of an object: "No cart found". */
function saysNone(message: string): boolean {
  const [, object] = NONE.exec(message.toLowerCase()) ?? []
  return object !== undefined && !NAMES_OF_PATHS.has(object.replace(/s$/, ''))
}

const NONE =
  /^(?:there is |has )?no (?:(?:active|open|current|saved|new|upcoming) )?([a-z]{3,20})(?: found| exists| yet)?[.!]?$/
const NAMES_OF_PATHS: ReadonlySet<string> = new Set([
  'api',
  'endpoint',
  'file',
  'handler',
  'host',
  'http',
  'key',
  'mapping',
  'matching',
  'method',
  'object',
  'page',
  'path',
  'resource',
  'route',
  'server',
  'service',
  'site',
  'static',
  'such',
  'url',
])

const ABOUT_PATH =
  /^(?:page|path|route|url|resource|endpoint|file|method|handler|service|error|api|host|site|server)(?![a-z])/i

/**
 * Whether a token that the page was built with is refused: `rest_cookie_invalid_nonce` of WordPress, "CSRF token mismatch", as
 * JSON or in a page.
 */
export function refusesToken(content: string): boolean {
  const value = parseJson(content)
  if (value === undefined) {
    const start = content.slice(0, MAX_REFUSAL_CHARS)
    return TOKEN_REFUSED.some((one) => one.test(start))
  }
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(
    (one) =>
      typeof one === 'string' &&
      one.length < 200 &&
      /nonce|csrf|xsrf|authenticity/i.test(one) &&
      /invalid|mismatch|expired|incorrect|failed/i.test(one),
  )
}

/** Messages of Django, csurf, Flask-WTF and Rails on their error pages. */
const TOKEN_REFUSED: readonly RegExp[] = [
  /\b(?:CSRF|XSRF|authenticity)[ _-](?:(?:session )?tokens? |verification )?(?:\w+ ){0,2}(?:invalid|mismatch|expired|incorrect|failed)\b/i,
  /\binvalid (?:CSRF|XSRF|authenticity) ?token\b|\bInvalidAuthenticityToken\b/i,
]

/**
 * Whether a refusal says that a token has expired or was revoked. A first visitor has no such token: it belongs to the site, and
 * the page or the server behind it holds it. Excluded are messages that say "invalid or expired" of a token that was not sent,
 * and messages about the visitor.
 */
export function namesExpiredToken(content: string): boolean {
  const said = content.slice(0, MAX_REFUSAL_CHARS)
  const isCertain = !MAYBE_EXPIRED.some((one) => one.test(said))
  return EXPIRED.test(said) && isCertain && !OF_VISITOR.test(said)
}

/** Sources: RFC 6750 3.1 (`invalid_token`), RFC 6749 5.2, JWT libraries, AWS (`ExpiredToken`), Google, Microsoft. */
const EXPIRED =
  /(?:token|jwt)[ _-]?(?:[a-z]{1,20} ){0,7}(?:expired|revoked)|(?:expired|revoked)[ _-]?(?:[a-z]{1,20}[ _-]){0,2}(?:token|jwt)/i

const MAYBE_EXPIRED: readonly RegExp[] = [
  /(?:invalid|malformed|missing|absent|incorrect|wrong|not \w{1,20})[^":]{0,20}expired/i,
  /expired[^":]{0,10}(?:or|\/)[^":]{0,20}(?:invalid|malformed|missing|absent|incorrect|wrong|not)/i,
  /refresh[ _-]?token|\bnot (?:yet )?expired/i,
]

/**
 * The fields of a refusal that give its reason, for a refusal whose content does not: `WWW-Authenticate: Bearer
 * error="invalid_token", ...`.
 */
export function authenticateFields({ headers }: DraftResponse): string {
  const fields = Object.entries(headers).filter(([name]) => /^www-authenticate$/i.test(name))
  return fields.map(([, value]) => value).join('\n')
}

/** Words of expected errors: a visitor who is not logged in gets no data, which is not a failure. */
const EXPECTED =
  /auth|log(?:ged)?[ -]?[io]n|sign(?:ed)?[ -]?in|session|token|permission|forbidden|denied|credential|jwt|expired|no[tn][ _-]?found|no results?/i

/** The server does not know the query that was built into the page any more, or has another schema. */
const QUERY_REFUSED =
  /persisted_?query_?not_?(?:found|supported)|GRAPHQL_VALIDATION_FAILED|Cannot query field|\bnot found in type: '/i

/**
 * Whether JSON states a failure: GraphQL over HTTP without data (GraphQL 7.1), JSend, and objects that repeat a status of 500 or
 * above.
 */
function statesFailure(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { errors, data, status, statusCode, error } = value as Record<string, unknown>
  const isEmpty = isEmptyData(data)
  if (QUERY_REFUSED.test(JSON.stringify(errorsWithoutData(value) ?? ''))) return true
  if (EXPECTED.test(JSON.stringify([errors, error, value]).slice(0, 2_000))) return false
  if (Array.isArray(errors) && errors.length > 0) return isEmpty
  if (Number(statusCode ?? status) >= 500 && Number(statusCode ?? status) <= 599) return true
  const isSaid = FAILURE.test(messageWithoutSuccess(value) ?? '')
  return isEmpty && (status === 'error' || isSaid || (typeof error === 'string' && error !== ''))
}

/** Words about a failure of a program, and not about the visitor's input. */
const FAILURE =
  /\b(?:errors?|exception|fail(?:ed|ure)|unable|could(?: not|n't)|cannot|database|time[sd]? ?out|unavailable|internal|misconfigured)\b/i
