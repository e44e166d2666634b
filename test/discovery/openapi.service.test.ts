import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { openInternet } from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const internet = await forFile(openInternet())
const shop = await forFile(
  openTestService({ internet, env: { CONTACT: 'care@verify.example.com' } }),
)
const text = await (await shop.get('/openapi.json')).text()

/** What a linter made for OpenAPI says: the strictest set of its own, and what catalogues need besides. */
async function complaints(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'operation-operationId': 'error',
      'operation-operationId-unique': 'error',
      'operation-description': 'off',
      'operation-4xx-response': 'error',
      'operation-tag-defined': 'error',
      'operation-singular-tag': 'error',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'no-unresolved-refs': 'error',
      'no-unused-components': 'error',
      'info-contact': 'error',
      'tag-description': 'error',
      'security-defined': 'error',
    },
  })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)
}

/** The document without what is found at the pointer, or with something else there. */
function changed(pointer: readonly (string | number)[], value?: unknown): string {
  const document = JSON.parse(text)
  const last = pointer.at(-1) ?? ''
  const holder = pointer.slice(0, -1).reduce((at, key) => at[key], document)
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return JSON.stringify(document)
}

interface Example {
  readonly value: { readonly result_status: string }
}

describe('spec 4: /openapi.json', () => {
  test('a linter finds nothing to say', async () => {
    expect(await complaints(text)).toEqual([])
  })

  const probe = ['paths', '/v1/probe-url', 'post', 'responses', 200, 'content', 'application/json']
  test.each([
    ['operation-operationId', ['paths', '/v1/tools', 'get', 'operationId'], undefined],
    [
      'no-invalid-media-type-examples',
      [...probe, 'examples', 'PASS', 'value', 'result_status'],
      'FINE',
    ],
    ['no-unresolved-refs', ['components', 'schemas', 'Finding'], undefined],
    ['operation-4xx-response', ['paths', '/health', 'get', 'responses', 431], undefined],
    ['struct', ['components', 'schemas', 'ProbeReport', 'type'], 'text'],
  ])('and would say %s', async (rule, pointer, value) => {
    const said = await complaints(changed(pointer, value))
    expect(said.map((one) => one.split(' ')[0])).toContain(rule)
  })

  test('shows each verdict and each refusal of a paid operation, whole', async () => {
    const document = JSON.parse(text)
    for (const path of ['/v1/probe-url', '/v1/render-page', '/v1/verify-page']) {
      const { responses } = document.paths[path].post
      const { examples } = responses[200].content['application/json']
      expect(Object.keys(examples)).toEqual(['PASS', 'ISSUE', 'REVIEW'])
      for (const [verdict, { value }] of Object.entries<Example>(examples)) {
        expect(value.result_status).toBe(verdict)
      }
      expect(Object.keys(responses[422].content['application/json'].examples)).toContain(
        'not_public',
      )
      expect(Object.keys(responses[503].content['application/problem+json'].examples)).toContain(
        'settlement_unknown',
      )
    }
    const quote =
      document.paths['/v1/probe-url'].post.responses[402].content['application/json'].examples
    expect(quote.payment_required.value.accepts).toEqual(shop.offer().accepts)
  })

  test('names the contact of the operator, and nobody without one', async () => {
    expect(JSON.parse(text).info.contact).toEqual({
      name: 'urlwitness',
      email: 'care@verify.example.com',
    })
    await using anonymous = await openTestService({ internet })
    const document = await readJson(await anonymous.get('/openapi.json'))
    expect(document.info.contact).toBeUndefined()
  })

  test('stays of a size that an agent can read: below 192 KiB', () => {
    expect(text.length).toBeLessThan(192 * 1024)
  })

  test('forbids no further property in what we send: reports grow', () => {
    const { schemas } = JSON.parse(text).components
    const closed = Object.keys(schemas).filter((name) =>
      JSON.stringify(schemas[name]).includes('"additionalProperties":false'),
    )
    expect(closed).toEqual(['ToolRequest'])
  })
})

describe('JSON Schemas of the reports', () => {
  test.each(['probe_url', 'render_page', 'verify_page'])(
    '%s: the id is the address, and nothing outside is referred to',
    async (tool) => {
      const response = await shop.get(`/v1/schemas/${tool}.json`)
      expect(response.headers.get('content-type')).toBe('application/schema+json')
      const schema = await readJson(response)
      expect(schema.$id).toBe(`${shop.service.baseUrl}/v1/schemas/${tool}.json`)
      const refs = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref)
      expect(refs.length).toBeGreaterThan(10)
      for (const ref of refs) {
        expect(ref).toMatch(/^#\/\$defs\/\w+$/)
        expect(schema.$defs).toHaveProperty(`${ref?.slice('#/$defs/'.length)}`)
      }
    },
  )
})
