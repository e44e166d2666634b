import { z } from 'zod'
import { isSameJson, valueAt } from './json-pointer.ts'
import { usualValues } from './schema.ts'
import { withUsualValues } from './usual-values.ts'

/** The parts of a report that are compared, in this order. */
const changeSections = [
  'verdict',
  'findings',
  'status',
  'redirects',
  'dns',
  'certificate',
  'headers',
  'security',
  'text',
  'console',
  'requests',
  'links',
  'timings',
  'screenshot',
] as const
export type ChangeSection = (typeof changeSections)[number]

/** One difference between two reports. Names and values may be text of the target. */
export interface Change {
  readonly section: ChangeSection
  /** The name of what differs: a field, a header, a host. */
  readonly what: string
  /** Null: only the later report has it. */
  readonly before: unknown
  /** Null: only the earlier report has it. */
  readonly after: unknown
}

type Pair = readonly [before: unknown, after: unknown]

/**
 * The changes between two whole reports, as they were sent. Sections that one of two different tools does not observe are
 * left out, as are differences between checks of an unchanged page: times below the noise, and header fields about one
 * response.
 */
export function changesOf(before: unknown, after: unknown): readonly Change[] {
  const pair: Pair = [withAllValues(before), withAllValues(after)]
  const isSameTool = valueAt(pair[0], '/tool') === valueAt(pair[1], '/tool')
  const isComparable = (pointer: string) =>
    isSameTool || pair.every((report) => valueAt(report, sectionOf(pointer)) != null)
  const changes = [
    ...comparedValues.flatMap(([section, pointer]) =>
      isComparable(pointer) ? valueChange(section, pointer, pair) : [],
    ),
    ...comparedLists.flatMap((list) => (isComparable(list.pointer) ? listChanges(list, pair) : [])),
    ...(isComparable('/http') ? headerChanges(pair) : []),
    ...comparedMeasures.flatMap((measure) =>
      isComparable(measure.pointer) ? measureChange(measure, pair) : [],
    ),
    ...(isComparable('/browser') ? requestTypeChanges(pair) : []),
    ...(isComparable('/screenshot') ? screenshotChange(pair) : []),
  ]
  return changes.toSorted(
    (a, b) => changeSections.indexOf(a.section) - changeSections.indexOf(b.section),
  )
}

/** The codes of the findings that make the later report an ISSUE and are not in the earlier one. */
export function newIssueCodes(changes: readonly Change[], after: unknown): readonly string[] {
  const newFindings = new Set(
    changes
      .filter(({ section, before }) => section === 'findings' && before === null)
      .map(({ what }) => what),
  )
  const codes = entriesAt(after, '/findings')
    .filter(({ effect }) => effect === 'ISSUE')
    .map(({ code }) => String(code))
  return [...new Set(codes)].filter((code) => newFindings.has(code))
}

/** The number of bits in which the 64-bit hashes of the screenshots differ; null without both. */
export function hashDistance(before: unknown, after: unknown): number | null {
  const [a, b] = [before, after].map((report) => valueAt(report, '/screenshot/dhash'))
  if (typeof a !== 'string' || typeof b !== 'string') return null
  if (!/^[\da-f]{16}$/.test(a) || !/^[\da-f]{16}$/.test(b)) return null
  const bits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  return bits.toString(2).replaceAll('0', '').length
}

/** The report with every field in its place, even if it names repeated values once. */
function withAllValues(report: unknown): unknown {
  const usual = usualValues.safeParse(valueAt(report, '/usual_values')).data
  return usual === undefined ? report : withUsualValues(Object(report), usual)
}

function sectionOf(pointer: string): string {
  return pointer.split('/').slice(0, 2).join('/')
}

/** Single values. */
const comparedValues: readonly (readonly [ChangeSection, string])[] = [
  ['verdict', '/result_status'],
  ['status', '/http/status'],
  ['status', '/final_url'],
  ['status', '/http/error/code'],
  ['status', '/http/http_version'],
  ['status', '/http/media_type'],
  ['status', '/http/charset'],
  ['status', '/http/challenge/id'],
  ['status', '/browser/navigation/outcome'],
  ['status', '/browser/navigation/main_status'],
  ['status', '/browser/navigation/net_error'],
  ['redirects', '/redirects/redirect_loop'],
  ['redirects', '/redirects/redirect_blocked/url'],
  ['dns', '/dns/rcode'],
  ['dns', '/dns/ipv6'],
  ['certificate', '/tls/failure/code'],
  ['certificate', '/tls/protocol'],
  ['certificate', '/tls/cipher'],
  ['certificate', '/tls/verify_error'],
  ['certificate', '/tls/hostname_ok'],
  ['certificate', '/tls/chain_complete'],
  ['certificate', '/tls/leaf/sha256'],
  ['certificate', '/tls/leaf/subject_cn'],
  ['certificate', '/tls/leaf/issuer_cn'],
  ['certificate', '/tls/leaf/issuer_org'],
  ['certificate', '/tls/leaf/not_after'],
  ['certificate', '/tls/leaf/key_type'],
  ['certificate', '/tls/leaf/key_bits'],
  ['certificate', '/tls/ocsp/status'],
  ['security', '/security/hsts/max_age_s'],
  ['security', '/security/csp/present'],
  ['security', '/security/csp/report_only'],
  ['security', '/security/csp/unsafe_inline'],
  ['security', '/security/csp/unsafe_eval'],
  ['security', '/security/cors/reflects_origin'],
  ['security', '/security/https/available'],
  ['security', '/security/https/redirected'],
  ['security', '/security/robots/meta'],
  ['text', '/content/title'],
  ['text', '/content/meta_description'],
  ['text', '/content/lang'],
  ['text', '/content/canonical'],
  ['text', '/content/generator'],
  ['text', '/content/words'],
  ['text', '/content/text_sha256'],
  ['text', '/content/signature_match/id'],
  ['text', '/browser/dom/title'],
  ['text', '/browser/dom/text_excerpt'],
  ['text', '/browser/dom/error_overlay'],
  ['text', '/browser/dom/reported_failure/text'],
]

