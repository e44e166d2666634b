import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CheckResult } from '#cli/doctor/check.ts'
import { checkFacilitator } from '#cli/doctor/facilitator.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import { loadSettings } from '#settings/load.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { json, openLoopbackServer, text } from '#test/equipment/network/loopback-http.ts'
import { type ApiKey, ed25519ApiKey, p256ApiKey } from '#test/equipment/payment/api-keys.ts'
import { openKeyedFacilitator } from '#test/equipment/payment/keyed-facilitator.ts'
import { runProgram } from '#test/equipment/program/program.ts'
import { keptBuild } from '../../../build/kept-build.mjs'

const ed = ed25519ApiKey()
const main = keptBuild()

async function diagnose(url: string | null, key: Pick<ApiKey, 'id' | 'secret'> | null = ed) {
  const loaded = loadSettings({
    flags: { mode: 'testnet', ...(url === null ? {} : { 'facilitator-url': url }) },
    env:
      key === null
        ? {}
        : {
            URLWITNESS_FACILITATOR_KEY_ID: key.id,
            URLWITNESS_FACILITATOR_KEY_SECRET: key.secret,
          },
    readFile: () => '',
  })
  if (loaded.status === 'refused') throw new TypeError(loaded.problems.join())
  const { settings } = loaded
  return checkFacilitator({ settings, clock: systemClock, random: systemRandom })
}

async function withGate(
  options: Parameters<typeof openKeyedFacilitator>[0],
  key: Pick<ApiKey, 'id' | 'secret'> | null = ed,
): Promise<CheckResult> {
  const server = await openKeyedFacilitator(options)
  try {
    const diagnosis = await diagnose(server.base, key)
    return { ...diagnosis, detail: diagnosis.detail.replace(server.base, 'URL') }
  } finally {
    await server.close()
  }
}

const SUPPORTED = '/platform/v2/x402/supported'

test('an accepted key', async () => {
  expect(await withGate({ keys: [ed] })).toEqual({
    check: 'facilitator',
    outcome: 'pass',
    detail: 'URL serves eip155:84532 and accepts our key',
    todo: null,
  })
})

test.each([
  ['wherever it is shown', { keys: [] }],
  ['though the kinds are told to anybody', { keys: [], open: [SUPPORTED] }],
  ['with a page in HTML', { keys: [], refusal: text(401, '<h1>no</h1>') }],
])('a refused key %s', async (_what, options) => {
  expect(await withGate(options)).toEqual({
    check: 'facilitator',
    outcome: 'fail',
    detail: 'URL refuses our key (HTTP 401)',
    todo: 'Check URLWITNESS_FACILITATOR_KEY_ID and URLWITNESS_FACILITATOR_KEY_SECRET: a secret API key (not a client key) that is active, may use payments, and is allowed from this address.',
  })
})

test.each([
  ['behind', 600_000],
  ['ahead of', -600_000],
])('a clock that is %s the other is named first', async (side, aheadMs) => {
  const { detail, todo } = await withGate({ keys: [ed], aheadMs })
  expect(detail).toMatch(
    new RegExp(
      `^URL refuses our key \\(HTTP 401\\); our clock \\(\\S+Z\\) is (599|600|601) s ${side} its clock$`,
    ),
  )
  expect(todo).toMatch(/^Set the clock first: .* Then check URLWITNESS_FACILITATOR_KEY_ID and/)
})

test('a correct clock is not mentioned', async () => {
  expect((await withGate({ aheadMs: 5_000 })).detail).toBe('URL refuses our key (HTTP 401)')
})

test('no facilitator: nothing can be sold', async () => {
  expect(await diagnose(null, null)).toMatchObject({ outcome: 'fail', detail: 'not set' })
})

test('a required key that is not set', async () => {
  expect(await withGate({ keys: [ed] }, null)).toMatchObject({
    outcome: 'fail',
    detail: 'URL requires a key (HTTP 401)',
    todo: expect.stringContaining('Set URLWITNESS_FACILITATOR_KEY_ID and'),
  })
})

test('an outage is not blamed on the key', async () => {
  const server = await openLoopbackServer(text(502, '<h1>Bad gateway</h1>'))
  expect(await diagnose(server.url)).toMatchObject({
    outcome: 'fail',
    detail: `${server.url} gives no usable response: HTTP 502 without a list of kinds`,
    todo: expect.stringMatching(/^Set facilitator_url to one that responds/),
  })
  server.behave(json(200, { kinds: [] }))
  expect(await diagnose(server.url)).toMatchObject({
    detail: `${server.url}: no x402 v2 exact on eip155:84532`,
    todo: 'Set facilitator_url to one that serves exact on eip155:84532.',
  })
  await server.close()
  // A pooled connection may report the failure first.
  expect((await diagnose(server.url)).detail).toMatch(
    / gives no usable response: (ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/,
  )
})

test('doctor of the program reads the key from files and shows it nowhere', async () => {
  const folder = temporaryFolder()
  const key = p256ApiKey()
  const server = await openKeyedFacilitator({ keys: [key] })
  try {
    writeFileSync(join(folder, 'id'), `${key.id}\n`)
    writeFileSync(join(folder, 'secret'), key.secret)
    const run = (args: string[]) =>
      runProgram(process.execPath, [main, ...args], {
        cwd: folder,
        env: {
          URLWITNESS_MODE: 'testnet',
          URLWITNESS_DNS_SERVERS: '127.0.0.1:1',
          URLWITNESS_FACILITATOR_URL: server.base,
          URLWITNESS_FACILITATOR_KEY_ID_FILE: join(folder, 'id'),
          URLWITNESS_FACILITATOR_KEY_SECRET_FILE: join(folder, 'secret'),
        },
      })
    const facilitatorOf = (stdout: string) =>
      JSON.parse(stdout).checks.find((made: CheckResult) => made.check === 'facilitator')
    const well = await run(['doctor', '--json'])
    expect(facilitatorOf(well.stdout)).toMatchObject({ outcome: 'pass' })
    server.keys.clear()
    const ill = await run(['doctor', '--json'])
    expect(facilitatorOf(ill.stdout)).toMatchObject({
      outcome: 'fail',
      detail: `${server.base} refuses our key (HTTP 401)`,
    })
    const shown = await run(['config', 'check'])
    for (const { stdout, stderr } of [well, ill, shown]) {
      const said = stdout + stderr
      expect(said).not.toContain(key.id)
      for (const line of key.secret.split('\n').slice(1, 3)) expect(said).not.toContain(line)
    }
  } finally {
    await server.close()
  }
})
