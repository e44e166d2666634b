import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CompactSign, FlattenedSign } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '#cli/report/receipt.ts'
import { didUrlOf } from '#discovery/well-known.ts'
import { receiptPayload, withSignedReceipt } from '#payment/x402/offer-receipt.ts'
import { encodeReceipt } from '#payment/x402/receipt.ts'
import { canonical, claimsOf } from '#report/claims.ts'
import { compactReport } from '#report/compact-report.ts'
import { provenReport, withProof } from '#report/proof.ts'
import { reportSha256 } from '#report/report.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import {
  createKeyRing,
  privateKeyOf,
  publicKeyOf,
  publicKeysOf,
  signingKeyOf,
} from '#store/keys/key-ring.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'

const NOW = Date.parse('2026-06-18T12:00:00Z')
const folder = temporaryFolder()
const fixtures = new URL('../../fixtures/reports/', import.meta.url)
const ring = createKeyRing(NOW)
const payment = {
  network: 'eip155:8453',
  payer: '0x52908400098527886e0f7030069857d2e4169ee7',
  nonce: '0xf3746613c2d920b5fdabc0856f2aeb2d4f88ee6037b8cc5d04a71a4462f13480',
}

/** A recorded report as a service would sell it. */
async function sold(name: string): Promise<string> {
  const text = JSON.stringify(JSON.parse(readFileSync(new URL(`${name}.json`, fixtures), 'utf8')))
  return signed(text)
}

async function signed(text: string): Promise<string> {
  const key = signingKeyOf(ring)
  const report = provenReport.parse(JSON.parse(text))
  const { protected: head, signature } = await new FlattenedSign(
    new TextEncoder().encode(claimsOf(report, payment)),
  )
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .sign(privateKeyOf(key))
  return withProof(text, { jws: `${head}..${signature}`, ...payment })
}

const place = (name: string, content: string | Uint8Array) => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
const jwks = place('jwks.json', JSON.stringify({ keys: publicKeysOf(ring, NOW) }))

async function verify(content: string | Uint8Array, ...more: string[]) {
  const file = place('report.json', content)
  const ran = await runVerb(['verify-report', file, '--json', ...more], { now: NOW })
  const { verifications = [] } = JSON.parse(ran.out) as {
    verifications?: { what: string; outcome: string; detail: string }[]
  }
  const outcomes = Object.fromEntries(verifications.map(({ what, outcome }) => [what, outcome]))
  return { ...ran, outcomes }
}

