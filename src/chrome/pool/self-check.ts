import type { CDPSession } from 'puppeteer-core'
import { z } from 'zod'
import type { LaunchedBrowser } from '#chrome/launch/launch.ts'
import { Fault } from '#fault.ts'
import type { LeakCanary } from '#net/proxy/leak-canary.ts'
import type { EgressProxy } from '#net/proxy/proxy.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { hexOf } from '#runtime/encoding.ts'
import type { Random } from '#runtime/random.ts'
import {
  attachTo,
  closeContext,
  createPage,
  openBlankPage,
  openContext,
} from './browser-context.ts'

export interface SelfCheckOptions {
  readonly launched: Pick<LaunchedBrowser, 'browser' | 'root'>
  readonly openProxy: () => Promise<EgressProxy>
  readonly openCanary: () => Promise<LeakCanary>
  readonly clock: Clock
  readonly random: Random
}

// The check normally takes half a second, most of it to wait for a late datagram. A busy machine gets more time before the
// browser counts as broken.
const TIMEOUT_MS = 20_000
/** Wait for late connections. A connection that the guards refuse fails at once; one that succeeds arrives within this time. */
const ARRIVAL_MS = 200
/**
 * Limit for gathering WebRTC candidates. Host candidates exist after about 20 ms, on a busy machine after seconds; without a
 * reply from the STUN server, gathering takes ten seconds.
 */
const GATHERING_MS = 3_000

/**
 * Tries to bypass the proxy from a new browser, in every way that a plausible command line once left open. Resolves with a
 * description of each connection that got through, and of each guard that was missing although another one worked; empty when all
 * guards work. Rejects with a Fault `browser_unavailable` when the check could not run.
 *
 * Nothing leaves the machine even without the guards: the only destinations are our own listeners on loopback.
 */
export async function findLeaks(options: SelfCheckOptions): Promise<readonly string[]> {
  const deadline = deadlineAfter(options.clock, TIMEOUT_MS)
  const trials = [behindProxy, outsideJobs, withoutProxy].map((trial) => caughtBy(options, trial))
  try {
    return (await deadline.race(Promise.all(trials))).flat()
  } catch (cause) {
    throw unchecked(cause)
  } finally {
    deadline.close()
  }
}

function unchecked(cause: unknown): Fault {
  return new Fault('browser_unavailable', 'The browser could not be checked for leaks.', { cause })
}

type Trial = SelfCheckOptions & { readonly canary: LeakCanary }

/**
 * Runs one attempt and describes what it let through. Each attempt has a separate canary, so that a connection can be attributed
 * to it.
 */
async function caughtBy(
  options: SelfCheckOptions,
  attempt: (trial: Trial) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const canary = await options.openCanary()
  try {
    const found = await attempt({ ...options, canary })
    await options.clock.sleep(ARRIVAL_MS)
    const { tcp, udp } = canary.hits()
    return [
      ...found,
      ...(tcp > 0 ? [`${attempt.name}: a TCP connection`] : []),
      ...(udp > 0 ? [`${attempt.name}: a UDP datagram`] : []),
    ]
  } finally {
    await canary.close()
  }
}

/** Tries every way out that a page has, in a context like that of a job, while its proxy is closed. */
async function behindProxy({
  launched: { browser, root },
  openProxy,
  clock,
  canary,
}: Trial): Promise<readonly string[]> {
  const proxy = await openProxy()
  try {
    const context = await openContext(browser, proxy)
    try {
      const { session } = await openBlankPage(root, context)
      const [candidates, fetched] = await Promise.all([
        tryPage(session, canary),
        fetchFrom(session, canary.tcp),
      ])
      const ends = [...fetched, await navigateTo(session, `localhost:${canary.tcpPort}`)]
      return [...candidates, ...missingGuards('behindProxy', ends, isOfProxy)]
    } finally {
      await closeContext(context, clock)
    }
  } finally {
    await proxy.close()
  }
}

/**
 * Tries requests in Chrome's default context, which has only the proxy of the launch. Chrome's background traffic, and anything
 * that escapes from a job's context, belongs to it.
 */
async function outsideJobs({
  launched: { browser, root },
  canary,
}: Trial): Promise<readonly string[]> {
  const contexts = browser.browserContexts().flatMap(({ id }) => id ?? [])
  const { targetInfos } = await root.send('Target.getTargets', { filter: [{ type: 'page' }] })
  // Uses the blank page that Chrome starts with: another page would need another process.
  const first = targetInfos.find(
    ({ browserContextId = '' }) => !contexts.includes(browserContextId),
  )
  const targetId = first?.targetId ?? (await createPage(root, browser.defaultBrowserContext()))
  const session = await attachTo(root, targetId)
  const ends = await fetchFrom(session, [...canary.tcp, `localhost:${canary.tcpPort}`])
  await root.send('Target.detachFromTarget', { sessionId: session.id() })
  return missingGuards('outsideJobs', ends, (end) => end === NO_PROXY)
}

