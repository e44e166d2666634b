import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import type { BrowserPool, PageProcesses } from '#chrome/contract.ts'
import { processTree } from '#chrome/launch/process-tree.ts'
import { openResolver } from '#net/dns/resolver.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom as random } from '#runtime/random.ts'
import { createToolRunner } from '#service/run-tool.ts'
import { parseTarget } from '#target/target.ts'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { blockOn, document, renderSetupForFile } from '#test/equipment/browser/render-setup.ts'
import { idleHost } from '#test/equipment/service/idle-host.ts'
import { testSettings, testTrust } from '#test/equipment/service/service.ts'
import type { Tool } from '#tools/tool.ts'

const world = await renderSetupForFile()
world.page('/never', () => {})
world.page('/drips', (_request, response) => repeat(response, ' ', 200))
world.page('/endless', (_request, response) => {
  response.writeHead(200, { 'content-type': 'image/png' })
  repeat(response, new Uint8Array(10_000), 50)
})

/** Writes it again and again, until the client closes the connection. */
function repeat(response: ServerResponse, chunk: string | Uint8Array, everyMs: number): void {
  const timer = setInterval(() => response.write(chunk), everyMs)
  response.once('close', () => clearInterval(timer))
}

async function check(
  tool: Tool,
  url: string,
  pool: BrowserPool = world.pool.pool,
  deadlineMs = 25_000,
) {
  const { internet } = world
  const resolver = openResolver({ servers: [internet.dns.address], clock })
  const { connect } = internet
  const run = createToolRunner({
    settings: testSettings({}, internet),
    runtime: { clock, random, log: silentLog },
    version: '0.0.0',
    screenshots: null,
    baseUrl: null,
    hostLoad: idleHost,
    network: { resolver, ownAddresses: { has: () => false }, connect, trust: testTrust(internet) },
    pool,
  })
  const parsed = parseTarget(url)
  if (parsed.status === 'refused') throw new TypeError(url)
  using deadline = deadlineAfter(clock, deadlineMs)
  return await run({ jobId: 'job', tool, requestedUrl: url, target: parsed.target }, deadline)
}

/** The same browser on a machine whose processors have no time for it. */
const starvedPool = () => poolWith({ usedMs: () => 1, measureDelay: sinceNow })

/** The same browser on a machine that always delays some thread of it. */
const delayedPool = () => poolWith({ measureDelay: sinceNow })

function sinceNow(): () => number {
  const from = clock.monotonicMs()
  return () => clock.monotonicMs() - from
}

/** The same browser, with other measurements of the processes of a page. */
function poolWith(measured: Partial<PageProcesses>): BrowserPool {
  const { pool } = world.pool
  return withMembers(pool, {
    lease: async (signal) => {
      const lease = await pool.lease(signal)
      if (lease === null) return null
      return withMembers(lease, { processes: withMembers(lease.processes, measured) })
    },
  })
}

function withMembers<T extends object>(whole: T, members: Partial<T>): T {
  return new Proxy(whole, {
    get: (_, name) => {
      const value: unknown = Reflect.get(Object.hasOwn(members, name) ? members : whole, name)
      return typeof value === 'function' ? value.bind(whole) : value
    },
  })
}

/** Pid of the browser's process that draws. */
function drawingProcess(): number {
  const pids = world.pool.pids().flatMap((pid) => processTree(pid).map((one) => one.pid))
  const found = pids.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=gpu-process'),
  )
  if (found === undefined) throw new TypeError('no process draws')
  return found
}

const block = `for (;;) ${blockOn('/never')}`

describe('a screenshot that fails', needsChrome, () => {
  test('for the sake of this machine is a failed job, and no report on the page', async () => {
    world.page('/fine', document('<h1>Fine</h1><p>All is well here.</p>'))
    const stopped = drawingProcess()
    process.kill(stopped, 'SIGSTOP')
    try {
      expect(await check('render_page', 'http://www.site.example.com/fine')).toMatchObject({
        status: 'failed',
        reason: 'screenshot_failed',
      })
    } finally {
      process.kill(stopped, 'SIGCONT')
    }
  })

  test('for the sake of the page is a report: it is unresponsive', async () => {
    // A screenshot beyond the viewport resizes the page.
    const tall = '<h1>Stuck</h1><div style="height: 3000px"></div>'
    world.page('/stuck', document(`${tall}<script>onresize = () => { ${block} }</script>`))
    const url = 'http://www.site.example.com/stuck'
    let result = await check('render_page', url)
    // Repeated on a busy machine, which had no processor time for the page.
    while (result.status === 'failed' && result.reason === 'host_overloaded') {
      result = await check('render_page', url)
    }
    expect(result.status).toBe('completed')
    if (result.status === 'completed') expect(result.body).toContain('"RENDER_UNRESPONSIVE"')
  })

  test.each([
    ['does not reply', `<h1>Stuck</h1><script>${block}</script>`],
    [
      'is not drawn',
      `<h1>Stuck</h1><div style="height: 3000px"></div><script>onresize = () => { ${block} }</script>`,
    ],
  ])(
    'when a page %s that gets no processor is a failed job, and no report on the page',
    async (_name, body) => {
      world.page('/starved', document(body))
      const url = 'http://www.site.example.com/starved'
      expect(await check('render_page', url, starvedPool(), 15_000)).toMatchObject({
        status: 'failed',
        reason: 'host_overloaded',
      })
    },
  )
})

