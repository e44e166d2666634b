import { z } from 'zod'
import { reportTools } from '#mcp/tool-definitions.ts'
import { bazaarMcpExtension } from '#payment/x402/extensions.ts'
import type { Quote } from '#payment/x402/offer.ts'
import type { Tool } from '#tools/tool.ts'
import { toolDefinitions } from '#tools/tools.ts'

type PaymentRequired = Readonly<Record<string, unknown>>

/** The quote of a paid route as MCP clients get it: another resource and another catalogue entry, the same terms. */
export function createPaymentRequired(): (tool: Tool, quote: Quote) => PaymentRequired {
  // A quote is one object per tool, price and error code, so the conversion is done once for each.
  const converted = new WeakMap<Quote, PaymentRequired>()
  return (tool, quote) => {
    const known = converted.get(quote)
    if (known !== undefined) return known
    const { resource, extensions, ...rest } = quoted.parse(JSON.parse(quote.body))
    const made: PaymentRequired = {
      ...rest,
      // That of HTTP names the Prefer field; here the argument `detail` does the same.
      resource: {
        ...resource,
        url: `mcp://tool/${tool}`,
        description: toolDefinitions[tool].description,
      },
      extensions: { ...extensions, bazaar: bazaarEntry(tool) },
    }
    converted.set(quote, made)
    return made
  }
}

const quoted = z.looseObject({ resource: z.looseObject({}), extensions: z.looseObject({}) })

function bazaarEntry(tool: Tool) {
  return bazaarMcpExtension({
    tool,
    description: toolDefinitions[tool].description,
    inputSchema: reportTools.find(({ name }) => name === tool)?.inputSchema ?? {},
    example: { url: 'https://example.com/' },
    outputExample: { result_status: 'PASS', final_url: 'https://example.com/', findings: [] },
  })
}
