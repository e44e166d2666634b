import type { Signature } from '#content/page.ts'
import { matchMessage } from '#content/records/match.ts'
import { plain } from '#content/text.ts'

/** Maximum characters of the error object that an API or gateway sends in place of a page. A larger object has other data. */
const MAX_JSON_ERROR_LENGTH = 1_000
const statusMembers = ['statusCode', 'status_code', 'status', 'code', 'errorCode']
const messageMembers = [
  'error',
  'message',
  'msg',
  'detail',
  'title',
  'errorMessage',
  'error_description',
  'faultstring',
]
/** The message of an API whose codes are not those of HTTP, if the call has succeeded. */
const successMessage = /^(?:ok(?:ay)?|succe(?:ss\w*|eded)|done|.{0,4}成功)[.!\u3002]?$/i
/** Classes of messages that mean an error of the service. */
const errorClasses: ReadonlySet<string> = new Set(['error-page', 'missing-page'])
/** Minimum number of other texts in an object that is a table of texts, such as the messages of an application. */
const MIN_OTHER_TEXTS = 3

/** Members of such an object: the ones above, and those that describe the request. */
const errorMembers: ReadonlySet<string> = new Set([
  'code',
  'data',
  'date',
  'description',
  'detail',
  'details',
  'documentation_url',
  'hint',
  'id',
  'instance',
  'message',
  'messages',
  'method',
  'msg',
  'name',
  'ok',
  'path',
  'reason',
  'result',
  'retryable',
  'success',
  'time',
  'timestamp',
  'title',
  'type',
  'url',
])
const errorMember = /^(?:correlation|error|fault|request|stack|status|support|trace)\w*$/

function isErrorMember(name: string): boolean {
  const plainName = name.toLowerCase()
  return errorMembers.has(plainName) || errorMember.test(plainName)
}

/** Recognises a page that consists of a JSON object which reports a failure; null for any other page. */
export function jsonError(body: string): Signature | null {
  const text = body.slice(0, MAX_JSON_ERROR_LENGTH + 1).trim()
  if (!text.startsWith('{') || text.length > MAX_JSON_ERROR_LENGTH) return null
  const value = parsed(text)
  const isError = isGraphqlError(value) || isJsendFailure(value) || reportsError(value)
  return isError ? { id: 'json-error', kind: 'error_page' } : null
}

/** Whether an object is the refusal of a request in the form of JSend: `data` says what was wrong with it. */
function isJsendFailure(value: object): boolean {
  return (
    Reflect.get(value, 'status') === 'fail' &&
    Object.hasOwn(value, 'data') &&
    Object.keys(value).every((name) => /^(?:status|data|message|code)$/.test(name))
  )
}

/**
 * Recognises an object whose media type says that it reports a failure (RFC 9457), or the state of a service that is down
 * (draft-inadarei-api-health-check); null for any other body.
 */
export function declaredError(body: string, mediaType: string | null): Signature | null {
  if (body.length > MAX_HEALTH_CHECK_LENGTH) return null
  if (mediaType === 'application/problem+json') {
    const value = parsed(body)
    const isProblem = ['type', 'title', 'status', 'detail'].some((name) =>
      Object.hasOwn(value, name),
    )
    return isProblem ? { id: 'json-error', kind: 'error_page' } : null
  }
  if (mediaType !== 'application/health+json') return null
  const isDown = failedState.test(String(Reflect.get(parsed(body), 'status')))
  return isDown ? { id: 'health-check', kind: 'error_page' } : null
}

function isGraphqlError(value: object): boolean {
  const failures: unknown = Reflect.get(value, 'errors')
  // A response with a part of its data is usable.
  const data: unknown = Reflect.get(value, 'data')
  return (
    Array.isArray(failures) &&
    failures.length > 0 &&
    Object.values(Object(data)).every((one) => one === null) &&
    Object.keys(value).every((name) => /^(?:errors|data|extensions)$/.test(name))
  )
}

function reportsError(value: object): boolean {
  const inner: unknown = Reflect.get(value, 'error') ?? Reflect.get(value, 'fault')
  const objects = typeof inner === 'object' && inner !== null ? [value, inner] : [value]
  const messages = objects
    .flatMap((one) => messageMembers.map((name): unknown => Reflect.get(one, name)))
    .filter((one) => typeof one === 'string')
  // Without a message this is true too.
  if (messages.every((one) => successMessage.test(one.trim()))) return false
  const isFailure = objects.some((one) =>
    statusMembers.some((name) => Number(Reflect.get(one, name)) >= 400),
  )
  const isSuccess = (one: boolean) =>
    ['ok', 'success'].some((name) => Reflect.get(value, name) === one)
  if (isSuccess(true) && inner == null && !isFailure) return false
  const others = Object.keys(value).filter((name) => !isErrorMember(name))
  // The second form is that of an exception in a function of AWS.
  const isRefused =
    isSuccess(false) ||
    /^error$/i.test(String(Reflect.get(value, 'status'))) ||
    hasAll(value, ['errorType', 'errorMessage'])
  const isOnlyError = others.length === 0
  return isFailure || (isOnlyError && isRefused) || meansErrors(messages, value, others)
}

