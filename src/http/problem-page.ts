import type { Context } from 'hono'
import type { MissingResource } from '#discovery/pages/not-found-page.ts'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { preferredOf, response } from './response.ts'

const problemTypes = ['application/json', 'application/problem+json']
const pageType = 'text/html'

/**
 * Whether a client names HTML in Accept and does not prefer JSON: browsers do so when a person opens an address, but not for
 * `fetch` or an image.
 */
export function prefersHtml(context: Context): boolean {
  return preferredOf(context, 'Accept', [...problemTypes, pageType]) === pageType
}

/** A 404 as a page for a client that prefers HTML; any other response, and a 404 for programs, stays unchanged. */
export async function negotiateNotFound(
  context: Context,
  problem: Response,
  { what, facts }: { readonly what: MissingResource; readonly facts: () => ServiceFacts },
): Promise<Response> {
  if (problem.status !== 404 || !prefersHtml(context)) return problem
  const [{ notFoundPage }, { pagePolicy }] = await Promise.all([
    import('#discovery/pages/not-found-page.ts'),
    import('#discovery/pages/page.ts'),
  ])
  const page = notFoundPage(facts(), what)
  const fields = Object.fromEntries(problem.headers)
  const length = String(new TextEncoder().encode(page).length)
  return response(404, 'text/html; charset=utf-8', page, {
    ...fields,
    'content-type': 'text/html; charset=utf-8',
    'content-length': length,
    'content-security-policy': pagePolicy(null),
    vary: 'Accept',
  })
}