describe('a report as it was sold', () => {
  test.each(['healthy-https', 'render-exception', 'verify-broken-link', 'verify-healthy'])(
    '%s is proven: form, hash, verdict and signature',
    async (name) => {
      const { code, outcomes } = await verify(await sold(name), '--jwks', jwks)
      expect([code, outcomes]).toEqual([
        0,
        {
          form: 'proven',
          hash: 'proven',
          verdict: 'proven',
          signature: 'proven',
          age: 'unchecked',
        },
      ])
    },
  )

  test('says in words what is not proven, and the age', async () => {
    const file = place('report.json', await sold('healthy-https'))
    const { out, code } = await runVerb(['verify-report', file, '--jwks', jwks], {
      now: NOW,
      columns: 200,
    })
    expect(code).toBe(0)
    expect(out).toMatch(/^proven +signature +by key \S+ of /m)
    expect(out).toMatch(/^unchecked +age +17 d, by the clock of the service/m)
    expect(out).toMatch(/Not proven:\n- that the site looked the same from another place/)
    expect(out).toContain(`nonce ${payment.nonce} of ${payment.payer} on eip155:8453`)
  })

  test('is proven too with other white space, and the form says so', async () => {
    const pretty = JSON.stringify(JSON.parse(await sold('healthy-https')), null, 2)
    expect(await verify(pretty, '--jwks', jwks)).toMatchObject({
      code: 0,
      outcomes: { form: 'unchecked', hash: 'proven', signature: 'proven' },
    })
  })

  test('is found in the output of buy --json, where another report beside it is wrong', async () => {
    const report = await sold('healthy-https')
    const bought = `{"report":${report},"receipt":{"success":true}}`
    const { code, outcomes } = await verify(bought, '--jwks', jwks)
    expect([code, outcomes]).toEqual([
      0,
      {
        form: 'proven',
        hash: 'proven',
        verdict: 'proven',
        signature: 'proven',
        age: 'unchecked',
      },
    ])
    const twice = await verify(`{"report":{},${bought.slice(1)}`, '--jwks', jwks)
    expect([twice.code, twice.outcomes['form']]).toEqual([1, 'wrong'])
  })

  test('with a lone surrogate has no hash, and is not a report of any service', async () => {
    const whole = (await sold('healthy-https')).replace('"Example Domain"', '"\\ud800"')
    expect(whole).toContain('ud800')
    expect(await verify(whole, '--jwks', jwks)).toMatchObject({
      code: 1,
      out: expect.stringContaining('half of a surrogate pair'),
    })
  })

  test.each([
    ['a number out of range', '{"report_sha256":"x","a":1e999}', 'a number out of range'],
    [
      '20,000 levels',
      `{"report_sha256":"x","a":${'['.repeat(20_000)}`,
      'nests deeper than 64 levels',
    ],
    ['one text of 16 MiB', `{ "report_sha256":"${'x'.repeat(2 ** 24)}"}`, 'is longer than 4 MiB'],
  ])('with %s is none that a service sent', async (_what, text, why) => {
    expect(await verify(text)).toMatchObject({ code: 1, out: expect.stringContaining(why) })
  })

  test('without keys, without a proof, or as a compact report, is not called proven', async () => {
    const whole = await sold('healthy-https')
    expect(await verify(whole)).toMatchObject({ code: 2, outcomes: { signature: 'unchecked' } })
    const { proof: _, ...unsold } = JSON.parse(whole)
    expect(await verify(JSON.stringify(unsold), '--jwks', jwks)).toMatchObject({
      code: 2,
      outcomes: { hash: 'proven', signature: 'unchecked' },
    })
    expect(await verify(compactReport(whole) ?? '', '--jwks', jwks)).toMatchObject({
      code: 2,
      outcomes: { hash: 'unchecked', verdict: 'unchecked', signature: 'proven' },
    })
  })
})

describe('a report that was changed', () => {
  test('a key that occurs twice is wrong, although one parser sees the signed value', async () => {
    const twice = (await sold('healthy-https')).replace('{', '{"result_status":"ISSUE",')
    expect(await verify(twice, '--jwks', jwks)).toMatchObject({
      code: 1,
      outcomes: { form: 'wrong', signature: 'proven' },
    })
  })

  test('a verdict that the evidence does not give is wrong, although hash and signature are right', async () => {
    const report = JSON.parse(readFileSync(new URL('verify-broken-link.json', fixtures), 'utf8'))
    const { report_sha256: _, ...lie } = { ...report, result_status: 'PASS', findings: [] }
    const text = await signed(JSON.stringify({ ...lie, report_sha256: reportSha256(lie) }))
    expect(await verify(text, '--jwks', jwks)).toMatchObject({
      code: 1,
      outcomes: { hash: 'proven', signature: 'proven', verdict: 'wrong' },
    })
  })

  test('other rules than those of this version leave the verdict unchecked', async () => {
    const report = JSON.parse(readFileSync(new URL('healthy-https.json', fixtures), 'utf8'))
    const { report_sha256: _, ...older } = { ...report, ruleset_version: '2025-01-01' }
    const text = await signed(JSON.stringify({ ...older, report_sha256: reportSha256(older) }))
    expect(await verify(text, '--jwks', jwks)).toMatchObject({
      code: 0,
      outcomes: { verdict: 'unchecked', signature: 'proven' },
    })
  })

  test('a key of another service, and a time in the future, are wrong', async () => {
    const others = place(
      'others.json',
      JSON.stringify({ keys: publicKeysOf(createKeyRing(NOW), NOW) }),
    )
    const text = await sold('healthy-https')
    expect(await verify(text, '--jwks', others)).toMatchObject({
      code: 1,
      outcomes: { signature: 'wrong' },
    })
    const file = place('report.json', text)
    const early = await runVerb(['verify-report', file], { now: NOW - 90 * 86_400_000 })
    expect([early.code, early.out]).toEqual([1, expect.stringMatching(/wrong +age/)])
  })
})

