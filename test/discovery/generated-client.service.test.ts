import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { Ajv2020 } from 'ajv/dist/2020.js'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

// The steps of an independent developer: types from the document, a client from the types, and a paid call with it.

const root = new URL('../..', import.meta.url).pathname
const internet = await forFile(openInternetWithSite())
let shop: TestService
let folder: string

beforeAll(async () => {
  shop = await openTestService({ internet })
  // Inside the project, so that the client resolves its packages normally.
  mkdirSync(join(root, 'dist'), { recursive: true })
  folder = mkdtempSync(join(root, 'dist/generated-client-'))
})

afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The whole program, as an independent developer would write it. */
const client = `
import createClient from 'openapi-fetch'
import type { paths } from './openapi.ts'

export async function buyReport(baseUrl: string, fetch: typeof globalThis.fetch, url: string) {
  const client = createClient<paths>({ baseUrl, fetch })
  const { data, error, response } = await client.POST('/v1/probe-url', { body: { url } })
  if (data === undefined) throw new Error(\`\${response.status}: \${JSON.stringify(error)}\`)
  const verdict: 'PASS' | 'ISSUE' | 'REVIEW' = data.result_status
  return { verdict, codes: data.findings.map((one) => one.code), report: data }
}

export async function listPrices(baseUrl: string) {
  const { data } = await createClient<paths>({ baseUrl }).GET('/v1/tools')
  return data?.tools.map((tool) => tool.price_usd)
}
`

test('a client generated from /openapi.json compiles, buys a report, and its types fit the report', async () => {
  const document = await (await shop.get('/openapi.json')).text()
  writeFileSync(join(folder, 'openapi.ts'), astToString(await openapiTS(document)))
  writeFileSync(join(folder, 'client.ts'), client)
  const { buyReport, listPrices } = await import(join(folder, 'client.ts'))

  const { baseUrl } = shop.service
  expect(await listPrices(baseUrl)).toEqual(['0.005', '0.02', '0.05'])
  const bought = await buyReport(baseUrl, openBuyer().fetch, 'https://www.site.example.com/')
  expect(bought).toMatchObject({
    verdict: expect.stringMatching(/^(PASS|ISSUE|REVIEW)$/),
  })

  // Every property of the outline must be of its type; the report has more.
  writeFileSync(
    join(folder, 'report.ts'),
    `import type { components } from './openapi.ts'
const whole = ${JSON.stringify(bought.report)} as const
type Mutable<T> = { -readonly [K in keyof T]: Mutable<T[K]> }
export const report: components['schemas']['ToolReport'] = whole as Mutable<typeof whole>
`,
  )
  expect(faultsOf(['client.ts', 'report.ts'])).toEqual([])

  writeFileSync(
    join(folder, 'wrong.ts'),
    `import type { components } from './openapi.ts'
export const verdict: components['schemas']['ToolReport']['result_status'] = 'FINE'
`,
  )
  expect(faultsOf(['wrong.ts'])).toEqual([expect.stringContaining('"FINE"')])

  // The schema of the whole report knows every property, and the report fits it.
  const schema = await readJson(await shop.get('/v1/schemas/probe_url.json'))
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
  expect([validate(bought.report), validate.errors]).toEqual([true, null])
  expect(Object.keys(schema.$defs.ProbeReport.properties)).toEqual(Object.keys(bought.report))
})

/** The errors that the compiler reports for the files. */
function faultsOf(files: readonly string[]): string[] {
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript-native/bin/tsc'),
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--allowImportingTsExtensions',
      ...['--ignoreConfig', '--target', 'ES2023', '--module', 'NodeNext', '--types', 'node'],
      ...files.map((file) => join(folder, file)),
    ],
    { encoding: 'utf8' },
  )
  return stdout.split('\n').filter((line) => line !== '')
}
