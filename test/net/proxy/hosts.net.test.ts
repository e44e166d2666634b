import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { classifyAddress } from '#target/address.ts'
import {
  connectRaw,
  connectThrough,
  getThrough,
  isMarked,
  openTestProxy,
  sendRaw,
  statusOf,
  type TestProxy,
} from '#test/equipment/network/egress.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { runs } from '#test/fuzz/runs.ts'

interface Case {
  readonly input: string
  readonly verdict: 'allow' | 'reject' | 'resolve' | 'either'
}
const corpus: { cases: Case[] } = JSON.parse(
  readFileSync(new URL('../../fixtures/corpora/urls.json', import.meta.url), 'utf8'),
)
const addresses: { vectors: { text: string; verdict: 'allow' | 'deny' | 'either' }[] } = JSON.parse(
  readFileSync(new URL('../../fixtures/corpora/addresses.json', import.meta.url), 'utf8'),
)

const internet = await forFile(openInternet())
beforeAll(async () => {
  await internet.addSite('public.example.com', {
    ip: '93.184.102.1',
    http: (_request, response) => response.end('public'),
  })
})

/** Addresses that were dialed since `from` and that the policy forbids. There must never be one. */
const forbiddenDials = (from = 0) =>
  internet.dialed
    .slice(from)
    .filter((to) => classifyAddress(to.slice(0, to.lastIndexOf(':'))).status === 'forbidden')

const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

async function inBatches<T>(all: readonly T[], work: (one: T) => Promise<void>) {
  for (let at = 0; at < all.length; at += 60) await Promise.all(all.slice(at, at + 60).map(work))
}

const generous = { caps: { requests: 10_000, connections: 1_000 } }

