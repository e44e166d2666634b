import { createHash, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { vi } from 'vitest'
import type { BlankPage, BrowserLease } from '#chrome/contract.ts'
import { chromeArguments, type LaunchArguments } from '#chrome/launch/flags.ts'
import type { NamespaceChoice } from '#chrome/launch/launch-in-network.ts'
import { createJobNetwork } from '#gather/network/job-network.ts'
import { createRenderer, type RendererOptions, type RenderResult } from '#gather/render.ts'
import { openResolver } from '#net/dns/resolver.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { silentLog } from '#runtime/log.ts'
import { parseTarget } from '#target/target.ts'
import { type Internet, openInternet } from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { testTrust } from '#test/equipment/service/service.ts'
import { findTestChrome, openTestPool, type TestPool, testBrowserSettings } from './chrome.ts'

export type CompletedRender = Extract<RenderResult, { status: 'rendered' }> & {
  /** Milliseconds by which the visit exceeded its deadline; negative when it ended earlier. */
  readonly lateMs: number
}

/** A renderer over the real browser, proxy, resolver, policy and dialer, in front of an internet on loopback. */
export interface RenderSetup extends AsyncDisposable {
  readonly internet: Internet
  readonly pool: TestPool
  /** Renders `http://www.site.example.com<path>`, or a whole URL. */
  render(url: string, options?: { readonly deadlineMs?: number }): Promise<RenderResult>
  /**
   * The same, repeated with twice the deadline when the page got no processor time on a busy machine. Throws where nothing was
   * rendered.
   */
  visit(url: string, options?: { readonly deadlineMs?: number }): Promise<CompletedRender>
  /** Sets the response for a path of the site. */
  page(path: string, content: string | RequestListener): void
  /** How often a path of the site was requested. */
  requested(path: string): number
}

const DEADLINE_MS = 25_000
export const siteName = 'www.site.example.com'
export const siteUrl = `http://${siteName}`

export const renderCaps = {
  redirects: 5,
  headersTimeoutMs: 10_000,
  headerBytes: 65_536,
  bodyBytes: 5_000_000,
  decodedBodyBytes: 10_000_000,
  page: {
    requests: 500,
    transferBytes: 50 * 1024 * 1024,
    frames: 20,
    patienceMs: 8_000,
    processorMs: 10_000,
    events: 20_000,
    consoleEvents: 1_000,
    workers: 16,
  },
} satisfies RendererOptions['caps']

export interface RenderSetupOptions {
  /** A program other than the default of this machine. */
  readonly chromePath?: string
  /** Chrome accepts the certificates of this internet, whose root is in no trust store. */
  readonly trusting?: boolean
  /** Default: that of all browser tests. */
  readonly networkNamespace?: NamespaceChoice
  readonly page?: Partial<RendererOptions['caps']['page']>
  readonly recycleRssMb?: number
  /** Called with each lease before the renderer gets it. */
  readonly onLease?: (lease: BrowserLease) => void
  /** Called with each page before it is visited. */
  readonly onPage?: (page: BlankPage) => Promise<void>
}

/** Timeout for tests that render pages: on a busy host a visit is repeated with twice the deadline, and then once more. */
export const visitTimeout = { testTimeout: 360_000 }

/** Opens a setup for all tests of a file, with `visitTimeout`. The tests declare `needsChrome`: without Chrome nothing is rendered. */
export function renderSetupForFile(options?: RenderSetupOptions): Promise<RenderSetup> {
  vi.setConfig(visitTimeout)
  return forFile(openRenderSetup(options))
}

export async function openRenderSetup(options: RenderSetupOptions = {}): Promise<RenderSetup> {
  const internet = await openInternet()
  const listeners = new Map<string, RequestListener>()
  const counts = new Map<string, number>()
  const site: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', siteUrl)
    counts.set(pathname, (counts.get(pathname) ?? 0) + 1)
    const listener = listeners.get(pathname)
    if (listener !== undefined) return listener(request, response)
    response.writeHead(404, html).end('<title>Not here</title>')
  }
  await internet.addSite(siteName, { ip: '93.184.215.14', http: site, https: site })
  internet.dns.set('inside.example.com', { a: ['192.168.0.1'] })
  const chromePath = options.chromePath ?? findTestChrome()
  const pool = await openTestPool({
    ...(options.trusting
      ? {
          argumentsOf: (launch: LaunchArguments) => [
            ...chromeArguments(launch),
            `--ignore-certificate-errors-spki-list=${issuerHash(internet)}`,
          ],
        }
      : {}),
    settings: {
      ...testBrowserSettings,
      chromePath,
      networkNamespace: options.networkNamespace ?? testBrowserSettings.networkNamespace,
      recycleRssMb: options.recycleRssMb ?? testBrowserSettings.recycleRssMb,
    },
  })
  const watched: typeof pool.pool = Object.create(pool.pool, {
    lease: {
      value: async (...[signal, how]: Parameters<typeof pool.pool.lease>) => {
        const lease = await pool.pool.lease(signal, how)
        putFirst(pool)
        if (lease === null) return null
        options.onLease?.(lease)
        const newPage = async () => {
          const page = await lease.newPage()
          await options.onPage?.(page)
          return page
        }
        return { ...lease, newPage }
      },
    },
  })
  const caps = { ...renderCaps, page: { ...renderCaps.page, ...options.page } }
  const trust = testTrust(internet)
  const userAgent = 'urlwitness/0.1.0 (+http://127.0.0.1:8402)'
  const resolver = openResolver({ servers: [internet.dns.address], clock })
  const renderer = createRenderer({
    clock,
    log: silentLog,
    pool: watched,
    caps,
    userAgent,
    trust,
  })
  const render: RenderSetup['render'] = async (url, { deadlineMs = DEADLINE_MS } = {}) => {
    const parsed = parseTarget(url.startsWith('/') ? siteUrl + url : url)
    if (parsed.status === 'refused') throw new TypeError(`no target: ${url}`)
    const deadline = deadlineAfter(clock, deadlineMs)
    const routes = { ipv4: true, ipv6: false }
    const own = { has: () => false }
    const { connect } = internet
    const network = createJobNetwork(
      { clock, resolver, ownAddresses: own, connect, routes },
      deadline,
    )
    try {
      return await renderer.render({ jobId: 'job', target: parsed.target }, network, deadline)
    } finally {
      deadline.close()
    }
  }
  return {
    internet,
    pool,
    render,
    visit: async (url, how) => {
      for (let deadlineMs = how?.deadlineMs ?? DEADLINE_MS; ; deadlineMs *= 2) {
        const endsAt = clock.monotonicMs() + deadlineMs
        const rendered = await render(url, { deadlineMs })
        if (rendered.status !== 'failed')
          return { ...rendered, lateMs: clock.monotonicMs() - endsAt }
        const { reason } = rendered
        // On a busy machine a short deadline may end before a browser is available.
        const isBusy =
          reason === 'host_overloaded' || (reason === 'no_evidence' && deadlineMs < DEADLINE_MS)
        if (!isBusy) throw new TypeError(`not rendered: ${reason}`)
      }
    },
    page: (path, content) => {
      listeners.set(
        path,
        typeof content === 'string'
          ? (_request, response) => void response.writeHead(200, html).end(content)
          : content,
      )
    },
    requested: (path) => counts.get(path) ?? 0,
    [Symbol.asyncDispose]: async () => {
      await pool[Symbol.asyncDispose]()
      resolver.close()
      await internet.close()
    },
  }
}

