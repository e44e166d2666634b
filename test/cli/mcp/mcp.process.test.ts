import { existsSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import process from 'node:process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { mcpHosts } from '#mcp/host-config.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { bareEnvironment, runProgram, startService } from '#test/equipment/program/program.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { gate } from '#test/equipment/time/gate.ts'
import { keptBuild } from '../../../build/kept-build.mjs'

const main = keptBuild()
let folder: string

beforeEach(() => {
  folder = temporaryFolder()
})

/** Connects like a host: starts the command of its configuration and communicates over stdio. */
async function connect(args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', ...args],
      env: bareEnvironment({ XDG_STATE_HOME: folder, URLWITNESS_DATA_DIR: folder }),
      stderr: 'ignore',
    }),
  )
  return client
}

const KEY_FILE = 'buyer.key'

test('a server whose key cannot be read ends at its start', async () => {
  const keyFile = join(folder, KEY_FILE)
  const args = [main, 'mcp', '--service', 'http://127.0.0.1:1', '--key-file', keyFile]
  const env = { XDG_STATE_HOME: folder }
  const missing = await runProgram(process.execPath, args, { env })
  expect(missing).toMatchObject({ code: 64, stderr: expect.stringContaining('cannot be read') })
  writeFileSync(keyFile, '0x1234', { mode: 0o600 })
  const short = await runProgram(process.execPath, args, { env })
  expect(short).toMatchObject({ code: 64, stderr: expect.stringContaining('64 hexadecimal') })
})

test('a host without a wallet checks from this machine', async () => {
  const client = await connect(['--local'])
  const { tools } = await client.listTools()
  expect(tools).toHaveLength(7)
  const result = await client.callTool({ name: 'probe_url', arguments: { url: 'http://[::1]/' } })
  expect(result).toMatchObject({ isError: true })
  expect(JSON.stringify(result.content)).toContain('url_host_not_public')
  await client.close()
})

test.each([
  ['spend money with a key', ['--service', 'http://127.0.0.1:1', '--key-file', KEY_FILE], false],
  ['be read-only without a key', ['--service', 'http://127.0.0.1:1'], true],
  ['be read-only on this machine', ['--local'], true],
])('the tools that make reports say that they %s', async (_what, args, readOnly) => {
  const keyFile = join(folder, KEY_FILE)
  writeFileSync(keyFile, `0x${'11'.repeat(32)}`, { mode: 0o600 })
  const client = await connect(args.map((one) => (one === KEY_FILE ? keyFile : one)))
  const { tools } = await client.listTools()
  expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([
    ...[readOnly, readOnly, readOnly],
    ...[true, true, true, true],
  ])
  await client.close()
})

test('a host buys from a running service, and the journal is in the state folder of the user', async () => {
  await using service = await startService(process.execPath, [main], {
    URLWITNESS_DATA_DIR: join(folder, 'data'),
    URLWITNESS_RENDER_PAGE_ENABLED: 'false',
    URLWITNESS_VERIFY_PAGE_ENABLED: 'false',
  })
  const client = await connect(['--service', service.baseUrl])
  const prices = await client.callTool({ name: 'get_prices', arguments: {} })
  expect(prices.structuredContent).toMatchObject({ service: service.baseUrl, mode: 'sandbox' })
  const refused = await client.callTool({
    name: 'probe_url',
    arguments: { url: 'http://10.0.0.1/' },
  })
  expect(JSON.stringify(refused.content)).toContain('Nothing was paid.')
  expect(existsSync(join(folder, 'urlwitness/purchases.sqlite'))).toBe(true)
  await client.close()
})

test.each(mcpHosts)('the printed configuration of %s starts the server', async (host) => {
  const { code, stdout, stderr } = await runProgram(
    process.execPath,
    [main, 'mcp', '--local', '--print-config', host],
    { cwd: folder },
  )
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^Add this to .+\.\n$/),
  })
  const [servers] = Object.values(JSON.parse(stdout))
  expect(servers).toMatchObject({ urlwitness: { args: ['mcp', '--local'] } })
})

