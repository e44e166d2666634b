import type { ValidationError } from '#tools/tool-request.ts'

/** Limit of a body. A valid URL of 2,048 characters takes 24 KiB if each is an escaped surrogate pair; 8 KiB would refuse it. */
const MAX_REQUEST_BODY_BYTES = 32 * 1024

/**
 * Limit of the chunks of a body without Content-Length, 32 bytes each on average. One packet of 64 KiB contains ten thousand
 * chunks of one byte, and reading those would take 100 ms of processor time in one turn of the event loop.
 */
const MAX_CHUNKS = 1_024

export type RequestBody =
  | { readonly status: 'body'; readonly bytes: Uint8Array }
  | { readonly status: 'invalid'; readonly detail: readonly ValidationError[] }

/**
 * Reads the body of a paid request, at most 32 KiB. Wrong content types and oversize bodies get a 422 in the shape of the
 * contract (design.md 1.7). `server.ts` limits the time of a slow body.
 */
export async function readRequestBody(request: Request): Promise<RequestBody> {
  const type = request.headers.get('content-type')
  if (type === null || !isJson(type)) {
    return invalid('content_type', 'Send Content-Type: application/json.', [
      'header',
      'content-type',
    ])
  }
  // RFC 9110 8.4: a coding that is not supported is refused. Decompression would let a small body grow.
  const coding = request.headers.get('content-encoding')
  if (coding !== null && coding.toLowerCase() !== 'identity') {
    return invalid('content_encoding', 'Send the body without Content-Encoding.', [
      'header',
      'content-encoding',
    ])
  }
  const declared = request.headers.get('content-length')
  if (declared !== null && Number(declared) > MAX_REQUEST_BODY_BYTES) return tooLarge()
  try {
    if (declared !== null)
      return { status: 'body', bytes: new Uint8Array(await request.arrayBuffer()) }
    return await readStream(request)
  } catch {
    // The client disconnected, so this response is never sent.
    return invalid('body_incomplete', 'The body ended before its announced length.')
  }
}

function isJson(type: string): boolean {
  if (type === 'application/json') return true
  return /^application\/json\s*(;|$)/i.test(type.trim())
}

async function readStream(request: Request): Promise<RequestBody> {
  if (request.body === null) return { status: 'body', bytes: new Uint8Array() }
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of request.body) {
    total += chunk.length
    if (total > MAX_REQUEST_BODY_BYTES) return tooLarge()
    chunks.push(chunk)
    if (chunks.length > MAX_CHUNKS) {
      return invalid(
        'body_too_many_chunks',
        `The body may have at most ${MAX_CHUNKS} chunks: send larger ones, or Content-Length.`,
      )
    }
  }
  const bytes = new Uint8Array(total)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return { status: 'body', bytes }
}

function tooLarge(): RequestBody {
  return invalid('body_too_large', `The body may have at most ${MAX_REQUEST_BODY_BYTES} bytes.`)
}

function invalid(type: string, msg: string, loc: string[] = ['body']): RequestBody {
  return { status: 'invalid', detail: [{ loc, msg, type }] }
}
