import { createHash, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import type { BlankPage, BrowserLease } from '#chrome/contract.ts'
import { chromeArguments, type LaunchArguments } from '#chrome/launch/flags.ts'
import type { NamespaceChoice } from '#chrome/launch/launch-in-network.ts'
import { createJobNetwork } from '#gather/network/job-network.ts'
import { createRenderer, type Rendered, type RendererOptions } from '#gather/render.ts'
import { openResolver } from '#net/dns/resolver.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { silentLog } from '#runtime/log.ts'
import { parseTarget } from '#target/target.ts'
import { type Internet, openInternet } from '#test/equipment/network/internet.ts'
import { testTrust } from '#test/equipment/service/service.ts'
import { findTestChrome, openTestPool, type TestPool, testBrowserSettings } from './chrome.ts'

export type Look = Extract<Rendered, { status: 'rendered' }> & {
  /** By how much it exceeded its deadline; negative: it ended before. */
  readonly lateMs: number
}

/** A renderer over the real browser, proxy, resolver, policy and dialer, in front of an internet on loopback. */
export interface RenderSetup extends AsyncDisposable {
  readonly internet: Internet
  readonly pool: TestPool
  /** Looks at `http://www.site.example.com<path>`, or at a whole URL. */
  render(url: string, options?: { readonly deadlineMs?: number }): Promise<Rendered>
  /** The same, with twice the time for a page that got no processor on a busy machine; fails where nothing was rendered. */
  look(url: string, options?: { readonly deadlineMs?: number }): Promise<Look>
  /** What is served under a path of the site. */
  page(path: string, answer: string | RequestListener): void
  /** How often a path of the site was requested. */
  requested(path: string): number
}

const DEADLINE_MS = 25_000
/** For tests with looks: on a busy host a look is repeated with twice the deadline, and once more. */
export const lookTimeout = { testTimeout: 360_000 }

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
  },
} satisfies RendererOptions['caps']

/**
 * `chromePath`: another program than the one that this machine would choose. `trusting`: Chrome takes the certificates of this
 * internet, whose root no Chrome knows.
 */
export async function openRenderSetup(
  options: {
    readonly chromePath?: string
    readonly trusting?: boolean
    /** Default: as all tests of the browser. */
    readonly networkNamespace?: NamespaceChoice
    readonly page?: Partial<RendererOptions['caps']['page']>
    /** Sees each lease before the renderer has it. */
    readonly onLease?: (lease: BrowserLease) => void
    /** Sees each page before it is visited. */
    readonly onPage?: (page: BlankPage) => Promise<void>
  } = {},
): Promise<RenderSetup> {
  const internet = await openInternet()
  const answers = new Map<string, RequestListener>()
  const counts = new Map<string, number>()
  const site: RequestListener = (request, response) => {
    const { pathname } = new URL(request.url ?? '/', siteUrl)
    counts.set(pathname, (counts.get(pathname) ?? 0) + 1)
    const answer = answers.get(pathname)
    if (answer !== undefined) return answer(request, response)
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
    },
  })
  const watched: typeof pool.pool = Object.create(pool.pool, {
    lease: {
      value: async (signal: AbortSignal) => {
        const lease = await pool.pool.lease(signal)
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
    const network = createJobNetwork({ clock, resolver, own, connect, routes }, deadline)
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
    look: async (url, how) => {
      for (let deadlineMs = how?.deadlineMs ?? DEADLINE_MS; ; deadlineMs *= 2) {
        const endsAt = clock.monotonicMs() + deadlineMs
        const rendered = await render(url, { deadlineMs })
        if (rendered.status !== 'failed')
          return { ...rendered, lateMs: clock.monotonicMs() - endsAt }
        const { reason } = rendered
        // On a busy machine a short deadline may end before there is a browser.
        const isBusy =
          reason === 'host_overloaded' || (reason === 'no_evidence' && deadlineMs < DEADLINE_MS)
        if (!isBusy) throw new TypeError(`not rendered: ${reason}`)
      }
    },
    page: (path, answer) => {
      answers.set(
        path,
        typeof answer === 'string'
          ? (_request, response) => void response.writeHead(200, html).end(answer)
          : answer,
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
 * Gives the browser more of the processors than other tests, as far as this process may. A service comes before its browser, and other
 * tests would be such a service: a page that computes until its deadline would not get the processor time that makes it the cause,
 * and the look would be repeated with twice the time.
 */
function putFirst(pool: TestPool): void {
  const [pid] = pool.pids()
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '-5')
  } catch {} // Without the right to do so, or without such groups, the look is repeated.
}

/** SHA-256 of the issuer's public key, base64: makes Chrome accept a chain with that key. */
function issuerHash({ issuer }: Internet): string {
  const key = new X509Certificate(issuer.pem).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}

export const html = { 'content-type': 'text/html; charset=utf-8' }

/** A page with something to see. */
export const document = (body: string, head = '<title>Page</title>') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body><h1>Page</h1>${body}</body></html>`

/** Runs in a page: blocks its thread until the path has responded, and takes no processor time that the tests beside this one need. */
export const blockOn = (path: string) => `{
  const request = new XMLHttpRequest()
  request.open('GET', '${path}', false)
  try { request.send() } catch {}
}`

/**
 * Runs in a page: never leaves its thread free. Computes until it has used up a budget of two seconds of processor time, and then waits for
 * `/rest` again and again: what has used up its budget is still looked at for five seconds. A pause is time of other processes.
 */
export const burnsMost = `for (let computedMs = 0, last = performance.now(); ; ) {
  const now = performance.now()
  computedMs += Math.min(now - last, 1)
  if (computedMs > 2300) ${blockOn('/rest')}
  last = performance.now()
}`
