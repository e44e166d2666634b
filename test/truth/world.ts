import { createHash, X509Certificate } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { chromeArguments } from '#chrome/launch/flags.ts'
import { messageOf } from '#fault.ts'
import { openResolver } from '#net/dns/resolver.ts'
import { createTrustStore } from '#net/x509/trust-store.ts'
import type { Report } from '#report/schema.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom as random, uuidV7 } from '#runtime/random.ts'
import { createToolRunner } from '#service/run-tool.ts'
import { parseTarget } from '#target/target.ts'
import { openTestPool, testBrowserSettings } from '#test/equipment/browser/chrome.ts'
import { readSentReport } from '#test/equipment/evidence/sent-report.ts'
import { type Internet, openInternet } from '#test/equipment/network/internet.ts'
import { idleHost } from '#test/equipment/service/idle-host.ts'
import { testSettings } from '#test/equipment/service/service.ts'
import { type CertificateOptions, mintRoot, pemChain } from '#test/equipment/tls/certificates.ts'
import type { Tool } from '#tools/tool.ts'
import type { Fault, FaultySite, Host, Interceptor, RecordedRequest, Served } from './fault.ts'
import { elsewhereReply, type LoadedPage, type Reply, staticReply, text } from './page.ts'

export interface World extends AsyncDisposable {
  /** Serves a page with a fault in front of it, on a host whose name contains the label; resolves with the URL to check. */
  deploy(page: LoadedPage, fault: Fault, label: string): Promise<string>
  /** One check by one tool. A string says why there is no report, or that a response of the site failed during the check. */
  check(tool: Tool, url: string): Promise<Report | string>
}

