import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { describe, expect, test } from 'vitest'
import type { Report } from '#report/schema.ts'
import {
  bytesOf,
  END_HEADERS,
  END_STREAM,
  h2,
  h2Field,
  h2Frame,
  STATUS_200,
} from '#test/equipment/network/hostile-server.ts'
import { healthyFields, healthyPage, openInternet } from '#test/equipment/network/internet.ts'
import { lenientRows } from '#test/equipment/network/lenient-rows.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { probe } from '#test/equipment/service/probe.ts'
import { pemChain } from '#test/equipment/tls/certificates.ts'

const internet = await forFile(openInternet())
let sites = 0

/** Answers on the connection with number `n`, from 0; `socket.alpnProtocol` names the protocol. */
type Answer = (socket: TLSSocket, n: number, request: string) => void

/** Opens a site whose TLS is sound and whose HTTP is written by the test; returns its URL. */
async function site(answer: Answer, alpn: readonly string[] = ['http/1.1']): Promise<string> {
  sites += 1
  const name = `s${sites}.raw.example.com`
  const ip = `93.184.101.${sites}`
  const leaf = internet.issuer.issueLeaf({ names: [name] })
  const secure = { isServer: true, cert: pemChain(leaf, internet.issuer), key: leaf.keyPem }
  internet.dns.set(name, { a: [ip] })
  let connections = -1
  await internet.addTcp(ip, 443, (raw: Socket) => {
    const socket = new TLSSocket(raw, { ...secure, ALPNProtocols: [...alpn] })
    const n = ++connections
    socket.on('error', () => {})
    socket.on('data', (chunk: Uint8Array) => {
      const request = new TextDecoder('latin1').decode(chunk)
      if (/^(?:GET|HEAD|PRI) /.test(request)) answer(socket, n, request)
    })
  })
  return `https://${name}/`
}

const fields = { ...healthyFields, 'content-length': String(healthyPage.length) }
const page = `HTTP/1.1 200 OK\r\n${Object.entries(fields)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')}\r\n`
const sendPage: Answer = (socket, _n, request) => {
  socket.write(request.startsWith('HEAD') ? page : page + healthyPage)
}
const reset: Answer = (socket) => void socket.destroy()
const say =
  (text: string): Answer =>
  (socket) =>
    void socket.write(Buffer.from(text, 'latin1'))

const settings = h2Frame(h2.settings, 0, 0)
const h2Fields = bytesOf(
  STATUS_200,
  ...Object.entries(healthyFields).map(([n, v]) => h2Field(n, v)),
)
const pageOverH2 = bytesOf(
  settings,
  h2Frame(h2.headers, END_HEADERS, 1, h2Fields),
  h2Frame(h2.data, END_STREAM, 1, bytesOf(healthyPage)),
)
const code = (number: number) => Uint8Array.of(0, 0, 0, number)
const resetStream = (number: number) => bytesOf(settings, h2Frame(h2.rst, 0, 1, code(number)))
const goAway = (number: number) =>
  bytesOf(settings, h2Frame(h2.goaway, 0, 0, bytesOf(code(0), code(number))))
/** SETTINGS_MAX_CONCURRENT_STREAMS. */
const maxStreams = (number: number) =>
  h2Frame(h2.settings, 0, 0, bytesOf(Uint8Array.of(0, 3), code(number)))
const overH2 =
  (bytes: Uint8Array): Answer =>
  (socket) =>
    void socket.write(bytes)

/** One answer for each connection; the last one for all further ones. */
const each =
  (...answers: readonly Answer[]): Answer =>
  (socket, n, request) =>
    answers[Math.min(n, answers.length - 1)]?.(socket, n, request)
/** `h2` for connections that agreed on HTTP/2, else the page. */
const byProtocol =
  (answer: Answer): Answer =>
  (socket, n, request) =>
    socket.alpnProtocol === 'h2' ? answer(socket, n, request) : sendPage(socket, n, request)

function verdictOf({ result_status, findings }: Report): string[] {
  return [result_status, ...findings.map((one) => one.code)]
}
const noteOf = ({ notes }: Report, wanted: string) => notes.find((one) => one.code === wanted)
const whysOf = ({ http }: Report) => http.attempts.map(({ why }) => why)

const doubtful = new Set(['status_line', 'bare_carriage_return', 'unfinished_chunks'])

