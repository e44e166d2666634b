import { apiCatalog, apiCatalogType } from '../discovery/api-catalog.ts'
import { catalogue, type ToolSchemas } from '../discovery/catalogue.ts'
import { type CodeRow, docsPage } from '../discovery/docs-page.ts'
import { exampleReport, exampleVerdicts } from '../discovery/examples.ts'
import { reportSchemaDocument } from '../discovery/json-schema.ts'
import { llmsText } from '../discovery/llms-text.ts'
import { openApiDocument } from '../discovery/openapi/document.ts'
import {
  documentPaths,
  examplePath,
  type ServiceFacts,
  schemaPath,
} from '../discovery/service-facts.ts'
import { x402Manifest } from '../discovery/x402-manifest.ts'
import { tools } from '../evidence/scalar.ts'

/** One free document: text made of the facts as they are. */
export interface Document {
  readonly path: string
  readonly type: string
  readonly write: (facts: ServiceFacts) => string
  readonly fields?: (facts: ServiceFacts) => Readonly<Record<string, string>>
}

export interface DocumentSources {
  readonly schemas: ToolSchemas
  readonly codes: readonly CodeRow[]
}

export function documents({ schemas, codes }: DocumentSources): readonly Document[] {
  const manifest = (facts: ServiceFacts) => x402Manifest(facts, schemas)
  return [
    json(documentPaths.tools, (facts) => catalogue(facts, schemas)),
    json(documentPaths.openapi, openApiDocument),
    json(documentPaths.x402, manifest),
    json(documentPaths.x402Json, manifest),
    ...tools.map((tool) =>
      json(
        schemaPath(tool),
        ({ baseUrl }) => reportSchemaDocument(tool, baseUrl),
        'application/schema+json',
      ),
    ),
    ...tools.flatMap((tool) =>
      exampleVerdicts.map((verdict) =>
        json(examplePath(`${tool}-${verdict}`), () => exampleReport(tool, verdict)),
      ),
    ),
    {
      ...json(documentPaths.apiCatalog, apiCatalog, apiCatalogType),
      fields: ({ baseUrl }) => ({
        link: `<${baseUrl}${documentPaths.apiCatalog}>; rel="api-catalog"`,
      }),
    },
    { path: documentPaths.llms, type: 'text/plain; charset=utf-8', write: llmsText },
    {
      path: documentPaths.docs,
      type: 'text/html; charset=utf-8',
      write: (facts) => docsPage(facts, codes),
      fields: () => ({
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      }),
    },
  ]
}

function json(
  path: string,
  write: (facts: ServiceFacts) => unknown,
  type = 'application/json',
): Document {
  return { path, type, write: (facts) => JSON.stringify(write(facts)) }
}