/** Whether one of the messages means an error, and the object is not a table of texts. `others`: members that describe no error. */
function meansErrors(messages: readonly string[], value: object, others: readonly string[]) {
  const texts = others.filter((name) => typeof Reflect.get(value, name) === 'string')
  return (
    texts.length < MIN_OTHER_TEXTS &&
    messages.some(
      (one) =>
        matchMessage(one, errorClasses) !== null || (others.length === 0 && meansRefusal(one)),
    )
  )
}

/** Members of the object that a function of AWS, Azure, Netlify or Google returns for its gateway to turn into a response. */
const responseMember =
  /^(?:statusCode|status|statusDescription|headers|multiValueHeaders|cookies|body|isBase64Encoded|isRaw)$/

const MAX_RESPONSE_LENGTH = 65_536

/** Recognises a body that consists of such an object, with a page as its content; null for any other body. */
export function responseObject(text: string): Signature | null {
  const start = text.slice(0, MAX_RESPONSE_LENGTH).trim()
  if (!/^\{\s*"(?:status|headers|body|isBase64|multi|cookies)/.test(start)) return null
  const isRest = start.length < text.trim().length
  const isPage =
    /"body"\s*:\s*"(?:\\[nrt]|\s)*(?:<(?:!doctype html|html)\b|PCFkb2N0eXBl|PCFET0NUWVBF|PGh0bW)/i.test(
      start,
    )
  const isResponse = /"statusCode"\s*:\s*"?[1-5]\d\d\b/.test(start)
  const isWhole = isRest || Object.keys(parsed(start)).every((name) => responseMember.test(name))
  return isPage && isResponse && isWhole ? { id: 'response-object', kind: 'source_shown' } : null
}

/** Maximum characters of an object with the data of a page. Parsing a larger one would take half a second. */
const MAX_PAGE_OBJECT_LENGTH = 2 ** 20

/** Recognises an Inertia page object (inertiajs.com/the-protocol), which its application should have rendered; else null. */
export function pageObject(text: string): Signature | null {
  if (
    text.length > MAX_PAGE_OBJECT_LENGTH ||
    !/^\s*\{\s*"(?:component|props|url|version)"/.test(text)
  )
    return null
  const value = parsed(text)
  return hasAll(value, ['component', 'props', 'url', 'version'])
    ? { id: 'page-object', kind: 'source_shown' }
    : null
}

/** Members of project files: a web app manifest (W3C), and the files that npm, Composer and TypeScript read. */
const filesOfProjects: readonly (readonly string[])[] = [
  ['start_url', 'icons', 'display'],
  ['name', 'version', 'dependencies', 'scripts'],
  ['name', 'lockfileVersion'],
  ['require', 'autoload'],
  ['compilerOptions'],
]
/** The path of a file that is requested by its name. */
const nameOfFile = /\.(?:json|map|webmanifest|lock)$/i

/** Maximum characters of a project file. A larger one is a list of versions. */
const MAX_FILE_LENGTH = 262_144

/** A Git LFS pointer file: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md. */
const pointer =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v\d\s+oid sha256:[0-9a-f]{64}\s+size \d+\s*$/

/** Recognises a source map (ECMA-426), a project file or a file pointer in place of the page at `path`; else null. */
export function fileObject(text: string, path: string): Signature | null {
  if (text.length < 200 && pointer.test(text)) return { id: 'file-pointer', kind: 'source_shown' }
  if (nameOfFile.test(path)) return null
  const isSourceMap = /^\s*\{\s*"version"\s*:\s*3\s*,/.test(text) && text.includes('"mappings":"')
  const value = text.length <= MAX_FILE_LENGTH && /^\s*\{\s*"/.test(text) ? parsed(text) : {}
  const isFile = listsBuild(value) || filesOfProjects.some((names) => hasAll(value, names))
  return isSourceMap || isFile ? { id: 'file-object', kind: 'source_shown' } : null
}

/** Whether an object maps file names to the paths of a build: webpack, Vite, Parcel, Create React App. */
function listsBuild(value: object): boolean {
  const { files, entrypoints } = value as Record<string, unknown>
  const entries = Object.entries(typeof files === 'object' && entrypoints ? (files ?? {}) : value)
  const isFile = ([name, to]: [string, unknown]) =>
    /\.[a-z\d]{2,5}$/i.test(name) &&
    (typeof to === 'string' ? /\.[a-z\d]{2,5}$/i.test(to) : Object.hasOwn(Object(to), 'file'))
  return entries.length > 0 && entries.every(isFile)
}

const MAX_HEALTH_CHECK_LENGTH = 8_192

/** Paths that are meant for programs, such as those of health checks. */
const forPrograms =
  /(?:^|[/._-])(?:health\w*|status|state|pings?|live\w*|ready\w*|up|heartbeat|api|v\d+|version|info|actuator)(?:$|[/._-])/i

/**
 * Whether the whole body is the object of a health check, and says that the service is up. Where a page is expected, an object
 * that also names the service introduces an API, and does not count.
 */
export function reportsHealth(text: string, path: string): boolean {
  if (text.length > MAX_HEALTH_CHECK_LENGTH || !/^\s*\{/.test(text)) return false
  const value = parsed(text)
  // An API may send a state beside its data.
  if (['data', 'items', 'result', 'results'].some((name) => Object.hasOwn(value, name)))
    return false
  const names = ['name', 'service', 'app', 'application', 'api']
  const isNamed = names.some((name) => typeof Reflect.get(value, name) === 'string')
  if (isNamed && !forPrograms.test(path)) return false
  const states = ['status', 'state', 'health'].map((name): unknown => Reflect.get(value, name))
  return states.some(
    (one) =>
      typeof one === 'string' &&
      /^(?:ok|okay|up|pass|passing|healthy|alive|ready|running|green|operational)$/i.test(one),
  )
}

const MAX_GREETING_LENGTH = 200

/** Paths of health checks. Other endpoints may send the state of a thing. */
const forHealthChecks =
  /(?:^|[/._-])(?:health\w*|live\w*|ready\w*|readiness|heartbeat|pings?|actuator)(?:$|[/._-])/i
const failedState =
  /^(?:down|fail(?:ed|ing|ure)?|unhealthy|critical|dead|red|outage|major_outage|out_of_service|not[ _-]?ready|unavailable|error)$/i

/** A line with the name of a part and its state, as in the health checks of Kubernetes and Spring. */
const failedPart = /^(?:\[-\])?[\w ./-]{1,60}(?:[:=] ?| )(\w{2,16})(?:: reason withheld)?$/

/** The signature of a health check whose whole body, an object or a word, says that the service is down; null for another. */
export function failedHealthCheck(text: string, path: string): Signature | null {
  if (text.length > MAX_HEALTH_CHECK_LENGTH) return null
  const value = parsed(text)
  // At any path, an object with the states of its parts, as those of Spring and of the draft for health checks.
  const hasParts = ['checks', 'components'].some(
    (name) => Object.keys(Object(Reflect.get(value, name))).length > 0,
  )
  if (!hasParts && !forHealthChecks.test(path)) return null
  const states = ['status', 'state', 'health'].map((name): unknown => Reflect.get(value, name))
  const lines = text.split('\n').map((line) => failedPart.exec(line.trim())?.[1])
  const isDown = [text.trim(), ...states, ...lines].some(
    (one) => typeof one === 'string' && failedState.test(one),
  )
  const isNot = ['ready', 'alive', 'healthy', 'ok'].some(
    (name) => Reflect.get(value, name) === false,
  )
  return isDown || isNot ? { id: 'health-check', kind: 'error_page' } : null
}

/** Whether the whole body is the greeting of a new API, as in the tutorials of FastAPI, Flask, NestJS, Express and AWS Lambda. */
export function isGreeting(text: string): boolean {
  if (text.length > MAX_GREETING_LENGTH) return false
  const greeting = soleText
    .exec(text)?.[1]
    ?.toLowerCase()
    .replace(/[!.]+$/, '')
  if (greeting === undefined) return false
  const [, platform = ''] = greeting.split(/^hello from /)
  return platforms.has(platform) || /^(?:hello,? ?)?world$/.test(greeting)
}

/** A text that is a whole body, or the only member of an object. */
const soleText =
  /^\s*(?:\{\s*"(?:message|msg|hello|greeting|data|body|text)"\s*:\s*)?"([^"]{1,60})"\s*(?:\}\s*)?$/i
const platforms: ReadonlySet<string> = new Set([
  'azure',
  'azure functions',
  'cloud functions',
  'cloud run',
  'cloudflare',
  'cloudflare worker',
  'cloudflare workers',
  'deno',
  'express',
  'fastapi',
  'fastify',
  'firebase',
  'flask',
  'hono',
  'lambda',
  'nest',
  'nestjs',
  'netlify',
  'vercel',
])

/** Messages of APIs and gateways. They count only in an object that has nothing else. */
const refusals: readonly RegExp[] = [
  /\b(?:timed? ?out|unauthori[sz]ed|not authori[sz]ed|forbidden|denied|exceeded|expired|suspended|unavailable)\b/i,
  /\b(?:cannot|could ?n[o']t|unable|failed|failure|refused|crashed|error occurred)\b/i,
  /\b(?:internal|server|unexpected|unknown|unhandled) (?:\w{1,20} )?error\b/i,
  /\b(?:missing|invalid|incorrect) (?:api(?: ?key)?|access|auth\w*|credentials?|token|key|signature|host|domain|request)\b/i,
  /\bnot (?:found|exist|allowed|supported|enabled|configured|available)\b/i,
  /\bno (?:api key|(?:such )?\w{1,20} (?:found|matched|configured|available|with))\b/i,
]

function meansRefusal(message: string): boolean {
  if (message.length > 300 || /\bwelcome\b/i.test(message)) return false
  const said = plain(message)
  return refusals.some((one) => one.test(said))
}

function hasAll(value: object, names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(value, name))
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
