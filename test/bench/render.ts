import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import { emulation } from '#chrome/emulation.ts'
import { kindOf } from '#chrome/launch/executable-paths.ts'
import { chromeArguments } from '#chrome/launch/flags.ts'
import { readiness } from '#chrome/page/visit-page.ts'
import { createJobNetwork } from '#gather/network/job-network.ts'
import { createRenderer } from '#gather/render.ts'
import { openResolver } from '#net/dns/resolver.ts'
import { openEgressProxy, standardEgressCaps } from '#net/proxy/proxy.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom as random } from '#runtime/random.ts'
import { parseTarget, type Target } from '#target/target.ts'
import {
  findTestChrome,
  openTestPool,
  testBrowserSettings,
} from '#test/equipment/browser/chrome.ts'
import { renderCaps } from '#test/equipment/browser/render-setup.ts'
import { healthyPage, openInternet, respond } from '#test/equipment/network/internet.ts'
import { testTrust } from '#test/equipment/service/service.ts'
import { contenderPackage } from './contender-packages.ts'
import { compared, measured } from './results.ts'

// A page rendered by the service, by bare puppeteer and by playwright-core, each in a warm browser: a fresh context, the same
// proxy, navigation to load and one PNG, in alternation. Our wait for an idle page is subtracted where the output says so.
const rounds = Number(process.argv[2] ?? 20)
const many = Number(process.argv[3] ?? 100)
const url = 'http://www.site.example.com/'
const program = findTestChrome() ?? ''

/** The part of playwright-core that is used. */
interface Playwright {
  readonly chromium: {
    launch(options: { readonly executablePath: string; readonly args: string[] }): Promise<{
      newContext(options: {
        readonly proxy: { readonly server: string; readonly bypass: string }
      }): Promise<{
        newPage(): Promise<{
          goto(url: string): Promise<unknown>
          screenshot(options: { readonly type: 'png' }): Promise<unknown>
        }>
        close(): Promise<void>
      }>
      close(): Promise<void>
    }>
  }
}

const internet = await openInternet()
await internet.addSite('www.site.example.com', {
  ip: '93.184.215.14',
  http: respond(200, { 'content-type': 'text/html; charset=utf-8' }, healthyPage),
})
const resolver = openResolver({ servers: [internet.dns.address], clock })
const { pool, folder } = await openTestPool({
  // Like the proxies of bare puppeteer, ours are on the machine's own loopback.
  settings: { ...testBrowserSettings, networkNamespace: 'off' },
})
const renderer = createRenderer({
  clock,
  log: silentLog,
  pool,
  userAgent: 'urlwitness/bench',
  trust: testTrust(internet),
  caps: renderCaps,
})
const target = targetOf(url)

function targetOf(text: string): Target {
  const parsed = parseTarget(text)
  if (parsed.status === 'refused') throw new TypeError(parsed.refusal.message)
  return parsed.target
}

function networkFor(deadline: ReturnType<typeof deadlineAfter>) {
  return createJobNetwork(
    {
      ...{ clock, resolver, connect: internet.connect, routes: { ipv4: true, ipv6: false } },
      ownAddresses: { has: () => false } as never,
    },
    deadline,
  )
}

async function ours(): Promise<number> {
  const deadline = deadlineAfter(clock, 25_000)
  const began = performance.now()
  const seen = await renderer.render({ jobId: 'bench', target }, networkFor(deadline), deadline)
  const took = performance.now() - began
  deadline.close()
  if (seen.status === 'failed' || seen.screenshot === null) throw new TypeError('not rendered')
  return took
}

// Puppeteer starts its own browser, because ours has no puppeteer sessions: the same switches, without the sandbox and with an
// empty profile.
const browser = await puppeteer.launch({
  executablePath: program,
  pipe: true,
  ignoreDefaultArgs: true,
  args: chromeArguments({
    kind: kindOf(program),
    profile: mkdtempSync(join(folder, 'bare-')),
    sandbox: false,
  }),
  defaultViewport: emulation.viewport,
})

/** The proxy of a contender: ours, without a job around it. */
async function openBareProxy(deadline: Deadline) {
  const network = networkFor(deadline)
  const proxy = await openEgressProxy({ clock, random })
  proxy.open({
    reach: (to, patience) => network.connect(to, patience),
    deadline,
    caps: standardEgressCaps,
  })
  return proxy
}

