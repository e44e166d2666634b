import { openApiDocument } from '#discovery/openapi/document.ts'
import { docsPage } from '#discovery/pages/docs-page.ts'
import { homePage, type LiveStatus, samplePage } from '#discovery/pages/home-page.ts'
import { pagePolicy } from '#discovery/pages/page.ts'
import { tools } from '#tools/tool.ts'
import { apiCatalog, apiCatalogType } from './api-catalog.ts'
import { catalogue, type ToolSchemas } from './catalogue.ts'
import type { CodeRow } from './code-row.ts'
import { exampleReport } from './examples.ts'
import { favicon } from './favicon.ts'
import { reportSchemaDocument } from './json-schema.ts'
import { llmsFullText } from './llms-full-text.ts'
import { llmsText } from './llms-text.ts'
import { robotsText } from './robots-text.ts'
import { securityText } from './security-text.ts'
import {
  documentPaths,
  examplePath,
  exampleVerdicts,
  type ServiceFacts,
  samplePagePath,
  schemaPath,
} from './service-facts.ts'
import { x402Manifest } from './x402-manifest.ts'

/** One free document: text made of the facts as they are. */
export interface Document {
  readonly path: string
  readonly type: string
  /** Null: not here. */
  readonly write: (facts: ServiceFacts) => string | null
  /** What it changes with besides the facts. */
  readonly version?: () => unknown
  /** Seconds that it may be kept without asking again; none where it says prices. */
  readonly maxAgeS?: number
  readonly fields?: (facts: ServiceFacts) => Readonly<Record<string, string>>
}

export interface DocumentSources {
  readonly schemas: ToolSchemas
  readonly codes: readonly CodeRow[]
  /** Days since 1970. */
  readonly day: () => number
}

/** The page for people at `/`; what is live in it comes from `status`, and `version` tells when that has changed. */
export function homeDocument(status: () => LiveStatus): Document {
  return {
    path: documentPaths.home,
    type: htmlType,
    write: (facts) => homePage(facts, status()),
    version: () => JSON.stringify(status()),
    fields: ({ baseUrl }) => ({
      ...pageFields(),
      link: [
        `<${baseUrl}${documentPaths.apiCatalog}>; rel="api-catalog"`,
        `<${baseUrl}${documentPaths.openapi}>; rel="service-desc"`,
        `<${baseUrl}${documentPaths.docs}>; rel="service-doc"`,
      ].join(', '),
    }),
  }
}

const htmlType = 'text/html; charset=utf-8'
const pageFields = () => ({ 'content-security-policy': pagePolicy })

/** What only a new version of the service changes. */
const settledAgeS = 3_600

export function documents({ schemas, codes, day }: DocumentSources): readonly Document[] {
  const manifest = (facts: ServiceFacts) => x402Manifest(facts, schemas)
  return [
    json(documentPaths.tools, (facts) => catalogue(facts, schemas)),
    json(documentPaths.openapi, openApiDocument),
    json(documentPaths.x402, manifest),
    json(documentPaths.x402Json, manifest),
    ...tools.map((tool) =>
      settled(
        json(
          schemaPath(tool),
          ({ baseUrl }) => reportSchemaDocument(tool, baseUrl),
          'application/schema+json',
        ),
      ),
    ),
    ...tools.flatMap((tool) =>
      exampleVerdicts.map((verdict) =>
        settled(json(examplePath(`${tool}-${verdict}`), () => exampleReport(tool, verdict))),
      ),
    ),
    {
      ...json(documentPaths.apiCatalog, apiCatalog, apiCatalogType),
      fields: ({ baseUrl }) => ({
        link: `<${baseUrl}${documentPaths.apiCatalog}>; rel="api-catalog"`,
      }),
    },
    text(documentPaths.llms, llmsText),
    text(documentPaths.llmsFull, (facts) => llmsFullText(facts, codes)),
    {
      ...text(documentPaths.security, (facts) => securityText(facts, day())),
      version: day,
      maxAgeS: settledAgeS,
    },
    settled({ path: samplePagePath, type: htmlType, write: samplePage, fields: pageFields }),
    settled(text(documentPaths.robots, () => robotsText)),
    ...[documentPaths.icon, documentPaths.iconIco].map((path) =>
      settled({ path, type: 'image/svg+xml', write: () => favicon }),
    ),
    {
      path: documentPaths.docs,
      type: htmlType,
      write: (facts) => docsPage(facts, codes),
      fields: pageFields,
    },
  ]
}

function settled(document: Document): Document {
  return { ...document, maxAgeS: settledAgeS }
}

function text(path: string, write: Document['write']): Document {
  return { path, type: 'text/plain; charset=utf-8', write }
}

function json(
  path: string,
  write: (facts: ServiceFacts) => unknown,
  type = 'application/json',
): Document {
  return { path, type, write: (facts) => JSON.stringify(write(facts)) }
}
