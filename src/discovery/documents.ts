import { docsPage } from '#discovery/pages/docs-page.ts'
import { docsScript } from '#discovery/pages/docs-script.ts'
import { homePage } from '#discovery/pages/home-page.ts'
import { pagePolicy } from '#discovery/pages/page.ts'
import type { LiveStatus } from '#discovery/pages/sale-status.ts'
import { previewImage, samplePage, sampleScreenshot } from '#discovery/pages/sample.ts'
import { escapeHtml } from '#report/html/markup.ts'
import { reportPolicy } from '#report/html/report-page.ts'
import { tools } from '#tools/tool.ts'
import { catalogue, type ToolSchemas } from './catalogue.ts'
import { samplePagePath, sampleScreenshotPath } from './example-paths.ts'
import { exampleDocuments } from './examples.ts'
import { reportSchemaDocument } from './json-schema.ts'
import { llmsFullText, llmsText } from './llms.ts'
import { type CodeRow, documentPaths, type ServiceFacts, schemaPath } from './service-facts.ts'
import {
  apiCatalog,
  apiCatalogType,
  didDocument,
  type SigningJwk,
  securityText,
  x402Manifest,
} from './well-known.ts'

/** One free document, made from the current facts. */
export interface Document {
  readonly path: string
  readonly contentType: string
  /** Null: there is no such document with these facts. */
  readonly write: (facts: ServiceFacts) => string | Uint8Array<ArrayBuffer> | null
  /** What it depends on besides the facts. */
  readonly version?: () => unknown
  /** Seconds that it may be cached without revalidation; absent for documents with prices. */
  readonly maxAgeS?: number
  readonly headers?: (facts: ServiceFacts) => Readonly<Record<string, string>>
}

export interface DocumentSources {
  readonly schemas: ToolSchemas
  readonly codes: readonly CodeRow[]
  readonly openApi: (facts: ServiceFacts) => object
  /** The published keys that sign reports, as JWKs. */
  readonly signingKeys: () => readonly SigningJwk[]
  /** Days since 1970. */
  readonly epochDay: () => number
}

/** The page for people at `/`. `status` gives its live part, which is also its `version`. */
export function homeDocument(status: () => LiveStatus): Document {
  return {
    path: documentPaths.home,
    contentType: pageContentType,
    write: (facts) => homePage(facts, status()),
    version: () => JSON.stringify(status()),
    headers: ({ baseUrl }) => ({
      ...pageHeaders(),
      link: [
        `<${baseUrl}${documentPaths.apiCatalog}>; rel="api-catalog"`,
        `<${baseUrl}${documentPaths.openapi}>; rel="service-desc"`,
        `<${baseUrl}${documentPaths.docs}>; rel="service-doc"`,
      ].join(', '),
    }),
  }
}

/** Media type of the pages. */
export const pageContentType = 'text/html; charset=utf-8'
/** The response fields of a page without a script. */
export const pageHeaders = () => ({ 'content-security-policy': pagePolicy(null) })
const docsHeaders = () => ({ 'content-security-policy': pagePolicy(docsScript) })

/** Seconds that a document may be cached that changes only with the version of the service. */
const STATIC_MAX_AGE_S = 3_600

/** Every free document with its path, type and content. */
export function documents(sources: DocumentSources): readonly Document[] {
  const { schemas, codes, openApi, epochDay, signingKeys } = sources
  const manifest = (facts: ServiceFacts) => x402Manifest(facts, schemas)
  return [
    json(documentPaths.tools, (facts) => catalogue(facts, schemas)),
    json(documentPaths.openapi, openApi),
    json(documentPaths.x402, manifest),
    json(documentPaths.x402Json, manifest),
    ...tools.map((tool) =>
      asStatic(
        json(
          schemaPath(tool),
          ({ baseUrl }) => reportSchemaDocument(tool, baseUrl),
          'application/schema+json',
        ),
      ),
    ),
    ...exampleDocuments.map(({ path, write, isLive }) =>
      isLive ? json(path, write) : asStatic(json(path, write)),
    ),
    {
      ...json(documentPaths.apiCatalog, apiCatalog, apiCatalogType),
      headers: ({ baseUrl }) => ({
        link: `<${baseUrl}${documentPaths.apiCatalog}>; rel="api-catalog"`,
      }),
    },
    {
      ...json(documentPaths.jwks, () => ({ keys: signingKeys() }), 'application/jwk-set+json'),
      version: () => JSON.stringify(signingKeys()),
    },
    {
      ...json(
        documentPaths.did,
        (facts) => didDocument(facts, signingKeys()),
        'application/did+json',
      ),
      version: () => JSON.stringify(signingKeys()),
    },
    text(documentPaths.llms, llmsText),
    text(documentPaths.llmsFull, (facts) => llmsFullText(facts, codes)),
    {
      ...text(documentPaths.security, (facts) => securityText(facts, epochDay())),
      version: epochDay,
      maxAgeS: STATIC_MAX_AGE_S,
    },
    asStatic({
      path: samplePagePath,
      contentType: pageContentType,
      write: samplePage,
      headers: () => ({ 'content-security-policy': reportPolicy }),
    }),
    asStatic({
      path: sampleScreenshotPath,
      contentType: 'image/png',
      write: sampleScreenshot,
    }),
    asStatic({
      path: documentPaths.preview,
      contentType: 'image/jpeg',
      write: previewImage,
    }),
    asStatic(text(documentPaths.robots, robotsText)),
    asStatic({
      path: documentPaths.sitemap,
      contentType: 'application/xml',
      write: sitemap,
    }),
    ...[documentPaths.icon, documentPaths.iconIco].map(iconDocument),
    {
      path: documentPaths.docs,
      contentType: pageContentType,
      write: (facts) => docsPage(facts, codes, openApi(facts)),
      headers: docsHeaders,
    },
  ]
}

function iconDocument(path: string): Document {
  return asStatic({ path, contentType: 'image/svg+xml', write: () => favicon })
}

function asStatic(document: Document): Document {
  return { ...document, maxAgeS: STATIC_MAX_AGE_S }
}

function text(path: string, write: Document['write']): Document {
  return { path, contentType: 'text/plain; charset=utf-8', write }
}

function json(
  path: string,
  write: (facts: ServiceFacts) => unknown,
  contentType = 'application/json',
): Document {
  return {
    path,
    contentType,
    write: (facts) => {
      const value = write(facts)
      return value === null ? null : JSON.stringify(value)
    },
  }
}

/** `GET /robots.txt`: free documents may be crawled; screenshots and reports are confidential, and tools are not pages. */
const robotsText = ({ baseUrl }: ServiceFacts) => `User-agent: *
Allow: /
Disallow: /evidence/
Disallow: /reports/
Disallow: /v1/probe-url
Disallow: /v1/render-page
Disallow: /v1/verify-page

Sitemap: ${baseUrl}${documentPaths.sitemap}
`

/** `GET /sitemap.xml` (sitemaps.org 0.9): the pages for people. */
function sitemap({ baseUrl }: ServiceFacts): string {
  const pages = [documentPaths.home, documentPaths.docs, documentPaths.status, samplePagePath]
  const entries = pages.map((path) => `<url><loc>${escapeHtml(`${baseUrl}${path}`)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>
`
}

/** A seal with a tick, in the green of a PASS; legible on light and dark. */
const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#17693a"/><path d="M9 16.5l5 5 9.5-11" fill="none" stroke="#fff" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`
