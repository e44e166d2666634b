import type { Browser, BrowserContext, Page } from 'puppeteer-core'
import { z } from 'zod'
import { Fault } from '#fault.ts'
import type { LeakCanary } from '#net/proxy/leak-canary.ts'
import type { EgressProxy } from '#net/proxy/proxy.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { hexOf } from '#runtime/encoding.ts'
import type { Random } from '#runtime/random.ts'
import { closeContext, openContext } from './browser-context.ts'

export interface SelfCheckOptions {
  readonly browser: Browser
  readonly openProxy: () => Promise<EgressProxy>
  readonly openCanary: () => Promise<LeakCanary>
  readonly clock: Clock
  readonly random: Random
}

// Half a second when all is well, most of it for a late datagram; a busy machine gets time before it is called broken.
const TIMEOUT_MS = 20_000
/** A connection refused by the guards fails at once; one that is made arrives within this. */
const ARRIVAL_MS = 200
/** Host candidates are there after some 20 ms; gathering goes on for ten seconds where a server does not answer. */
const GATHERING_MS = 500

/**
 * Tries to get out of a fresh browser beside the proxy, in every way that a plausible launch once left open. Answers with
 * what got out, and which guard was not there though another held; empty when all is well. Rejects with a Fault
 * `browser_unavailable` when it could not be tried.
 *
 * Nothing leaves the machine even where the guards are missing: all that is asked for is listeners of our own on loopback.
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

/** What one way out let through. Each has a canary of its own, so that what is caught is laid at the right door. */
async function caughtBy(
  options: SelfCheckOptions,
  attempt: (trial: Trial) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const canary = await options.openCanary()
  try {
    const told = await attempt({ ...options, canary })
    await options.clock.sleep(ARRIVAL_MS)
    const { tcp, udp } = canary.caught()
    return [
      ...told,
      ...(tcp > 0 ? [`${attempt.name}: a TCP connection`] : []),
      ...(udp > 0 ? [`${attempt.name}: a UDP datagram`] : []),
    ]
  } finally {
    await canary.close()
  }
}

/** All that a page can do, in a context as jobs get it, whose proxy nobody opened. */
async function behindProxy({
  browser,
  openProxy,
  clock,
  canary,
}: Trial): Promise<readonly string[]> {
  const proxy = await openProxy()
  try {
    const context = await openContext(browser, proxy)
    try {
      const [candidates, ends] = await Promise.all([
        tryPage(await context.newPage(), canary),
        visitAll(context, [...canary.tcp, `localhost:${canary.tcpPort}`]),
      ])
      return [...candidates, ...missingGuards('behindProxy', ends, (end) => end !== NOT_RESOLVED)]
    } finally {
      await closeContext(context, clock)
    }
  } finally {
    await proxy.close()
  }
}

/** In Chrome's own context, where no proxy is named: what escapes a job's context, and Chrome's own doings, live there. */
async function outsideJobs({ browser, canary }: Trial): Promise<readonly string[]> {
  const hosts = [...canary.tcp, `localhost:${canary.tcpPort}`]
  const ends = await visitAll(browser.defaultBrowserContext(), hosts)
  return missingGuards('outsideJobs', ends, (end) => end === NO_PROXY)
}

/**
 * With a context that needs no proxy the resolver rules stand alone. Chrome itself makes loopback addresses of names
 * below `localhost`, unless the rules come first; so a name that nobody could know shows whether they do, without a
 * question to any server. The rules must also hold for addresses, which are names to them.
 */
async function withoutProxy({ browser, canary, random, clock }: Trial): Promise<readonly string[]> {
  const name = hexOf(random.bytes(8))
  const context = await browser.createBrowserContext({ proxyServer: 'direct://' })
  try {
    const hosts = [`${name}.localhost:${canary.tcpPort}`, ...canary.tcp]
    const ends = await visitAll(context, hosts)
    return missingGuards('withoutProxy', ends, (end) => end === NOT_RESOLVED)
  } finally {
    await closeContext(context, clock)
  }
}

const NOT_RESOLVED = 'ERR_NAME_NOT_RESOLVED'
const NO_PROXY = 'ERR_PROXY_CONNECTION_FAILED'

function missingGuards(
  where: string,
  ends: readonly string[],
  isRight: (end: string) => boolean,
): string[] {
  const wrong = new Set(ends.filter((end) => !isRight(end)))
  return [...wrong].map((end) => `${where}: stopped by the wrong guard (${end})`)
}

/** How a visit to each host ends: Chrome's error, or `answered`. */
function visitAll(context: BrowserContext, hosts: readonly string[]): Promise<string[]> {
  return Promise.all(
    hosts.map(async (host) => {
      const page = await context.newPage()
      const end = await page.goto(`http://${host}/`, { timeout: TIMEOUT_MS / 2 }).then(
        () => 'answered',
        (cause: unknown) => /net::(ERR_\w+)/.exec(String(cause))?.[1] ?? 'no error of the network',
      )
      // Chrome's own context does not close, so its pages must.
      await page.close()
      return end
    }),
  )
}

async function tryPage(page: Page, { tcp, udp }: LeakCanary): Promise<readonly string[]> {
  const kinds = await page.evaluate(REACH_OUT(tcp, udp))
  const found = z.array(z.string()).parse(kinds)
  return found.map((kind) => `behindProxy: a UDP candidate (${kind}) of WebRTC`)
}

/** Runs in the page. Answers with the kinds of UDP candidates that WebRTC found; of the rest, the canary tells. */
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
  peer.onicecandidate = ({ candidate }) => {
    if (candidate?.protocol === 'udp') found.add(candidate.type)
  }
  await peer.setLocalDescription(await peer.createOffer())
  await new Promise((resolve) => {
    setTimeout(resolve, ${GATHERING_MS})
    peer.onicegatheringstatechange = () => {
      if (peer.iceGatheringState === 'complete') resolve()
    }
  })
  peer.close()
  return [...found]
})()`
