import { z } from 'zod'
import { type CliContext, VerbError } from '#cli/context.ts'
import { codeOf } from '#fault.ts'
import { parseJson } from '#payment/json-text.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'

/** The part of `GET /v1/tools` (spec 2.4) that `buy` reads. */
const catalogueShape = z.object({
  mode: z.string().max(100),
  payment: z.object({
    network: z.string().max(100),
    asset: z.string().max(100),
    pay_to: z.string().max(100).nullable(),
  }),
  tools: z
    .array(
      z.object({
        tool: z.string().max(100),
        enabled: z.boolean(),
        price_atomic: z.string().regex(/^[1-9]\d{0,17}$/),
        // A path of the same origin: a catalogue must not send the payment elsewhere.
        endpoint: z.string().regex(/^\/(?!\/)[\w\-./]{1,200}$/),
      }),
    )
    .max(100),
})
export type Catalogue = z.infer<typeof catalogueShape>

// A catalogue with three tools is 60 KB; a report with all its lists stays below 4 MB.
const MAX_RESPONSE_MIB = 16
export const RESPONSE_TOO_LARGE = `the response is larger than ${MAX_RESPONSE_MIB} MiB`
/** Limit of the nesting levels. A report has a dozen; code that recurses over a much deeper value overflows its stack. */
export const MAX_REPORT_DEPTH = 64
const CATALOGUE_TIMEOUT_MS = 15_000

/** The catalogue of a service. Throws a `VerbError`. */
export async function readCatalogue(
  service: URL,
  { fetch, clock }: Pick<CliContext, 'fetch' | 'clock'>,
): Promise<Catalogue> {
  const deadline = deadlineAfter(clock, CATALOGUE_TIMEOUT_MS)
  const catalogueUrl = `${service.origin}/v1/tools`
  try {
    const response = await boundedFetch(fetch, deadline)(new URL('/v1/tools', service))
    if (response.status !== 200) {
      throw failed(
        `${catalogueUrl} responds with ${response.status}: is this an urlwitness service?`,
      )
    }
    const text = await readText(response)
    if (text === null) throw failed(`${catalogueUrl}: ${RESPONSE_TOO_LARGE}`)
    const parsed = catalogueShape.safeParse(parseJson(text))
    if (parsed.success) return parsed.data
    throw failed(`${catalogueUrl} is not a catalogue of tools: is this an urlwitness service?`)
  } catch (cause) {
    if (cause instanceof VerbError) throw cause
    throw failed(`${service.origin} cannot be reached: ${reasonOf(cause)}`, cause)
  } finally {
    deadline.close()
  }
}

/**
 * Wraps `fetch`: it follows no redirects, and has read the whole body when it resolves, before the deadline. A body above
 * `MAX_RESPONSE_MIB` is not read to its end: reading it from the response rejects, and `readText` returns null.
 */
export function boundedFetch(
  fetch: typeof globalThis.fetch,
  { signal }: Pick<Deadline, 'signal'>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual', signal })
    const { status, statusText, headers } = response
    const body = await boundedBody(response)
    return new Response(body, { status, statusText, headers })
  }
}

/** The body as text; null if it is too large. For responses of `boundedFetch`. */
export async function readText(response: Response): Promise<string | null> {
  try {
    return await response.text()
  } catch (cause) {
    if (cause instanceof TooLargeError) return null
    throw cause
  }
}

class TooLargeError extends VerbError {}

/** The body as a blob; null if it is empty, and a stream that fails if it is too large. */
async function boundedBody(response: Response): Promise<Blob | ReadableStream | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the body, which closes its connection.
    if (bytes > MAX_RESPONSE_MIB * 2 ** 20) return failingBody()
    chunks.push(chunk)
  }
  return bytes === 0 ? null : new Blob(chunks)
}

function failingBody(): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.error(new TooLargeError(RESPONSE_TOO_LARGE)),
  })
}

/** The innermost reason of a failed fetch, whose own message is only `fetch failed`. */
export function reasonOf(cause: unknown): string {
  let reason = String(cause)
  let error = cause
  for (let depth = 0; depth < 6 && error instanceof Error; depth++) {
    const code = codeOf(error)
    reason = (code !== null && knownReasons[code]) || error.message || code || reason
    error = error instanceof AggregateError ? error.errors[0] : error.cause
  }
  return reason
}

const knownReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused; is the service running?',
  ENOTFOUND: 'the name does not exist',
  EAI_AGAIN: 'the name cannot be resolved now',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the port does not speak TLS; use http:// instead of https://?',
  deadline_passed: 'no response in time',
}

function failed(problem: string, cause?: unknown): VerbError {
  return new VerbError(problem, { cause })
}
