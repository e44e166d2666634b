import { Buffer } from 'node:buffer'
import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import {
  type Answer,
  type CaaData,
  decode,
  encode,
  type Packet,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
  type SoaData,
  TRUNCATED_RESPONSE,
} from 'dns-packet'

export interface DnsQuery {
  /** Lower case, without a trailing dot. */
  readonly name: string
  readonly type: string
  readonly transport: 'udp' | 'tcp'
  /** 1 for the first query of this name and type. */
  readonly n: number
  /** Source port of the query. A resolver that never changes its port is easy to spoof. */
  readonly sourcePort: number
}

/** The records of one name. A name without records of a type gives NOERROR and no data. */
export interface NameScript {
  readonly a?: readonly string[]
  readonly aaaa?: readonly string[]
  readonly cname?: string
  readonly caa?: readonly CaaData[]
  /** Also makes the name the apex of a zone: its SOA is part of every negative response below it. */
  readonly soa?: Partial<SoaData>
  /** TTL in seconds of every record of this name; default 300. */
  readonly ttl?: number
  readonly rcode?: 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED'
  /** The server receives the query and never responds. */
  readonly silent?: boolean
  readonly delayMs?: number
  /** UDP responses are truncated and empty, so that the client must retry over TCP. */
  readonly truncated?: boolean
}

/**
 * A script, or a function that decides per query: `({ n }) => ({ a: [n === 1 ? '93.184.215.14' : '127.0.0.1'] })` rebinds. It
 * must be pure, because one query may call it several times.
 */
export type NameAnswers = NameScript | ((query: DnsQuery) => NameScript)

export interface DnsServer extends AsyncDisposable {
  /** `ip:port`, as `resolver` takes it. */
  readonly address: string
  readonly port: number
  readonly queries: readonly DnsQuery[]
  /** Number of queries received for a name, of one type or of all. */
  count(name: string, type?: string): number
  /** Replaces the records of a name. */
  set(name: string, answers: NameAnswers): void
  close(): Promise<void>
}

/**
 * A DNS server over UDP and TCP on one port of loopback. It behaves like a recursive resolver that knows `zone` and nothing
 * else: it follows CNAME chains within the zone, and every other name is NXDOMAIN.
 */
export async function startDnsServer(
  zone: Readonly<Record<string, NameAnswers>>,
  listen: { host?: string; port?: number } = {},
): Promise<DnsServer> {
  const names = new Map(Object.entries(zone).map(([name, script]) => [plain(name), script]))
  const queries: DnsQuery[] = []
  const timers = new Set<NodeJS.Timeout>()
  const { udp, tcp } = await openBoth(listen.host ?? '127.0.0.1', listen.port ?? 0)
  const sockets = new Set<Socket>()

  const hear = (message: Uint8Array, transport: 'udp' | 'tcp', sourcePort: number) => {
    const packet = decode(Buffer.from(message))
    const question = packet.questions?.[0]
    if (question === undefined) return null
    const name = plain(question.name)
    const n = 1 + queries.filter((q) => q.name === name && q.type === question.type).length
    const query: DnsQuery = { name, type: question.type, transport, n, sourcePort }
    queries.push(query)
    return { packet, query, script: scriptOf(names, query) }
  }
  const reply = (
    message: Uint8Array,
    transport: 'udp' | 'tcp',
    sourcePort: number,
    send: (answer: Uint8Array) => void,
  ) => {
    const heard = hear(message, transport, sourcePort)
    if (heard === null || heard.script?.silent) return
    const answer = encode(answerTo(heard.packet, heard.query, names))
    const timer = setTimeout(() => {
      timers.delete(timer)
      send(answer)
    }, heard.script?.delayMs ?? 0)
    timers.add(timer)
  }

  udp.on('message', (message: Uint8Array, from: RemoteInfo) =>
    reply(message, 'udp', from.port, (answer) => udp.send(answer, from.port, from.address)),
  )
  tcp.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    const port = socket.remotePort ?? 0
    eachFrame(socket, (message) =>
      reply(message, 'tcp', port, (answer) => {
        if (socket.writable) socket.write(framed(answer))
      }),
    )
  })

  const close = async () => {
    for (const timer of timers) clearTimeout(timer)
    for (const socket of sockets) socket.destroy()
    await Promise.all([
      new Promise<void>((resolve) => udp.close(() => resolve())),
      new Promise<void>((resolve) => tcp.close(() => resolve())),
    ])
  }
  const { address, port } = udp.address()
  return {
    address: `${address}:${port}`,
    port,
    queries,
    count: (name, type) =>
      queries.filter((q) => q.name === plain(name) && (type === undefined || q.type === type))
        .length,
    set: (name, answers) => void names.set(plain(name), answers),
    close,
    [Symbol.asyncDispose]: close,
  }
}

