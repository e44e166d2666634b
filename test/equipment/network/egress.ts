import { connect, type Socket } from 'node:net'
import { createJobNetwork, type JobNetwork } from '#gather/network/job-network.ts'
import { openResolver } from '#net/dns/resolver.ts'
import {
  type EgressCaps,
  type EgressJob,
  type EgressProxy,
  openEgressProxy,
  standardEgressCaps,
} from '#net/proxy/proxy.ts'
import { systemClock } from '#runtime/clock.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import { systemRandom } from '#runtime/random.ts'
import type { Internet } from './internet.ts'

export interface TestProxy extends AsyncDisposable {
  readonly listener: EgressProxy
  readonly deadline: Deadline
  readonly network: JobNetwork
  /** The job of the proxy, from which a test can make one with other caps. */
  readonly job: EgressJob
}

/** A proxy over the real resolver, policy and dialer, in front of an internet on loopback. Its job is open by default. */
export async function openTestProxy(
  internet: Internet,
  options: {
    readonly caps?: Partial<EgressCaps>
    readonly deadlineMs?: number
    readonly open?: false
    readonly onDecision?: EgressJob['onDecision']
  } = {},
): Promise<TestProxy> {
  const deadline = deadlineAfter(systemClock, options.deadlineMs ?? 15_000)
  const resolver = openResolver({ servers: [internet.dns.address], clock: systemClock })
  const network = createJobNetwork(
    {
      clock: systemClock,
      resolver,
      ownAddresses: { has: () => false },
      connect: internet.connect,
      routes: { ipv4: true, ipv6: true },
    },
    deadline,
  )
  const listener = await openEgressProxy({ clock: systemClock, random: systemRandom })
  const job: EgressJob = {
    reach: network.connect,
    deadline,
    caps: { ...standardEgressCaps, ...options.caps },
    ...(options.onDecision === undefined ? {} : { onDecision: options.onDecision }),
  }
  if (options.open !== false) listener.open(job)
  return {
    listener,
    deadline,
    network,
    job,
    [Symbol.asyncDispose]: async () => {
      await listener.close()
      resolver.close()
      deadline.close()
    },
  }
}

/** A connection to the proxy, as bytes. */
export interface RawClient {
  readonly socket: Socket
  /** Everything received so far, latin-1. */
  text(): string
  /** Resolves with the received text once `done` is true for it, or the connection is closed. */
  until(done: (text: string) => boolean): Promise<string>
  /** How the connection ended; resolves when it has. */
  readonly closed: Promise<'end' | 'reset'>
}

export function connectRaw({ host, port }: EgressProxy, allowHalfOpen = false): RawClient {
  const socket = connect({ host, port, allowHalfOpen })
  let text = ''
  let waiting: (() => void)[] = []
  let ended = false
  let wasReset = false
  const wake = () => {
    const all = waiting
    waiting = []
    for (const one of all) one()
  }
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    wake()
  })
  socket.on('error', () => {
    wasReset = true
  })
  const closed = new Promise<'end' | 'reset'>((resolve) =>
    socket.once('close', () => {
      ended = true
      resolve(wasReset ? 'reset' : 'end')
      wake()
    }),
  )
  return {
    socket,
    closed,
    text: () => text,
    until: async (done) => {
      while (!done(text) && !ended) await new Promise<void>((resolve) => waiting.push(resolve))
      return text
    },
  }
}

/**
 * Sends `bytes` (latin-1) and reads until the proxy closes the connection, or has been silent for a while after its
 * first bytes.
 */
export async function sendRaw(listener: EgressProxy, bytes: string): Promise<string> {
  const client = connectRaw(listener)
  client.socket.write(bytes, 'latin1')
  await client.until((text) => text.includes('\r\n\r\n'))
  await Promise.race([client.closed, new Promise((resolve) => setTimeout(resolve, 30))])
  client.socket.destroy()
  return client.text()
}

/** Sends a request as Chrome sends it to a proxy, without keep-alive, and returns the whole response. */
export function getThrough(listener: EgressProxy, url: string, fields = ''): Promise<string> {
  const { host } = new URL(url)
  const head = `GET ${url} HTTP/1.1\r\nHost: ${host}\r\n${fields}Connection: close\r\n\r\n`
  return wholeResponse(listener, head)
}

/** Sends `bytes`, and returns everything until the proxy closes the connection. */
export async function wholeResponse(listener: EgressProxy, bytes: string): Promise<string> {
  const client = connectRaw(listener)
  client.socket.write(bytes, 'latin1')
  await client.closed
  return client.text()
}

/** Opens a tunnel; `text` omits the head of the proxy's response. */
export async function connectThrough(
  listener: EgressProxy,
  authority: string,
  allowHalfOpen = false,
): Promise<RawClient & { readonly head: string }> {
  const client = connectRaw(listener, allowHalfOpen)
  client.socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
  await client.until((received) => received.includes('\r\n\r\n'))
  const end = client.text().indexOf('\r\n\r\n') + 4
  const head = client.text().slice(0, end)
  const text = () => client.text().slice(end)
  return { ...client, head, text, until: (done) => client.until(() => done(text())).then(text) }
}

export const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0)

export const isMarked = (response: string, { mark }: EgressProxy) =>
  response.toLowerCase().includes(`\r\n${mark.name}: ${mark.value}\r\n`)
