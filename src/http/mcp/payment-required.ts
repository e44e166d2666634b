import { z } from 'zod'
import { reportInput } from '#mcp/tool-definitions.ts'
import { bazaarMcpExtension } from '#payment/x402/extensions.ts'
import type { Quote } from '#payment/x402/offer.ts'
import type { Tool } from '#tools/tool.ts'
import { toolDefinitions } from '#tools/tools.ts'

/** The quote of a paid route in the form for MCP: the same terms, with another resource and another catalogue entry. */
export function paymentRequired(tool: Tool, { body }: Quote) {
  const { resource, extensions, ...rest } = quoteShape.parse(JSON.parse(body))
  const url = `mcp://tool/${tool}`
  // The description for HTTP names the Prefer field; over MCP the argument `detail` does the same.
  const { description } = toolDefinitions[tool]
  return {
    ...rest,
    resource: { ...resource, url, description },
    extensions: { ...extensions, bazaar: bazaarEntry(tool) },
  }
}

const quoteShape = z.looseObject({ resource: z.looseObject({}), extensions: z.looseObject({}) })

function bazaarEntry(tool: Tool) {
  return bazaarMcpExtension({
    tool,
    description: toolDefinitions[tool].description,
    inputSchema: reportInput,
    example: { url: 'https://example.com/' },
    outputExample: { result_status: 'PASS', final_url: 'https://example.com/', findings: [] },
  })
}
