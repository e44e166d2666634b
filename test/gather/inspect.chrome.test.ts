import { readFileSync } from 'node:fs'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { processTree } from '#chrome/launch/process-tree.ts'
import { openResolver } from '#net/dns/resolver.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom as random } from '#runtime/random.ts'
import { createToolRunner } from '#service/run-tool.ts'
import { parseTarget } from '#target/target.ts'
import { findTestChrome } from '#test/equipment/browser/chrome.ts'
import {
  document,
  openRenderSetup,
  type RenderSetup,
} from '#test/equipment/browser/render-setup.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { idleHost } from '#test/equipment/service/idle-host.ts'
import { testSettings, testTrust } from '#test/equipment/service/service.ts'
import type { Tool } from '#tools/tool.ts'

const chrome = findTestChrome()
let world: RenderSetup

vi.setConfig({ testTimeout: 60_000 })

beforeAll(async () => {
  if (chrome !== null) world = await openRenderSetup()
})
afterAll(async () => {
  if (chrome !== null) await world[Symbol.asyncDispose]()
})

async function check(tool: Tool, url: string) {
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
    network: { resolver, own: { has: () => false }, connect, trust: testTrust(internet) },
    pool: world.pool.pool,
  })
  const parsed = parseTarget(url)
  if (parsed.status === 'refused') throw new TypeError(url)
  using deadline = deadlineAfter(clock, 25_000)
  return await run({ jobId: 'job', tool, requestedUrl: url, target: parsed.target }, deadline)
}

/** The process of the browser that draws. */
function drawingProcess(): number {
  const pids = world.pool.pids().flatMap((pid) => processTree(pid).map((one) => one.pid))
  const found = pids.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=gpu-process'),
  )
  if (found === undefined) throw new TypeError('no process draws')
  return found
}

describe('a screenshot that fails', needs({ Chromium: chrome !== null }), () => {
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
    world.page('/stuck', document(`${tall}<script>onresize = () => { for (;;); }</script>`))
    const result = await check('render_page', 'http://www.site.example.com/stuck')
    expect(result.status).toBe('completed')
    if (result.status === 'completed') expect(result.body).toContain('"RENDER_UNRESPONSIVE"')
  })
})
