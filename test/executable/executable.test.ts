import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { beforeEach, expect, test } from 'vitest'
import { version } from '#runtime/version.ts'
import { findTestChrome, namespacesWork } from '#test/equipment/browser/chrome.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { runProgram, startProgram, startService } from '#test/equipment/program/program.ts'

const executable = new URL('../../dist/urlwitness', import.meta.url).pathname
/** Flags with which no test sends a query to a resolver beyond this machine. */
const noResolver = ['--dns-servers', '127.0.0.1:1']
let folder: string

beforeEach(() => {
  folder = temporaryFolder()
})

test('prints its version without an environment', async () => {
  expect(await runProgram(executable, ['--version'])).toEqual({
    code: 0,
    stdout: `urlwitness ${version}\n`,
    stderr: '',
  })
})

test('reports no problem with this machine, its SQLite addon included', async () => {
  const { stdout } = await runProgram(executable, [
    'doctor',
    '--json',
    ...noResolver,
    '--data-dir',
    folder,
  ])
  const { checks } = JSON.parse(stdout) as { checks: { check: string; outcome: string }[] }
  expect(checks).toContainEqual(
    expect.objectContaining({
      check: 'database',
      outcome: 'pass',
      detail: 'SQLite opens and writes',
    }),
  )
  // Its keeper is the same file, started with a hidden argument.
  if (findTestChrome() !== null && (await namespacesWork())) {
    expect(checks).toContainEqual(
      expect.objectContaining({
        check: 'namespace',
        detail: 'Chrome is in a separate network namespace',
      }),
    )
  }
})

test('rejects the hidden argument from users', async () => {
  const { code, stderr } = await runProgram(executable, ['keep-namespace', '/usr/bin/true'])
  expect({ code, stderr }).toEqual({
    code: 64,
    stderr: expect.stringContaining('unknown verb "keep-namespace"'),
  })
})

test('serves in sandbox mode: health, a quote, and an end at SIGTERM with status 0', async () => {
  await using service = await startService(executable, [], { URLWITNESS_DATA_DIR: folder })
  const health = await fetch(`${service.baseUrl}/health`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])

  const quote = await fetch(`${service.baseUrl}/v1/probe-url`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // An address literal: a quote for it needs no DNS query.
    body: JSON.stringify({ url: 'http://93.184.215.14/' }),
  })
  expect(quote.status).toBe(402)
  const { accepts } = decodePaymentRequiredHeader(quote.headers.get('payment-required') ?? '')
  expect(accepts).toEqual([
    expect.objectContaining({ scheme: 'exact', network: 'eip155:84532', amount: '5000' }),
  ])

  const { code, stdout } = await service.stop('SIGTERM')
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})

test('leaves no file of its addon behind', async () => {
  const temporary = join(folder, 'tmp')
  const { code } = await runProgram('mkdir', [temporary])
  expect(code).toBe(0)
  await runProgram(executable, ['doctor', ...noResolver, '--data-dir', folder], {
    env: { TMPDIR: temporary },
  })
  expect(readdirSync(temporary)).toEqual([])
})

test('takes no options from the environment: NODE_OPTIONS loads nothing into it', async () => {
  const marker = join(folder, 'loaded')
  const script = join(folder, 'foreign.cjs')
  writeFileSync(script, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`)
  const env = { NODE_OPTIONS: `--require ${script}` }
  // The same options do load it into a plain Node: the marker can be written.
  await runProgram(process.execPath, ['-e', '0'], { env })
  expect(existsSync(marker)).toBe(true)
  rmSync(marker)

  expect((await runProgram(executable, ['version'], { env })).code).toBe(0)
  expect(existsSync(marker)).toBe(false)
})

test.each([
  ['NODE_OPTIONS', { NODE_OPTIONS: '--inspect=127.0.0.1:0' }],
  ['NODE_OPTIONS with an empty value', { NODE_OPTIONS: '' }],
])('opens no inspector, neither for %s nor at SIGUSR1', async (_what, env) => {
  await using service = await startService(executable, [], {
    ...env,
    URLWITNESS_DATA_DIR: folder,
    // The proxies for browsers would listen too.
    URLWITNESS_RENDER_PAGE_ENABLED: 'false',
    URLWITNESS_VERIFY_PAGE_ENABLED: 'false',
  })
  process.kill(service.pid, 'SIGUSR1')
  // The signal is handled on another thread: a plain Node reports that it listens within this time.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const health = await fetch(`${service.baseUrl}/health`)
  expect(health.status).toBe(200)
  const status = await runProgram(executable, ['status', '--json', '--data-dir', folder])
  const [{ listening, admin }] = JSON.parse(status.stdout).services
  const own = [listening, admin].map((where: string) => Number(where.split(':')[1]))
  // A port has several listening sockets.
  expect([...new Set(listeners(service.pid))]).toEqual(own.sort((a, b) => a - b))

  const { code, stderr } = await service.stop('SIGTERM')
  expect(code).toBe(0)
  expect(stderr).not.toContain('Debugger')
})

test('a plain Node does open its inspector at SIGUSR1: the test above can fail', async () => {
  const script = "setInterval(() => {}, 1000); process.stdout.write('ready')"
  await using plain = startProgram(process.execPath, ['-e', script])
  await plain.says('ready')
  process.kill(plain.pid, 'SIGUSR1')
  await plain.says('Debugger listening')
  expect(listeners(plain.pid)).toHaveLength(1)
})

/** The TCP ports on which a process listens, in order. */
function listeners(pid: number): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]
      } catch {
        return undefined // Closed in the meantime.
      }
    }),
  )
  const rows = ['tcp', 'tcp6'].flatMap((kind) =>
    readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').trim().split('\n').slice(1),
  )
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((fields) => fields[3] === '0A' && sockets.has(fields[9]))
    .map((fields) => Number.parseInt(fields[1]?.split(':')[1] ?? '', 16))
    .sort((a, b) => a - b)
}