/** Opens the tools of the product on a simulated internet on loopback: real DNS, TLS, HTTP and Chrome, and no way out. */
export async function openWorld(): Promise<World> {
  const internet = await openInternet()
  const issuerKey = new X509Certificate(internet.issuer.pem).publicKey
  const spki = createHash('sha256')
    .update(issuerKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  const pool = await openTestPool({
    argumentsOf: (launch) => [
      ...chromeArguments(launch),
      `--ignore-certificate-errors-spki-list=${spki}`,
    ],
    settings: testBrowserSettings,
  })
  const addresses = addressPlan()
  // A production service checks through the host of its facilitator whether its own network works.
  const https: RequestListener = (_request, response) => void response.end()
  await internet.addSite(FACILITATOR, { ip: addresses(), https })
  const settings = testSettings({ EGRESS_CANARY_HOSTS: FACILITATOR }, internet)
  const resolver = openResolver({ servers: [internet.dns.address], clock })
  const trust = createTrustStore({ name: 'test', version: '1', publicRoots: [internet.root.pem] })
  const run = createToolRunner({
    settings,
    runtime: { clock, random, log: silentLog },
    version: '0.0.0',
    screenshots: null,
    baseUrl: null,
    hostLoad: idleHost,
    network: { resolver, ownAddresses: { has: () => false }, connect: internet.connect, trust },
    pool: pool.pool,
  })
  const elsewhere = new Set<string>()
  /** Messages of failed responses, by the URL to check. */
  const failures = new Map<string, string[]>()
  return {
    deploy: async (page, fault, label) => {
      const domain = `shop-${label}.com`
      const site: FaultySite = {
        page,
        domain,
        host: `www.${domain}`,
        url: `${fault.plain ? 'http' : 'https'}://www.${domain}/${page.path.replace(/(^|\/)index\.html$/, '$1')}`,
        stranger: `vendor-${label}.net`,
      }
      const failed: string[] = []
      const listen: Listen = (intercept) => listenerOf(intercept, site, failed)
      await addSite(internet, site, fault, addresses, listen)
      for (const host of othersOf(page)) {
        if (elsewhere.has(host)) continue
        elsewhere.add(host)
        const listener = listen([thirdPartyHost])
        await internet.addSite(host, { ip: addresses(), https: listener, http: listener })
      }
      const url = fault.url?.(site) ?? site.url
      failures.set(url, failed)
      return url
    },
    check: async (tool, url) => {
      const parsed = parseTarget(url)
      if (parsed.status === 'refused') return `refused: ${parsed.refusal.message}`
      const failed = failures.get(url) ?? []
      const before = failed.length
      const deadline = deadlineAfter(clock, settings.limits.deadlineMs)
      try {
        const job = { jobId: uuidV7(clock.now(), random), tool, requestedUrl: url }
        const result = await run({ ...job, target: parsed.target }, deadline)
        const [failure] = failed.slice(before)
        if (failure !== undefined) return `failed: ${failure}`
        if (result.status === 'failed') return `failed: ${result.reason}`
        return readSentReport(result.body)
      } finally {
        deadline.close()
      }
    },
    [Symbol.asyncDispose]: async () => {
      await pool[Symbol.asyncDispose]()
      resolver.close()
      await internet.close()
    },
  }
}

const FACILITATOR = 'x402.facilitator-5b1e.net'

/** Public-looking addresses, each used once. */
function addressPlan(): () => string {
  let used = 0
  return () => {
    used += 1
    return `93.184.${Math.floor(used / 250) + 1}.${(used % 250) + 1}`
  }
}

type Listen = (intercept: readonly Interceptor[]) => RequestListener

async function addSite(
  internet: Internet,
  site: FaultySite,
  fault: Fault,
  address: () => string,
  listen: Listen,
): Promise<void> {
  const ip = address()
  const listener = listen([...(fault.intercept ?? []), siteItself])
  const moved: RequestListener = (request, response) => {
    response.writeHead(301, { location: `https://${site.host}${request.url}` }).end()
  }
  const certificate = withDefaultValidity(fault.certificate?.(site))
  await internet.addSite(
    site.host,
    {
      ip,
      http: fault.plain ? listener : moved,
      ...(fault.plain || fault.issuer !== undefined ? {} : { https: listener }),
      ...(certificate === undefined ? {} : { certificate }),
    },
    fault.dns?.(ip) ?? { a: [ip] },
  )
  if (fault.issuer === 'unknown') {
    const root = mintRoot({ commonName: 'Nobody' })
    const leaf = root.issueLeaf({ names: [site.host], ...certificate })
    const options = { cert: pemChain(leaf), key: leaf.keyPem, allowHTTP1: true }
    // The compatibility API of node:http2 takes the same listener as node:http.
    const server = createSecureServer(options, (request, response) =>
      listener(request as never, response as never),
    )
    server.on('tlsClientError', () => {})
    server.on('sessionError', () => {})
    await internet.addTcp(ip, 443, (socket) => void server.emit('connection', socket))
  }
  for (const [name, host] of Object.entries(fault.hosts?.(site) ?? {})) {
    await addHost(internet, name, host, address(), listen)
  }
}

async function addHost(
  internet: Internet,
  name: string,
  host: Host,
  ip: string,
  listen: Listen,
): Promise<void> {
  if (host === 'nothing') return
  if (host === 'silent') internet.addBlackHole(ip)
  if (typeof host !== 'function') {
    internet.dns.set(name, { a: [ip] })
    return
  }
  const listener = listen([host])
  await internet.addSite(name, { ip, https: listener, http: listener })
}

const siteItself: Interceptor = (_request, upstream) => upstream()

/** The message of each response that fails is added to `failed`, and its connection is closed. */
function listenerOf(
  intercept: readonly Interceptor[],
  site: FaultySite,
  failed: string[],
): RequestListener {
  const counts = new Map<string, number>()
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    // A path may begin with two slashes, which is a host in a relative reference.
    const url = new URL(`${new URL(site.url).origin}${request.url ?? '/'}`)
    const n = (counts.get(url.pathname) ?? 0) + 1
    counts.set(url.pathname, n)
    const recorded: RecordedRequest = {
      method: request.method ?? 'GET',
      path: url.pathname,
      url,
      headers: request.headers,
      isPage: url.pathname === new URL(site.url).pathname,
      n,
    }
    send(await respond(intercept, recorded, site), request, response)
  }
  return (request, response) => {
    serve(request, response).catch((cause: unknown) => {
      failed.push(
        `The bench cannot respond to ${request.method} ${request.url}: ${messageOf(cause)}`,
      )
      cut(request, response)
    })
  }
}