type Names = ReadonlyMap<string, NameAnswers>

const rcodes = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const

function answerTo(packet: Packet, query: DnsQuery, names: Names): Packet {
  const { answers, last, script } = follow(query, names)
  const truncated = query.transport === 'udp' && scriptOf(names, query)?.truncated === true
  const rcode = script === undefined ? rcodes.NXDOMAIN : script.rcode && rcodes[script.rcode]
  const negative = !answers.some((answer) => answer.type === query.type)
  return {
    type: 'response',
    id: packet.id,
    flags:
      RECURSION_DESIRED | RECURSION_AVAILABLE | (truncated ? TRUNCATED_RESPONSE : 0) | (rcode ?? 0),
    questions: packet.questions,
    answers: truncated ? [] : answers,
    authorities: negative && !truncated ? apexOf(last, query, names) : [],
  }
}

/** The answer section: aliases from the queried name to the last one, then its records. */
function follow(query: DnsQuery, names: Names) {
  const answers: Answer[] = []
  let name = query.name
  let script = scriptOf(names, query)
  while (script?.cname !== undefined && query.type !== 'CNAME' && answers.length < 16) {
    answers.push({ type: 'CNAME', name, ttl: script.ttl ?? 300, data: script.cname })
    name = plain(script.cname)
    script = scriptOf(names, { ...query, name })
  }
  if (script !== undefined && script.rcode === undefined) {
    answers.push(...recordsOf(name, query.type, script))
  }
  return { answers, last: name, script }
}

function recordsOf(name: string, type: string, script: NameScript): Answer[] {
  const ttl = script.ttl ?? 300
  switch (type) {
    case 'A':
      return (script.a ?? []).map((data) => ({ type: 'A', name, ttl, data }))
    case 'AAAA':
      return (script.aaaa ?? []).map((data) => ({ type: 'AAAA', name, ttl, data }))
    case 'CNAME':
      return script.cname === undefined ? [] : [{ type: 'CNAME', name, ttl, data: script.cname }]
    case 'CAA':
      return (script.caa ?? []).map((data) => ({ type: 'CAA', name, ttl, data }))
    case 'SOA':
      return script.soa === undefined ? [] : [soaOf(name, ttl, script.soa)]
    default:
      return []
  }
}

function apexOf(name: string, query: DnsQuery, names: Names): Answer[] {
  for (let at = name; at !== ''; at = at.includes('.') ? at.slice(at.indexOf('.') + 1) : '') {
    const script = scriptOf(names, { ...query, name: at })
    if (script?.soa !== undefined) return [soaOf(at, script.ttl ?? 300, script.soa)]
  }
  return []
}

function soaOf(name: string, ttl: number, soa: Partial<SoaData>): Answer {
  const data = {
    mname: `ns.${name}`,
    rname: `hostmaster.${name}`,
    serial: 1,
    refresh: 3600,
    retry: 600,
    expire: 86_400,
    minimum: 60,
    ...soa,
  }
  return { type: 'SOA', name, ttl, data }
}

function scriptOf(names: Names, query: DnsQuery): NameScript | undefined {
  const answers = names.get(query.name)
  return typeof answers === 'function' ? answers(query) : answers
}

const plain = (name: string) => name.toLowerCase().replace(/\.$/, '')

/** RFC 1035 4.2.2: two octets of length before each message. */
function framed(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(message.length + 2)
  new DataView(frame.buffer).setUint16(0, message.length)
  frame.set(message, 2)
  return frame
}

function eachFrame(socket: Socket, hear: (message: Uint8Array) => void): void {
  let held: Uint8Array = new Uint8Array(0)
  socket.on('data', (chunk: Uint8Array) => {
    const joined = new Uint8Array(held.length + chunk.length)
    joined.set(held)
    joined.set(chunk, held.length)
    held = joined
    while (held.length >= 2) {
      const length = new DataView(held.buffer, held.byteOffset).getUint16(0)
      if (held.length < 2 + length) return
      hear(held.subarray(2, 2 + length))
      held = held.subarray(2 + length)
    }
  })
}

/** Opens both transports on one port. */
async function openBoth(host: string, port: number): Promise<{ udp: UdpSocket; tcp: Server }> {
  for (let left = 20; ; left -= 1) {
    const udp = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    udp.bind(port, host)
    await once(udp, 'listening')
    const tcp = createServer()
    tcp.listen(udp.address().port, host)
    try {
      await once(tcp, 'listening')
      return { udp, tcp }
    } catch (error) {
      udp.close()
      if (left === 0) throw error
    }
  }
}
