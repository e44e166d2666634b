import { sha256Hex } from '#runtime/encoding.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import type { ExchangeCaps, HttpResponse, ResponseBody } from './contract.ts'
import { decodeBody } from './decode-body.ts'
import { failure } from './failure.ts'
import type { ResponseRecording } from './recorder.ts'

/** The recording with its content decoded, under the caps, and hashed. */
export async function responseFrom(
  recording: ResponseRecording,
  caps: ExchangeCaps,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const { head, headersAt, waitMs, downloadMs } = recording
  const { body, error } = recording.wanted ? await read(recording, caps, signal) : nothingRead
  return { ...head, headersAt, waitMs, downloadMs, body, bodyError: error }
}

interface ReadBody {
  readonly body: ResponseBody
  readonly error: ExchangeError | null
}

const nothingRead: ReadBody = {
  body: {
    wireBytes: 0,
    decoded: new Uint8Array(0),
    decodedBytes: 0,
    sha256: null,
    truncated: false,
    limitsHit: [],
  },
  error: null,
}

async function read(
  { head, content, whole, limit, error }: ResponseRecording,
  caps: ExchangeCaps,
  signal: AbortSignal,
): Promise<ReadBody> {
  const codings = head.fields.filter(([name]) => name === 'content-encoding')
  const contentEncoding = codings.map(([, value]) => value).join(',')
  const decoded = await decodeBody({ bytes: content, whole }, contentEncoding, caps, signal)
  const limitsHit = [...new Set([...(limit === null ? [] : [limit]), ...decoded.limitsHit])]
  return {
    body: {
      wireBytes: content.byteLength,
      decoded: decoded.bytes,
      decodedBytes: decoded.bytes.byteLength,
      sha256: sha256Hex(decoded.bytes),
      truncated: limitsHit.length > 0,
      limitsHit,
    },
    // The break on the wire is the cause; a coding that then does not decode is its consequence.
    error:
      error ?? (decoded.error === null ? null : failure('decode_error', 'body', decoded.error)),
  }
}