async function respond(
  intercept: readonly Interceptor[],
  request: RecordedRequest,
  site: FaultySite,
): Promise<Served> {
  const from = (index: number): Reply => {
    // An earlier interceptor changes the reply of the later ones to the same request.
    for (const [after, interceptor] of intercept.slice(index).entries()) {
      if (interceptor === siteItself) break
      const served = interceptor(request, () => from(index + after + 1), site)
      if (isReply(served)) return served
    }
    return staticReply(site.page.folder, request.path)
  }
  for (const [index, interceptor] of intercept.entries()) {
    const served = await interceptor(request, () => from(index + 1), site)
    if (served !== undefined) return served
  }
  return text(404, 'text/plain', 'Not Found')
}

function isReply(served: unknown): served is Reply {
  return typeof served === 'object' && served !== null && 'status' in served
}

function send(served: Served, request: IncomingMessage, response: ServerResponse): void {
  if (served === 'hang') return
  if (served === 'reset') return void cut(request, response)
  const reply = 'cut' in served ? served.cut : served
  const chunked = reply.headers['content-length'] === undefined && !('cut' in served)
  const bodyless = request.method === 'HEAD' || reply.status === 304 || reply.status === 204
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(chunked || bodyless ? {} : { 'content-length': String(reply.body.byteLength) }),
  })
  if (!('cut' in served)) return void response.end(bodyless ? undefined : reply.body)
  response.write(reply.body.subarray(0, served.after))
  setTimeout(() => cut(request, response), 50)
}

function cut(request: IncomingMessage, response: ServerResponse): void {
  const { stream } = response as unknown as { stream?: { session?: { destroy(): void } } }
  if (stream?.session) stream.session.destroy()
  else request.socket.destroy()
}

/** If a row gives only `notAfter`, the certificate is valid for 90 days like that of most sites, and is not short-lived. */
function withDefaultValidity(
  certificate: CertificateOptions | undefined,
): CertificateOptions | undefined {
  if (certificate?.notAfter === undefined || certificate.notBefore !== undefined) return certificate
  return { ...certificate, notBefore: new Date(certificate.notAfter.getTime() - 90 * 86_400_000) }
}

/** Hosts that the document of a page names. Each serves a harmless file of the requested kind. */
function othersOf({ html }: LoadedPage): ReadonlySet<string> {
  const hosts = new Set<string>()
  for (const [, host = ''] of html.matchAll(/(?:https?:)?\/\/([a-z0-9.-]+\.[a-z]{2,})/gi)) {
    hosts.add(host.toLowerCase())
  }
  return hosts
}

const pixel = Uint8Array.from(
  atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  (one) => one.charCodeAt(0),
)

const thirdPartyHost: Interceptor = ({ path, headers }) => {
  const open = {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-methods': '*',
  }
  const needed = elsewhereReply(path)
  if (needed !== null) return withHeaders(needed, open)
  const wanted = String(headers['sec-fetch-dest'] ?? '')
  if (wanted === 'style' || /\.css$|\/css/.test(path)) {
    return withHeaders(text(200, 'text/css; charset=utf-8', '/* */'), open)
  }
  if (wanted === 'script' || path.endsWith('.js')) {
    return withHeaders(text(200, 'text/javascript; charset=utf-8', '/* */'), open)
  }
  if (wanted === 'image' || /\.(?:png|gif|jpe?g|svg)$/.test(path)) {
    return { status: 200, headers: { 'content-type': 'image/gif', ...open }, body: pixel }
  }
  return withHeaders(
    text(
      200,
      'text/html; charset=utf-8',
      '<!doctype html><title>Elsewhere</title><p>Elsewhere</p>',
    ),
    open,
  )
}

function withHeaders(reply: Reply, more: Readonly<Record<string, string>>): Reply {
  return { ...reply, headers: { ...reply.headers, ...more } }
}
