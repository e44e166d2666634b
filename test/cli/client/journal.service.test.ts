import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { decodePaymentSignatureHeader } from '@x402/core/http'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { type Connection, connect } from '#store/sqlite/connection.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { type Internet, openInternet } from '#test/equipment/network/internet.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { PAY_TO } from '#test/equipment/payment/offers.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { runProgram, startProgram } from '#test/equipment/program/program.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'
import { gate } from '#test/equipment/time/gate.ts'
import { keptBuild } from '../../../build/kept-build.mjs'

const target = 'https://93.184.215.14/'
const bank = countingFacilitator()
let internet: Internet
let service: TestService
let state: string
let env: Record<string, string>
let started = gate()
let mayEnd = gate()

const recorded = JSON.parse(
  readFileSync(new URL('../../fixtures/reports/advice-only.json', import.meta.url), 'utf8'),
)

const runner: ToolRunner = async ({ jobId, target: { href } }) => {
  started.open()
  await mayEnd.opened
  const body = JSON.stringify({
    ...recorded,
    job_id: jobId,
    requested_url: href,
    final_url: href,
    result_status: 'PASS',
    findings: [],
  })
  return { status: 'completed', body, resultStatus: 'PASS' }
}

beforeAll(async () => {
  internet = await openInternet()
  service = await openTestService({
    internet,
    facilitator: bank.facilitator,
    env: { MODE: 'testnet', PAY_TO, FACILITATOR_URL: 'https://facilitator.example.com' },
    runners: { probe_url: runner },
  })
})
afterAll(async () => {
  await service.close()
  await internet.close()
})
beforeEach(() => {
  bank.calls.length = 0
  state = temporaryFolder()
  env = { XDG_STATE_HOME: state, URLWITNESS_BUYER_KEY: generatePrivateKey() }
  started = gate()
  mayEnd = gate()
})

const order = (url = target) => ['buy', service.service.baseUrl, 'probe_url', url]
const journalFile = () => join(state, 'urlwitness/bought.sqlite')

/** A fetch that collects the payments it sends, and replaces the responses to them. */
function sending(respond: (init: RequestInit | undefined) => Promise<Response>) {
  const sent: string[] = []
  const replaced: typeof fetch = async (input, init) => {
    const payment = new Headers(init?.headers).get('payment-signature')
    if (payment === null) return fetch(input, init)
    sent.push(payment)
    return respond(init)
  }
  return { fetch: replaced, sent }
}

const problem = (status: number, payment: string, code = 'settlement_unknown') =>
  Response.json({ detail: 'No.', code, retryable: false, payment: { state: payment } }, { status })

test('a buyer that is killed after its signature gets the report by the same command, and pays once', async () => {
  const program = startProgram(process.execPath, [keptBuild(), ...order()], env)
  await started.opened
  await program.stop('SIGKILL')
  expect(statSync(journalFile()).mode & 0o777).toBe(0o600)
  mayEnd.open()
  const { code, out, err } = await runVerb(order(), { env })
  expect([code, out]).toEqual([0, expect.stringContaining('settled')])
  expect(err).toMatch(/^an earlier call got no report: its payment of 0\.005 USD for 0x\w+ is sent/)
  expect(bank.calls).toEqual(['verify', 'settle'])
  await runVerb(order(), { env })
  expect(bank.calls).toEqual(['verify', 'settle', 'verify', 'settle'])
})

describe('a report that cannot be written', () => {
  test(
    'because stdout is on a full disk is fetched by the same command, without another payment',
    needs({ '/dev/full': existsSync('/dev/full') }),
    async () => {
      mayEnd.open()
      const words = [process.execPath, keptBuild(), ...order()]
      const { code, stderr } = await runProgram(
        'sh',
        ['-c', 'exec "$@" >/dev/full', 'sh', ...words],
        {
          env,
        },
      )
      expect([code, stderr]).toEqual([
        4,
        expect.stringMatching(/paid\. Repeat the command .*twice/),
      ])
      const again = await runVerb(order(), { env })
      expect([again.code, again.out]).toEqual([0, expect.stringContaining('settled')])
      expect(bank.calls).toEqual(['verify', 'settle'])
    },
  )

  test('because its reader has ended is over: the next command buys a new one', async () => {
    mayEnd.open()
    const words = [process.execPath, keptBuild(), ...order()]
    await runProgram('sh', ['-c', '"$@" | true', 'sh', ...words], { env })
    await runVerb(order(), { env })
    expect(bank.calls).toEqual(['verify', 'settle', 'verify', 'settle'])
  })

  test('as a page is fetched by the same command too', async () => {
    const folder = join(state, 'pages')
    const page = join(folder, 'page.html')
    mkdirSync(folder)
    const buying = runVerb([...order(), '--html', page], { env })
    await expect.poll(() => bank.calls).toEqual(['verify'])
    rmSync(folder, { recursive: true })
    mayEnd.open()
    const { code, err } = await buying
    expect([code, err]).toEqual([4, expect.stringContaining('Repeat the command')])
    mkdirSync(folder)
    expect((await runVerb([...order(), '--html', page], { env })).code).toBe(0)
    expect(bank.calls).toEqual(['verify', 'settle'])
  })
})

