import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyNames } from '#settings/keys.ts'
import type { LoadedSettings } from '#settings/load.ts'
import { loadSettings } from '#settings/load.ts'
import type { SettingsInput } from '#settings/sources.ts'
import { ed25519ApiKey, p256ApiKey } from '#test/equipment/payment/api-keys.ts'
import { runs } from '#test/fuzz/runs.ts'

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'

function load(given: Partial<SettingsInput> & { file?: string } = {}): LoadedSettings {
  const { file, flags = {}, env = {}, readFile } = given
  return loadSettings({
    flags: file === undefined ? flags : { config: '/etc/u.toml', ...flags },
    env,
    readFile: readFile ?? (() => file ?? ''),
  })
}

function settingsOf(given: Parameters<typeof load>[0]) {
  const loaded = load(given)
  if (loaded.status === 'refused') throw new Error(loaded.problems.join('\n'))
  return loaded.settings
}

function problemsOf(given: Parameters<typeof load>[0]): readonly string[] {
  const loaded = load(given)
  return loaded.status === 'refused' ? loaded.problems : []
}

function warningsOf(given: Parameters<typeof load>[0]): readonly string[] {
  const loaded = load(given)
  return loaded.status === 'loaded' ? loaded.warnings : [`refused: ${loaded.problems}`]
}

describe('without any configuration', () => {
  test('is a sandbox on loopback with the prices and limits of the specification', () => {
    expect(load()).toMatchObject({
      status: 'loaded',
      warnings: [],
      settings: {
        mode: 'sandbox',
        listen: { host: '127.0.0.1', port: 8402 },
        adminListen: { host: '127.0.0.1', port: 8403 },
        baseUrl: null,
        payTo: '0x4020402040204020402040204020402040204020',
        terms: {
          network: 'eip155:84532',
          asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
          name: 'USDC',
        },
        facilitatorUrl: null,
        dnsServers: [],
        tools: {
          probe_url: { enabled: true, priceAtomic: 5_000n },
          render_page: { enabled: true, priceAtomic: 20_000n },
          verify_page: { enabled: true, priceAtomic: 50_000n },
        },
        limits: { deadlineMs: 30_000, admittedJobs: 10, browserJobs: 6, redirects: 5, links: 20 },
        evidence: { ttlHours: 24, quotaMb: 2_048, minFreeMb: 512 },
        browser: {
          sandbox: true,
          user: 'nobody',
          networkNamespace: 'auto',
          recycleJobs: 500,
          recycleRssMb: 1_536,
          processorMs: 10_000,
        },
        egress: { canaryHosts: [], allowOwnAddresses: false },
      },
    })
  })
})

describe('contact', () => {
  test.each([
    ['care@example.com', 'mailto:care@example.com'],
    ['mailto:care@example.com', 'mailto:care@example.com'],
    ['https://example.com/contact', 'https://example.com/contact'],
  ])('%s is written as %s', (contact, uri) => {
    expect(settingsOf({ env: { URLWITNESS_CONTACT: contact } }).contact).toBe(uri)
  })

  test.each([
    'care',
    'http://example.com/contact',
    'javascript:alert(1)',
    'care@example.com\nContact: mailto:thief@example.com',
    'https://user:secret@example.com/',
    `https://example.com/${'a'.repeat(500)}`,
  ])('%j is refused: it is neither a mail address nor a page of https', (contact) => {
    expect(problemsOf({ env: { URLWITNESS_CONTACT: contact } }).join()).toContain(
      'is neither an e-mail address nor an https:// page',
    )
  })
})

