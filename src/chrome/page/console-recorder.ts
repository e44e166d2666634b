import type { CDPSession, Protocol } from 'puppeteer-core'
import { cutText } from '#runtime/encoding.ts'
import type {
  ObservedCspViolation,
  ObservedException,
  ObservedMessage,
  ObservedMixedContent,
} from './page-observation.ts'
import { cutUrl, typeOf, withoutBlobName } from './request-draft.ts'

export interface ConsoleRecorder {
  attach(session: CDPSession): void
  /** Whether the page has said so much that nobody listens any more. */
  isCapped(): boolean
  /** Number of all messages, kept or not, except Chrome's own reports of failed requests. */
  readonly totals: { readonly error: number; readonly warning: number; readonly exception: number }
  readonly messages: readonly ObservedMessage[]
  readonly exceptions: readonly ObservedException[]
  readonly cspViolations: readonly ObservedCspViolation[]
  readonly mixedContent: readonly ObservedMixedContent[]
}

// Entries kept in each list: four times what a report keeps. A repeated entry is only counted.
const MAX_KEPT = 200
const MAX_TEXT = 1_000
const MAX_STACK = 5

type Counted<T> = { -readonly [Key in keyof T]: T[Key] } & { count: number }

/**
 * Records the messages of a page, and those of Chrome about it. Equal messages from one place become one entry with a count. After
 * `maxEvents` Chrome stops to report them: each one costs the browser and this process time, which other pages need.
 */
export function createConsoleRecorder(
  elapsed: () => number,
  maxEvents = Number.POSITIVE_INFINITY,
): ConsoleRecorder {
  const messageList = () =>
    collapsing<ObservedMessage>(({ level, source, text, url, line, column }) =>
      JSON.stringify([level, source, text, url, line, column]),
    )
  // Each kind has a separate list, so that a page's messages for its developers leave room for its errors, and both leave room
  // for Chrome's messages.
  const [errors, logs, chromeMessages] = [messageList(), messageList(), messageList()]
  const exceptions = collapsing<ObservedException>(({ name, message, url, line, column }) =>
    JSON.stringify([name, message, url, line, column]),
  )
  const violations = collapsing<ObservedCspViolation>(
    ({ directive, blockedUrl, kind, enforced, sourceUrl }) =>
      JSON.stringify([directive, blockedUrl, kind, enforced, sourceUrl]),
  )
  const mixedContent = collapsing<ObservedMixedContent & { count: number }>(
    ({ url, type, resolution }) => JSON.stringify([url, type, resolution]),
  )
  const totals = { error: 0, warning: 0, exception: 0 }
  const cap = new ConsoleCap(maxEvents)
  const tally = (level: ObservedMessage['level'], source: ObservedMessage['source']) => {
    if (source !== 'network' && (level === 'error' || level === 'warning')) totals[level] += 1
  }
  return {
    totals,
    get messages() {
      return [...errors.kept, ...logs.kept, ...chromeMessages.kept].sort((a, b) => a.atMs - b.atMs)
    },
    exceptions: exceptions.kept,
    cspViolations: violations.kept,
    mixedContent: mixedContent.kept,
    isCapped: () => cap.isReached(),
    attach: (session) => {
      cap.watch(session)
      session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
        if (!cap.admits(session)) return
        const level = levelOfCall[type]
        if (level === undefined) return
        tally(level, 'console')
        const messages = level === 'error' || level === 'warning' ? errors : logs
        const text = cutText(args.slice(0, 20).map(textOf).join(' '), MAX_TEXT)
        const place = placeOf(stackTrace?.callFrames[0])
        messages.add({ level, source: 'console', text, ...place, count: 1, atMs: elapsed() })
      })
      session.on('Log.entryAdded', ({ entry }) => {
        // Exceptions have their own list.
        if (entry.source === 'javascript' || !cap.admits(session)) return
        const message = chromeMessage(entry)
        tally(message.level, message.source)
        chromeMessages.add({ ...message, atMs: elapsed() })
      })
      session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
        if (!cap.admits(session)) return
        totals.exception += 1
        exceptions.add(exceptionOf(exceptionDetails))
      })
      session.on('Audits.issueAdded', ({ issue }) => {
        if (!cap.admits(session)) return
        const csp = issue.details.contentSecurityPolicyIssueDetails
        if (csp !== undefined) violations.add(violationOf(csp))
        const insecure = issue.details.mixedContentIssueDetails
        if (insecure !== undefined) mixedContent.add(mixedOf(insecure))
      })
    },
  }
}

/** Counts what the console of a page reports, and stops Chrome from reporting more than a maximum. */
class ConsoleCap {
  readonly #most: number
  readonly #sessions = new Set<CDPSession>()
  #events = 0

  constructor(most: number) {
    this.#most = most
  }

  watch(session: CDPSession): void {
    this.#sessions.add(session)
    // Its domains are enabled in this turn.
    if (this.isReached()) queueMicrotask(() => stopReporting(session))
  }

