import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cpuMs, isRenderer, processTree } from '#chrome/launch/process-tree.ts'
import { findTestChrome } from '#test/equipment/browser/chrome.ts'
import {
  burnsMost,
  document,
  html,
  openRenderSetup,
  type RenderSetup,
  siteName,
  visitTimeout,
} from '#test/equipment/browser/render-setup.ts'
import { needs } from '#test/equipment/program/needs.ts'

const BUDGET_MS = 2_000
/** Milliseconds of processor time beyond the budget: for one reading of a busy page, and for the watch. */
const OVER_MS = 8_000

vi.setConfig(visitTimeout)

/** The page claims to be loading, so that the visit lasts until the workers have used their time on a busy machine, too. */
const workers =
  '<main aria-busy="true">Loading</main><script>for(let n=0;n<3;n+=1)new Worker("/burns.js")</script>'
const moves = '<script>setTimeout(()=>{location="http://www.other.example.com/"},100)</script>'
const frame = '<iframe src="http://www.other.example.com/"></iframe>'

/** Frames of other sites have separate processes in full Chrome only. */
const ways: Record<'shell' | 'full', [where: string, body: string, outcome: string][]> = {
  shell: [
    ['in workers', workers, 'loaded'],
    ['in its own thread', `<script>${burnsMost}</script>`, 'partial'],
  ],
  full: [
    ['on another site that it moves to', moves, 'partial'],
    ['in a frame of another site', frame, 'partial'],
  ],
}

/** Headers that make Chrome start a process for the document. */
const isolating = {
  shell: { 'cross-origin-opener-policy': 'same-origin' },
  full: { 'content-security-policy': 'sandbox allow-scripts' },
}

/** Script that computes for longer than the budget, and ends: a page that computes on is observed for another five seconds. */
const burnsEnough = `for (let computedMs = 0, last = performance.now(); computedMs < ${BUDGET_MS + 1_000}; ) {
  const now = performance.now()
  computedMs += Math.min(now - last, 1)
  last = performance.now()
}`

const rest: RequestListener = (_request, response) => void setTimeout(() => response.end(), 300)

describe.each(['shell', 'full'] as const)('%s: processor time', (kind) => {
  const chromePath = findTestChrome(kind)
  let world: RenderSetup

  beforeAll(async () => {
    if (chromePath === null) return
    world = await openRenderSetup({
      chromePath,
      trusting: true,
      page: { processorMs: BUDGET_MS },
    })
    world.page('/burns.js', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('for(;;);')
    })
    world.page('/rest', rest)
    await world.internet.addSite('www.other.example.com', {
      ip: '93.184.215.15',
      http: (request, response) => {
        if (request.url === '/rest') return rest(request, response)
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(document(`<script>${burnsMost}</script>`))
      },
    })
  })
  afterAll(async () => {
    if (chromePath !== null) await world[Symbol.asyncDispose]()
  })

  /** Processor time of the renderer that has used most, milliseconds. */
  function mostUsedMs(): number {
    const all = world.pool.pids().flatMap((pid) => processTree(pid))
    return Math.max(0, ...all.filter(({ pid }) => isRenderer(pid)).map(cpuMs))
  }

  test.each(ways[kind])(
    'a page that burns it %s is captured when its budget is used up, and closed',
    needs({ Chromium: chromePath !== null }),
    async (_where, body, outcome) => {
      world.page('/page', document(body))
      const { browser, limitsHit, http } = await world.visit('/page')
      expect(limitsHit).toEqual(['processor_ms'])
      expect(browser.navigation).toMatchObject({ outcome, main_status: 200, attempts: 1 })
      expect(http.error).toBeNull()
      expect(mostUsedMs()).toBeLessThan(BUDGET_MS + OVER_MS)
      await vi.waitFor(() => expect(mostUsedMs()).toBeLessThan(BUDGET_MS), { timeout: 30_000 })
    },
  )

  test(
    'a page with a process for itself that requests nothing has the same budget, and a page with workers beside it has no part in that',
    needs({ Chromium: chromePath !== null }),
    async () => {
      const start = "const one=new Worker('/idle.js');setTimeout(()=>one.terminate(),100)"
      world.page('/idle.js', (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end('')
      })
      world.page(
        '/starts',
        document(
          `<main aria-busy="true">Loading</main><script>setInterval(()=>{${start}},200)</script>`,
        ),
      )
      world.page('/isolated', (_request, response) => {
        response
          .writeHead(200, { ...html, ...isolating[kind] })
          .end(document(`<script>setTimeout(()=>{${burnsEnough}},500)</script>`))
      })
      const [starts, isolated] = await Promise.all(
        ['starts', 'isolated'].map((path) => world.visit(`https://${siteName}/${path}`)),
      )
      expect([starts?.limitsHit, isolated?.limitsHit]).toEqual([[], ['processor_ms']])
    },
  )
})