/**
 * Gives the browser a larger share of the processors than other tests, as far as this process may. A service has priority over
 * its browser, and parallel tests act like such a service: a page that computes until its deadline would not get the processor
 * time that makes it the cause, and the visit would be repeated with twice the deadline.
 */
function putFirst(pool: TestPool): void {
  const [pid] = pool.pids()
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '-5')
  } catch {} // Without the privilege, or without such groups, the visit is repeated.
}

/** SHA-256 of the issuer's public key, base64. Chrome can be told to accept any chain that contains this key. */
function issuerHash({ issuer }: Internet): string {
  const key = new X509Certificate(issuer.pem).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}

export const html = { 'content-type': 'text/html; charset=utf-8' }

/** A page with visible content. */
export const document = (body: string, head = '<title>Page</title>') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body><h1>Page</h1>${body}</body></html>`

/** Script that blocks the page's thread until the path has responded, without using processor time that parallel tests need. */
export const blockOn = (path: string) => `{
  const request = new XMLHttpRequest()
  request.open('GET', '${path}', false)
  try { request.send() } catch {}
}`

/**
 * Script that never frees the page's thread. It computes until it has used its budget of two seconds of processor time, and
 * then requests `/rest` again and again, because a page that has used its budget is observed for another five seconds. A pause
 * counts as time of other processes.
 */
export const burnsMost = `for (let computedMs = 0, last = performance.now(); ; ) {
  const now = performance.now()
  computedMs += Math.min(now - last, 1)
  if (computedMs > 2300) ${blockOn('/rest')}
  last = performance.now()
}`
