import { symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { checkBaseUrl, checkPayTo } from '#cli/doctor/base-url.ts'
import { browserCheckResults, checkBrowser, screenshotFailure } from '#cli/doctor/browser.ts'
import { checkDatabase, checkLedger } from '#cli/doctor/database.ts'
import { checkCertificate } from '#cli/doctor/doctor.ts'
import { checkEvidence } from '#cli/doctor/evidence.ts'
import { checkClock, checkDisk, checkMemory, checkRegistry } from '#cli/doctor/machine.ts'
import { checkDns } from '#cli/doctor/network.ts'
import { checkPolicy } from '#cli/doctor/policy.ts'
import { Fault } from '#fault.ts'
import { systemClock } from '#runtime/clock.ts'
import { DEADLINE_PASSED } from '#runtime/deadline.ts'
import { systemRandom } from '#runtime/random.ts'
import { databaseUrl } from '#settings/database-url.ts'
import { loadSettings } from '#settings/load.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { findTestChrome, needsChrome } from '#test/equipment/browser/chrome.ts'
import { BucketServer } from '#test/equipment/bucket/server.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { type NameScript, startDnsServer } from '#test/equipment/network/dns-server.ts'
import { json, openLoopbackServer, text } from '#test/equipment/network/loopback-http.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { mintSelfSigned } from '#test/equipment/tls/certificates.ts'

let folder: string
beforeEach(() => {
  folder = temporaryFolder()
})

function settingsOf(flags: Readonly<Record<string, string>>) {
  const loaded = loadSettings({
    flags: { 'data-dir': folder, ...flags },
    env: {},
    readFile: () => '',
  })
  if (loaded.status === 'refused') throw new TypeError(loaded.problems.join())
  return loaded.settings
}

test('the help names all that is contacted, and what is written there', async () => {
  const { out } = await runVerb(['doctor', '--help'], { columns: 1000 })
  const [contacts = ''] = /It contacts.+/.exec(out) ?? []
  const contacted = [
    'resolvers',
    'facilitator',
    'rpc_url',
    'base_url',
    'database_url',
    'evidence_url',
  ]
  for (const one of contacted) expect(contacts).toContain(one)
  expect(contacts).toContain('In the bucket it writes')
})

describe('the clock', () => {
  const now = Date.parse('2026-06-01T00:00:00Z')
  const nothing = { lastWrittenAt: null, isSynchronized: false }

  test.each([
    ['2026-06-01T00:00:00Z', nothing, 'pass'],
    ['1970-01-01T00:00:10Z', nothing, 'fail'],
    ['2101-01-01T00:00:00Z', nothing, 'fail'],
    ['2026-06-01T00:00:00Z', { ...nothing, lastWrittenAt: now + 60_000 }, 'pass'],
    ['2026-06-01T00:00:00Z', { ...nothing, lastWrittenAt: now + 600_000 }, 'fail'],
  ] as const)('at %s beside %j: %s', (at, facts, outcome) => {
    expect(checkClock(Date.parse(at), facts)).toMatchObject({ outcome })
  })

  test('a registry of special addresses that is years old is a warning', () => {
    expect(checkRegistry(now)).toMatchObject({ outcome: 'pass' })
    expect(checkRegistry(Date.parse('2029-01-01'))).toMatchObject({ outcome: 'warn' })
  })
})

describe('the database', () => {
  test('is tested in the folder for temporary files; a missing one is reported', () => {
    expect(checkDatabase()).toMatchObject({ outcome: 'pass' })
    vi.stubEnv('TMPDIR', join(folder, 'nowhere'))
    expect(checkDatabase()).toMatchObject({
      outcome: 'fail',
      todo: expect.stringContaining('TMPDIR'),
    })
    vi.unstubAllEnvs()
  })
})

describe('the bucket of the screenshots', () => {
  const rules = (days: number) =>
    `<LifecycleConfiguration><Rule><Status>Enabled</Status><Expiration><Days>${days}</Days></Expiration></Rule></LifecycleConfiguration>`
  const cases: readonly [string, (server: BucketServer) => void, string, string][] = [
    [
      'that expires objects',
      (server) => void Object.assign(server, { lifecycle: rules(1) }),
      'pass',
      'after a day',
    ],
    ['without a lifecycle', () => {}, 'warn', 'no rule'],
    [
      'with a long one',
      (server) => void Object.assign(server, { lifecycle: rules(30) }),
      'warn',
      '30 days',
    ],
    [
      'for all',
      (server) => void Object.assign(server, { isPublic: true }),
      'fail',
      'anyone can read s3://shots/',
    ],
    [
      'with versions',
      (server) => void Object.assign(server, { putHeaders: { 'x-amz-version-id': 'a' } }),
      'fail',
      'keeps what was deleted',
    ],
    ['that denies', (server) => server.fail(() => ({ status: 403 })), 'fail', 'PUT: 403'],
  ]

  test.each(cases)('%s', async (_name, prepare, outcome, detail) => {
    await using server = await BucketServer.open()
    prepare(server)
    const settings = settingsOf({ 'evidence-url': server.text() })
    expect(
      await checkEvidence(settings, { clock: systemClock, random: systemRandom }),
    ).toMatchObject({ check: 'evidence', outcome, detail: expect.stringContaining(detail) })
  })

  test('that does not respond as needed: the remedy names what to correct', async () => {
    await using server = await BucketServer.open()
    server.fail(() => ({ status: 403 }))
    const settings = settingsOf({ 'evidence-url': server.text() })
    const { todo } = await checkEvidence(settings, { clock: systemClock, random: systemRandom })
    expect(todo).toMatch(/correct .* in evidence_url, .* Until then, render_page/)
  })

  test('is not contacted without the setting', async () => {
    const runtime = { clock: systemClock, random: systemRandom }
    expect(await checkEvidence(settingsOf({}), runtime)).toMatchObject({ outcome: 'skip' })
  })
})

describe('the ledger of the data folder', () => {
  const file = () => join(folder, DATABASE_NAME)
  const cases: readonly [string, () => void, string, string][] = [
    ['none', () => {}, 'skip', 'the first start creates it'],
    ['ours', () => openDatabase({ file: file() }).close(), 'pass', 'opens'],
    [
      'a newer one',
      () => {
        const newer = openDatabase({ file: file() })
        newer.pragma('user_version = 999')
        newer.close()
      },
      'fail',
      'newer version of this program: run that version',
    ],
    [
      'a damaged one',
      () => writeFileSync(file(), 'no database at all '.repeat(99)),
      'fail',
      'urlwitness restore',
    ],
  ]
  test.each(cases)('%s: reports the same as a start', async (_what, prepare, outcome, detail) => {
    prepare()
    expect(await checkLedger({ databaseUrl: null, dataDir: folder })).toMatchObject({
      check: 'ledger',
      outcome,
      detail: expect.stringContaining(detail),
      todo: outcome === 'fail' ? expect.stringContaining('`urlwitness restore`') : null,
    })
  })
})

test('a database server that does not respond has a remedy', async () => {
  const url = databaseUrl.parse('postgres://user:secret@127.0.0.1:1/ledger')
  const result = await checkLedger({ databaseUrl: url, dataDir: folder })
  expect(result).toMatchObject({
    outcome: 'fail',
    todo: expect.stringContaining('user, password and database in database_url'),
  })
  expect(JSON.stringify(result)).not.toContain('secret')
})

describe('the certificate', () => {
  test('is read like at a start', () => {
    const now = Date.now()
    expect(checkCertificate(settingsOf({}), now)).toMatchObject({ outcome: 'skip' })
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const settings = settingsOf({ 'tls-cert-file': cert, 'tls-key-file': key })
    expect(checkCertificate(settings, now)).toMatchObject({
      outcome: 'fail',
      detail: expect.stringContaining('cannot be opened'),
      todo: expect.stringContaining('name PEM files that this user can read'),
    })
    const minted = mintSelfSigned({ names: ['verify.example.com'] })
    writeFileSync(cert, minted.pem)
    writeFileSync(key, minted.keyPem)
    expect(checkCertificate(settings, now)).toMatchObject({ outcome: 'pass' })
  })
})

describe('the disk', () => {
  test.each([
    [{ 'evidence-min-free-mb': '0', 'evidence-quota-mb': '64' }, 'pass'],
    [{ 'evidence-min-free-mb': '0', 'evidence-quota-mb': '1048576' }, 'warn'],
    [{ 'evidence-min-free-mb': '1048576' }, 'fail'],
  ])('with %j: %s; a missing folder is on the disk of its parent', (flags, outcome) => {
    const settings = settingsOf({ ...flags, 'data-dir': join(folder, 'a', 'b') })
    expect(checkDisk(settings)).toMatchObject({ check: 'disk', outcome })
  })

  test('of a folder that this user cannot look into is not known', () => {
    const loop = join(folder, 'loop')
    symlinkSync(loop, loop)
    const settings = settingsOf({ 'data-dir': join(loop, 'data') })
    expect(checkDisk(settings)).toMatchObject({ check: 'disk', outcome: 'skip' })
  })
})

describe('the resolver', () => {
  const canary = 'canary.example.com'
  const rows: readonly [string, Readonly<Record<string, NameScript>>, boolean, string, string][] = [
    ['knows the root', { '.': { soa: {} } }, false, 'pass', 'answers'],
    ['knows a few names only', {}, false, 'warn', 'egress.canary_hosts'],
    ['fails for everything', { '.': { rcode: 'SERVFAIL' } }, false, 'fail', 'dns_servers'],
    [
      'resolves the canary',
      { 'canary.example.com': { a: ['93.184.215.14'] } },
      true,
      'pass',
      'canary.example.com',
    ],
    ['says that the canary does not exist', { '.': { soa: {} } }, true, 'fail', 'NXDOMAIN'],
    [
      'has no address of the canary',
      { 'canary.example.com': {} },
      true,
      'fail',
      'canary.example.com',
    ],
    [
      'is silent about the canary',
      { 'canary.example.com': { silent: true } },
      true,
      'fail',
      'TIMEOUT',
    ],
  ]
  test.each(rows)('that %s', async (_what, zone, hasCanary, outcome, says) => {
    await using dns = await startDnsServer(zone)
    const settings = settingsOf({
      'dns-servers': dns.address,
      ...(hasCanary ? { 'egress-canary-hosts': canary } : {}),
    })
    const [result, ...others] = await checkDns({ settings, clock: systemClock })
    expect(others).toEqual([])
    expect(result).toMatchObject({ check: 'dns', outcome })
    expect(JSON.stringify(result)).toContain(says)
  })

  test('that is unreachable fails', async () => {
    const dns = await startDnsServer({})
    await dns.close()
    const settings = settingsOf({ 'dns-servers': dns.address })
    expect(await checkDns({ settings, clock: systemClock })).toMatchObject([{ outcome: 'fail' }])
  })
})

describe('the memory', () => {
  const gib = 2 ** 30

  test.each([
    [{}, 2 * gib, 'pass', null],
    [{}, 0.75 * gib, 'warn', expect.stringContaining('limits.browser_jobs = 4')],
    [{}, 0.4 * gib, 'warn', expect.stringContaining('switch render_page and verify_page off')],
    [{ 'limits-browser-jobs': '1' }, 0.75 * gib, 'pass', null],
    [{ 'render-page-enabled': 'false', 'verify-page-enabled': 'false' }, 0, 'skip', null],
  ])('%j with %d bytes: %s', (flags, bytes, outcome, todo) => {
    expect(checkMemory(settingsOf(flags), bytes)).toMatchObject({ outcome, todo })
  })
})

test('the policy works here: non-public addresses are refused, a dial to our own listener too', async () => {
  const diagnosis = await checkPolicy({ settings: settingsOf({}), clock: systemClock })
  expect(diagnosis).toMatchObject({ check: 'policy', outcome: 'pass' })
})

describe('the receiving address', () => {
  const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'

  test.each([
    [{}, 'skip', 'simulated payments'],
    [{ mode: 'testnet' }, 'fail', 'not set'],
    [{ mode: 'production', 'pay-to': payTo }, 'pass', `${payTo} receives USDC on eip155:8453`],
  ])('%j: %s', (flags, outcome, detail) => {
    expect(checkPayTo(settingsOf(flags))).toMatchObject({
      outcome,
      detail: expect.stringContaining(detail),
    })
  })
})

describe('the base URL', () => {
  const diagnose = (flags: Readonly<Record<string, string>>) =>
    checkBaseUrl({ settings: settingsOf(flags), clock: systemClock, fetch })

  test.each([
    [{}, 'skip'],
    [{ mode: 'production' }, 'warn'],
    [{ 'base-url': 'http://127.0.0.1:1' }, 'warn'],
  ])('%j: %s', async (flags, outcome) => {
    expect(await diagnose(flags)).toMatchObject({ check: 'base_url', outcome })
  })

  test.each([
    ['urlwitness answers', json(200, { status: 'ok' }), 'pass'],
    ['another program answers', text(200, '<h1>It works!</h1>'), 'fail'],
    ['a proxy without anything behind it', text(502, 'Bad Gateway'), 'fail'],
    ['it leads elsewhere', text(302, '', { location: 'https://example.com/' }), 'fail'],
  ])('%s', async (_what, behaviour, outcome) => {
    const server = await openLoopbackServer(behaviour)
    try {
      expect(await diagnose({ 'base-url': server.url })).toMatchObject({ outcome })
      expect(server.seen.map(({ path }) => path)).toEqual(['/health'])
    } finally {
      await server.close()
    }
  })

  test('an untrusted certificate is a failure with that reason', async () => {
    const { keyPem, pem } = mintSelfSigned({ names: ['localhost'] })
    const server = createServer({ key: keyPem, cert: pem }, (_request, response) => response.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    try {
      expect(await diagnose({ 'base-url': `https://localhost:${port}` })).toMatchObject({
        outcome: 'fail',
        detail: expect.stringContaining('do not trust the certificate'),
      })
    } finally {
      server.close()
    }
  })
})

describe('the browser', () => {
  test('is not tested when no tool needs it', async () => {
    const settings = settingsOf({ 'render-page-enabled': 'false', 'verify-page-enabled': 'false' })
    const { results } = await checkBrowser({
      settings,
      clock: systemClock,
      random: systemRandom,
    })
    expect(results).toMatchObject([{ check: 'browser', outcome: 'skip' }])
  })

  test('is started, checked, and renders the test page', needsChrome, async () => {
    const settings = settingsOf({ 'chrome-path': findTestChrome() ?? '' })
    const { results, png } = await checkBrowser({
      settings,
      clock: systemClock,
      random: systemRandom,
    })
    expect(results.map(({ check, outcome }) => [check, outcome])).toEqual([
      ['browser', 'pass'],
      ['sandbox', 'pass'],
      ['namespace', 'pass'],
      ['egress', 'pass'],
      ['screenshot', 'pass'],
    ])
    expect(new TextDecoder().decode(png?.slice(1, 4))).toBe('PNG')
  })

  test.each([
    [
      new Fault(DEADLINE_PASSED, 'The deadline has passed.'),
      'the test page took longer than 15 s',
      /^Try again when this machine is less busy/,
    ],
    [
      new Error('Target closed'),
      'none could be taken: Target closed',
      /^Try another browser, such as/,
    ],
  ])('without a screenshot: says what to do (%s)', (cause, detail, todo) => {
    expect(screenshotFailure(cause)).toEqual({
      check: 'screenshot',
      outcome: 'fail',
      detail,
      todo: expect.stringMatching(todo),
    })
  })

  test.each([
    [{ status: 'leaking', detail: 'a TCP connection' } as const, /browser install.*policies/],
    [{ status: 'unavailable', detail: 'It ended.' } as const, /browser install/],
    [{ status: 'starting' } as const, /journalctl -k/],
  ])('that is %o: says what to do', (status, todo) => {
    expect(browserCheckResults(status)).toMatchObject([
      { outcome: 'fail', todo: expect.stringMatching(todo) },
    ])
  })

  test('that is not a browser fails, and no screenshot is promised', async () => {
    const chrome = join(folder, 'chrome')
    writeFileSync(chrome, '#!/bin/false\n', { mode: 0o755 })
    const settings = settingsOf({ 'chrome-path': chrome })
    const { results, png } = await checkBrowser({
      settings,
      clock: systemClock,
      random: systemRandom,
    })
    expect([results.map(({ outcome }) => outcome), png]).toEqual([['fail'], null])
  })
})
