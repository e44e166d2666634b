import type { ScreenshotStore } from '#evidence/stores.ts'
import type { EvidenceSlots } from './evidence-slots.ts'
import { genericProblem } from './problem.ts'
import { methodNotAllowed, problemResponse, response } from './response.ts'

/** Matches everything below `/evidence`, so that malformed and unknown ids get the same response. */
export const evidencePaths = '/evidence/*'
export const evidenceMethods = 'GET, HEAD, OPTIONS'

/**
 * The id is a bearer capability (spec 2.3), so neither id nor screenshot may be cached, indexed or forwarded. The content is
 * third-party: as a document it gets no rights. There is no ETag, since nothing may be stored.
 */
export const confidential = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'content-security-policy': "default-src 'none'; sandbox",
} as const

/** Responds to GET, and to HEAD without reading the file. A Range field is ignored, as RFC 9110 14.2 allows. */
export async function evidenceResponse(
  { path, method }: { readonly path: string; readonly method: string },
  evidence: Pick<ScreenshotStore, 'find'>,
  slots: EvidenceSlots,
): Promise<Response> {
  const id = path.slice('/evidence/'.length)
  const found = await evidence.find(id)
  if (found === null) return noSuchEvidence()
  const fields = {
    ...confidential,
    'content-length': String(found.size),
    // The name contains neither the id nor the site: file names end up in folders and histories.
    'content-disposition': 'inline; filename="screenshot.png"',
  }
  if (method === 'HEAD') return response(200, found.mediaType, null, fields)
  const release = slots.acquire(id)
  if (release === null) return tooManyReaders()
  const content = await found.open().catch((cause: unknown) => {
    release()
    throw cause
  })
  if (content === null) {
    release()
    return noSuchEvidence()
  }
  return response(200, found.mediaType, slots.withMinRate(content, release), fields)
}

/** The 405 of a route of evidence. */
export function evidenceMethodNotAllowed(): Response {
  return methodNotAllowed(evidenceMethods, confidential)
}

/** The same response for unknown, expired and malformed ids (design.md 1.15). */
function noSuchEvidence(): Response {
  return problemResponse(
    genericProblem(
      404,
      'There is no such evidence: it may have expired. Screenshots are stored for at most a day.',
    ),
    confidential,
  )
}

/** The 503 while as many downloads are running as are allowed. */
export function tooManyReaders(): Response {
  return problemResponse(
    genericProblem(503, 'Too many downloads of evidence are under way: retry shortly.'),
    confidential,
  )
}
