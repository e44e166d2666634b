import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '#http/console/access/sessions.ts'
import { LINK_LIFETIME_MS } from '#operator/operator-store.ts'
import { formatHostPort } from '#settings/values.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'
import { shiftedClock } from '#test/equipment/service/shifted-clock.ts'
import { runs } from '#test/fuzz/runs.ts'

const internet = await openInternet()
let shop: TestService
let origin: string
let time: ReturnType<typeof shiftedClock>

beforeEach(async () => {
  time = shiftedClock()
  shop = await openTestService({ internet, clock: time.clock })
  const { admin } = shop.service
  origin = admin === null ? '' : `http://${formatHostPort(admin)}`
})
afterEach(() => shop.close())
afterAll(() => internet.close())

const link = async () => (await shop.service.consoleLink())?.url ?? ''
const get = (path: string, fields: Record<string, string> = {}) =>
  fetch(new URL(path, origin), { headers: fields, redirect: 'manual' })

interface Entered {
  readonly cookie: string
  readonly formToken: string
}

async function enter(): Promise<Entered> {
  const field = (await fetch(await link())).headers.get('set-cookie') ?? ''
  const cookie = field.split(';')[0] ?? ''
  const page = await (await get('/console', { cookie })).text()
  return { cookie, formToken: page.match(/name="form_token" value="([^"]+)"/)?.[1] ?? '' }
}

/** The request that a browser sends for a form on our page, with the test's changes; null omits a field. */
function post(
  path: string,
  { cookie, formToken }: Entered,
  fields: Record<string, string> = {},
  changed: Record<string, string | null> = {},
): Promise<Response> {
  const headers = {
    cookie,
    origin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
    ...changed,
  }
  return fetch(new URL(path, origin), {
    method: 'POST',
    redirect: 'manual',
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, value]],
    ),
    body: String(new URLSearchParams({ form_token: formToken, ...fields })),
  })
}

const pausedNow = async () => (await readJson(await shop.get('/v1/tools'))).tools[0].paused
const pauseProbe = { tool: 'probe_url', paused: 'yes' }

describe('the link', () => {
  test('opens the console once', async () => {
    const url = await link()
    const first = await fetch(url)
    expect(first.status).toBe(200)
    const cookie = first.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(
      /^urlwitness_console_\d+=[\w-]{43}; Max-Age=43200; Path=\/console; HttpOnly; SameSite=Strict$/,
    )
    const second = await fetch(url)
    expect([second.status, second.headers.get('set-cookie')]).toEqual([403, null])
    expect(await second.text()).toContain('urlwitness console')
    expect((await get('/console', { cookie: cookie.split(';')[0] ?? '' })).status).toBe(200)
  })

  test('opens it for one of many concurrent requests', async () => {
    const url = await link()
    const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(url)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(403)])
  })

  test('is valid for ten minutes', async () => {
    const [early, late] = [await link(), await link()]
    time.shift(LINK_LIFETIME_MS - 5_000)
    expect((await fetch(early)).status).toBe(200)
    time.shift(5_000)
    expect((await fetch(late)).status).toBe(403)
  })

  test('is not used up by a link preview', async () => {
    const url = await link()
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(403)
    expect((await fetch(url, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(403)
    expect((await fetch(url)).status).toBe(200)
  })

  test('with any other token opens nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60, unit: 'grapheme' }), async (token) => {
        const answer = await get(`/console/enter?token=${encodeURIComponent(token)}`)
        expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
      }),
      { numRuns: runs(30) },
    )
    expect((await get('/console/enter')).status).toBe(403)
  })

  test('leaves neither token nor cookie in the database or in the log', async () => {
    const url = await link()
    const token = new URL(url).searchParams.get('token') ?? ''
    const database = () =>
      ['', '-wal'].map((end) =>
        readFileSync(join(shop.dataDir, `urlwitness.sqlite${end}`)).toString('latin1'),
      )
    expect(database().join('')).not.toContain(token)
    const { cookie } = await enter()
    await fetch(url)
    const secret = cookie.split('=')[1] ?? ''
    const kept = [...database(), JSON.stringify(shop.logged)].join('')
    expect(kept).toContain('console_opened')
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(secret)
  })

  test('sets a Secure cookie when the operator uses https', async () => {
    const answer = await fetch(await link(), { headers: { 'x-forwarded-proto': 'https' } })
    expect(answer.headers.get('set-cookie')).toContain('; Secure')
  })
})