async function bare(waitMs = 0): Promise<number> {
  const deadline = deadlineAfter(clock, 25_000)
  const began = performance.now()
  const proxy = await openBareProxy(deadline)
  const context = await browser.createBrowserContext({
    proxyServer: `http://${proxy.host}:${proxy.port}`,
    proxyBypassList: ['<-loopback>'],
  })
  const page = await context.newPage()
  await page.goto(url)
  if (waitMs > 0) await clock.sleep(waitMs)
  await page.screenshot({ type: 'png' })
  const took = performance.now() - began
  await context.close()
  await proxy.close()
  deadline.close()
  return took
}

for (let warm = 0; warm < 3; warm += 1) {
  await ours()
  await bare()
}
const playwright = await openPlaywright()
const times = {
  ours: [] as number[],
  bare: [] as number[],
  playwright: [] as number[],
  cold: [] as number[],
}
for (let round = 0; round < rounds; round += 1) {
  // The contenders do not wait for an idle page as we do.
  times.ours.push((await ours()) - readiness.quietMs)
  times.bare.push(await bare())
  if (playwright !== null && round > 0) times.playwright.push(await playwright.render())
}
await playwright?.close()
for (let round = 0; round < 3; round += 1) {
  const page = `data:text/html,${encodeURIComponent(healthyPage)}`
  const args = ['--headless', '--no-sandbox', `--screenshot=${folder}/cold.png`, page]
  const began = performance.now()
  execFileSync(program, args, { stdio: 'ignore' })
  times.cold.push(performance.now() - began)
}
measured(`render ours, without ${readiness.quietMs} ms of waiting`, 'ms', times.ours)
measured('render bare puppeteer', 'ms', times.bare)
if (times.playwright.length > 0) measured('render playwright-core', 'ms', times.playwright)
measured('render a cold --screenshot', 'ms', times.cold)
compared('render ours/bare puppeteer', 'time', [times.ours, times.bare], { atMost: 1.15 })
if (times.playwright.length > 0)
  compared('render ours/playwright-core', 'time', [times.ours.slice(1), times.playwright], {
    atMost: 1.15,
  })
compared(
  'render ours/cold --screenshot',
  'time',
  [times.ours.slice(0, times.cold.length), times.cold],
  { atMost: 0.5 },
)

/** The same as `bare`, with a separate browser process of the same program. */
async function openPlaywright() {
  const exports = contenderPackage<Playwright>('playwright-core', '1.65.1')
  if (exports === null) return null
  const own = await exports.chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  const render = async () => {
    const deadline = deadlineAfter(clock, 25_000)
    const began = performance.now()
    const proxy = await openBareProxy(deadline)
    const context = await own.newContext({
      proxy: { server: `http://${proxy.host}:${proxy.port}`, bypass: '<-loopback>' },
    })
    const page = await context.newPage()
    await page.goto(url)
    await page.screenshot({ type: 'png' })
    const took = performance.now() - began
    await context.close()
    await proxy.close()
    deadline.close()
    return took
  }
  return { render, close: () => own.close() }
}

const perSecond = async (one: () => Promise<number>, count = 24) => {
  const began = performance.now()
  let left = count
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await one()
    }
  }
  await Promise.all(Array.from({ length: 6 }, worker))
  return count / ((performance.now() - began) / 1000)
}
const six = { ours: [] as number[], bare: [] as number[] }
for (let round = 0; round < 3; round += 1) {
  six.bare.push(await perSecond(() => bare(readiness.quietMs)))
  six.ours.push(await perSecond(ours))
}
measured('render six at once, ours', 'pages a second', six.ours)
measured('render six at once, bare puppeteer', 'pages a second', six.bare)
compared('render six at once, ours/bare', 'rate', [six.ours, six.bare], { atLeast: 0.95 })

const state = () => ({
  descriptors: readdirSync('/proc/self/fd').length,
  processes: readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length,
  files: readdirSync(folder, { recursive: true }).length,
  heapMiB: Math.round(process.memoryUsage().heapUsed / 1_048_576),
})
const before = state()
await perSecond(ours, many)
await clock.sleep(2_000)
console.log(`${many} renders: before ${JSON.stringify(before)}, after ${JSON.stringify(state())}`)
await browser.close()
await pool.close()
resolver.close()
await internet.close()
