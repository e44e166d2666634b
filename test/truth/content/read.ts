import { type ContentInput, readContent } from '#content/read-content.ts'
import { contentTypeOf } from '#gather/http/headers.ts'
import type { Document, Verdict } from './documents.ts'

export interface Reading {
  /** The signature that the product finds in the document. */
  readonly match: Verdict | null
  /** Processor time of the longest piece of work, in milliseconds. */
  readonly longestMs: number
}

/** Reads a document as a probe would. The only place where this bench knows the reader of the product. */
export function read({ type, status, url, truncated, body }: Document): Reading {
  const input: ContentInput = { ...contentTypeOf(type), status, url, truncated, body }
  const pieces = readContent(input)
  let longestMs = 0
  for (;;) {
    const before = process.threadCpuUsage()
    const { done, value } = pieces.next()
    const { user, system } = process.threadCpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1000)
    if (!done) continue
    const match = value.content.signature_match
    return { match: match === null ? null : { kind: match.kind, id: match.id }, longestMs }
  }
}
