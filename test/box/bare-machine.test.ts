import { readdirSync } from 'node:fs'
import { decodePaymentResponseHeader } from '@x402/core/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { healthyPage, respond } from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import {
  type BareMachine,
  hindrance,
  openBareMachine,
} from '#test/equipment/program/bare-machine.ts'
import { type RunningService, runProgram, startService } from '#test/equipment/program/program.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { executableFile, hostTarget, targetName, targetNamed } from '../../build/target.ts'
import { type BoxInternet, openBoxInternet } from './box-internet.ts'

const url = 'http://93.184.215.14/'
let internet: BoxInternet

beforeAll(async () => {
  internet = await openBoxInternet()
  const fields = { 'content-type': 'text/html; charset=utf-8' }
  internet.addSite('bare.example.com', {
    ip: '93.184.215.14',
    http: respond(200, fields, healthyPage),
  })
})
afterAll(() => internet[Symbol.asyncDispose]())

// Emulation takes twenty times as long, and more beside other tests.
const patience = { timeout: 180_000 }
const targets = new Set([targetName(hostTarget()), 'linux-arm64'])

describe.each([...targets].map(targetNamed))(
  'the executable alone in a root folder: $platform-$arch',
  patience,
  (target) => {
    const executable = executableFile(target)
    const why = hindrance(target, executable)
    if (why !== null) {
      test.skip(`not tried here: ${why}`, () => {})
      return
    }
    let machine: BareMachine
    let service: RunningService

    beforeAll(async () => {
      machine = openBareMachine(target, executable)
      const [file, args] = machine.command
      const env = { URLWITNESS_DATA_DIR: '/tmp/data', URLWITNESS_LIMITS_DEADLINE_MS: '120000' }
      service = await startService(file, args, env)
    }, patience.timeout)
    afterAll(async () => {
      await service?.[Symbol.asyncDispose]()
      machine?.[Symbol.dispose]()
    })

    const post = (address: string, buy: typeof fetch = fetch) =>
      buy(`${service.baseUrl}/v1/probe-url`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: address }),
      })

    test('prints its version, and reports valid settings', async () => {
      const [file, args] = machine.command
      const version = await runProgram(file, [...args, 'version'])
      expect(version).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^urlwitness \d/),
        stderr: '',
      })
      expect((await runProgram(file, [...args, 'config', 'check'])).code).toBe(0)
    })

    test('finds its embedded parts, and reports what this machine lacks', async () => {
      const [file, args] = machine.command
      const { stdout } = await runProgram(file, [
        ...args,
        'doctor',
        '--json',
        '--data-dir',
        '/tmp/data',
      ])
      const { checks } = JSON.parse(stdout) as { checks: { check: string; outcome: string }[] }
      expect(checks).toContainEqual(expect.objectContaining({ check: 'database', outcome: 'pass' }))
      expect(checks).toContainEqual(expect.objectContaining({ check: 'browser', outcome: 'fail' }))
      expect(checks).toContainEqual(
        expect.objectContaining({
          check: 'dns',
          outcome: 'warn',
          detail: 'there is no /etc/resolv.conf',
        }),
      )
    })

    test('is healthy, and sells the tools that need no browser', async () => {
      expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
      const ready = await readJson(await fetch(`${service.baseUrl}/ready`))
      expect(ready.tools.probe_url.available).toBe(true)
      expect(ready.tools.render_page.available).toBe(false)
    })

    test('quotes a probe, and sells it to the official client', async () => {
      expect((await post(url)).status).toBe(402)
      const sold = await post(url, openBuyer().fetch)
      const report = await readJson(sold)
      expect(sold.status, JSON.stringify(report)).toBe(200)
      expect(report.final_url).toBe(url)
      const receipt = decodePaymentResponseHeader(sold.headers.get('payment-response') ?? '')
      expect(receipt.success).toBe(true)
    })

    test('fails a job for a name, without settlement, because this machine has no resolver', async () => {
      const failed = await post('http://bare.example.com/', openBuyer().fetch)
      expect([failed.status, await readJson(failed)]).toMatchObject([
        503,
        { code: 'job_failed', payment: { state: 'not_settled' } },
      ])
    })

    test('ends at SIGTERM with status 0, and leaves only its data', async () => {
      const { code, stdout } = await service.stop('SIGTERM')
      expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
      expect(readdirSync(`${machine.folder}/tmp`)).toEqual(['data'])
    })
  },
)
