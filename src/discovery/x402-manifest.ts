import type { ToolSchemas } from './catalogue.ts'
import { documentPaths, type ServiceFacts } from './service-facts.ts'

/** `GET /.well-known/x402`. No shape of this document dominates, so it is a superset of those that catalogues read. */
export function x402Manifest(facts: ServiceFacts, schemas: ToolSchemas) {
  const sold = facts.tools.filter((tool) => tool.enabled)
  const absolute = (path: string) => `${facts.baseUrl}${path}`
  return {
    x402Version: 2,
    version: facts.version,
    kind: 'resource-server',
    name: facts.service,
    description:
      'Checks a public URL for whoever pays per call: evidence, findings and one verdict (PASS, ISSUE or REVIEW).',
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