describe('what never comes', needsChrome, () => {
  test.each([
    ['a script', '<script src="/never"></script>'],
    ['a style sheet', '<link rel="stylesheet" href="/never"><p>words</p>'],
    ['an image', '<p>words</p><img src="/never">'],
    ['a frame', '<p>words</p><iframe src="/never"></iframe>'],
    ['a script that comes byte by byte', '<p>words</p><script src="/drips"></script>'],
    ['an image without end', '<p>words</p><img src="/endless">'],
  ])('%s is judged, however busy the machine is', async (_name, body) => {
    world.page('/silent', document(body))
    const url = 'http://www.site.example.com/silent'
    expect(await check('render_page', url, delayedPool())).toMatchObject({ status: 'completed' })
  })
})

describe('a file or a call without a response', needsChrome, () => {
  const { internet } = world
  // Nothing listens there.
  internet.dns.set('closed.site.example.com', { a: ['93.184.215.99'] })
  internet.dns.set('inside.example.net', { a: ['192.168.0.1'] })

  interface Finding {
    readonly code: string
    readonly message: string
    readonly url: string | null
  }

  async function told(path: string, markup: string) {
    const text = `<p>${'Bread and rolls, baked each morning. '.repeat(20)}</p>`
    world.page(path, document(text + markup))
    const result = await check('render_page', `http://www.site.example.com${path}`)
    if (result.status !== 'completed') throw new TypeError(result.reason)
    const { findings, notes, browser } = JSON.parse(result.body)
    const [failed] = browser.requests.failed
    return {
      findings: [...findings, ...notes] as readonly Finding[],
      error: failed.blocked_reason ?? failed.net_error,
    }
  }

  test.each([
    ['http://cdn.site.example.com/a.png', 'ERR_NAME_NOT_RESOLVED'],
    ['https://cdn.site.example.com/a.png', 'ERR_NAME_NOT_RESOLVED'],
    ['http://closed.site.example.com/a.png', 'ERR_CONNECTION_REFUSED'],
  ])('is the failure of the picture, and not of the page: %s', async (picture, expected) => {
    const path = `/picture-${picture.replaceAll(/\W/g, '-')}`
    const { findings, error } = await told(path, `<img src="${picture}" width="400" height="300">`)
    expect(findings.map(({ code, url }) => [code, url])).toEqual([['REQ_IMAGE_BROKEN', picture]])
    expect(error).toBe(expected)
  })

  test.each([
    ['http://api.site.example.com/items', '', 'ERR_NAME_NOT_RESOLVED'],
    ['https://api.site.example.com/items', '', 'ERR_NAME_NOT_RESOLVED'],
    ['http://closed.site.example.com/items', '', 'ERR_CONNECTION_REFUSED'],
    ['http://api.site.example.com/items', "{ headers: { 'x-key': '1' } }", 'ERR_NAME_NOT_RESOLVED'],
    ['http://inside.example.net/items', '', 'resolves_not_public'],
  ])('is not a matter of CORS: %s %s', async (url, options, expected) => {
    const path = `/call-${(url + options).replaceAll(/\W/g, '-')}`
    const script = `<script>fetch('${url}', ${options || '{}'}).catch(() => {})</script>`
    const { findings, error } = await told(path, script)
    expect(findings.map((one) => [one.url, one.message.includes('CORS')])).toEqual([[url, false]])
    expect(error).toBe(expected)
  })

  test('of a server that answers without the field for CORS is one', async () => {
    await internet.addSite('data.example.net', {
      ip: '93.184.215.98',
      http: (_request, response) => void response.writeHead(200).end('{}'),
    })
    const call = "fetch('http://data.example.net/items').catch(() => {})"
    const { error } = await told('/cors', `<script>${call}</script>`)
    expect(error).toBe('cors')
  })
})
