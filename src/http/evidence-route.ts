import type { ScreenshotStore } from '#evidence/screenshot-store.ts'
import { plainProblem } from './problem.ts'
import { problemResponse, response } from './response.ts'

/** Everything below `/evidence`, so that a path that no id could have is answered like an id that nobody knows. */
export const evidencePaths = '/evidence/*'
export const evidenceAllows = 'GET, HEAD, OPTIONS'

/**
 * Whoever has the id has the picture (spec 2.3), so neither may be kept, listed or passed on by what lies between. The page
 * in the picture is a stranger's: as a document of its own it gets no rights. No ETag: `no-store` leaves nobody who could
 * ask again with one.
 */
const confidential = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'content-security-policy': "default-src 'none'; sandbox",
} as const

/** GET and HEAD (Hono drops the body of the latter). A Range is ignored, as RFC 9110 14.2 allows. */
export async function evidenceRoute(
  path: string,
  evidence: Pick<ScreenshotStore, 'find'>,
): Promise<Response> {
  const found = await evidence.find(path.slice('/evidence/'.length))
  if (found === null) return noSuchEvidence()
  return response(200, found.mediaType, new Uint8Array(found.bytes), {
    ...confidential,
    'content-length': String(found.bytes.length),
    // Neither the id nor the site: a name ends up in folders and histories.
    'content-disposition': 'inline; filename="screenshot.png"',
  })
}

export function noSuchMethod(): Response {
  return problemResponse(plainProblem(405, `This path answers ${evidenceAllows}.`), {
    ...confidential,
    allow: evidenceAllows,
  })
}

/** Unknown, expired and malformed ids alike (design.md 1.15). */
function noSuchEvidence(): Response {
  return problemResponse(
    plainProblem(
      404,
      'There is no such evidence: it may have expired. Screenshots live a day at most.',
    ),
    confidential,
  )
}
