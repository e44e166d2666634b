import type { Document } from '#discovery/documents.ts'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { type ResponseFields, response } from './response.ts'

/** Null: there is no such document now. */
export type DocumentResponses = (ifNoneMatch: string | undefined) => Response | null

/**
 * Responses for one document, which is written on the first request and again after its facts have changed. Documents with
 * prices may be stored but must be revalidated by ETag.
 */
export function documentResponses(
  { type, write, fields, version, maxAgeS }: Document,
  facts: () => ServiceFacts,
): DocumentResponses {
  let kept: Written | null = null
  const cached = {
    'cache-control': maxAgeS === undefined ? 'public, no-cache' : `public, max-age=${maxAgeS}`,
  }
  return (ifNoneMatch) => {
    const now = facts()
    const at = version?.()
    if (kept?.of !== now || kept.at !== at) {
      const body = write(now)
      kept = { of: now, at, body, ...fieldsOf(body ?? '', { ...cached, ...fields?.(now) }) }
    }
    if (kept.body === null) return null
    return matchesEtag(ifNoneMatch, kept.etag)
      ? response(304, null, null, kept.always)
      : response(200, type, kept.body, kept.withBody)
  }
}

type Body = NonNullable<ReturnType<Document['write']>>

interface Written {
  readonly of: ServiceFacts
  readonly at: unknown
  readonly body: Body | null
  readonly etag: string
  readonly always: ResponseFields
  readonly withBody: ResponseFields
}

function fieldsOf(
  body: Body,
  fields: ResponseFields,
): Pick<Written, 'etag' | 'always' | 'withBody'> {
  const etag = `"${sha256Hex(body).slice(0, 32)}"`
  const always = { ...fields, etag }
  // Explicit, so that a HEAD response has it too.
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const length = String(bytes.length)
  return { etag, always, withBody: { ...always, 'content-length': length } }
}

/** RFC 9110 13.1.2: a list, or `*`; compared weakly, since a cache on the way may have weakened our tag. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((one) => {
    const tag = one.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