/**
 * Tries requests in a context without a proxy, where only the resolver rules are left. Chrome maps names below `localhost` to
 * loopback addresses unless the rules come first, so a random name shows whether they do, without a query to any server. The
 * rules must also apply to addresses, which they treat as names.
 */
async function withoutProxy({
  launched: { browser, root },
  canary,
  random,
  clock,
}: Trial): Promise<readonly string[]> {
  const name = hexOf(random.bytes(8))
  const context = await browser.createBrowserContext({ proxyServer: 'direct://' })
  try {
    const hosts = [`${name}.localhost:${canary.tcpPort}`, ...canary.tcp]
    const { session } = await openBlankPage(root, context)
    const ends = await fetchFrom(session, hosts)
    return missingGuards('withoutProxy', ends, (end) => end === NOT_RESOLVED)
  } finally {
    await closeContext(context, clock)
  }
}

const NOT_RESOLVED = 'ERR_NAME_NOT_RESOLVED'
const NO_PROXY = 'ERR_PROXY_CONNECTION_FAILED'
/** Whether the proxy refused a request. It is closed, and refuses with or without a response. */
const isOfProxy = (end: string) => end !== NOT_RESOLVED && end !== NO_ERROR

function missingGuards(
  where: string,
  ends: readonly string[],
  isRight: (end: string) => boolean,
): string[] {
  const wrong = new Set(ends.filter((end) => !isRight(end)))
  return [...wrong].map((end) => `${where}: stopped by the wrong guard (${end})`)
}

/** Fetches each host from a page. Returns how each request ended: Chrome's error, or `responded`. */
async function fetchFrom(
  session: CDPSession,
  hosts: readonly string[],
): Promise<readonly string[]> {
  const urls = hosts.map((host) => `http://${host}/`)
  const urlOf = new Map<string, string>()
  const ends = new Map<string, string>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type === 'Fetch') urlOf.set(requestId, request.url)
  })
  session.on('Network.responseReceived', ({ requestId }) => {
    const url = urlOf.get(requestId)
    if (url !== undefined && !ends.has(url)) ends.set(url, RESPONDED)
  })
  session.on('Network.loadingFailed', ({ requestId, errorText }) => {
    const url = urlOf.get(requestId)
    if (url !== undefined) ends.set(url, errorOf(errorText))
  })
  await session.send('Network.enable')
  await evaluate(session, fetchAll(urls))
  return urls.map((url) => ends.get(url) ?? NO_ERROR)
}

/** Navigates to a host. Returns how that ended. A page with two failed navigations does not close. */
async function navigateTo(session: CDPSession, host: string): Promise<string> {
  const { errorText } = await session.send('Page.navigate', { url: `http://${host}/` })
  return errorText === undefined ? RESPONDED : errorOf(errorText)
}

const RESPONDED = 'responded'
const NO_ERROR = 'no network error'

function errorOf(errorText: string): string {
  return /^net::(ERR_\w+)/.exec(errorText)?.[1] ?? NO_ERROR
}

async function evaluate(session: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  if (exceptionDetails !== undefined) {
    const { exception, text } = exceptionDetails
    throw new Fault('browser_unavailable', exception?.description ?? text)
  }
  return result.value
}

const fetchAll = (urls: readonly string[]) =>
  `Promise.allSettled(${JSON.stringify(urls)}.map((url) => fetch(url, { mode: 'no-cors' }))).then(() => true)`

async function tryPage(session: CDPSession, { tcp, udp }: LeakCanary): Promise<readonly string[]> {
  const kinds = await evaluate(session, REACH_OUT(tcp, udp))
  const found = z.array(z.string()).parse(kinds)
  return found.map((kind) => `behindProxy: a UDP candidate (${kind}) of WebRTC`)
}

/**
 * Script that runs in the page. Returns the types of the UDP candidates that WebRTC found; the canary catches everything else.
 */
const REACH_OUT = (tcp: readonly string[], udp: string) => `(async () => {
  for (const host of ${JSON.stringify(tcp)}) {
    fetch('http://' + host + '/', { mode: 'no-cors' }).catch(() => {})
    new WebSocket('ws://' + host + '/').onerror = () => {}
    navigator.sendBeacon('http://' + host + '/')
    new Image().src = 'http://' + host + '/'
  }
  const found = new Set()
  const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${udp}' }] })
  peer.createDataChannel('x')
  const gathered = new Promise((resolve) => {
    setTimeout(resolve, ${GATHERING_MS})
    peer.onicecandidate = ({ candidate }) => {
      if (candidate?.protocol !== 'udp') return
      found.add(candidate.type)
      resolve()
    }
    peer.onicegatheringstatechange = () => {
      if (peer.iceGatheringState === 'complete') resolve()
    }
  })
  await peer.setLocalDescription(await peer.createOffer())
  await gathered
  peer.close()
  return [...found]
})()`
