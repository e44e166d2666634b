import { isDnsName, specialName } from '#target/host-name.ts'
import type { ServiceFacts } from './service-facts.ts'

/** How a `tools/call` is paid, in the catalogue and in the guide. */
export const mcpPayment =
  'A tools/call without payment returns isError with the PaymentRequired object as structuredContent. Send the call again with the PaymentPayload object in params._meta["x402/payment"]; the receipt is in result._meta["x402/payment-response"].'

/** How to use the tools over MCP, for agents and people. */
export function mcpGuide({ mcpUrl, baseUrl, tools }: ServiceFacts): readonly string[] {
  const names = tools.map(({ tool }) => tool).join(', ')
  return [
    ...(mcpUrl === null
      ? []
      : [
          `${mcpUrl} is a stateless MCP server (Streamable HTTP) with ${names}. Arguments: {"url", "detail"?: "compact" (default) or "full"}. Prices and rules are those of HTTP.`,
          mcpPayment,
          'Every problem of HTTP is a result with isError and the problem as structuredContent: decide by code, retryable and payment.state. An authorization is used once over HTTP and MCP together. To recover a lost result send the same call with the same payment.',
        ]),
    `Hosts that cannot pay start a local server over stdio, which buys here within a budget: urlwitness mcp --service ${baseUrl} --key-file buyer.key --max-usd-per-call 0.05 --max-usd-total 1.`,
  ]
}

// The schema allows 200 characters for the namespace and the name of the server.
const LONGEST_NAME = 180

const REGISTRY_SCHEMA =
  'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/**
 * `server.json` of the MCP registry for the remote server. Null without `mcpUrl`, and for a base URL without a public name:
 * the namespace is that name reversed, and its owner proves by DNS that it may be used.
 */
export function mcpServerCard({ service, version, baseUrl, mcpUrl }: ServiceFacts): object | null {
  const { hostname } = new URL(baseUrl)
  if (mcpUrl === null || !isPublicName(hostname)) return null
  return {
    $schema: REGISTRY_SCHEMA,
    name: `${hostname.split('.').toReversed().join('.')}/${service}`,
    title: service,
    // At most 100 characters.
    description:
      'Checks a public URL from outside: evidence, findings, one verdict. Paid per call by x402.',
    version,
    websiteUrl: `${baseUrl}/docs`,
    icons: [{ src: `${baseUrl}/favicon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }],
    remotes: [{ type: 'streamable-http', url: mcpUrl }],
  }
}

function isPublicName(hostname: string): boolean {
  // The last label of an IPv4 address is a number.
  const isName = isDnsName(hostname) && !/\.\d+$/.test(hostname)
  return isName && specialName(hostname) === null && hostname.length <= LONGEST_NAME
}