test.each([
  ['a payment with an unknown outcome is continued', 503, 'unknown', 1],
  ['a payment that was not taken for lack of room is continued', 503, 'not_taken', 1],
  ['a payment that was not settled is not continued', 503, 'not_settled', 2],
  ['a payment that was refused is not continued', 402, 'not_taken', 2],
])('%s by the next call for the report', async (_what, status, payment, signatures) => {
  const { fetch, sent } = sending(async () => problem(status, payment))
  const calls = [await runVerb(order(), { env, fetch }), await runVerb(order(), { env, fetch })]
  expect(new Set(sent).size).toBe(signatures)
  for (const { err } of calls) {
    expect(err).toMatch(
      signatures === 1
        ? /Repeat the command within 24 hours: it sends the same/
        : /Look at the pay/,
    )
  }
})

test('a payment is continued for its own report only', async () => {
  const { fetch, sent } = sending(async () => problem(503, 'unknown'))
  await runVerb(order(), { env, fetch })
  await runVerb(order('https://93.184.215.15/'), { env, fetch })
  expect(new Set(sent).size).toBe(2)
})

test('the payment is in the journal before it is sent', async () => {
  const journaled: unknown[] = []
  const { fetch, sent } = sending(async () => {
    using journal = reading(journalFile())
    journaled.push(...journal.database.prepare('SELECT header, state FROM purchases').all())
    return problem(503, 'unknown')
  })
  await runVerb(order(), { env, fetch })
  expect(journaled).toEqual([{ header: sent[0], state: 'open' }])
  expect(decodePaymentSignatureHeader(sent[0] ?? '')).toMatchObject({ x402Version: 2 })
})

describe('a journal that cannot be used', () => {
  test.each([
    ['below a file', '/dev/null/bought.sqlite', 'a file has this name; name another'],
    ['that is a folder', tmpdir(), '--journal names another file'],
  ])('keeps a buyer from signing: one %s', async (_what, file, why) => {
    const { fetch, sent } = sending(async () => problem(503, 'unknown'))
    const { code, err } = await runVerb([...order(), '--journal', file], { env, fetch })
    expect([code, err]).toEqual([4, expect.stringContaining(why)])
    expect(err).not.toContain('signed')
    expect(sent).toEqual([])
  })

  test('after the payment does not withhold the report', async () => {
    mayEnd.open()
    let lock: ReturnType<typeof reading> | undefined
    const { fetch } = sending(async (init) => {
      const response = await globalThis.fetch(`${service.service.baseUrl}/v1/probe-url`, init)
      lock = reading(journalFile())
      lock.database.exec('BEGIN IMMEDIATE')
      return response
    })
    const { code, out, err } = await runVerb(order(), { env, fetch })
    lock?.[Symbol.dispose]()
    expect([code, out]).toEqual([0, expect.stringContaining('settled')])
    expect(err).toContain('the journal of payments cannot be written (database is locked)')
  })
})

test('simulated money is not recorded', async () => {
  await using sandbox = await openTestService({ internet, runners: { probe_url: runner } })
  mayEnd.open()
  const line = ['buy', sandbox.service.baseUrl, 'probe_url', target, '--journal', 'j.sqlite']
  const { code, err } = await runVerb(line, { env })
  expect([code, err]).toEqual([
    0,
    expect.stringContaining('warning: --journal is not used: a sand'),
  ])
  expect([existsSync(join(state, 'urlwitness')), existsSync('j.sqlite')]).toEqual([false, false])
})

function reading(file: string): { readonly database: Connection } & Disposable {
  const database = connect({ file }, { readonly: false })
  return { database, [Symbol.dispose]: () => void database.close() }
}