describe('alerts.url', () => {
  test('is a secret of https or of loopback, without userinfo', () => {
    const hook = 'https://ntfy.example.com/?auth=token'
    const loaded = load({ env: { URLWITNESS_ALERTS_URL: hook } })
    if (loaded.status === 'refused') throw new TypeError(loaded.problems.join())
    expect(loaded.settings.alerts).toEqual({ url: hook, topic: null })
    expect(JSON.stringify(loaded.shown)).not.toContain('token')
  })

  test.each([
    ['http://ntfy.example.com/x', 'is neither https nor on loopback'],
    ['https://user:pass@ntfy.example.com/x', 'contains a user name or password'],
    ['ntfy', 'is not an absolute URL'],
  ])('%s is refused, and not repeated', (url, why) => {
    const problems = problemsOf({ env: { URLWITNESS_ALERTS_URL: url } }).join()
    expect(problems).toContain(why)
    expect(problems).not.toContain('ntfy.example')
  })
})

describe('sources', () => {
  const file = 'log_level = "debug"\n[limits]\nlinks = 1\n'

  test('a flag overrides the environment, which overrides the file, which overrides the default', () => {
    const env = { URLWITNESS_LIMITS_LINKS: '2' }
    const flags = { 'limits-links': '3' }
    expect(settingsOf({}).limits.links).toBe(20)
    expect(settingsOf({ file }).limits.links).toBe(1)
    expect(settingsOf({ file, env }).limits.links).toBe(2)
    expect(settingsOf({ file, env, flags }).limits.links).toBe(3)
  })

  test('each value has its source', () => {
    const loaded = load({
      file,
      env: { URLWITNESS_LISTEN: '127.0.0.1:1' },
      flags: { 'data-dir': '/d' },
    })
    expect(loaded).toMatchObject({
      sources: {
        log_level: '/etc/u.toml:1',
        'limits.links': '/etc/u.toml:3',
        listen: 'URLWITNESS_LISTEN',
        data_dir: '--data-dir',
        mode: 'default',
      },
    })
  })

  test('the file is named by --config, or else by URLWITNESS_CONFIG', () => {
    const readFile = (path: string) => `[vantage]\nlabel = "${path}"`
    const env = { URLWITNESS_CONFIG: 'env.toml' }
    expect(settingsOf({ env, readFile }).vantage.label).toBe('env.toml')
    expect(settingsOf({ env, flags: { config: 'flag.toml' }, readFile }).vantage.label).toBe(
      'flag.toml',
    )
  })

  test.each([
    ['mode', 'URLWITNESS_MODE', 'mode'],
    ['admin_listen', 'URLWITNESS_ADMIN_LISTEN', 'admin-listen'],
    ['tools.probe_url.enabled', 'URLWITNESS_PROBE_URL_ENABLED', 'probe-url-enabled'],
    ['tools.verify_page.price_usd', 'URLWITNESS_VERIFY_PAGE_PRICE_USD', 'verify-page-price-usd'],
    ['limits.deadline_ms', 'URLWITNESS_LIMITS_DEADLINE_MS', 'limits-deadline-ms'],
    ['evidence.ttl_hours', 'URLWITNESS_EVIDENCE_TTL_HOURS', 'evidence-ttl-hours'],
    ['egress.canary_hosts', 'URLWITNESS_EGRESS_CANARY_HOSTS', 'egress-canary-hosts'],
  ])('%s has its fixed names', (key, env, flag) => {
    expect(keyNames).toContainEqual(expect.objectContaining({ key, env, flag }))
  })

  test('an empty --config is refused: with the defaults the service would be a sandbox', () => {
    const env = { URLWITNESS_CONFIG: '/etc/u.toml' }
    expect(problemsOf({ flags: { config: '' }, env })).toEqual([
      '--config is empty; allowed: the path of a settings file',
    ])
  })

  test('an empty variable counts as unset: unit and compose files pass them like this', () => {
    expect(settingsOf({ env: { URLWITNESS_PAY_TO: '', URLWITNESS_CONFIG: '' } }).payTo).not.toBe('')
  })

  test('lists in the environment are separated by commas', () => {
    const env = { URLWITNESS_DNS_SERVERS: '9.9.9.9, [2620:fe::fe]:53,1.1.1.1:5353' }
    expect(settingsOf({ env }).dnsServers).toEqual(['9.9.9.9', '[2620:fe::fe]:53', '1.1.1.1:5353'])
  })

  test('a secret may come from a file, without its line end', () => {
    const env = { URLWITNESS_RPC_URL_FILE: '/run/secrets/rpc' }
    const readFile = () => 'https://rpc.example.com/key\n'
    expect(settingsOf({ env, readFile }).rpcUrl).toBe('https://rpc.example.com/key')
  })

  test('a secret from two places, or from a file that cannot be read, is a problem', () => {
    const both = { URLWITNESS_RPC_URL: 'https://a', URLWITNESS_RPC_URL_FILE: '/f' }
    expect(problemsOf({ env: both })).toEqual([
      'URLWITNESS_RPC_URL and URLWITNESS_RPC_URL_FILE are both set; allowed: one of them',
    ])
    const readFile = () => {
      throw Object.assign(new Error('no'), { code: 'EISDIR', syscall: 'read', path: undefined })
    }
    expect(problemsOf({ env: { URLWITNESS_RPC_URL_FILE: '/f' }, readFile })).toEqual([
      'URLWITNESS_RPC_URL_FILE: /f cannot be read: it is a folder; name a file (EISDIR, read)',
    ])
    expect(problemsOf({ flags: { config: '/etc/x.toml' }, readFile })).toEqual([
      '--config: /etc/x.toml cannot be read: it is a folder; name a file (EISDIR, read)',
    ])
  })

  test('no message shows a secret', () => {
    expect(problemsOf({ env: { URLWITNESS_RPC_URL: 'ftp://secret-key@host' } }).join()).not.toMatch(
      /secret-key/,
    )
    const loaded = load({ env: { URLWITNESS_RPC_URL: 'https://secret-key/' } })
    expect(loaded).toMatchObject({ shown: { rpc_url: '(secret)' } })
  })

  test('variables of other programs and the key of the buyer are ignored', () => {
    const env = { PATH: '/bin', URLWITNESSED: 'x', URLWITNESS_BUYER_KEY_FILE: '/k' }
    expect(problemsOf({ env })).toEqual([])
  })
})