describe('a session', () => {
  test('without one, every page explains how to get a link, and shows nothing', async () => {
    const other = 'urlwitness_console_1=AAAA'
    for (const path of [
      '/console',
      '/console/live',
      '/console/calls/x',
      '/console/screenshots/x',
    ]) {
      for (const cookie of ['', other, `${other}; ${other}`]) {
        const answer = await get(path, { cookie })
        expect(answer.status).toBe(401)
        expect(await answer.text()).toContain('urlwitness console')
      }
    }
    const nobody = { cookie: '', formToken: '' }
    expect((await post('/console/pause', nobody, pauseProbe)).status).toBe(401)
  })

  test("ends an hour after the operator's last action; automatic refreshes do not count", async () => {
    const { cookie } = await enter()
    time.shift(SESSION_IDLE_MS - 1_000)
    expect((await get('/console', { cookie })).status).toBe(200)
    time.shift(SESSION_IDLE_MS - 60_000)
    expect((await get('/console/live', { cookie })).status).toBe(200)
    time.shift(60_000)
    expect((await get('/console/live', { cookie })).status).toBe(401)
    expect((await get('/console', { cookie })).status).toBe(401)
  })

  test('ends after twelve hours, despite activity', async () => {
    const { cookie } = await enter()
    const step = SESSION_IDLE_MS / 2
    for (let at = step; at < SESSION_LIFETIME_MS; at += step) {
      time.shift(step)
      expect((await get('/console', { cookie })).status).toBe(200)
    }
    time.shift(step)
    expect((await get('/console', { cookie })).status).toBe(401)
  })

  test('ends when the clock is set back', async () => {
    const { cookie } = await enter()
    time.shift(-3_600_000)
    expect((await get('/console', { cookie })).status).toBe(401)
  })

  test('ends with signing out', async () => {
    const entered = await enter()
    const answer = await post('/console/leave', entered)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      200,
      expect.stringContaining('Max-Age=0'),
    ])
    expect((await get('/console', { cookie: entered.cookie })).status).toBe(401)
  })
})

describe('a form', () => {
  test('of our own page performs its action', async () => {
    const answer = await post('/console/pause', await enter(), pauseProbe)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/console'])
    await expect.poll(pausedNow, { timeout: 30_000, interval: 50 }).toBe(true)
  })

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['of a page without an origin', { origin: 'null' }],
    ['without an origin', { origin: null }],
    ['that the browser calls same-site', { 'sec-fetch-site': 'same-site' }],
    ['that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['that no page sent', { 'sec-fetch-site': 'none' }],
    ['of another type', { 'content-type': 'text/plain' }],
  ])('%s is refused, though cookie and token are right', async (_, changed) => {
    const entered = await enter()
    const answer = await post('/console/pause', entered, pauseProbe, changed)
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('Nothing was changed')
    expect(shop.logged.some(({ event }) => event === 'console_pause')).toBe(false)
  })

  test('with the token of another session, or none, is refused', async () => {
    const [mine, other] = [await enter(), await enter()]
    for (const formToken of [other.formToken, '', 'x']) {
      expect((await post('/console/pause', { ...mine, formToken }, pauseProbe)).status).toBe(403)
    }
  })

  test('of more than a small size is refused', async () => {
    const huge = { ...pauseProbe, more: 'x'.repeat(10_000) }
    expect((await post('/console/pause', await enter(), huge)).status).toBe(403)
  })

  test('with values that no page offers changes nothing, and gives the reason', async () => {
    const entered = await enter()
    const told = async (path: string, fields: Record<string, string>) => {
      expect((await post(path, entered, fields)).status).toBe(303)
      const page = await (await get('/console', { cookie: entered.cookie })).text()
      return page.match(/role="alert">([^<]*)</)?.[1]
    }
    expect(await told('/console/pause', { tool: 'nope', paused: 'yes' })).toContain('no such tool')
    expect(await told('/console/price', { tool: 'probe_url', usd: '5000' })).toContain('at most')
    expect(await told('/console/price', { tool: 'probe_url', usd: '' })).toContain('plain decimal')
    expect(await told('/console/price', { tool: 'probe_url' })).toContain('was not changed')
    expect(await told('/console/resolve', { verdict: 'never' })).toContain('no such call')
    expect(shop.service.facts().tools[0]).toMatchObject({ priceUsd: '0.005', isPaused: false })
  })
})

describe('the listener', () => {
  test('responds to no foreign host name, as a rebinding page would use', async () => {
    const { cookie } = await enter()
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(`${origin}/console`, { headers: { host, cookie } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
          .on('error', reject)
          .end()
      })
    const { port } = new URL(origin)
    for (const name of [
      'evil.example',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '0.0.0.0',
    ]) {
      expect(await ask(`${name}:${port}`)).toBe(404)
    }
    expect(await ask(`127.0.0.1:${port}`)).toBe(200)
    expect(await ask(`localhost:${port}`)).toBe(200)
  })

  test('forbids caching, framing, embedding and reading of pages, and all scripts but its own', async () => {
    const { cookie } = await enter()
    for (const path of ['/console', '/console/live', '/console/nothing', '/console/console.js']) {
      const { headers } = await get(path, { cookie })
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('access-control-allow-origin')).toBeNull()
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).not.toContain('unsafe')
    }
  })

  test('sends the whole console within 150 KB compressed', async () => {
    const { cookie } = await enter()
    const paths = ['/console', '/console/console.css', '/console/console.js', '/console/icon.svg']
    const bodies = await Promise.all(
      paths.map(async (path) => (await get(path, { cookie })).blob()),
    )
    const zipped = new Blob(bodies).stream().pipeThrough(new CompressionStream('gzip'))
    expect((await new Response(zipped).arrayBuffer()).byteLength).toBeLessThan(20_000)
  })

  test('is separate: the public service has no console', async () => {
    expect((await shop.get('/console')).status).toBe(404)
  })
})