  /** Whether an event of the session is still to be recorded. */
  admits(session: CDPSession): boolean {
    this.#events += 1
    if (this.#events <= this.#most) return true
    if (this.#events === this.#most + 1) for (const one of this.#sessions) stopReporting(one)
    // The commands wait for a script that never pauses, so the script is ended.
    if (this.#events % this.#most === 0) {
      session.send('Runtime.terminateExecution').catch(() => {})
    }
    return false
  }

  isReached(): boolean {
    return this.#events > this.#most
  }
}

function stopReporting(session: CDPSession): void {
  for (const command of ['Runtime.disable', 'Log.disable', 'Audits.disable'] as const) {
    session.send(command).catch(() => {})
  }
}

/** Keeps one item per key with a count, up to the cap. */
function collapsing<T extends { readonly count: number }>(keyOf: (item: T) => string) {
  const kept: T[] = []
  const known = new Map<string, Counted<T>>()
  return {
    kept,
    add: (item: T) => {
      const key = keyOf(item)
      const before = known.get(key)
      if (before !== undefined) {
        before.count += 1
        return
      }
      if (kept.length >= MAX_KEPT) return
      const counted = { ...item } as Counted<T>
      known.set(key, counted)
      kept.push(counted)
    },
  }
}

function chromeMessage(entry: Protocol.Log.LogEntry): Omit<ObservedMessage, 'atMs'> {
  return {
    level: entry.level === 'verbose' ? 'debug' : entry.level,
    source: sources[entry.source] ?? 'other',
    text: cutText(entry.text, MAX_TEXT),
    url: urlOf(entry.url),
    line: entry.lineNumber === undefined ? null : entry.lineNumber + 1,
    column: null,
    count: 1,
  }
}

const levelOfCall: Readonly<Record<string, ObservedMessage['level'] | undefined>> = {
  error: 'error',
  assert: 'error',
  warning: 'warning',
  log: 'info',
  info: 'info',
  dir: 'info',
  table: 'info',
  trace: 'info',
  debug: 'debug',
}

const sources: Readonly<Record<string, ObservedMessage['source'] | undefined>> = {
  network: 'network',
  security: 'security',
  deprecation: 'deprecation',
  intervention: 'intervention',
  violation: 'violation',
}

function textOf(value: Protocol.Runtime.RemoteObject): string {
  const own = value.unserializableValue ?? value.value ?? value.description ?? value.type
  return cutText(typeof own === 'string' ? own : String(JSON.stringify(own)), MAX_TEXT)
}

function placeOf(frame: Protocol.Runtime.CallFrame | undefined) {
  if (frame === undefined) return { url: null, line: null, column: null }
  const { url, lineNumber, columnNumber } = frame
  return { url: urlOf(url), line: lineNumber + 1, column: columnNumber + 1 }
}

function urlOf(url: string | undefined): string | null {
  return url === undefined || url === '' ? null : cutUrl(withoutBlobName(url))
}

function exceptionOf(details: Protocol.Runtime.ExceptionDetails): ObservedException {
  const { exception, stackTrace, url, lineNumber, columnNumber } = details
  const frames = stackTrace?.callFrames ?? []
  const description = cutText(exception?.description ?? '', 2 * MAX_TEXT)
  const [first = ''] = description.split('\n')
  const name = exception?.className ?? exception?.type ?? 'Error'
  const message = first.startsWith(`${name}: `) ? first.slice(name.length + 2) : first
  return {
    name: cutText(name, 100),
    // A thrown string or number has no description: its value is used instead, or else Chrome's own text.
    message: cutText(message || thrownValue(exception) || details.text, MAX_TEXT),
    url: urlOf(frames[0]?.url ?? url),
    line: (frames[0]?.lineNumber ?? lineNumber) + 1,
    column: (frames[0]?.columnNumber ?? columnNumber) + 1,
    stack: frames.slice(0, MAX_STACK).map((frame) => ({
      function: cutText(frame.functionName, 200),
      url: urlOf(frame.url) ?? '',
      line: frame.lineNumber + 1,
      column: frame.columnNumber + 1,
    })),
    rejection: details.text.includes('(in promise)'),
    count: 1,
  }
}

function thrownValue(exception: Protocol.Runtime.RemoteObject | undefined): string {
  return exception?.value === undefined ? '' : textOf(exception)
}

const kinds: Readonly<Record<string, ObservedCspViolation['kind'] | undefined>> = {
  kInlineViolation: 'inline',
  kEvalViolation: 'eval',
  kWasmEvalViolation: 'eval',
  kURLViolation: 'url',
}

function violationOf(
  details: Protocol.Audits.ContentSecurityPolicyIssueDetails,
): ObservedCspViolation {
  return {
    directive: cutText(details.violatedDirective, 100),
    blockedUrl: urlOf(details.blockedURL),
    kind: kinds[details.contentSecurityPolicyViolationType] ?? 'other',
    enforced: !details.isReportOnly,
    sourceUrl: urlOf(details.sourceCodeLocation?.url),
    count: 1,
  }
}

const resolutions: Readonly<Record<string, ObservedMixedContent['resolution'] | undefined>> = {
  MixedContentBlocked: 'blocked',
  MixedContentAutomaticallyUpgraded: 'upgraded',
}

function mixedOf(details: Protocol.Audits.MixedContentIssueDetails) {
  return {
    url: cutUrl(details.insecureURL),
    type: typeOf(mixedTypes[details.resourceType ?? ''] ?? details.resourceType),
    resolution: resolutions[details.resolutionStatus] ?? ('warned' as const),
    count: 1,
  }
}

/** Resource types that issues name differently from requests. */
const mixedTypes: Readonly<Record<string, string | undefined>> = {
  Frame: 'Document',
  XMLHttpRequest: 'XHR',
  Audio: 'Media',
  Video: 'Media',
  Beacon: 'Ping',
}
