import { connect, createServer, type Socket } from 'node:net'

/** A port of loopback in front of a server, which delays every chunk by half a round trip in each direction. */
export interface Relay {
  readonly port: number
  readonly connect: () => Socket
  /** Sets the round trip from now on; 0 at first. */
  setRoundTrip(ms: number): void
  close(): void
}

export function connectTo(port: number): Socket {
  return connect({ port, host: '127.0.0.1', noDelay: true })
}

/** A relay in user space, because the kernel may lack netem. TCP's own handshake is not delayed, for any contender. */
export async function openRelay(toServer: () => Socket): Promise<Relay> {
  let oneWayMs = 0
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => setTimeout(() => to.writable && to.write(chunk), oneWayMs))
    from.on('end', () => setTimeout(() => to.end(), oneWayMs))
    from.on('close', () => setTimeout(() => to.destroy(), oneWayMs + 5))
    from.on('error', () => {})
  }
  const server = createServer({ noDelay: true }, (near) => {
    const far = toServer()
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    port,
    connect: () => connectTo(port),
    setRoundTrip: (ms) => {
      oneWayMs = ms / 2
    },
    close: () => server.close(),
  }
}