describe('spec 1.6: browser subrequests meet the same policy', () => {
  test('every forbidden URL of the corpus is refused as a plain request, and nothing is dialed', async () => {
    await using proxy = await openTestProxy(internet, generous)
    const from = internet.dialed.length
    const wrong: string[] = []
    await inBatches(
      corpus.cases.filter(({ verdict }) => verdict === 'reject' || verdict === 'either'),
      async ({ input }) => {
        const answer = await sendRaw(
          proxy.listener,
          `GET ${utf8(input)} HTTP/1.1\r\nHost: public.example.com\r\n\r\n`,
        )
        // 0 and 400: input that is not a request line cannot be parsed.
        if (![0, 400, 403].includes(statusOf(answer))) wrong.push(`${input}: ${answer}`)
      },
    )
    expect(wrong).toEqual([])
    expect(internet.dialed.slice(from)).toEqual([])
    expect(proxy.listener.records.length).toBeGreaterThan(200)
    expect(proxy.listener.records.every(({ decision }) => decision === 'blocked')).toBe(true)
  })

  test.each([80, 443])(
    'every host of those is refused as a tunnel to port %i, and nothing is dialed',
    async (port) => {
      await using proxy = await openTestProxy(internet, generous)
      const from = internet.dialed.length
      const wrong: string[] = []
      const hosts = corpus.cases
        .filter(({ verdict }) => verdict === 'reject')
        .flatMap(({ input }) => /^[a-z]+:[/\\]*([^/?#\\]*)/i.exec(input)?.[1] ?? [])
        // In these URLs only the scheme or the port was wrong, and CONNECT has its own port.
        .map((host) => host.replace(/:\d*$/, ''))
        .filter((host) => host !== '' && !/^(?:www\.)?example\.(?:com|org)\.?$/i.test(host))
      await inBatches([...new Set(hosts)], async (host) => {
        const answer = await sendRaw(
          proxy.listener,
          `CONNECT ${utf8(host)}:${port} HTTP/1.1\r\nHost: public.example.com\r\n\r\n`,
        )
        if (![0, 400, 403].includes(statusOf(answer))) wrong.push(`${host}: ${answer}`)
      })
      expect(wrong).toEqual([])
      expect(internet.dialed.slice(from)).toEqual([])
      expect(proxy.listener.records.length).toBeGreaterThan(100)
    },
  )

  test('every address of the corpus is dialed only if the policy allows it, as a literal and as a DNS answer', async () => {
    await using proxy = await openTestProxy(internet, generous)
    const from = internet.dialed.length
    const texts = addresses.vectors.map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(100)
    await inBatches([...texts.entries()], async ([n, text]) => {
      const isV6 = text.includes(':')
      await sendRaw(
        proxy.listener,
        `CONNECT ${isV6 ? `[${text}]` : text}:443 HTTP/1.1\r\nHost: x\r\n\r\n`,
      )
      if (!/^[0-9a-f.:]+$/i.test(text)) return
      const name = `n${n}.example.com`
      internet.dns.set(name, isV6 ? { aaaa: [text] } : { a: [text] })
      await sendRaw(proxy.listener, `CONNECT ${name}:443 HTTP/1.1\r\nHost: x\r\n\r\n`)
    })
    expect(forbiddenDials(from)).toEqual([])
    expect(internet.dialed.length).toBeGreaterThan(from)
  })

  test.each([
    ['127.0.0.1:443', 'not_public'],
    ['127.1:443', 'not_public'],
    ['0x7f000001:80', 'not_public'],
    ['017700000001:80', 'not_public'],
    ['2130706433:80', 'not_public'],
    ['0:80', 'not_public'],
    ['[::1]:443', 'not_public'],
    ['[::ffff:7f00:1]:443', 'not_public'],
    ['[64:ff9b::10.0.0.1]:443', 'not_public'],
    ['169.254.169.254:80', 'not_public'],
    ['localhost:443', 'not_public'],
    ['LOCALHOST.:443', 'not_public'],
    ['metadata.google.internal:80', 'not_public'],
    ['printer.local:443', 'not_public'],
    ['printer:443', 'not_public'],
    ['127.0.83.1:80', 'not_public'],
    ['public.example.com:22', 'port'],
    ['public.example.com:8080', 'port'],
    ['public.example.com:0', 'port'],
    ['public.example.com:65616', 'syntax'],
    ['public.example.com:99999', 'syntax'],
    ['public.example.com:', 'syntax'],
    ['public.example.com', 'syntax'],
    ['public.example.com:443:443', 'syntax'],
    ['public.example.com@127.0.0.1:443', 'syntax'],
    ['user:pw@public.example.com:443', 'syntax'],
    ['public.example.com/:443', 'syntax'],
    ['127.0.0.1#public.example.com:443', 'syntax'],
    ['127.0.0.1?public.example.com:443', 'syntax'],
    ['127.0.0.1%00.example.com:443', 'syntax'],
    ['127.0.0.1\\.example.com:443', 'syntax'],
    ['%6c%6f%63alhost:443', 'syntax'],
    ['[::1%25lo]:443', 'syntax'],
    ['[::1:443', 'syntax'],
    ['[127.0.0.1]:443', 'syntax'],
    ['public..example.com:443', 'syntax'],
    ['public.example.com..:443', 'syntax'],
    ['http://public.example.com:80', 'syntax'],
    ['\u00e2\u0091\u00a0.example.com:443', 'syntax'],
  ])('CONNECT %s is refused as %s, with the mark, without dialing', async (authority, block) => {
    await using proxy = await openTestProxy(internet)
    const from = internet.dialed.length
    const answer = await sendRaw(
      proxy.listener,
      `CONNECT ${authority} HTTP/1.1\r\nHost: public.example.com:443\r\n\r\n`,
    )
    expect(internet.dialed.slice(from)).toEqual([])
    // An authority that Node's parser rejects never becomes a request.
    if (answer === '') return expect(proxy.listener.strays).toBe(1)
    expect(statusOf(answer)).toBe(403)
    expect(isMarked(answer, proxy.listener)).toBe(true)
    expect(proxy.listener.records).toMatchObject([{ decision: 'blocked', block, address: null }])
  })

  test.each([
    ['https://public.example.com/', 'scheme'],
    ['ftp://public.example.com/', 'scheme'],
    ['ws://public.example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['http://user@public.example.com/', 'userinfo'],
    ['http://public.example.com@10.0.0.1/', 'userinfo'],
    ['http://public.example.com:8080/', 'port'],
    ['http://10.0.0.1/', 'not_public'],
    ['http://[fd00::1]/', 'not_public'],
    ['http://public.example.com%2f@10.0.0.1/', 'userinfo'],
    // Not a request line, according to the parser.
    ['http://10.0.0.1\\@public.example.com/', null],
  ])('GET %s is refused as %s', async (url, block) => {
    await using proxy = await openTestProxy(internet)
    const from = internet.dialed.length
    const head = `GET ${url} HTTP/1.1\r\nHost: public.example.com\r\n\r\n`
    const answer = await sendRaw(proxy.listener, head)
    expect(internet.dialed.slice(from)).toEqual([])
    if (block === null) return expect([answer, proxy.listener.strays]).toEqual(['', 1])
    expect(statusOf(answer)).toBe(403)
    expect(proxy.listener.records).toMatchObject([{ decision: 'blocked', block }])
  })
})

describe('spec 1.6: what a name resolves to', () => {
  const ask = async (proxy: TestProxy, name: string) => [
    statusOf(await getThrough(proxy.listener, `http://${name}/`)),
    statusOf((await connectThrough(proxy.listener, `${name}:80`)).head),
  ]

  test('one private address among public ones refuses the host', async () => {
    internet.dns.set('mixed.example.com', { a: ['93.184.102.1', '10.0.0.1'] })
    internet.dns.set('mixed6.example.com', { a: ['93.184.102.1'], aaaa: ['fd00::1'] })
    await using proxy = await openTestProxy(internet)
    const from = internet.dialed.length
    expect(await ask(proxy, 'mixed.example.com')).toEqual([403, 403])
    expect(await ask(proxy, 'mixed6.example.com')).toEqual([403, 403])
    expect(internet.dialed.slice(from)).toEqual([])
    expect(proxy.listener.records[0]).toMatchObject({
      block: 'resolves_not_public',
      refusal: { type: 'url_resolves_not_public', facts: { address: '10.0.0.1' } },
    })
  })

  test('an alias to a private name is refused', async () => {
    internet.dns.set('inside.example.net', { a: ['192.168.1.1'] })
    internet.dns.set('alias.example.com', { cname: 'inside.example.net' })
    await using proxy = await openTestProxy(internet)
    expect(await ask(proxy, 'alias.example.com')).toEqual([403, 403])
    expect(forbiddenDials()).toEqual([])
  })

  test('public first and private later changes nothing: a name is resolved once per job, however it is spelled', async () => {
    internet.dns.set('rebind.example.com', ({ n }) => ({
      a: [n === 1 ? '93.184.102.1' : '127.0.0.1'],
      ttl: 0,
    }))
    await using proxy = await openTestProxy(internet)
    const from = internet.dialed.length
    expect(await ask(proxy, 'rebind.example.com')).toEqual([200, 200])
    expect(await ask(proxy, 'REBIND.example.com.')).toEqual([200, 200])
    expect(internet.dialed.slice(from)).toEqual(Array(4).fill('93.184.102.1:80'))
    expect(internet.dns.count('rebind.example.com', 'A')).toBe(1)
  })

  test('another job resolves again, and refuses a private answer', async () => {
    await using proxy = await openTestProxy(internet)
    expect(await ask(proxy, 'rebind.example.com')).toEqual([403, 403])
    expect(forbiddenDials()).toEqual([])
  })

  test('many concurrent requests for a name that rebinds still resolve it once', async () => {
    internet.dns.set('race.example.com', ({ n }) => ({
      a: [n === 1 ? '93.184.102.1' : '127.0.0.1'],
      delayMs: 50,
    }))
    await using proxy = await openTestProxy(internet)
    const all = await Promise.all(Array.from({ length: 20 }, () => ask(proxy, 'race.example.com')))
    expect(all.flat()).toEqual(Array(40).fill(200))
    expect(internet.dns.count('race.example.com', 'A')).toBe(1)
  })
})

describe('arbitrary bytes', () => {
  const host = fc.oneof(
    fc.constantFrom('public.example.com', '127.0.0.1', '[::1]', '10.1', '0x7f.1', 'localhost', ''),
    fc.domain(),
    fc.ipV4Extended(),
    fc.ipV6().map((ip) => `[${ip}]`),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  const seam = fc.constantFrom(
    '',
    '.',
    '@',
    ':',
    '/',
    '\\',
    '#',
    '?',
    '%00',
    '%2e',
    '\t',
    '\0',
    ' ',
    '\r',
    '\n',
  )
  const authority = fc
    .array(fc.tuple(host, seam), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.flat().join(''))
  const field = fc.oneof(
    fc.constantFrom(
      'Host: 127.0.0.1',
      'Content-Length: 5',
      'Content-Length: -1',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding : chunked',
      'Connection: close',
      'Connection: content-length, host',
      'Upgrade: websocket',
      'Expect: 100-continue',
      ' folded',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  const message = fc
    .record({
      method: fc.constantFrom('GET', 'POST', 'CONNECT', 'OPTIONS', 'HEAD', 'PUT', 'X', ''),
      prefix: fc.constantFrom('', 'http://', 'https://', 'http:/', '//', 'HTTP:\\\\'),
      authority,
      suffix: fc.constantFrom('', ':443', ':80', ':8080', '/', '/x HTTP/1.1\r\nX: y'),
      version: fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', ''),
      fields: fc.array(field, { maxLength: 4 }),
      body: fc.oneof(fc.constant(''), fc.constant('0\r\n\r\n'), fc.string({ maxLength: 20 })),
    })
    .map(
      ({ method, prefix, suffix, version, fields, body, ...it }) =>
        `${method} ${prefix}${it.authority}${suffix} ${version}\r\n${fields.map((one) => `${one}\r\n`).join('')}\r\n${body}`,
    )

  test('the proxy responds or closes the connection, and dials only vetted addresses', async () => {
    await using proxy = await openTestProxy(internet, { ...generous, deadlineMs: 60_000 })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 5, arbitrary: message }, fc.string({ unit: 'binary', maxLength: 200 })),
        async (bytes) => {
          const from = internet.dialed.length
          // The connection ends after the bytes, so that a parser that waits for more of a message gets no more.
          const client = sendThenEnd(proxy, bytes)
          const answer = await client
          // 100: the final response comes later than this waits.
          expect([0, 100, 200, 400, 403, 417, 502]).toContain(statusOf(answer))
          expect(forbiddenDials(from)).toEqual([])
        },
      ),
      {
        numRuns: runs(300),
        examples: [
          ['GET https://a.aa HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\n\r\n'],
        ],
      },
    )
    // The proxy still works.
    expect(statusOf(await getThrough(proxy.listener, 'http://public.example.com/'))).toBe(200)
  })

  async function sendThenEnd(proxy: TestProxy, bytes: string): Promise<string> {
    const client = connectRaw(proxy.listener)
    client.socket.end(Buffer.from(bytes, 'utf8'))
    await Promise.race([client.closed, new Promise((resolve) => setTimeout(resolve, 40))])
    client.socket.destroy()
    return client.text()
  }
})