describe('unknown keys', () => {
  test.each([
    [{ file: 'lissten = "a"' }, '/etc/u.toml:1: unknown key lissten; did you mean listen?'],
    [
      { file: '[limits]\n\ndeadlin_ms = 1' },
      '/etc/u.toml:3: unknown key limits.deadlin_ms; did you mean limits.deadline_ms?',
    ],
    [
      { file: 'limits = 5' },
      '/etc/u.toml:1: limits is a table; allowed: [limits], and its keys below',
    ],
    [
      { file: '[limites]\n' },
      '/etc/u.toml: unknown key limites; `urlwitness help settings` lists every key',
    ],
    [
      { file: '"__proto__" = 1' },
      '/etc/u.toml: unknown key __proto__; `urlwitness help settings` lists every key',
    ],
    [
      { file: 'toString = 1' },
      '/etc/u.toml:1: unknown key toString; `urlwitness help settings` lists every key',
    ],
    [
      { env: { URLWITNESS_PAYTO: 'x' } },
      'URLWITNESS_PAYTO: unknown environment variable; did you mean URLWITNESS_PAY_TO?',
    ],
    [{ flags: { 'mod-e': 'x' } }, '--mod-e: unknown flag; did you mean --mode?'],
    [{ flags: { constructor: 'x' } }, '--constructor: unknown flag'],
  ])('%j is a problem that suggests the nearest known key', (given, problem) => {
    expect(problemsOf(given)).toEqual([problem])
  })

  test('a file that is not TOML is reported with the line', () => {
    expect(problemsOf({ file: 'mode = "sandbox"\nlisten = ' })[0]).toMatch(
      /^\/etc\/u\.toml:2:\d+: /,
    )
  })

  test('all problems are reported together', () => {
    const problems = problemsOf({
      file: 'mode = "prod"\nmood = 1',
      env: { URLWITNESS_LIMITS_LINKS: 'many' },
      flags: { 'admin-listen': '0.0.0.0:1' },
    })
    expect(problems).toEqual([
      '/etc/u.toml:2: unknown key mood; did you mean mode?',
      'mode = "prod" (/etc/u.toml:1) is not one of the choices; allowed: sandbox, testnet, production',
      'limits.links = "many" (URLWITNESS_LIMITS_LINKS) is not a whole number; allowed: a whole number from 0 to 20',
      'admin_listen (--admin-listen) is not on loopback; allowed: 127.0.0.1, [::1] or localhost',
    ])
  })
})

