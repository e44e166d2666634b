import type { ServiceFacts } from '../discovery/service-facts.ts'
import { sha256Hex } from '../runtime/sha256.ts'
import { answer } from './answer.ts'
import type { Document } from './documents.ts'

/** Prices are live: a free document may be kept, and must be asked for again (its ETag says whether it still holds). */
const fresh = { 'cache-control': 'public, no-cache' } as const

/** Answers for one document, which is written when it is first asked for, and again when the facts have changed. */
export function documentAnswers(
  { type, write, fields }: Document,
  facts: () => ServiceFacts,
): (ifNoneMatch: string | undefined) => Response {
  let kept: Written | null = null
  return (ifNoneMatch) => {
    const now = facts()
    if (kept?.of !== now) {
      const body = write(now)
      const etag = `"${sha256Hex(body).slice(0, 32)}"`
      kept = { of: now, body, etag, fields: { ...fresh, etag, ...fields?.(now) } }
    }
    return holds(ifNoneMatch, kept.etag)
      ? answer(304, type, null, kept.fields)
      : answer(200, type, kept.body, kept.fields)
  }
}

interface Written {
  readonly of: ServiceFacts
  readonly body: string
  readonly etag: string
  readonly fields: Readonly<Record<string, string>>
}

/** RFC 9110 13.1.2: a list, or `*`; compared weakly, since a cache on the way may have weakened our tag. */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((one) => {
    const tag = one.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
