import { documentPaths, type ServiceFacts } from './service-facts.ts'

/** Media type of `/.well-known/api-catalog` (RFC 9727 and RFC 9264). */
export const apiCatalogType =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** `GET /.well-known/api-catalog`: one anchor, the service, with its tools and its documents. */
export function apiCatalog(facts: ServiceFacts) {
  const absolute = (path: string) => `${facts.baseUrl}${path}`
  return {
    linkset: [
      {
        anchor: absolute(documentPaths.apiCatalog),
        item: facts.tools.map((sold) => ({
          href: absolute(sold.definition.endpoint),
          title: sold.definition.summary,
        })),
      },
      {
        anchor: absolute('/'),
        'service-desc': [{ href: absolute(documentPaths.openapi), type: 'application/json' }],
        'service-doc': [
          { href: absolute(documentPaths.docs), type: 'text/html' },
          { href: absolute(documentPaths.llms), type: 'text/plain' },
          { href: absolute(documentPaths.llmsFull), type: 'text/plain' },
        ],
        'service-meta': [
          { href: absolute(documentPaths.x402), type: 'application/json' },
          { href: absolute(documentPaths.tools), type: 'application/json' },
        ],
        status: [{ href: absolute(documentPaths.ready), type: 'application/json' }],
      },
    ],
  }
}
