import { type HostConfig, hostConfig, mcpHosts } from '#mcp/host-config.ts'
import { isDnsName, specialName } from '#target/host-name.ts'
import type { ServiceFacts } from './service-facts.ts'

/** How a `tools/call` is paid, in the catalogue and in the guide. */
export const mcpPayment =
  'A tools/call without payment returns isError with the PaymentRequired object as structuredContent and in _meta["x402/error"]. Send the call again with the PaymentPayload (object or base64 text) in params._meta["x402/payment"]; the receipt is in result._meta["x402/payment-response"].'

/** How to use the tools over MCP, for agents and people. */
export function mcpGuide(facts: ServiceFacts): readonly string[] {
  const { mcpUrl, tools } = facts
  const names = tools.map(({ tool }) => tool).join(', ')
  return [
    ...(mcpUrl === null
      ? []
      : [
          `${mcpUrl} is a stateless MCP server (Streamable HTTP) with ${names}. Arguments: {"url", "detail"?: "compact" (default) or "full"}. Prices and rules are those of HTTP; tools/list states the prices. get_report {"job_id"} returns the rest of a compact report, free: do not buy it again.`,
          mcpPayment,
          'Every error that HTTP would return is a result with isError and the error body as structuredContent: decide by code, retryable and payment.state. An authorization can be used only once, over HTTP or MCP. To recover a lost result, send the same call with the same payment.',
        ]),
    `Hosts that cannot pay can start a local server over stdio, which buys reports here within a budget: \`urlwitness ${localServerArgs(facts).join(' ')}\`.`,
  ]
}

function localServerArgs({ baseUrl, payment }: ServiceFacts): readonly string[] {
  // Simulated payments are signed with a throwaway key.
  const key = payment.isSimulated ? [] : ['--key-file', '/path/to/buyer.key']
  return ['mcp', '--service', baseUrl, ...key, '--max-usd-per-call', '0.05', '--max-usd-total', '1']
}

export interface HostSetup {
  readonly json: string
  readonly hosts: readonly HostConfig[]
}

/** The configurations that make a host start the local server, each with the hosts that read it. */
export function hostSetups(facts: ServiceFacts): readonly HostSetup[] {
  const args = localServerArgs(facts)
  const configs = mcpHosts.map((host) => hostConfig(host, 'urlwitness', args))
  return [...new Set(configs.map(({ json }) => json))].map((json) => ({
    json,
    hosts: configs.filter((config) => config.json === json),
  }))
}

// The schema allows 200 characters for the namespace and the name of the server.
const MAX_NAME_LENGTH = 180

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
  return isName && specialName(hostname) === null && hostname.length <= MAX_NAME_LENGTH
}