function valueChange(section: ChangeSection, pointer: string, pair: Pair): readonly Change[] {
  const [before, after] = pair.map((report) => valueAt(report, pointer) ?? null)
  const what = pointer.split('/').slice(2).join('.') || pointer.slice(1)
  return isSameJson(before, after) ? [] : [{ section, what, before, after }]
}

type Entry = Readonly<Record<string, unknown>>

interface ComparedList {
  readonly section: ChangeSection
  readonly pointer: string
  /** What identifies an entry in both reports; null leaves it out. */
  readonly name: (entry: Entry) => string | null
  /** The value that may differ between entries with the same name. */
  readonly value?: (entry: Entry) => unknown
}

/** Lists, compared as sets of names. */
const comparedLists: readonly ComparedList[] = [
  {
    section: 'findings',
    pointer: '/findings',
    name: ({ code }) => String(code),
    value: ({ effect }) => effect,
  },
  { section: 'findings', pointer: '/notes', name: ({ code }) => `note ${code}` },
  {
    section: 'redirects',
    pointer: '/redirects/hops',
    name: ({ url, status, resolved, location }) => `${status} ${url} to ${resolved ?? location}`,
  },
  {
    section: 'redirects',
    pointer: '/redirects/client_redirects',
    name: ({ kind, from, to }) => `${kind} ${from} to ${to}`,
  },
  { section: 'dns', pointer: '/dns/a', name: ({ address }) => `A ${address}` },
  { section: 'dns', pointer: '/dns/aaaa', name: ({ address }) => `AAAA ${address}` },
  {
    section: 'dns',
    pointer: '/dns/cname_chain',
    name: ({ name, target }) => `${name} CNAME ${target}`,
  },
  { section: 'dns', pointer: '/dns/caa', name: ({ tag, value }) => `CAA ${tag} ${value}` },
  { section: 'dns', pointer: '/dns/non_public', name: ({ address }) => `not public: ${address}` },
  { section: 'text', pointer: '/content/h1', name: ({ text }) => `h1 ${text}` },
  { section: 'certificate', pointer: '/tls/leaf/sans', name: ({ text }) => `SAN ${text}` },
  {
    section: 'console',
    pointer: '/browser/console/messages',
    name: ({ level, text }) => `${level} ${text}`,
  },
  {
    section: 'console',
    pointer: '/browser/console/exceptions',
    name: ({ name, message }) => `exception ${name}: ${message}`,
  },
  {
    section: 'console',
    pointer: '/browser/console/csp_violations',
    name: ({ directive, blocked_url, kind }) => `CSP ${directive} ${blocked_url ?? kind}`,
  },
  {
    section: 'requests',
    pointer: '/browser/requests/hosts',
    name: ({ host }) => `host ${host}`,
    value: ({ requests, failed }) => ({ requests, failed }),
  },
  {
    section: 'requests',
    pointer: '/browser/requests/failed',
    name: ({ method, url }) => `failed ${method} ${url}`,
    value: ({ status, net_error, blocked_reason }) => status ?? net_error ?? blocked_reason,
  },
  {
    section: 'requests',
    pointer: '/browser/requests/blocked_by_policy',
    name: ({ url, reason }) => `blocked ${url}: ${reason}`,
  },
  {
    section: 'requests',
    pointer: '/browser/requests/mixed_content',
    name: ({ url }) => `mixed content ${url}`,
  },
  {
    section: 'links',
    pointer: '/links/items',
    name: ({ url }) => String(url),
    value: ({ outcome, status }) => ({ outcome, status }),
  },
]

function listChanges(
  { section, pointer, name, value }: ComparedList,
  pair: Pair,
): readonly Change[] {
  const [before, after] = pair.map((report) => {
    const namedEntries = entriesAt(report, pointer).flatMap((entry) => {
      const key = name(entry)
      return key === null ? [] : [[key, value?.(entry) ?? true] as const]
    })
    return new Map(namedEntries)
  })
  return mapChanges(section, before ?? new Map(), after ?? new Map())
}