describe('--screenshot', () => {
  let text: string
  const png = new Uint8Array([137, 80, 78, 71])
  beforeAll(async () => {
    const report = JSON.parse(readFileSync(new URL('render-healthy.json', fixtures), 'utf8'))
    const sha256 = sha256Hex(png)
    const { report_sha256: _, ...shown } = {
      ...report,
      screenshot: { ...report.screenshot, sha256 },
    }
    text = await signed(JSON.stringify({ ...shown, report_sha256: reportSha256(shown) }))
  })

  test('is compared with the hash in the report', async () => {
    const right = place('right.png', png)
    const wrong = place('wrong.png', new Uint8Array([1]))
    expect((await verify(text, '--screenshot', right)).outcomes['screenshot']).toBe('proven')
    expect(await verify(text, '--screenshot', wrong)).toMatchObject({
      code: 1,
      outcomes: { screenshot: 'wrong' },
    })
  })

  test('is wrong for a report without one', async () => {
    const file = place('any.png', png)
    expect((await verify(await sold('healthy-https'), '--screenshot', file)).code).toBe(1)
  })
})

describe('--receipt', () => {
  const instance = 'https://verify.example.com'
  const statement = {
    resourceUrl: `${instance}/v1/probe-url`,
    network: payment.network,
    payer: payment.payer,
    issuedAtS: Date.parse('2026-06-01T12:00:05Z') / 1_000,
    transaction: `0x${'a1'.repeat(32)}`,
  }
  const at = (base: string) =>
    JSON.stringify({
      ...JSON.parse(unsold),
      service: { ...JSON.parse(unsold).service, instance: base },
    })
  type ReceiptAbout = Parameters<typeof receiptPayload>[0]
  const unsold = readFileSync(new URL('healthy-https.json', fixtures), 'utf8')

  async function soldBy(base: string): Promise<string> {
    const { report_sha256: _, ...made } = JSON.parse(at(base))
    return signed(JSON.stringify({ ...made, report_sha256: reportSha256(made) }))
  }

  async function settlement(about: ReceiptAbout = statement, by = ring, base = instance) {
    const key = signingKeyOf(by)
    const jws = await new CompactSign(new TextEncoder().encode(canonical(receiptPayload(about))))
      .setProtectedHeader({ alg: 'EdDSA', kid: didUrlOf(base, publicKeyOf(key)) })
      .sign(privateKeyOf(key))
    const { transaction } = about
    return withSignedReceipt(
      { success: true, transaction, network: 'eip155:8453', payer: about.payer },
      jws,
    )
  }

  const withReceipt = async (text: string, receipt: string) =>
    verify(text, '--jwks', jwks, '--receipt', place('receipt.txt', receipt))

  test('by a key that cannot be used is an error of the JWK set', async () => {
    const other = createKeyRing(NOW)
    const [theirs] = publicKeysOf(other, NOW)
    const keys = [...publicKeysOf(ring, NOW), { ...theirs, x: 'AA' }]
    const set = place('unusable.json', JSON.stringify({ keys }))
    const receipt = place('receipt.txt', encodeReceipt(await settlement(statement, other)))
    const text = await soldBy(instance)
    const { code, err } = await verify(text, '--jwks', set, '--receipt', receipt)
    expect([code, err]).toEqual([4, expect.stringContaining('has an unusable key')])
  })

  const ways: [string, (settled: Awaited<ReturnType<typeof settlement>>) => string][] = [
    ['the value of PAYMENT-RESPONSE', (settled) => encodeReceipt(settled)],
    ['its JSON', (settled) => JSON.stringify(settled, null, 2)],
    [
      'fields as curl -D saves them',
      (settled) =>
        `HTTP/2 200\r\nvary: Prefer\r\npayment-response: ${encodeReceipt(settled)}\r\n\r\n`,
    ],
    ['the output of buy --json', (settled) => JSON.stringify({ report: {}, receipt: settled })],
  ]
  test.each(ways)(
    'is proven to be of the payer, network, tool and time of the report: %s',
    async (_, written) => {
      const { code, out, outcomes } = await withReceipt(
        await soldBy(instance),
        written(await settlement()),
      )
      expect([code, outcomes]).toEqual([0, expect.objectContaining({ receipt: 'proven' })])
      expect(out).toContain(`in transaction ${statement.transaction}, 5 s after the check`)
      // The facts for which the receipt has no member.
      expect(JSON.parse(out).not_proven).toContainEqual(
        expect.stringMatching(
          `^the amount, .* transaction ${statement.transaction} .* nonce ${payment.nonce}`,
        ),
      )
    },
  )

  test('is proven too at a base URL with an IP address, by the key in it', async () => {
    const base = 'http://192.0.2.7:8402'
    const settled = await settlement(
      { ...statement, resourceUrl: `${base}/v1/probe-url` },
      ring,
      base,
    )
    expect(await withReceipt(await soldBy(base), encodeReceipt(settled))).toMatchObject({
      code: 0,
      outcomes: { receipt: 'proven' },
    })
  })

  test.each<[string, Partial<typeof statement>, string]>([
    ['payer', { payer: '0x8617e340b3d01fa5f11f306f4090fd50e238070d' }, 'other payer'],
    ['network', { network: 'eip155:84532' }, 'other network'],
    ['tool', { resourceUrl: `${instance}/v1/verify-page` }, 'other resourceUrl'],
    ['service', { resourceUrl: 'https://other.example.com/v1/probe-url' }, 'other resourceUrl'],
    [
      'time before the check',
      { issuedAtS: Date.parse('2026-06-01T11:59:59Z') / 1_000 },
      'other time',
    ],
  ])('of another %s is wrong', async (_, other, why) => {
    const settled = await settlement({ ...statement, ...other })
    expect(await withReceipt(await soldBy(instance), encodeReceipt(settled))).toMatchObject({
      code: 1,
      out: expect.stringContaining(why),
      outcomes: { signature: 'proven', receipt: 'wrong' },
    })
  })

  test('is wrong with another transaction around it, by another key, or by the name of another service', async () => {
    const text = await soldBy(instance)
    const moved = { ...(await settlement()), transaction: `0x${'b2'.repeat(32)}` }
    expect(await withReceipt(text, encodeReceipt(moved))).toMatchObject({
      code: 1,
      out: expect.stringContaining('other transaction'),
    })
    const forged = await settlement(statement, createKeyRing(NOW))
    expect(await withReceipt(text, encodeReceipt(forged))).toMatchObject({
      code: 1,
      out: expect.stringContaining('by any key of'),
    })
    const elsewhere = await settlement(statement, ring, 'https://other.example.com')
    expect(await withReceipt(text, encodeReceipt(elsewhere))).toMatchObject({
      code: 1,
      out: expect.stringContaining('by any key of'),
    })
  })

  test('every flipped byte of the signed receipt is found out', async () => {
    const settled = await settlement()
    const text = await soldBy(instance)
    const report = JSON.parse(text)
    const set = { keys: publicKeysOf(ring, NOW).map((key) => ({ ...key })) }
    const { signature = '' } =
      /"signature":"(?<signature>[^"]+)"/.exec(JSON.stringify(settled))?.groups ?? {}
    const outcomes = new Set<string>()
    for (let where = 0; where < signature.length; where += 1) {
      const flipped = String.fromCharCode(signature.charCodeAt(where) ^ (1 << (where % 7)))
      const changed = JSON.parse(JSON.stringify(settled), (key, value) =>
        key === 'signature'
          ? signature.slice(0, where) + flipped + signature.slice(where + 1)
          : value,
      )
      const { verification } = await verifyReceipt(report, JSON.stringify(changed), {
        set,
        source: 'here',
      })
      outcomes.add(verification.outcome)
    }
    expect([...outcomes]).toEqual(['wrong'])
  })

  test('without a signature, or without keys, is not called proven', async () => {
    const text = await soldBy(instance)
    const { extensions: _, ...bare } = await settlement()
    expect(await withReceipt(text, encodeReceipt(bare))).toMatchObject({
      code: 2,
      outcomes: { signature: 'proven', receipt: 'unchecked' },
    })
    const receipt = place('receipt.txt', encodeReceipt(await settlement()))
    expect(await verify(text, '--receipt', receipt)).toMatchObject({
      code: 2,
      outcomes: { receipt: 'unchecked' },
    })
    expect(await verify(unsold, '--jwks', jwks, '--receipt', receipt)).toMatchObject({
      code: 2,
      outcomes: { receipt: 'unchecked' },
    })
  })

  test('a file that is not a receipt is an error that names what to save', async () => {
    for (const other of ['receipt', '{}', readFileSync(jwks, 'utf8')]) {
      expect(await withReceipt(await soldBy(instance), other)).toMatchObject({
        code: 4,
        out: expect.stringContaining('save the PAYMENT-RESPONSE field'),
      })
    }
  })
})

