import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { Document } from '#discovery/documents.ts'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { firstUse, whenReady } from '#runtime/first-use.ts'
import { type ResponseFields, withCommon } from './response.ts'

/** Makes the response for a document; null if there is no such document now. */
export type DocumentResponses = (context: Context) => Response | null | Promise<Response>

/**
 * Responses for one document, which is written on the first request and again after its facts have changed; it is compressed
 * once for each coding that is requested. Documents with prices may be stored but must be revalidated by ETag.
 */
export function documentResponses(
  { type, write, fields, version, maxAgeS }: Document,
  facts: () => ServiceFacts,
): DocumentResponses {
  let kept: Written | null = null
  const cached = {
    'cache-control': maxAgeS === undefined ? 'public, no-cache' : `public, max-age=${maxAgeS}`,
  }
  return (context) => {
    const now = facts()
    const at = version?.()
    if (kept?.of !== now || kept.at !== at) {
      const text = write(now)
      const forms = text === null ? null : formsOf(text, type, { ...cached, ...fields?.(now) })
      kept = { of: now, at, forms }
    }
    if (kept.forms === null) return null
    return whenReady(kept.forms[codingFor(context)](), ({ body, etag, whole, unchanged }) =>
      matchesEtag(context.req.header('if-none-match'), etag)
        ? new Response(null, unchanged)
        : new Response(body, whole),
    )
  }
}

interface Written {
  readonly of: ServiceFacts
  readonly at: unknown
  readonly forms: Forms | null
}

type Forms = Readonly<Record<Coding, () => Form | Promise<Form>>>

/** A document in one content coding, with the status and fields of its responses. */
interface Form {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly etag: string
  readonly whole: Head
  readonly unchanged: Head
}

interface Head {
  readonly status: number
  readonly headers: ResponseFields
}

type Coding = keyof typeof compressors | 'identity'

// Quality 9 takes a tenth of the time of quality 11, for a few percent more bytes.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const compressors = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes: Uint8Array) => promisify(gzip)(bytes),
} as const
/** In order of preference: Brotli is shorter. */
const codings = ['br', 'gzip'] as const
/** A shorter document is not compressed, because it fits into one packet as it is. */
const MIN_COMPRESSED_BYTES = 1_024
/** A shorter text is kept as a string: Node encodes it quickly, and writes it in one piece with the header fields. */
const MIN_ENCODED_BYTES = 4_096

function codingFor(context: Context): Coding {
  if (context.req.header('accept-encoding') === undefined) return 'identity'
  const isAccepted = (coding: string) =>
    accepts(context, { header: 'Accept-Encoding', supports: [coding], default: '' }) === coding
  return codings.find(isAccepted) ?? 'identity'
}

function formsOf(
  text: string | Uint8Array<ArrayBuffer>,
  type: string,
  fields: ResponseFields,
): Forms {
  const hash = sha256Hex(text).slice(0, 32)
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  // Node would encode a long text again for each response.
  const body = bytes.length < MIN_ENCODED_BYTES ? text : bytes
  // Images are compressed already.
  if (bytes.length < MIN_COMPRESSED_BYTES || typeof text !== 'string') {
    const plain = formOf({ body, type, fields: { ...fields, etag: `"${hash}"` } })
    return { identity: () => plain, br: () => plain, gzip: () => plain }
  }
  const varied = { ...fields, vary: 'Accept-Encoding' }
  const plain = formOf({ body, type, fields: { ...varied, etag: `"${hash}"` } })
  const compressed = (coding: keyof typeof compressors) =>
    firstUse(async () => {
      const shorter = new Uint8Array(await compressors[coding](bytes))
      const tagged = { ...varied, etag: `"${hash}-${coding}"` }
      return formOf({ body: shorter, type, fields: tagged, ofBody: { 'content-encoding': coding } })
    })
  return { identity: () => plain, br: compressed('br'), gzip: compressed('gzip') }
}

/** `fields` are also sent with a 304, `ofBody` only with the body. */
function formOf({
  body,
  type,
  fields,
  ofBody = {},
}: Pick<Form, 'body'> & {
  readonly type: string
  readonly fields: ResponseFields & { readonly etag: string }
  readonly ofBody?: ResponseFields
}): Form {
  const length = typeof body === 'string' ? new TextEncoder().encode(body).length : body.length
  // The length is explicit, so that a HEAD response has it too.
  const sized = { ...fields, ...ofBody, 'content-length': String(length) }
  return {
    body,
    etag: fields.etag,
    whole: { status: 200, headers: withCommon(type, sized) },
    unchanged: { status: 304, headers: withCommon(null, fields) },
  }
}

/** RFC 9110 13.1.2: the field is a list, or `*`. The comparison is weak, since a cache on the way may have weakened our tag. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((one) => {
    const tag = one.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