describe.concurrent('a probe of HTTP/1.1', { timeout: 60_000 }, () => {
  test.each(lenientRows)('judges what browsers judge: $name', async ({ sent, kinds, ends }) => {
    const url = await site((socket) => {
      socket.write(Buffer.from(sent, 'latin1'))
      if (ends) socket.end()
    })
    const report = await probe(internet, url)
    if (kinds === null) return expect(verdictOf(report)).toEqual(['ISSUE', 'HTTP_PROTOCOL_ERROR'])
    const isDoubtful = kinds.some((kind) => doubtful.has(kind))
    expect(verdictOf(report)).toEqual(isDoubtful ? ['REVIEW', 'HTTP_DEVIATION'] : ['PASS'])
    expect(noteOf(report, 'HTTP_DEVIATION') !== undefined).toBe(kinds.length > 0 && !isDoubtful)
    expect(report.http.deviations.map(({ kind }) => kind)).toEqual(kinds)
    expect(report.content?.title).toBe('Shown')
  })

  test('says which line deviates, and who refuses it', async () => {
    const report = await probe(
      internet,
      await site(
        say(page.replace('\r\n\r\n', '\r\nset-cookie: waf=\x02; path=/\r\n\r\n') + healthyPage),
      ),
    )
    expect(noteOf(report, 'HTTP_DEVIATION')?.message).toMatch(
      /^Line \d of the response: a control character in the value of a field\. Browsers accept it; strict clients, such as Node\.js, refuse the response\.$/,
    )
    expect(whysOf(report)).toEqual(['first', 'retry_lenient'])
    expect(noteOf(report, 'HTTP_FLAPPING')).toBeUndefined()
  })
})

describe.concurrent('a probe of HTTP/2', { timeout: 60_000 }, () => {
  const both = ['h2', 'http/1.1']

  test.each<[string, Answer, string[]]>([
    ['a page', overH2(pageOverH2), ['first']],
    ['a stream that requires HTTP/1.1', overH2(resetStream(13)), ['first', 'retry_http_1_1']],
    ['a connection that requires HTTP/1.1', overH2(goAway(13)), ['first', 'retry_http_1_1']],
    [
      'a stream that is refused once',
      each(overH2(resetStream(7)), overH2(pageOverH2)),
      ['first', 'retry_refused_stream'],
    ],
    [
      'a stream that is refused twice',
      each(overH2(resetStream(7)), overH2(resetStream(7)), overH2(pageOverH2)),
      ['first', 'retry_refused_stream', 'retry_refused_stream'],
    ],
    [
      'a connection that goes away once',
      each(overH2(goAway(0)), overH2(pageOverH2)),
      ['first', 'retry_refused_stream'],
    ],
    [
      'a door that opens later',
      (socket) => {
        socket.write(maxStreams(0))
        setTimeout(() => socket.write(bytesOf(maxStreams(1), pageOverH2)), 200)
      },
      ['first'],
    ],
    ['one stream at a time', overH2(bytesOf(maxStreams(1), pageOverH2)), ['first']],
  ])('passes %s', async (_, answer, whys) => {
    const report = await probe(internet, await site(byProtocol(answer), both))
    expect(verdictOf(report)).toEqual(['PASS'])
    expect(whysOf(report)).toEqual(whys)
    expect(noteOf(report, 'HTTP_FLAPPING')).toBeUndefined()
  })

  test('counts a stream that the server ended once for too much load as a fault', async () => {
    const answer = each(overH2(resetStream(11)), overH2(pageOverH2))
    const report = await probe(internet, await site(byProtocol(answer), both))
    expect(verdictOf(report)).toEqual(['PASS'])
    expect(noteOf(report, 'HTTP_FLAPPING')?.observed).toMatchObject({ failed: 1, requests: 4 })
  })

  test.each<[string, Uint8Array, RegExp]>([
    [
      'refuses every stream',
      resetStream(7),
      /never serves an HTTP\/2 request.* on 4 of 4 attempts/,
    ],
    ['ends every connection', goAway(0), /never serves an HTTP\/2 request/],
    ['ends every stream for too much load', resetStream(11), /ENHANCE_YOUR_CALM/],
    ['finds its own TLS inadequate', goAway(12), /INADEQUATE_SECURITY/],
    [
      'breaks the protocol',
      bytesOf(settings, h2Frame(h2.data, 0, 0, bytesOf('x'))),
      /not valid HTTP/,
    ],
  ])('is an ISSUE with its own sentence where the server %s', async (_, bytes, says) => {
    const report = await probe(internet, await site(overH2(bytes), ['h2']))
    expect(verdictOf(report)).toEqual(['ISSUE', 'HTTP_PROTOCOL_ERROR'])
    expect(report.findings[0]?.message).toMatch(says)
  })

  test('is an ISSUE where the server asks for HTTP/1.1 and does not offer it', async () => {
    const report = await probe(internet, await site(overH2(resetStream(13)), ['h2']))
    expect(report.result_status).toBe('ISSUE')
  })

  test('is REVIEW where the server never allows a stream', async () => {
    const limit = { LIMITS_HEADERS_TIMEOUT_MS: '1000' }
    const report = await probe(internet, await site(overH2(maxStreams(0)), ['h2']), limit)
    expect(verdictOf(report)).toEqual(['REVIEW', 'HTTP_TTFB_TIMEOUT'])
    expect(report.findings[0]?.message).toMatch(/allows no HTTP\/2 request/)
  })
})