describe('the printed configuration works in the folder where a host starts the server', () => {
  const printed = async (args: readonly string[]) => {
    const { code, out, err } = await runVerb(['mcp', ...args, '--print-config', 'claude-code'])
    expect(code, err).toBe(0)
    return JSON.parse(out).mcpServers.urlwitness.args
  }

  test('with the key and the journal of this one', async () => {
    const service = ['--service', 'http://127.0.0.1:1']
    const files = (at: string) => ['--key-file', `${at}buyer.key`, '--journal', `${at}j.sqlite`]
    expect(await printed([...service, ...files('')])).toEqual([
      'mcp',
      ...service,
      ...files(`${resolve()}/`),
    ])
  })

  test('with the settings of this command line, and the browser that is installed here', async () => {
    const config = join(folder, 'urlwitness.toml')
    writeFileSync(config, `data_dir = '${relative('.', folder)}'`)
    expect(
      await printed(['--local', '--config', relative('.', config), '--limits-links', '3']),
    ).toEqual(['mcp', '--local', '--config', config, '--limits-links', '3', '--data-dir', folder])
    expect(await printed(['--local', '--data-dir', 'nowhere'])).toEqual([
      'mcp',
      '--local',
      '--data-dir',
      resolve('nowhere'),
    ])
  })

  test('without the secrets of this command line, which a local server does not need', async () => {
    const secret = ['--rpc-url', 'https://rpc.example.com/s3cret']
    expect(await printed(['--local', ...secret, '--limits-links', '3'])).not.toContain(secret[1])
  })

  test('but not with a key in place of the name of its file', async () => {
    const key = 'ab'.repeat(32)
    const line = ['mcp', '--service', 'http://127.0.0.1:1', '--key-file', key]
    const { code, out, err } = await runVerb([...line, '--print-config', 'cline'])
    expect([code, out, err]).toEqual([64, '', expect.not.stringContaining(key)])
  })

  test('but not with settings that the server would refuse', async () => {
    const line = ['mcp', '--local', '--config', join(folder, 'nowhere'), '--print-config', 'cline']
    expect(await runVerb(line)).toMatchObject({ code: 78, out: '' })
  })
})

test.each([
  ['neither a service nor --local', [], 'give either --service URL'],
  ['both', ['--local', '--service', 'http://127.0.0.1:1'], 'give either --service URL'],
  [
    'a limit of payments for unpaid checks',
    ['--local', '--key-file', 'buyer.key', '--max-usd-total', '1', '--journal', 'j.sqlite'],
    '--key-file, --max-usd-total, --journal have no effect with --local',
  ],
  [
    'a setting of checks for a purchase',
    ['--service', 'http://127.0.0.1:1', '--chrome-path', '/usr/bin/chromium'],
    '--chrome-path has no effect with --service',
  ],
  [
    'a service beside --forget-reserved',
    ['--service', 'http://127.0.0.1:1', '--forget-reserved', '--data-dir', '.'],
    '--service, --data-dir have no effect with --forget-reserved',
  ],
  [
    'an amount that is no number',
    ['--service', 'http://127.0.0.1:1', '--max-usd-total', 'x'],
    '--max-usd-total',
  ],
])('%s is wrong usage', async (_what, args, message) => {
  const { code, stdout, stderr } = await runProgram(process.execPath, [main, 'mcp', ...args])
  expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
  expect(stderr).toContain(message)
})

test('a server that is killed while it buys leaves a payment that the next one collects, without another', async () => {
  const internet = await openInternet()
  const bank = countingFacilitator()
  const started = gate()
  const mayEnd = gate()
  const runner: ToolRunner = async ({ jobId }) => {
    started.open()
    await mayEnd.opened
    const body = JSON.stringify({
      job_id: jobId,
      result_status: 'PASS',
      final_url: target,
      findings: [],
      screenshot: null,
      untrusted_paths: [],
    })
    return { status: 'completed', body, resultStatus: 'PASS' }
  }
  const target = 'https://93.184.215.14/'
  await using shop = await openTestService({
    internet,
    facilitator: bank.facilitator,
    runners: { probe_url: runner },
  })
  try {
    const call = { name: 'probe_url', arguments: { url: target } }
    const first = await connect(['--service', shop.service.baseUrl])
    const { transport } = first
    const lost = first.callTool(call).catch(() => 'lost')
    await started.opened
    if (transport instanceof StdioClientTransport) process.kill(transport.pid ?? 0, 'SIGKILL')
    expect(await lost).toBe('lost')
    // The service notices before settlement that its buyer has gone; the next call settles.
    mayEnd.open()
    const second = await connect(['--service', shop.service.baseUrl])
    await expect
      .poll(async () => (await second.callTool(call)).structuredContent, { timeout: 30_000 })
      .toMatchObject({ result_status: 'PASS' })
    const budget = await second.callTool({ name: 'budget', arguments: {} })
    expect(bank.calls).toEqual(['verify', 'settle'])
    expect(budget.structuredContent).toMatchObject({ spent_usd: '0.005', reports: 1 })
    await second.close()
  } finally {
    await internet.close()
  }
})
