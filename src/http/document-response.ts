import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import type { Document } from '#discovery/documents.ts'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { firstUse, whenReady } from '#runtime/first-use.ts'
import { preferredOf, type ResponseFields, responseFields } from './response.ts'

/** Makes the response for a document; null if there is no such document now. */
export type DocumentResponses = (context: Context) => Response | null | Promise<Response>

/**
 * Responses for one document, which is written on the first request and again after its facts have changed; it is compressed
 * once for each coding that is requested. Documents with prices may be stored but must be revalidated by ETag.
 */
export function documentResponses(
  { contentType, write, headers, version, maxAgeS }: Document,
  facts: () => ServiceFacts,
): DocumentResponses {
  let cached: CachedDocument | null = null
  const cacheFields = {
    'cache-control': maxAgeS === undefined ? 'public, no-cache' : `public, max-age=${maxAgeS}`,
  }
  return (context) => {
    const now = facts()
    const currentVersion = version?.()
    if (cached?.facts !== now || cached.version !== currentVersion) {
      const text = write(now)
      const representations =
        text === null
          ? null
          : representationsOf(text, contentType, { ...cacheFields, ...headers?.(now) })
      cached = { facts: now, version: currentVersion, representations }
    }
    if (cached.representations === null) return null
    return whenReady(
      cached.representations[codingFor(context)](),
      ({ body, etag, full, notModified }) =>
        matchesEtag(context.req.header('if-none-match'), etag)
          ? new Response(null, notModified)
          : new Response(body, full),
    )
  }
}

interface CachedDocument {
  readonly facts: ServiceFacts
  readonly version: unknown
  readonly representations: Representations | null
}

type Representations = Readonly<Record<Coding, () => Representation | Promise<Representation>>>

/** A document in one content coding, with the status and fields of its responses. */
interface Representation {
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly etag: string
  readonly full: Head
  readonly notModified: Head
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

/** The first of our codings that the client accepts with any weight. */
function codingFor(context: Context): Coding {
  const coding = preferredOf(context, 'Accept-Encoding', codings, (accepted, { supports }) => {
    const named = accepted.filter(({ q }) => q > 0).map(({ type }) => type.toLowerCase())
    return supports.find((supported) => named.includes(supported)) ?? ''
  })
  return coding ?? 'identity'
}

function representationsOf(
  text: string | Uint8Array<ArrayBuffer>,
  type: string,
  fields: ResponseFields,
): Representations {
  const hash = sha256Hex(text).slice(0, 32)
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  // Node would encode a long text again for each response.
  const body = bytes.length < MIN_ENCODED_BYTES ? text : bytes
  // Images are compressed already.
  if (bytes.length < MIN_COMPRESSED_BYTES || typeof text !== 'string') {
    const identity = representationOf({ body, type, fields: { ...fields, etag: `"${hash}"` } })
    return { identity: () => identity, br: () => identity, gzip: () => identity }
  }
  const varied = { ...fields, vary: 'Accept-Encoding' }
  const identity = representationOf({ body, type, fields: { ...varied, etag: `"${hash}"` } })
  const compressed = (coding: keyof typeof compressors) =>
    firstUse(async () => {
      const shorter = new Uint8Array(await compressors[coding](bytes))
      const tagged = { ...varied, etag: `"${hash}-${coding}"` }
      return representationOf({
        body: shorter,
        type,
        fields: tagged,
        bodyFields: { 'content-encoding': coding },
      })
    })
  return { identity: () => identity, br: compressed('br'), gzip: compressed('gzip') }
}

/** `fields` are also sent with a 304, `bodyFields` only with the body. */
function representationOf({
  body,
  type,
  fields,
  bodyFields = {},
}: Pick<Representation, 'body'> & {
  readonly type: string
  readonly fields: ResponseFields & { readonly etag: string }
  readonly bodyFields?: ResponseFields
}): Representation {
  const length = typeof body === 'string' ? new TextEncoder().encode(body).length : body.length
  // The length is explicit, so that a HEAD response has it too.
  const sizedFields = { ...fields, ...bodyFields, 'content-length': String(length) }
  return {
    body,
    etag: fields.etag,
    full: { status: 200, headers: responseFields(type, sizedFields) },
    notModified: { status: 304, headers: responseFields(null, fields) },
  }
}

/** RFC 9110 13.1.2: the field is a list, or `*`. The comparison is weak, since a cache on the way may have weakened our tag. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((candidate) => {
    const tag = candidate.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
