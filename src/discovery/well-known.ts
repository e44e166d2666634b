import { encodeBase64 } from '#payment/base64.ts'
import type { PublicJwk } from '#report/public-keys.ts'
import type { ToolSchemas } from './catalogue.ts'
import { minimalReportHint } from './recipe.ts'
import { documentPaths, type ServiceFacts } from './service-facts.ts'

/** Media type of `/.well-known/api-catalog` (RFC 9727 and RFC 9264). */
export const apiCatalogType =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** `GET /.well-known/api-catalog`: one anchor for the catalogue with its tools, one for the service with its documents. */
export function apiCatalog(facts: ServiceFacts) {
  const absolute = (path: string) => `${facts.baseUrl}${path}`
  return {
    linkset: [
      {
        anchor: absolute(documentPaths.apiCatalog),
        item: [
          ...facts.tools.map((sold) => ({
            href: absolute(sold.definition.endpoint),
            title: sold.definition.summary,
          })),
          ...(facts.mcpUrl === null
            ? []
            : [{ href: facts.mcpUrl, title: 'These tools over MCP (Streamable HTTP)' }]),
        ],
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

/** `GET /.well-known/x402`. There is no dominant shape of this document, so it is a superset of those that catalogues read. */
export function x402Manifest(facts: ServiceFacts, schemas: ToolSchemas) {
  const sold = facts.tools.filter((tool) => tool.isEnabled)
  const absolute = (path: string) => `${facts.baseUrl}${path}`
  return {
    x402Version: 2,
    version: facts.version,
    kind: 'resource-server',
    name: facts.service,
    description:
      'Checks a public URL from outside, paid per call: evidence, findings and one verdict (PASS, ISSUE or REVIEW).',
    guidance: minimalReportHint,
    resources: sold.map((tool) => absolute(tool.definition.endpoint)),
    items: sold.map((tool) => ({
      resource: absolute(tool.definition.endpoint),
      method: 'POST',
      description: tool.definition.description,
      accepts: tool.offer?.accepts ?? [],
      input: schemas.input,
      output: schemas.output,
    })),
    openapi: absolute(documentPaths.openapi),
    llms: absolute(documentPaths.llms),
    docs: absolute(documentPaths.docs),
    catalogue: absolute(documentPaths.tools),
    status: absolute(documentPaths.ready),
    contact: facts.contact,
    updated: facts.updatedAt,
  }
}

/** A public key that signs reports (RFC 7517). */
export type SigningJwk = PublicJwk

/**
 * `GET /.well-known/did.json`: the same keys as a `did:web` document. Null for a base URL with an IP address, which the
 * method does not allow.
 */
export function didDocument({ baseUrl }: ServiceFacts, keys: readonly SigningJwk[]) {
  const id = didOf(baseUrl)
  if (id === null) return null
  const methods = keys.map((key) => ({
    id: `${id}#${key.kid}`,
    type: 'JsonWebKey2020',
    controller: id,
    publicKeyJwk: key,
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id,
    verificationMethod: methods,
    assertionMethod: methods.map((method) => method.id),
  }
}

/**
 * The DID URL of a key of the service at a base URL, as signed offers and receipts name it. Where `did:web` is impossible it
 * is a `did:jwk`, which contains the key: a verifier compares it with the published ones.
 */
export function didUrlOf(baseUrl: string, { kid, kty, crv, x }: SigningJwk): string {
  const did = didOf(baseUrl)
  if (did !== null) return `${did}#${kid}`
  const key = encodeBase64(JSON.stringify({ kty, crv, x }))
  return `did:jwk:${key.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}#0`
}

/** The `did:web` of a base URL; null for an IP address. */
function didOf(baseUrl: string): string | null {
  const { host, hostname } = new URL(baseUrl)
  return isIpAddress(hostname) ? null : `did:web:${encodeURIComponent(host)}`
}

const isIpAddress = (hostname: string) => hostname.startsWith('[') || /^[\d.]+$/.test(hostname)

const DAY_MS = 86_400_000
/** RFC 9116 2.5.5 recommends less than a year. */
const SECURITY_TXT_VALIDITY_DAYS = 180

/**
 * `GET /.well-known/security.txt` (RFC 9116); null without a contact, since a file without one is not valid. `epochDay`: days
 * since 1970. It changes once a day, and does not expire while the service runs.
 */
export function securityText({ baseUrl, contact }: ServiceFacts, epochDay: number): string | null {
  if (contact === null) return null
  const expires = new Date((epochDay + SECURITY_TXT_VALIDITY_DAYS) * DAY_MS).toISOString()
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}${documentPaths.security}`,
    '',
  ].join('\n')
}