function mapChanges(
  section: ChangeSection,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly Change[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((what) => ({
      section,
      what,
      before: before.get(what) ?? null,
      after: after.get(what) ?? null,
    }))
    .filter((change) => !isSameJson(change.before, change.after))
}

/** Header fields about one response only: their values differ each time. */
const PER_RESPONSE_HEADERS: ReadonlySet<string> = new Set([
  'age',
  'alt-svc',
  'content-length',
  'date',
  'etag',
  'expires',
  'last-modified',
  'nel',
  'report-to',
  'server-timing',
  'set-cookie',
  'traceparent',
  'via',
  'x-amz-cf-pop',
  'x-response-time',
  'x-runtime',
  'x-served-by',
  'x-timer',
])
/** The same by parts of their names: ids of requests, of Cloudflare (`cf-ray`), states of caches and rate limits. */
const PER_RESPONSE_HEADER = /-(?:id|ray)$|^x-cache|ratelimit/

function isPerResponse(name: string): boolean {
  return PER_RESPONSE_HEADERS.has(name) || PER_RESPONSE_HEADER.test(name)
}

const CSP_NONCE = /'nonce-[^']*'/g

function headerChanges(pair: Pair): readonly Change[] {
  const [before, after] = pair.map(stableHeaders)
  return mapChanges('headers', before ?? new Map(), after ?? new Map())
}

/** Header fields by name, repeated ones joined. */
function stableHeaders(report: unknown): ReadonlyMap<string, string> {
  const rows = z
    .array(z.tuple([z.string(), z.string()]))
    .safeParse(valueAt(report, '/http/headers'))
  const headers = new Map<string, string>()
  for (const [name, value] of rows.data ?? []) {
    const existing = headers.get(name)
    const stable = isPerResponse(name) ? 'present' : value.replace(CSP_NONCE, "'nonce-'")
    headers.set(
      name,
      existing === undefined || existing === stable ? stable : `${existing}, ${stable}`,
    )
  }
  return headers
}

function requestTypeChanges(pair: Pair): readonly Change[] {
  const [before, after] = pair.map((report) => {
    const counts: unknown = valueAt(report, '/browser/requests/summary/by_type')
    const rows = typeof counts === 'object' && counts !== null ? Object.entries(counts) : []
    return new Map(rows.map(([type, count]) => [`type ${type}`, count] as const))
  })
  return mapChanges('requests', before ?? new Map(), after ?? new Map())
}

interface ComparedMeasure {
  readonly section: 'timings' | 'requests'
  readonly pointer: string
  /** A difference below this is noise, as is one below half of the smaller value. */
  readonly minDifference: number
}

/** Noise of times, milliseconds. On a shared machine and network, a phase of 40 ms may take 120 ms the next time. */
const MIN_PHASE_DIFFERENCE_MS = 150
const MIN_PAGE_DIFFERENCE_MS = 500

const comparedMeasures: readonly ComparedMeasure[] = [
  ...['dns', 'connect', 'tls', 'wait', 'download', 'total', 'redirects_total'].map((phase) =>
    timingMeasure(`/timings_ms/${phase}`, MIN_PHASE_DIFFERENCE_MS),
  ),
  ...['ttfb_ms', 'fcp_ms', 'lcp_ms', 'tbt_ms', 'longest_task_ms'].map((name) =>
    timingMeasure(`/browser/performance/${name}`, MIN_PAGE_DIFFERENCE_MS),
  ),
  timingMeasure('/browser/navigation/load_ms', MIN_PAGE_DIFFERENCE_MS),
  timingMeasure('/browser/performance/cls', 0.1),
  ...['transfer_bytes', 'js_bytes', 'css_bytes', 'image_bytes'].map(
    (name) =>
      ({
        section: 'requests',
        pointer: `/browser/performance/${name}`,
        minDifference: 50_000,
      }) as const,
  ),
]

function timingMeasure(pointer: string, minDifference: number): ComparedMeasure {
  return { section: 'timings', pointer, minDifference }
}

function measureChange(
  { section, pointer, minDifference }: ComparedMeasure,
  pair: Pair,
): readonly Change[] {
  const [before, after] = pair.map((report) => valueAt(report, pointer))
  if (typeof before !== 'number' || typeof after !== 'number') return []
  const difference = Math.abs(after - before)
  const isNoise = difference < minDifference || difference < Math.min(before, after) / 2
  return isNoise ? [] : valueChange(section, pointer, pair)
}

/** The same page differs in up to four of 64 bits, by fonts and animations. */
const MAX_SAME_SCREENSHOT_BITS = 4

function screenshotChange(pair: Pair): readonly Change[] {
  const distance = hashDistance(...pair)
  return distance === null || distance <= MAX_SAME_SCREENSHOT_BITS
    ? []
    : valueChange('screenshot', '/screenshot/dhash', pair)
}

/** The entries of a list; a text becomes an entry with `text`. */
function entriesAt(report: unknown, pointer: string): readonly Entry[] {
  const list = valueAt(report, pointer)
  if (!Array.isArray(list)) return []
  return list.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null ? { ...entry } : { text: entry },
  )
}