describe('--jwks', () => {
  test('may be a URL; http only on loopback', async () => {
    const text = place('report.json', await sold('healthy-https'))
    const fetched: string[] = []
    const fake: typeof fetch = async (input) => {
      fetched.push(String(input))
      return new Response(JSON.stringify({ keys: publicKeysOf(ring, NOW) }))
    }
    const url = 'https://verify.example.com/.well-known/jwks.json'
    const ran = await runVerb(['verify-report', text, '--jwks', url], { now: NOW, fetch: fake })
    expect([ran.code, fetched]).toEqual([0, [url]])
    const plain = ['verify-report', text, '--jwks', 'http://verify.example.com/jwks.json']
    expect((await runVerb(plain, { fetch: fake })).code).toBe(64)
    expect(fetched).toHaveLength(1)
  })

  test.each([
    [
      'that leads elsewhere is not followed',
      () => new Response(null, { status: 302, headers: { location: '/keys' } }),
      'responds with 302',
    ],
    [
      'without end is not read to its end',
      () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(1 << 20)) })),
      'the response is larger than 16 MiB',
    ],
  ])('a URL %s', async (_what, respond, why) => {
    const text = place('report.json', await sold('healthy-https'))
    const url = 'https://verify.example.com/.well-known/jwks.json'
    const fake: typeof fetch = async (_input, init) => {
      expect(init?.redirect).toBe('manual')
      return respond()
    }
    const ran = await runVerb(['verify-report', text, '--jwks', url], { fetch: fake })
    expect(ran).toMatchObject({ code: 4, err: expect.stringContaining(why) })
  })

  test.each([
    ['no file', () => join(folder, 'none.json')],
    ['no key set', () => place('empty.json', '{}')],
  ])('%s is an error that says what is needed', async (_, where) => {
    const ran = await runVerb([
      'verify-report',
      place('report.json', await sold('healthy-https')),
      '--jwks',
      where(),
    ])
    expect([ran.code, ran.err]).toEqual([
      4,
      expect.stringMatching(/it does not exist|not a JWK set/),
    ])
  })
})

