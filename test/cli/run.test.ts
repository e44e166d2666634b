import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { reportText } from '#cli/check/report-text.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { createTerminal, noPaint } from '#cli/output/terminal.ts'
import { readSentReport } from '#test/equipment/evidence/sent-report.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'

const nowhere = ['--data-dir', '/nonexistent/urlwitness']

describe('--json', () => {
  test.each([
    ['wrong usage', ['check', '--json'], 64, 'usage'],
    ['a flag with a wrong value', ['ledger', 'list', '--limit', '0', '--json'], 64, 'usage'],
    ['wrong usage that the verb finds', ['evidence', 'purge', '--json'], 64, 'usage'],
    ['invalid settings', ['status', '--mode', 'x', '--json'], 78, 'bad_settings'],
    ['config check --quiet of JSON', ['config', 'check', '--quiet', '--json'], 64, 'usage'],
    ['invalid settings of config check', ['config', 'check', '--mode', 'x', '--json'], 78, null],
    ['a refused URL', ['check', 'http://10.0.0.1/', '--json'], 3, 'refused'],
    ['a missing ledger', ['jobs', '--json', ...nowhere], 4, 'database_missing'],
    ['a service that does not run', ['console', '--json', ...nowhere], 1, 'not_available'],
    [
      'a service that is away',
      ['quote', 'http://127.0.0.1:1', 'probe_url', 'http://a/', '--json'],
      4,
      'failed',
    ],
  ])('writes one object about %s', async (_what, args, code, errorCode) => {
    const result = await runVerb(args)
    expect(result.code).toBe(code)
    expect(JSON.parse(result.out)).toMatchObject({
      ok: false,
      error: { code: errorCode ?? 'bad_settings', message: expect.stringMatching(/\w/) },
    })
    expect(result.err).not.toBe('')
  })

  test('names every problem of the settings, and the reason of a refusal', async () => {
    const settings = await runVerb(['status', '--json', '--mode', 'x', '--limits-links', 'y'])
    expect(JSON.parse(settings.out).problems).toHaveLength(2)
    const refused = await runVerb(['check', 'http://10.0.0.1/', '--json'])
    expect(JSON.parse(refused.out).refusal).toMatchObject({ type: 'url_host_not_public' })
  })
})

test('each exit status has one meaning: help and manual page list them', async () => {
  const codes = Object.values(exitCode)
  expect(new Set(codes).size).toBe(codes.length)
  const { out } = await runVerb(['help', 'exit-codes'])
  for (const code of codes) expect(out).toMatch(new RegExp(`^ +${code}  \\w`, 'm'))
})

test.each([
  ['--rpc-url', 'https://rpc.example.com/key', 'URLWITNESS_RPC_URL_FILE'],
  ['--facilitator-key-secret', 'abc12345', 'URLWITNESS_FACILITATOR_KEY_SECRET_FILE'],
])('%s on the command line causes a warning, and is not repeated', async (flag, value, instead) => {
  const { err } = await runVerb(['config', 'check', flag, value])
  expect(err).toContain(`other users of this machine can read ${flag}: use ${instead}`)
  expect(err).not.toContain(value)
})

describe('config check', () => {
  const production = ['config', 'check', '--mode', 'production', '--base-url', 'https://a.example']
  const payTo = ['--pay-to', '0x209693Bc6afc0C5328bA36FaF03C514EF312287C']

  test.each([
    [[], false],
    [payTo, false],
    [[...payTo, '--facilitator-url', 'https://facilitator.example.com'], true],
  ])('with %j can sell: %s', async (flags, canSell) => {
    const { code, out } = await runVerb([...production, ...flags])
    expect(code).toBe(canSell ? 0 : 78)
    expect(out.includes('sells nothing')).toBe(!canSell)
    const { ok } = JSON.parse((await runVerb([...production, ...flags, '--json'])).out)
    expect(ok).toBe(canSell)
  })

  test('a certificate that the service cannot use is a problem: status 78', async () => {
    const files = ['--tls-cert-file', '/nowhere/cert.pem', '--tls-key-file', '/nowhere/key.pem']
    const { code, out, err } = await runVerb(['config', 'check', ...files])
    expect([code, out]).toEqual([78, ''])
    expect(err).toContain('settings: tls.cert_file: /nowhere/cert.pem cannot be opened')
  })
})

test('config check --json has values of their own type, null for missing ones, and no secret', async () => {
  const flags = ['--limits-links', '3', '--rpc-url', 'https://rpc.example.com/key']
  const { values } = JSON.parse((await runVerb(['config', 'check', '--json', ...flags])).out)
  expect(values).toMatchObject({
    mode: 'sandbox',
    base_url: null,
    rpc_url: '(secret)',
    shared: false,
    dns_servers: [],
    'limits.links': 3,
    'limits.redirects': 5,
  })
})

describe('the width of the output', () => {
  const stream = (isTty: boolean) => {
    const columns = isTty ? 100 : 80
    return { isTty, columns, write: () => {}, drained: async () => 'written' as const }
  }
  const widthOf = (isTty: boolean, env = {}) =>
    createTerminal(stream(isTty), stream(true), env).out.columns

  test('is that of the terminal, or of COLUMNS, and infinite in a pipe', () => {
    expect(widthOf(true)).toBe(100)
    expect(widthOf(true, { COLUMNS: '60' })).toBe(60)
    expect(widthOf(false, { COLUMNS: '60' })).toBe(60)
    expect(widthOf(false, { COLUMNS: 'wide' })).toBe(Number.POSITIVE_INFINITY)
  })

  test('in a pipe no URL, message or code is truncated or wrapped', () => {
    const folder = new URL('../fixtures/reports/', import.meta.url)
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
      const given = readSentReport(readFileSync(new URL(name, folder), 'utf8'))
      const lines = reportText(given, { width: Number.POSITIVE_INFINITY, paint: noPaint })
      expect(lines.split('\n')[0]).toContain(given.final_url)
      for (const { message, remediation } of given.findings) {
        expect(lines).toContain(`  ${message}`)
        expect(lines).toContain(`  → ${remediation}\n`)
      }
    }
  })
})
