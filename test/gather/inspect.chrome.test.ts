import { readFileSync } from 'node:fs'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import type { BrowserPool } from '#chrome/contract.ts'
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
function starvedPool(): BrowserPool {
  const { pool } = world.pool
  return withMembers(pool, {
    lease: async (signal) => {
      const lease = await pool.lease(signal)
      if (lease === null) return null
      const { processes } = lease
      const starved = withMembers(processes, {
        usedMs: () => 1,
        measureDelay: () => {
          const from = clock.monotonicMs()
          return () => clock.monotonicMs() - from
        },
      })
      return withMembers(lease, { processes: starved })
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
  test('because a browser paints nothing is repeated in another one, and the report has its picture', async () => {
    world.page('/fine', document('<h1>Fine</h1><p>All is well here.</p>'))
    const stopped = drawingProcess()
    process.kill(stopped, 'SIGSTOP')
    try {
      const url = 'http://www.site.example.com/fine'
      const result = await check('render_page', url, world.pool.pool, 45_000)
      expect(result.status).toBe('completed')
      if (result.status !== 'completed') return
      expect(result.body).not.toContain('RENDER_NOT_PAINTED')
      expect(result.body).toContain('"skipped":[]')
    } finally {
      process.kill(stopped, 'SIGCONT')
    }
  })

  test('because nothing is ever painted is a white picture and a finding', async () => {
    world.page('/fine', document('<h1>Fine</h1><p>All is well here.</p>'))
    const stopped = drawingProcess()
    process.kill(stopped, 'SIGSTOP')
    try {
      // The deadline leaves no time for another browser.
      const url = 'http://www.site.example.com/fine'
      const result = await check('render_page', url, world.pool.pool, 16_000)
      expect(result).toMatchObject({ status: 'completed', resultStatus: 'REVIEW' })
      if (result.status !== 'completed') return
      expect(result.findingCodes).toContain('RENDER_NOT_PAINTED')
      const picture = JSON.parse(result.body).screenshot
      expect(picture).toMatchObject({ width: 1366, height: 768, dominant_color: '#ffffff' })
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