test.each(['{"alg":"EdDSA"}', '{"alg":"EdDSA","kid":5}', '5', 'no JSON'])(
  'the signature of a report whose header is %s is wrong, and not a key of the set',
  async (header) => {
    const keys = [...publicKeysOf(ring, NOW), ...publicKeysOf(createKeyRing(NOW), NOW)]
    const report = JSON.parse(await sold('healthy-https'))
    const [, , signature] = report.proof.jws.split('.')
    report.proof.jws = `${Buffer.from(header).toString('base64url')}..${signature}`
    const set = place('two.json', JSON.stringify({ keys }))
    const { code, outcomes } = await verify(JSON.stringify(report), '--jwks', set)
    expect([code, outcomes['signature']]).toEqual([1, 'wrong'])
  },
)

describe('a key that cannot be used', () => {
  const [good] = publicKeysOf(ring, NOW)
  const { x: _, ...without } = good ?? { x: '' }
  test.each([
    ['short bytes', [{ ...good, x: 'AA' }]],
    ['a number for its bytes', [{ ...good, x: 5 }]],
    ['no bytes', [without]],
    ['a private half', [{ ...good, d: 'AAAA' }]],
    ['a twin of the same kid', [good, good]],
    ['20,000 levels', [{ ...good, deep: '@' }]],
  ])('%s: one sentence names the set', async (_what, keys) => {
    const text = await sold('healthy-https')
    const file = place('report.json', text)
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const set = place('unusable.json', JSON.stringify({ keys }).replace('"@"', deep))
    const ran = await runVerb(['verify-report', file, '--jwks', set], { now: NOW })
    expect([ran.code, ran.out]).toEqual([4, ''])
    expect(ran.err).toMatch(/^the JWK set \S+unusable\.json has an unusable key: .+\n$/)
  })
})

test('a file that is no report is refused with what is needed', async () => {
  expect(await runVerb(['verify-report', place('x.json', '{}')])).toMatchObject({
    code: 1,
    err: expect.stringContaining('must be the JSON body of a 200'),
  })
})
