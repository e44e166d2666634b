import { existsSync, realpathSync } from 'node:fs'
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { readBoundedFile } from '#cli/bounded-file.ts'
import {
  boundedFetch,
  MAX_REPORT_DEPTH,
  RESPONSE_TOO_LARGE,
  readText,
  reasonOf,
} from '#cli/client/service-client.ts'
import { type CliContext, UsageError, VerbError } from '#cli/context.ts'
import { messageOf } from '#fault.ts'
import { isWithinDepth, parseJson } from '#payment/json-text.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { systemErrorText } from '#runtime/process/system-error.ts'
import { isLoopback } from '#settings/values.ts'

/** The top-level members of a report. */
export type ReportMembers = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is ReportMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text of a UTF-8 file of bounded size. Throws a `VerbError` that says why it cannot be read. */
export function readTextFile(file: string): string {
  const bytes = readFileBytes(file)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    const reason = messageOf(cause)
    throw new VerbError(`${file} cannot be read as text: ${reason}`, { cause })
  }
}

/** Limit of the text of a report, which has a few hundred KiB at most. */
const MAX_REPORT_MIB = 4

/**
 * Parses text that may be a report; undefined when it is not JSON. Throws a `VerbError` with this exit status for text that is
 * too long, or nested too deeply for code that recurses over it.
 */
export function boundedJson(file: string, text: string, exit: 'issue' | 'failed'): unknown {
  const isTooLarge = text.length > MAX_REPORT_MIB * 2 ** 20
  if (!isTooLarge && isWithinDepth(text, MAX_REPORT_DEPTH)) return parseJson(text)
  const reason = isTooLarge
    ? `is longer than ${MAX_REPORT_MIB} MiB`
    : `nests deeper than ${MAX_REPORT_DEPTH} levels`
  throw new VerbError(`${file} is not a report as a service sends it: it ${reason}`, { exit })
}

export interface SavedReport {
  readonly report: ReportMembers
  /** The value of the whole text: the report itself, or the output of `buy --json`, whose member `report` it is. */
  readonly document: unknown
}

/** Parses a report, or the output of `buy --json`. Throws a `VerbError` with this exit status for any other text. */
export function parseReport(file: string, text: string, exit: 'issue' | 'failed'): SavedReport {
  const document = boundedJson(file, text, exit)
  const value = isBought(document) ? document['report'] : document
  // The parsed value itself is returned: a schema would reorder its members.
  if (isObject(value) && typeof value['report_sha256'] === 'string') {
    if (isWellFormed(value)) return { report: value, document }
    throw new VerbError(
      `${file} is not a report as a service sends it: it has half of a surrogate pair or a number out of range, and so no hash`,
      { exit },
    )
  }
  throw new VerbError(
    `${file} is not a report: it must be the JSON body of a 200, with report_sha256, or the output of buy --json`,
    { exit },
  )
}

/** Whether this is the output of `buy --json` instead of a report. */
function isBought(document: unknown): document is ReportMembers {
  return isObject(document) && isObject(document['report']) && !('report_sha256' in document)
}

/** The text of the report alone, without the receipt that the output of `buy --json` has beside it. */
export function textOfReport(text: string, { report, document }: SavedReport): string {
  return document === report ? text.trim() : JSON.stringify(report)
}

const LONE_SURROGATE = /\p{Surrogate}/u

/** Whether every key and string can be encoded in UTF-8, and every number in JSON. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string') return !LONE_SURROGATE.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isWellFormed(key) && isWellFormed(inner))
}

/** Throws a `UsageError` if the output of a flag would replace one of the files that the verb reads. */
export function refuseOverwriting(
  flag: string,
  output: string,
  inputs: readonly (string | null)[],
): void {
  const replaced = inputs.find((input) => input !== null && isSameFile(input, output))
  if (replaced === undefined) return
  throw new UsageError(`${flag} would replace ${replaced}, which is read: name another file`)
}

function isSameFile(path: string, other: string): boolean {
  return existsSync(path) && existsSync(other) && realpathSync(path) === realpathSync(other)
}

const jwkSet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })
const FETCH_TIMEOUT_MS = 15_000

/** The keys of a service, from a file or a URL. Throws a `VerbError`. */
export async function readKeySet(source: string, context: CliContext): Promise<JSONWebKeySet> {
  const text = /^https?:/i.test(source) ? await fetchText(source, context) : readTextFile(source)
  const parsed = jwkSet.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new VerbError(`${source} is not a JWK set, such as /.well-known/jwks.json of a service`)
}

async function fetchText(source: string, { fetch, clock }: CliContext): Promise<string> {
  const url = URL.parse(source)
  if (url === null || (url.protocol !== 'https:' && !isLoopback(url.hostname))) {
    throw new UsageError('--jwks is a file, an https URL, or an http URL of loopback')
  }
  const deadline = deadlineAfter(clock, FETCH_TIMEOUT_MS)
  try {
    const response = await boundedFetch(fetch, deadline)(url)
    if (response.status !== 200) throw new VerbError(`${source} responds with ${response.status}`)
    const text = await readText(response)
    if (text === null) throw new VerbError(`${source}: ${RESPONSE_TOO_LARGE}`)
    return text
  } catch (cause) {
    if (cause instanceof VerbError) throw cause
    throw new VerbError(`${source} cannot be fetched: ${reasonOf(cause)}`, { cause })
  } finally {
    deadline.close()
  }
}

/** Limit of a file. A screenshot has 3 MiB at most, and a report less. */
const MAX_FILE_MIB = 64

/** The content of a file. Throws a `VerbError`. */
export function readFileBytes(file: string): Uint8Array {
  try {
    return readBoundedFile(file, MAX_FILE_MIB)
  } catch (cause) {
    const text = systemErrorText(cause, file) ?? `${file} cannot be read: ${messageOf(cause)}`
    throw new VerbError(text, { cause })
  }
}