describe('values', () => {
  test.each([
    ['listen', '127.0.0.1'],
    ['listen', '127.0.0.1:65536'],
    ['listen', 'host.example.com:80'],
    ['listen', '127.1:80'],
    ['listen', '::1:80'],
    ['listen', '[127.0.0.1]:80'],
    ['base-url', 'urlwitness.example.com'],
    ['base-url', 'http://urlwitness.example.com'],
    ['base-url', 'https://user@urlwitness.example.com'],
    ['base-url', 'https://urlwitness.example.com/path'],
    ['base-url', 'https://urlwitness.example.com/?q'],
    ['facilitator-url', 'http://facilitator.example.com'],
    ['facilitator-url', 'ftp://facilitator.example.com'],
    ['pay-to', '0x52908400098527886E0F7030069857D2E4169Ee7'],
    ['pay-to', '0x0000000000000000000000000000000000000000'],
    ['pay-to', 'vitalik.eth'],
    ['dns-servers', 'localhost'],
    ['dns-servers', '9.9.9.9:0'],
    ['dns-servers', '9.9.9'],
    ['dns-servers', 'dns.example.com'],
    ['probe-url-price-usd', '0'],
    ['probe-url-price-usd', '5e-3'],
    ['probe-url-price-usd', '0.0000001'],
    ['probe-url-price-usd', '5000'],
    ['probe-url-enabled', 'yes'],
    ['limits-links', '21'],
    ['limits-links', '-1'],
    ['limits-links', '1.5'],
    ['limits-links', '0x1'],
    ['limits-links', ''],
    ['evidence-ttl-hours', '25'],
    ['evidence-ttl-hours', '0'],
    ['egress-canary-hosts', '10.0.0.1'],
    ['egress-canary-hosts', 'localhost'],
    ['vantage-label', 'a\u001b[31m'],
    ['log-level', 'verbose'],
  ])('--%s %s is refused with the key, the source and the allowed values', (flag, value) => {
    const [problem, ...others] = problemsOf({ flags: { [flag]: value } })
    expect(problem).toContain(`(--${flag})`)
    expect(problem).toContain('; allowed: ')
    expect(others).toEqual([])
  })

  test.each([
    ['[::1]:0', { host: '::1', port: 0 }],
    ['localhost:80', { host: 'localhost', port: 80 }],
  ])('listens at %s', (listen, expected) => {
    expect(settingsOf({ flags: { listen } }).listen).toEqual(expected)
  })

  test('an address in lower case is accepted, and checksummed', () => {
    const flags = { mode: 'production', 'pay-to': WALLET.toLowerCase() }
    expect(settingsOf({ flags }).payTo).toBe(WALLET)
  })

  test.each([
    ['https://U.example.com/', 'https://f.example.com/v2/'],
    ['https://u.example.com/?', 'https://f.example.com/v2/#'],
  ])('URLs lose their trailing slash, and an empty query or fragment: %s', (base, facilitator) => {
    const flags = { mode: 'production', 'base-url': base, 'facilitator-url': facilitator }
    expect(settingsOf({ flags })).toMatchObject({
      baseUrl: 'https://u.example.com',
      facilitatorUrl: 'https://f.example.com/v2',
    })
  })

  test.each([
    ['pay_to = 0x209693', 'is not text: write it in quotes'],
    ['pay_to = 0x209693Bc6afc0C5328bA36FaF03C514EF312287C', ': write text in quotes'],
  ])('an address without quotes is reported with the right spelling: %s', (file, words) => {
    expect(problemsOf({ file })[0]).toContain(words)
  })

  test('a price without quotes is reported with the right spelling', () => {
    expect(problemsOf({ file: '[tools.probe_url]\nprice_usd = 0.005' })[0]).toContain(
      'write a price in quotes',
    )
  })

  test('any file and environment give settings or problems, never a throw', () => {
    const value = fc.oneof(
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.string()),
    )
    const names = keyNames.map(({ key }) => key)
    fc.assert(
      fc.property(fc.constantFrom(...names), value, fc.string(), (key, inFile, inEnv) => {
        const file = `${key} = ${JSON.stringify(inFile) ?? 'nan'}`
        const env = { [keyNames.find((name) => name.key === key)?.env ?? '']: inEnv }
        for (const loaded of [load({ file }), load({ env: env })]) {
          expect(['loaded', 'refused']).toContain(loaded.status)
          if (loaded.status === 'refused') expect(loaded.problems.length).toBeGreaterThan(0)
        }
      }),
      { numRuns: runs(500) },
    )
  })

  test('any text gives settings or problems', () => {
    const piece = fc.oneof(
      fc.constantFrom(...keyNames.map(({ key }) => key)),
      fc.constantFrom(...`[ ] [[ ]] = . , { } " ' """ ''' # \\u0000 \\x nan true`.split(' ')),
      fc.constantFrom('\n', '\r', '__proto__', 'constructor', '1979-05-27', '0x', '1e999'),
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.integer().map(String),
    )
    const toml = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
    const line = fc.tuple(fc.constantFrom(...keyNames.map(({ key }) => key)), toml)
    const lines = fc
      .array(line, { maxLength: 5 })
      .map((ones) => ones.map(([key, value]) => `${key} = ${value}`).join('\n'))
    const file = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), toml, lines)
    fc.assert(
      fc.property(file, (text) => {
        const loaded = load({ file: text })
        expect(['loaded', 'refused']).toContain(loaded.status)
        if (loaded.status === 'refused') expect(loaded.problems.length).toBeGreaterThan(0)
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('combinations', () => {
  const production = { mode: 'production', 'base-url': 'https://u.example.com' }

  test('production is Base and its USDC; without a receiving address and a facilitator it starts, and warns', () => {
    expect(settingsOf({ flags: production })).toMatchObject({
      payTo: null,
      facilitatorUrl: null,
      terms: { network: 'eip155:8453', name: 'USD Coin' },
    })
    expect(warningsOf({ flags: production })).toEqual([
      'pay_to is not set: paid routes return 503 not_configured',
      'facilitator_url is not set: paid routes return 503 not_configured',
      'rpc_url is not set: a settlement with an unknown outcome is resolved only when its buyer returns, or manually, and a transaction that the facilitator names is believed unchecked (`ledger audit` lists it)',
    ])
  })

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'a test network in production',
      { ...production, network: 'eip155:84532' },
      /^network \(--network\)/,
    ],
    ['the real network in the sandbox', { network: 'eip155:8453' }, /^network \(--network\)/],
    ['a foreign asset without its domain', { asset: WALLET }, /^asset_name/],
    ['a wrong name for USDC', { 'asset-name': 'USD Coin' }, /^asset_name \(--asset-name\)/],
    [
      'money to the token contract',
      { ...production, 'pay-to': '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
      /^pay_to \(--pay-to\)/,
    ],
    [
      'real money to the dummy address',
      { ...production, 'pay-to': '0x4020402040204020402040204020402040204020' },
      /dummy address/,
    ],
    ['one address for buyers and operator', { 'admin-listen': '127.0.0.1:8402' }, /same address/],
    [
      'a public address while the mode was forgotten',
      { listen: '0.0.0.0:80', 'base-url': 'https://u.example.com' },
      /mode is not set/,
    ],
    [
      'a public address without a base URL',
      { mode: 'production', listen: '0.0.0.0:80' },
      /base_url must be set/,
    ],
    [
      'a reserve for settling that leaves no time to gather',
      { 'limits-deadline-ms': '10000', 'limits-settle-reserve-ms': '6000' },
      /more than half/,
    ],
    [
      'less room for decoded than for coded bytes',
      { 'limits-decoded-body-bytes': '65536' },
      /is less than/,
    ],
  ])('%s does not start', (_why, flags, problem) => {
    const problems = problemsOf({ flags })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(problem)
  })

  test('another asset with its domain is accepted', () => {
    const flags = { asset: WALLET, 'asset-name': 'Dollar', 'asset-version': '1' }
    expect(settingsOf({ flags }).terms).toMatchObject({
      asset: WALLET,
      name: 'Dollar',
      version: '1',
    })
  })

  test('a public sandbox starts when the mode is explicit, and warns', () => {
    const flags = { mode: 'sandbox', listen: '0.0.0.0:80', 'base-url': 'https://u.example.com' }
    expect(warningsOf({ flags })).toEqual([
      'listen (--listen) is not on loopback: anyone who reaches it gets reports for simulated payments',
    ])
  })

  test('http on loopback is accepted outside the sandbox, with a warning', () => {
    const flags = {
      mode: 'testnet',
      'pay-to': WALLET,
      'base-url': 'http://127.0.0.1:8402',
      'facilitator-url': 'http://[::1]:4000',
    }
    expect(warningsOf({ flags })).toEqual([
      'base_url (--base-url) is http: only buyers on this machine can reach it',
      'facilitator_url (--facilitator-url) is http: use it only for tests on this machine',
    ])
  })

  test('a setting that has no effect beside the others is named in a warning', () => {
    const flags = { 'rpc-url': 'https://rpc.example.com', 'alerts-topic': 'mine' }
    expect(warningsOf({ flags })).toEqual([
      'rpc_url (--rpc-url) is not used: the payments of sandbox mode are simulated, and not on a chain',
      'alerts.topic (--alerts-topic) is not used: alerts.url is not set',
    ])
    const url = { 'alerts-url': 'https://ntfy.example.com' }
    expect(warningsOf({ flags: { 'alerts-topic': 'mine', ...url } })).toEqual([])
  })

  test('the canary is the host of the facilitator when that is a public name', () => {
    const canary = (url: string) =>
      settingsOf({ flags: { ...production, 'facilitator-url': url } }).egress.canaryHosts
    expect(canary('https://f.example.com/v2')).toEqual(['f.example.com'])
    expect(canary('http://127.0.0.1:4000')).toEqual([])
    expect(canary('http://localhost:4000')).toEqual([])
  })
})

describe('the key for a facilitator', () => {
  const ed = ed25519ApiKey()
  const p256 = p256ApiKey()
  const ID = 'URLWITNESS_FACILITATOR_KEY_ID'
  const SECRET = 'URLWITNESS_FACILITATOR_KEY_SECRET'

  test('is absent unless it is set', () => {
    expect(settingsOf({}).facilitator.key).toBeNull()
  })

  test('comes from the environment, from files, or from the settings file', () => {
    const files: Record<string, string> = { '/run/id': `${p256.id}\n`, '/run/key': p256.secret }
    const readFile = (path: string) => files[path] ?? ''
    const fromFiles = { [`${ID}_FILE`]: '/run/id', [`${SECRET}_FILE`]: '/run/key' }
    const inToml = `[facilitator]\nkey_id = "${p256.id}"\nkey_secret = '''\n${p256.secret}'''\n`
    for (const [given, id, alg] of [
      [{ env: { [ID]: ed.id, [SECRET]: ed.secret } }, ed.id, 'EdDSA'],
      [{ env: fromFiles, readFile }, p256.id, 'ES256'],
      [{ file: inToml }, p256.id, 'ES256'],
    ] as const) {
      expect(settingsOf(given).facilitator.key).toMatchObject({ id, signing: { alg } })
    }
  })

  test('in an unknown form is refused with the known forms, and is not repeated', () => {
    const secret = 'sk_live_0123456789abcdefghij'
    const [problem, ...others] = problemsOf({ env: { [ID]: 'id-of-mine', [SECRET]: secret } })
    expect(problem).toBe(
      'facilitator.key_secret (URLWITNESS_FACILITATOR_KEY_SECRET) is neither PEM nor base64; allowed: base64 of an Ed25519 key (32 or 64 bytes), or a PEM private key of EC P-256 (SEC1 or PKCS8, line ends may be written as \\n)',
    )
    expect(others).toEqual([])
    expect(problemsOf({ env: { [ID]: 'a b', [SECRET]: ed.secret } })).toEqual([
      'facilitator.key_id (URLWITNESS_FACILITATOR_KEY_ID) is not 1 to 256 printable characters; allowed: 1 to 256 printable ASCII characters without blanks',
    ])
  })

  test('is complete or absent', () => {
    expect(problemsOf({ env: { [ID]: ed.id } })).toEqual([
      'facilitator.key_id (URLWITNESS_FACILITATOR_KEY_ID) is set without facilitator.key_secret; allowed: both, or neither',
    ])
    expect(problemsOf({ env: { [SECRET]: ed.secret } })).toEqual([
      'facilitator.key_secret (URLWITNESS_FACILITATOR_KEY_SECRET) is set without facilitator.key_id; allowed: both, or neither',
    ])
  })

  test('shows neither id nor secret', () => {
    const loaded = load({ env: { [ID]: ed.id, [SECRET]: ed.secret } })
    expect(loaded).toMatchObject({
      shown: { 'facilitator.key_id': '(secret)', 'facilitator.key_secret': '(secret)' },
    })
    const { status, ...told } = loaded
    expect(status).toBe('loaded')
    expect(JSON.stringify({ ...told, settings: null }, bigints)).not.toMatch(ed.id)
    expect(JSON.stringify(loaded, bigints)).not.toContain(ed.secret.slice(0, 30))
  })

  test('is reported as missing when the facilitator requires one, and as unused in the sandbox', () => {
    const flags = {
      mode: 'production',
      'base-url': 'https://u.example.com',
      'pay-to': WALLET,
      'rpc-url': 'https://rpc.example.com',
    }
    const hosted = { 'facilitator-url': 'https://api.cdp.coinbase.com/platform/v2/x402' }
    expect(warningsOf({ flags: { ...flags, ...hosted } })).toEqual([
      'facilitator_url (--facilitator-url) requires a key with each request: set facilitator.key_id and facilitator.key_secret',
    ])
    const env = { [ID]: ed.id, [SECRET]: ed.secret }
    expect(warningsOf({ flags: { ...flags, ...hosted }, env })).toEqual([])
    expect(warningsOf({ env })).toEqual([
      'facilitator.key_id (URLWITNESS_FACILITATOR_KEY_ID) is not used: the embedded facilitator of sandbox mode needs no key',
    ])
  })
})

function bigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

describe('an invalid value is printed without what may be secret', () => {
  test.each([
    'https://buyer:hunter2@rpc.example.com:bad/',
    'ftp://hunter2@rpc.example.com/',
    'ftp://rpc.example.com/?apikey=hunter2',
    'ftp://rpc.example.com/?hunter2',
    'ftp://rpc.example.com/v3/key/hunter2',
    'ftp://rpc.example.com/apiKey-hunter2/x',
    'ftp://rpc.example.com/#token=hunter2',
    'TOKEN hunter2',
    'secret: hunter2',
    'client_secret=a;b=hunter2',
    'password=hunter2',
    'Bearer hunter2',
    'Authorization: Basic hunter2',
    'me:hunter2@mail.example.com',
    '?a=1&hunter2',
  ])('%s', (value) => {
    for (const key of ['URLWITNESS_FACILITATOR_URL', 'URLWITNESS_BASE_URL', 'URLWITNESS_MODE']) {
      const problems = problemsOf({ env: { [key]: value } })
      expect(problems.join('\n')).not.toContain('hunter2')
      expect(problems).not.toEqual([])
    }
  })

  test('what is not secret stays', () => {
    expect(
      problemsOf({ env: { URLWITNESS_FACILITATOR_URL: 'ftp://pay.example.com/x402' } })[0],
    ).toContain('"ftp://pay.example.com/x402"')
  })
})
