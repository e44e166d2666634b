import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { encode } from 'gpt-tokenizer'
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

/** The findings of redocly with its strictest rule set, and with the rules that catalogues need besides. */
async function redocly(source: string): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'operation-operationId': 'error',
      'operation-operationId-unique': 'error',
      'operation-description': 'error',
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

/** The findings of spectral's OpenAPI rules, warnings included. */
async function spectral(source: string): Promise<string[]> {
  const linter = new Spectral()
  // Its own packages disagree on the type of a ruleset.
  linter.setRuleset({ extends: [[Object(oas), 'all']] })
  const problems = await linter.run(JSON.parse(source))
  return problems.map(({ code, path }) => `${code} ${path.join('/')}`)
}

type Pointer = readonly (string | number)[]

/** The document without the value at the pointer, or with another one. */
function changed(pointer: Pointer, value?: unknown): string {
  const document = JSON.parse(text)
  const last = pointer.at(-1) ?? ''
  const holder = pointer.slice(0, -1).reduce((at, key) => at[key], document)
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return JSON.stringify(document)
}

/** A part of the document with its references replaced by what they refer to. */
function resolved(document: object, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((one) => resolved(document, one))
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part && typeof part.$ref === 'string') {
    const steps = part.$ref.slice(2).split('/')
    return resolved(
      document,
      steps.reduce<unknown>((at, step) => Reflect.get(Object(at), step), document),
    )
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, resolved(document, value)]),
  )
}

const paidPaths = ['/v1/probe-url', '/v1/render-page', '/v1/verify-page']

describe('spec 4: /openapi.json', () => {
  test('redocly reports nothing but the scheme that no operation requires', async () => {
    // No operation requires the scheme, since catalogues would read it as an API key. It says what the payment header is.
    const unused = 'no-unused-components #/components/securitySchemes/x402'
    expect(await redocly(text)).toEqual([unused])
  })

  test('spectral reports nothing', async () => {
    expect(await spectral(text)).toEqual([])
  })

  const probe = ['paths', '/v1/probe-url', 'post', 'responses', 402, 'content', 'application/json']
  test.each<[string, Pointer, unknown]>([
    ['operation-operationId', ['paths', '/v1/tools', 'get', 'operationId'], undefined],
    ['no-unresolved-refs', ['components', 'schemas', 'ReportedFinding'], undefined],
    ['struct', ['components', 'schemas', 'ToolReport', 'type'], 'text'],
    [
      'no-invalid-media-type-examples',
      [...probe, 'examples'],
      { fund: { value: { x402Version: 1 } } },
    ],
  ])('redocly would report %s', async (rule, pointer, value) => {
    const reported = await redocly(changed(pointer, value))
    expect(reported.map((one) => one.split(' ')[0])).toContain(rule)
  })

  test('spectral would report a missing description', async () => {
    const reported = await spectral(changed(['paths', '/v1/tools', 'get', 'description']))
    expect(reported).toEqual(['operation-description paths//v1/tools/get'])
  })

  test('costs an agent at most 15,000 tokens, and each paid operation 2,500 with all references resolved', () => {
    expect(encode(text).length).toBeLessThanOrEqual(15_000)
    const document = JSON.parse(text)
    for (const path of paidPaths) {
      const operation = resolved(document, document.paths[path].post)
      expect(encode(JSON.stringify(operation)).length).toBeLessThanOrEqual(2_500)
    }
  })

  test('describes every field of a report and of a finding', () => {
    const { ToolReport, ReportedFinding } = JSON.parse(text).components.schemas
    const fields = { ...ToolReport.properties, ...ReportedFinding.properties }
    expect(Object.keys(fields).filter((name) => !fields[name].description)).toEqual([])
  })

  test('design 1.10, 1.12: names PAYMENT-RESPONSE wherever it is sent: a report, a refused and an earlier settlement', () => {
    const { paths } = JSON.parse(text)
    for (const path of paidPaths) {
      const { responses } = paths[path].post
      const statuses = Object.keys(responses).filter((status) =>
        Object.hasOwn(responses[status].headers ?? {}, 'PAYMENT-RESPONSE'),
      )
      expect(statuses).toEqual(['200', '402', '503'])
    }
  })

  test('links an example of each verdict, refusal, rejection and problem, each of which fits its schema', async () => {
    const document = JSON.parse(text)
    const validator = new Ajv2020({ strict: false, validateFormats: false })
    for (const path of paidPaths) {
      const { responses } = document.paths[path].post
      const named = Object.fromEntries(
        [200, 402, 422, 503].map((status) => [
          status,
          Object.keys(responses[status].content['application/json']['x-examples']),
        ]),
      )
      expect(named).toEqual({
        200: ['pass', 'issue', 'review'],
        402: [
          'payment_required',
          'sign_anew',
          'fetch_report',
          'fund',
          'fix_clock',
          'fix_client',
          'wait',
        ],
        422: ['missing', 'not_public'],
        503: ['at_capacity', 'job_failed', 'settlement_unknown'],
      })
      for (const status of Object.keys(named)) {
        const { schema, 'x-examples': examples } = responses[status].content['application/json']
        const validate = validator.compile(Object(resolved(document, schema)))
        for (const address of Object.values<string>(examples)) {
          const response = await shop.get(address)
          expect([address, response.status]).toEqual([address, 200])
          validate(await readJson(response))
          expect([address, validate.errors]).toEqual([address, null])
        }
      }
    }
    const quote = await readJson(await shop.get('/v1/examples/402-payment_required.json'))
    expect(quote).toEqual({ ...shop.offer(), error: 'payment_required' })
  })

  test('names only paths that are served, with the media types that are sent', async () => {
    const { paths } = JSON.parse(text)
    for (const [path, { get }] of Object.entries<Record<string, { responses: object }>>(paths)) {
      if (get === undefined || path.includes('{')) continue
      const response = await shop.get(path)
      const { content } = Reflect.get(get.responses, '200')
      const type = response.headers.get('content-type')?.split(';')[0]
      expect([path, response.status, type]).toEqual([path, 200, Object.keys(content)[0]])
    }
  })

  test('names the contact of the operator if there is one', async () => {
    expect(JSON.parse(text).info.contact).toEqual({
      name: 'urlwitness',
      url: shop.service.baseUrl,
      email: 'care@verify.example.com',
    })
    await using anonymous = await openTestService({ internet })
    const document = await readJson(await anonymous.get('/openapi.json'))
    expect(document.info.contact).toBeUndefined()
  })

  test('forbids no further property in responses: reports grow', () => {
    const { schemas } = JSON.parse(text).components
    const closed = Object.keys(schemas).filter((name) =>
      JSON.stringify(schemas[name]).includes('"additionalProperties":false'),
    )
    expect(closed).toEqual(['ToolRequest'])
  })
})

describe('the JSON Schemas of the reports', () => {
  test.each(['probe_url', 'render_page', 'verify_page'])(
    '%s: the id is the URL, and there are no external references',
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
