import { generatePrimeSync, getDiffieHellman, randomBytes, sign } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Minted } from './certificates.ts'

/** The fields of a ClientHello that a server reads before it responds. */
interface ClientHello {
  readonly random: Uint8Array
  readonly suites: readonly number[]
}

/**
 * A server that supports only `suites`, such as RC4, which no current OpenSSL has: it refuses a client that offers
 * none of them, like a real one.
 */
export function knowsOnly(suites: readonly number[]): (socket: Socket) => void {
  return onClientHello((hello, socket) => {
    const common = suites.some((suite) => hello.suites.includes(suite))
    socket.end(common ? alert(80) : alert(40))
  })
}

/** A TLS 1.2 server whose finite-field key exchange has a prime of `bits`, correctly signed with the leaf's RSA key. */
export function weakDiffieHellman(leaf: Minted, bits: number): (socket: Socket) => void {
  const prime =
    bits === 1024 ? getDiffieHellman('modp2').getPrime() : primeOf(generatePrimeSync(bits))
  return onClientHello((hello, socket) => {
    // A client that accepts the parameters continues; this server cannot.
    socket.once('data', () => socket.end())
    const random = new Uint8Array(randomBytes(32))
    const parameters = bytes(sized(2, prime), sized(2, [2]), sized(2, prime.subarray(0, -1)))
    const signature = sign('sha256', bytes(hello.random, random, parameters), leaf.key.privateKey)
    socket.write(
      record(
        22,
        bytes(
          message(2, bytes([3, 3], random, [0], [0x00, 0x9e], [0], sized(2, []))),
          message(11, sized(3, sized(3, leaf.der))),
          message(12, bytes(parameters, [4, 1], sized(2, signature))),
          message(14, []),
        ),
      ),
    )
  })
}

/** An unencrypted fatal alert. */
export function alert(description: number): Uint8Array {
  return record(21, [2, description])
}

export function record(type: number, body: Bytes): Uint8Array {
  const parts: Uint8Array[] = []
  for (let at = 0; at === 0 || at < body.length; at += 16_384)
    parts.push(bytes([type, 3, 3], sized(2, body.slice(at, at + 16_384))))
  return bytes(...parts)
}

export function message(type: number, body: Bytes): Uint8Array {
  return bytes([type], sized(3, body))
}

type Bytes = Uint8Array | readonly number[]

export function bytes(...parts: readonly Bytes[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/** The field after its length, which has `octets` bytes. */
export function sized(octets: number, field: Bytes): Uint8Array {
  const length = Array.from(
    { length: octets },
    (_, i) => (field.length >> (8 * (octets - 1 - i))) & 255,
  )
  return bytes(length, field)
}

function primeOf(prime: ArrayBuffer | bigint): Uint8Array {
  if (typeof prime === 'bigint') throw new TypeError('Asked for octets.')
  return new Uint8Array(prime)
}

function onClientHello(respond: (hello: ClientHello, socket: Socket) => void) {
  return (socket: Socket) => {
    let received = new Uint8Array()
    const listen = (chunk: Uint8Array) => {
      received = bytes(received, chunk) as Uint8Array<ArrayBuffer>
      const length = ((received[3] ?? 0) << 8) | (received[4] ?? 0)
      if (received.length < 5 || received.length < 5 + length) return
      socket.off('data', listen)
      respond(readClientHello(received.subarray(5)), socket)
    }
    socket.on('data', listen)
  }
}

function readClientHello(body: Uint8Array): ClientHello {
  const sessionLength = body[38] ?? 0
  const at = 39 + sessionLength
  const length = ((body[at] ?? 0) << 8) | (body[at + 1] ?? 0)
  const suites = Array.from(
    { length: length / 2 },
    (_, i) => ((body[at + 2 + 2 * i] ?? 0) << 8) | (body[at + 3 + 2 * i] ?? 0),
  )
  return { random: body.slice(6, 38), suites }
}