describe.concurrent('a fault of some requests', { timeout: 60_000 }, () => {
  const failing = say(
    'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 3\r\nconnection: close\r\n\r\nbad',
  )

  test.each<[string, Answer, string[], number | null]>([
    ['none', sendPage, ['PASS'], null],
    ['one reset of four', each(reset, sendPage), ['PASS'], 1],
    ['two resets of four', each(reset, sendPage, reset, sendPage), ['REVIEW', 'HTTP_FLAPPING'], 2],
    ['three resets of four', each(reset, sendPage, reset), ['REVIEW', 'HTTP_FLAPPING'], 3],
    ['one 502 of four', each(failing, sendPage), ['REVIEW', 'HTTP_FLAPPING'], 1],
    ['two 502 of four', each(failing, sendPage, failing, sendPage), ['REVIEW', 'HTTP_FLAPPING'], 2],
    ['a reset and a 502', each(reset, sendPage, failing, sendPage), ['REVIEW', 'HTTP_FLAPPING'], 2],
    ['a cut body', each(say(page + healthyPage.slice(0, 40)), sendPage), ['PASS'], null],
  ])('is judged by its share: %s', async (name, answer, verdict, failed) => {
    const cutting: Answer = (socket, n, request) => {
      answer(socket, n, request)
      if (name === 'a cut body' && n === 0) socket.end()
    }
    const report = await probe(internet, await site(cutting))
    expect(verdictOf(report)).toEqual(verdict)
    const told = [...report.findings, ...report.notes].find((one) => one.code === 'HTTP_FLAPPING')
    if (failed !== null) {
      expect(told?.observed).toMatchObject({ failed, requests: 4 })
      expect(told?.message).toMatch(new RegExp(`^${failed} of 4 requests of the page failed`))
    }
    expect(report.http.attempts.length).toBeLessThanOrEqual(report.limits.extra_requests)
  })

  test('is an ISSUE when both attempts meet it', async () => {
    expect(verdictOf(await probe(internet, await site(reset)))).toEqual(['ISSUE', 'CONNECT_RESET'])
  })
})

describe.concurrent('a slow first byte', { timeout: 60_000 }, () => {
  const pageAfter =
    (ms: number): Answer =>
    (socket, n, request) =>
      void setTimeout(() => sendPage(socket, n, request), ms)
  const limit = { LIMITS_HEADERS_TIMEOUT_MS: '2000' }

  test.each<[string, Answer, string[]]>([
    ['at once', sendPage, ['PASS']],
    ['within the limit', pageAfter(1_000), ['PASS']],
    ['after the limit', pageAfter(4_000), ['REVIEW', 'HTTP_TTFB_TIMEOUT']],
    ['never', () => {}, ['REVIEW', 'HTTP_TTFB_TIMEOUT']],
  ])('%s', async (_, answer, verdict) => {
    const report = await probe(internet, await site(answer), limit)
    expect(verdictOf(report)).toEqual(verdict)
    expect(report.http.attempts).toHaveLength(1)
    if (verdict.length > 1) expect(report.findings[0]?.message).toMatch(/within 2 s, and browsers/)
  })
})
