import { readFileSync } from 'node:fs'
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { boundedText, reasonOf } from '#cli/client/service-client.ts'
import { type CliContext, UsageError, VerbError } from '#cli/context.ts'
import { messageOf } from '#fault.ts'
import { isShallowJson, parseJson } from '#payment/json-text.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { isLoopback } from '#settings/values.ts'

/** The top-level members of a report. */
export type Members = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOf(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  } catch (cause) {
    const why = messageOf(cause)
    throw new VerbError(`${file} cannot be read as text: ${why}`, { cause })
  }
}

/** A report has at most some hundred KiB. */
const MOST_MIB = 4
/** A report has a dozen levels. */
const MAX_DEPTH = 64

export function memberOf(file: string, text: string): Members {
  const isLong = text.length > MOST_MIB * 2 ** 20
  if (isLong || !isShallowJson(text, MAX_DEPTH)) {
    const why = isLong ? `is longer than ${MOST_MIB} MiB` : `nests deeper than ${MAX_DEPTH} levels`
    throw new VerbError(`${file} is not a report as a service sends it: it ${why}`, {
      exit: 'issue',
    })
  }
  const value = parseJson(text)
  // The value itself: a schema would reorder its members.
  if (isObject(value) && typeof value['report_sha256'] === 'string') {
    if (isWellFormed(value)) return value
    throw new VerbError(
      `${file} is not a report as a service sends it: it has half of a surrogate pair or a number out of range, and so no hash`,
      { exit: 'issue' },
    )
  }
  throw new VerbError(
    `${file} is not a report: it must be the JSON body of a 200, with report_sha256; in the output of buy --json it is the member report`,
    { exit: 'issue' },
  )
}

const HALF_PAIR = /\p{Surrogate}/u

/** Whether every key and text has a UTF-8 form, and every number one in JSON. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value === 'string') return !HALF_PAIR.test(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isWellFormed(key) && isWellFormed(inner))
}

const jwkSet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })
const FETCH_TIMEOUT_MS = 15_000

/** The keys of a service, from a file or a URL. Throws a `VerbError`. */
export async function keySet(place: string, context: CliContext): Promise<JSONWebKeySet> {
  const text = /^https?:/i.test(place) ? await fetched(place, context) : textOf(place)
  const read = jwkSet.safeParse(parseJson(text))
  if (read.success) return read.data
  throw new VerbError(`${place} is not a JWK set, such as /.well-known/jwks.json of a service`)
}

async function fetched(place: string, { fetch, clock }: CliContext): Promise<string> {
  const url = URL.parse(place)
  if (url === null || (url.protocol !== 'https:' && !isLoopback(url.hostname))) {
    throw new UsageError('--jwks is a file, an https URL, or an http URL of loopback')
  }
  const deadline = deadlineAfter(clock, FETCH_TIMEOUT_MS)
  try {
    const response = await fetch(url, { redirect: 'error', signal: deadline.signal })
    if (response.status === 200) return await boundedText(response)
    throw new VerbError(`${place} responds with ${response.status}`)
  } catch (cause) {
    if (cause instanceof VerbError) throw cause
    throw new VerbError(`${place} cannot be fetched: ${reasonOf(cause)}`, { cause })
  } finally {
    deadline.close()
  }
}

export function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (cause) {
    const why = messageOf(cause)
    throw new VerbError(`${file} cannot be read: ${why}`, { cause })
  }
}
