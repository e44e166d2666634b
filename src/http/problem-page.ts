import type { MissingThing } from '#discovery/pages/missing-page.ts'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { response } from './response.ts'

/**
 * Whether a client names HTML in Accept, and prefers it to JSON: browsers do when a person opens an address, and neither
 * `fetch` nor an image does (RFC 9110 12.5.1).
 */
export function prefersHtml(accept: string | null): boolean {
  const weights = new Map((accept ?? '').split(',').map(weightOf))
  const weight = (type: string) => weights.get(type) ?? 0
  const json = Math.max(weight('application/json'), weight('application/problem+json'))
  return weight('text/html') > 0 && weight('text/html') >= json
}

function weightOf(range: string): readonly [string, number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((one) => one.startsWith('q='))?.slice(2)
  return [type, weight === undefined ? 1 : Number.parseFloat(weight) || 0]
}

/** The 404 as a page for a client that prefers HTML; else unchanged, as a problem for programs. */
export async function missingFor(
  request: Request,
  problem: Response,
  { what, facts }: { readonly what: MissingThing; readonly facts: () => ServiceFacts },
): Promise<Response> {
  const isPage = problem.status === 404 && prefersHtml(request.headers.get('accept'))
  if (!isPage) return problem
  const [{ missingPage }, { pagePolicy }] = await Promise.all([
    import('#discovery/pages/missing-page.ts'),
    import('#discovery/pages/page.ts'),
  ])
  const page = missingPage(facts(), what)
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
