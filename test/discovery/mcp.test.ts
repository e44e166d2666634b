import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { listAt, valueAtPath } from '#discovery/json-value.ts'
import { hostSetups } from '#discovery/mcp.ts'
import { hostConfig } from '#mcp/host-config.ts'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { documentsOf, factsOfSettings } from '#service/documents.ts'
import { loadSettings } from '#settings/load.ts'
import { publishedWith } from '#test/equipment/discovery/published.ts'

function optionsOf(env: Readonly<Record<string, string>>) {
  const loaded = loadSettings({ flags: {}, env, readFile: () => '' })
  if (loaded.status === 'refused') throw new Error(loaded.problems.join())
  const { settings } = loaded
  return { settings, clock: systemClock, random: systemRandom, log: silentLog }
}

const cardOf = async (env: Readonly<Record<string, string>>) =>
  (await documentsOf(optionsOf(env))).mcp

// The demands of the registry's schema (2025-12-11) and its publisher on the fields that we use.
const registrySchema = {
  type: 'object',
  properties: {
    $schema: {
      const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    },
    name: {
      type: 'string',
      minLength: 3,
      maxLength: 200,
      pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$',
    },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255, pattern: '^\\d+\\.\\d+\\.\\d+$' },
    websiteUrl: { type: 'string', format: 'uri' },
    icons: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          src: { type: 'string', format: 'uri', maxLength: 255, pattern: '^https://' },
          mimeType: { enum: ['image/png', 'image/jpeg', 'image/svg+xml', 'image/webp'] },
          sizes: { type: 'array', items: { type: 'string', pattern: '^(\\d+x\\d+|any)$' } },
        },
        required: ['src'],
        additionalProperties: false,
      },
    },
    remotes: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          type: { const: 'streamable-http' },
          url: { type: 'string', pattern: '^https?://[^\\s]+$' },
        },
        required: ['type', 'url'],
        additionalProperties: false,
      },
    },
  },
  required: ['name', 'description', 'version'],
  additionalProperties: false,
}

describe('server.json', () => {
  const ajv = new Ajv()
  addFormats.default(ajv)
  const validate = ajv.compile(registrySchema)

  test('has the shape of the MCP registry, under the reversed name of the service', async () => {
    const card = await cardOf({ URLWITNESS_BASE_URL: 'https://verify.example.com' })
    validate(card)
    expect(validate.errors).toBeNull()
    expect(card).toMatchObject({
      name: 'com.example.verify/urlwitness',
      remotes: [{ type: 'streamable-http', url: 'https://verify.example.com/mcp' }],
    })
  })

  test('exists for the longest name that the registry accepts, and not for a longer one', async () => {
    const named = (length: number) =>
      cardOf({ URLWITNESS_BASE_URL: `https://${'a.'.repeat(length / 2 - 2)}com` })
    validate(await named(180))
    expect(validate.errors).toBeNull()
    expect(await named(182)).toBeNull()
  })

  test.each([
    ['a name of this machine', { URLWITNESS_BASE_URL: 'https://localhost' }],
    ['an IPv4 address', { URLWITNESS_BASE_URL: 'https://203.0.114.7' }],
    ['an IPv6 address', { URLWITNESS_BASE_URL: 'https://[2a00::1]' }],
    ['a name without a dot', { URLWITNESS_BASE_URL: 'https://verify' }],
    ['a name in a private zone', { URLWITNESS_BASE_URL: 'https://verify.internal' }],
    ['no base URL', {}],
    [
      'MCP switched off',
      { URLWITNESS_BASE_URL: 'https://verify.example.com', URLWITNESS_MCP: 'false' },
    ],
  ])('does not exist with %s', async (_what, env) => {
    expect(await cardOf(env)).toBeNull()
  })
})

describe('the set-up of a host', () => {
  const docsWith = async (env: Readonly<Record<string, string>>) => {
    const options = optionsOf({ URLWITNESS_BASE_URL: 'https://verify.example.com', ...env })
    return hostSetups((await factsOfSettings(options)).facts)
  }
  const key = ['--key-file', '/path/to/buyer.key']
  const limits = ['--max-usd-per-call', '0.05', '--max-usd-total', '1']

  test('is in /docs as --print-config prints it', async () => {
    const [most, vscode] = await docsWith({ URLWITNESS_MODE: 'testnet' })
    const entry = {
      command: 'urlwitness',
      args: ['mcp', '--service', 'https://verify.example.com', ...key, ...limits],
    }
    expect(most?.hosts.map(({ title }) => title)).toEqual([
      'Claude Desktop',
      'Claude Code',
      'Cursor',
      'Cline',
    ])
    expect(JSON.parse(most?.json ?? '')).toEqual({ mcpServers: { urlwitness: entry } })
    expect(vscode?.hosts.map(({ title }) => title)).toEqual(['VS Code'])
    expect(JSON.parse(vscode?.json ?? '')).toEqual({
      servers: { urlwitness: { type: 'stdio', ...entry } },
    })
  })

  test('is in the README as --print-config prints it', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const [, json = ''] = /--print-config claude-code[^{]*```json\n([^`]*)```/.exec(readme) ?? []
    const printed = hostConfig('claude-code', 'urlwitness', ['mcp', '--local'])
    expect(JSON.parse(json)).toEqual(JSON.parse(printed.json))
  })

  test('needs no key where payments are simulated', async () => {
    const [most] = await docsWith({})
    expect(JSON.parse(most?.json ?? '').mcpServers.urlwitness.args).toEqual([
      'mcp',
      '--service',
      'https://verify.example.com',
      ...limits,
    ])
  })
})

describe('the documents', () => {
  const url = 'https://verify.example.com/mcp'
  const base = { URLWITNESS_BASE_URL: 'https://verify.example.com' }

  test('list the endpoint while it is switched on', async () => {
    const { catalogue, apiCatalog, llms } = await publishedWith(optionsOf(base))
    expect(valueAtPath(catalogue, 'mcp')).toMatchObject({ url, transport: 'streamable-http' })
    const items = listAt(apiCatalog, 'linkset').flatMap((one) => listAt(one, 'item'))
    expect(items.map((one) => valueAtPath(one, 'href'))).toContain(url)
    expect(llms).toContain(`- ${url} is a stateless MCP server`)
    expect(llms).toContain('_meta["x402/payment"]')
  })

  test('do not name it while it is switched off', async () => {
    const published = await publishedWith(optionsOf({ ...base, URLWITNESS_MCP: 'false' }))
    expect(valueAtPath(published.catalogue, 'mcp')).toBeNull()
    expect(JSON.stringify(published)).not.toContain(url)
    expect(published.llms).toContain('urlwitness mcp --service https://verify.example.com')
  })
})
