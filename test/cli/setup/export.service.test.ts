import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { documentsOf } from '#service/documents.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { runProgram } from '#test/equipment/program/program.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { openTestService, testSettings } from '#test/equipment/service/service.ts'
import { keptBuild } from '../../../build/kept-build.mjs'

const main = keptBuild()
const reports = new URL('../../fixtures/reports/', import.meta.url).pathname
const world = { clock: systemClock, random: systemRandom, log: silentLog }

test.each([
  [{ MODE: 'sandbox' }],
  [
    {
      MODE: 'production',
      BASE_URL: 'https://verify.example.com',
      PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      FACILITATOR_URL: 'http://127.0.0.1:1/x402/',
      PROBE_URL_PRICE_USD: '0.01',
    },
  ],
  [{ MODE: 'testnet', BASE_URL: 'https://verify.example.com' }],
])('the export with %j equals the response of the running service, byte for byte', async (env) => {
  const internet = await openInternet()
  try {
    await using running = await openTestService({ internet, env })
    const { baseUrl } = running.service
    const off = { RENDER_PAGE_ENABLED: 'false', VERIFY_PAGE_ENABLED: 'false' }
    const settings = testSettings({ ...off, ...env, BASE_URL: baseUrl }, internet)
    const { openapi, llms } = await documentsOf({ ...world, settings })
    expect(JSON.stringify(openapi)).toBe(await (await running.get('/openapi.json')).text())
    expect(llms).toBe(await (await running.get('/llms.txt')).text())
  } finally {
    await internet.close()
  }
})

test('every recorded report satisfies the schema, and a partial one does not', async () => {
  const { stdout } = await runProgram(process.execPath, [main, 'export', 'schema'])
  const schema = z.fromJSONSchema(JSON.parse(stdout))
  const files = readdirSync(reports).filter((name) => name.endsWith('.json'))
  expect(files.length).toBeGreaterThan(0)
  for (const name of files) {
    const report = JSON.parse(readFileSync(join(reports, name), 'utf8'))
    expect([name, schema.safeParse(report).success]).toEqual([name, true])
    const { result_status: _verdict, ...half } = report
    expect([name, schema.safeParse(half).success]).toEqual([name, false])
  }
})

test('the card for the MCP registry needs a public name', async () => {
  const args = [main, 'export', 'mcp']
  const named = [...args, '--base-url', 'https://verify.example.com']
  const { code, stdout } = await runProgram(process.execPath, named)
  expect({ code, card: JSON.parse(stdout) }).toMatchObject({
    code: 0,
    card: { name: 'com.example.verify/urlwitness' },
  })
  const unlisted = {
    code: 78,
    stdout: '',
    stderr: expect.stringContaining('base_url like https://verify.example.com'),
  }
  expect(await runProgram(process.execPath, args)).toEqual(unlisted)
  expect(await runProgram(process.execPath, [...named, '--mcp', 'false'])).toEqual(unlisted)
})

test('is written to a file, or fails with the reason', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'openapi.json')
  const args = [main, 'export', 'openapi', '--out']
  expect(await runProgram(process.execPath, [...args, file])).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ openapi: '3.1.0' })
  expect(await runProgram(process.execPath, [...args, folder])).toMatchObject({
    code: 4,
    stderr: `${folder} cannot be opened: it is a folder; name a file (EISDIR, open)\n`,
  })
})

test('export rules prints the rules of this version as JSON and as Markdown', async () => {
  const json = await runVerb(['export', 'rules'])
  const { ruleset_version, rules, changes } = JSON.parse(json.out)
  expect([json.code, ruleset_version]).toEqual([0, changes[0].version])
  expect(rules.length).toBeGreaterThan(80)
  const markdown = await runVerb(['export', 'rules', '--format', 'markdown'])
  expect(markdown.out.startsWith(`# Rules ${ruleset_version}\n`)).toBe(true)
})
