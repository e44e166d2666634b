import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { Fault } from '#fault.ts'
import { readAddress } from '#payment/address.ts'
import { priceToAtomic } from '#payment/terms.ts'
import type { SigningKey } from '#runtime/signing-key.ts'
import { readSigningKey } from '#runtime/signing-key.ts'

export interface HostPort {
  /** An address literal without brackets, or `localhost`. */
  readonly host: string
  /** 0: the system chooses one. */
  readonly port: number
}

export type Address = `0x${string}`

/** Whether only this machine can reach `host` (a literal with or without brackets, or `localhost`). */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (bare === 'localhost') return true
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback'
}

/** `host:port` as in a URL or a log line, with IPv6 in brackets. */
export function formatHostPort({ host, port }: HostPort): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** `127.0.0.1:8402`, `[::1]:8402`, `localhost:8402`. Names other than localhost would make the start depend on DNS. */
export const hostPort = z.string().transform((text, ctx): HostPort => {
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text)
  const host = match?.[1] ?? match?.[2]
  const port = Number(match?.[3])
  if (host === undefined) return refuse(ctx, 'is not host:port')
  if (port > 65535) return refuse(ctx, `has port ${port}, above 65535`)
  const bracketed = match?.[1] !== undefined
  const literal = bracketed ? ipaddr.IPv6.isValid(host) : ipaddr.IPv4.isValidFourPartDecimal(host)
  if (!literal && (bracketed || host !== 'localhost')) {
    return refuse(ctx, `has host ${JSON.stringify(host)}, which is not an address literal`)
  }
  return { host, port }
})

/** `192.0.2.7`, `2001:db8::1`, or either with a prefix length: `192.0.2.0/24`. A prefix of all addresses is refused. */
export const ipPrefix = z.string().transform((text, ctx): string => {
  const [address = '', length, ...rest] = text.split('/')
  const isIpv4 = ipaddr.IPv4.isValidFourPartDecimal(address)
  const isIpv6 = address.includes(':') && !address.includes('%') && ipaddr.IPv6.isValid(address)
  if (rest.length > 0 || (!isIpv4 && !isIpv6)) return refuse(ctx, 'is not an address or a prefix')
  if (length === undefined) return text
  const isLength = /^[1-9]\d{0,2}$/.test(length) && Number(length) <= (isIpv4 ? 32 : 128)
  return isLength ? text : refuse(ctx, `has a prefix length that is not 1 to ${isIpv4 ? 32 : 128}`)
})

/** An https URL, or http on loopback, without userinfo, query or fragment, as the URL parser serializes it, without a trailing slash. */
export const serviceUrl = z.string().transform((text, ctx): string => {
  const url = URL.parse(text)
  const wrong = url === null ? 'is not an absolute URL' : faultOf(url)
  if (url === null || wrong !== null) return refuse(ctx, wrong ?? '')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
})

/** A `serviceUrl` without a path: the discovery documents are at fixed paths under the root (RFC 8615). */
export const originUrl = serviceUrl.transform((text, ctx): string =>
  new URL(text).pathname === '/' ? text : refuse(ctx, 'has a path'),
)

/** A JSON-RPC endpoint. Providers put their key into the path or the query, so both are kept. */
export const rpcUrl = z.string().transform((text, ctx): string => {
  const url = URL.parse(text)
  if (url === null) return refuse(ctx, 'is not an absolute URL')
  if (isSecure(url)) return text
  return refuse(ctx, 'is neither https nor on loopback, and its responses affect payments')
})

/** A webhook of the operator. Its token is in the path or the query; fetch refuses a URL with userinfo. */
export const webhookUrl = z.string().transform((text, ctx): string => {
  const url = URL.parse(text)
  if (url === null) return refuse(ctx, 'is not an absolute URL')
  if (url.username !== '' || url.password !== '')
    return refuse(ctx, 'contains a user name or password')
  if (isSecure(url)) return text
  return refuse(ctx, 'is neither https nor on loopback')
})

/** An EVM address, checksummed. */
export const address = z.string().transform((text, ctx): Address => {
  const reading = readAddress(text)
  return reading.status === 'address' ? reading.address : refuse(ctx, reading.reason)
})

/** Decimal dollars to atomic units of a token with 6 decimals, exactly: a float cannot represent 0.005. */
export const usd = z
  .string({ error: 'is not text: write a price in quotes, so that it stays exact' })
  .transform((text, ctx): bigint => {
    try {
      return priceToAtomic(text)
    } catch (cause) {
      if (!(cause instanceof Fault) || cause.code !== 'bad_price') throw cause
      return refuse(ctx, cause.message.replace(/^The price (.*)\.$/, '$1'))
    }
  })

/** `9.9.9.9`, `9.9.9.9:53`, `2620:fe::fe`, `[2620:fe::fe]:53`. */
export const dnsServer = z.string().refine(
  (text) => {
    if (ipaddr.isValid(text))
      return ipaddr.IPv6.isValid(text) || ipaddr.IPv4.isValidFourPartDecimal(text)
    const { success, data } = hostPort.safeParse(text)
    return success && data.host !== 'localhost' && data.port > 0
  },
  { error: 'is not an address, or address:port' },
)

/** A public DNS name in lower case. */
export const hostName = z
  .string()
  .regex(/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/, {
    error: 'is not a DNS name in lower case',
  })

/** `mailto:name@host` or an https URL. Only plain characters are allowed, since it becomes a line of a text file. */
export const contactUri = z.string().transform((text, ctx): string => {
  const mail = /^(?:mailto:)?([a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i.exec(
    text,
  )?.[1]
  if (mail !== undefined) return `mailto:${mail}`
  const url = text.length <= MAX_CONTACT ? URL.parse(text) : null
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return url.href
  return refuse(ctx, 'is neither an e-mail address nor an https:// page')
})

const MAX_CONTACT = 500

/** A private key that signs requests. Neither the output nor an error message contains any part of its text. */
export const signingKey = z.string().transform((text, ctx): SigningKey => {
  const reading = readSigningKey(text)
  return reading.status === 'key' ? reading.signing : refuse(ctx, reading.reason)
})

function faultOf(url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'is neither https nor http'
  if (url.username !== '' || url.password !== '') return 'contains a user name or password'
  if (url.search !== '' || url.hash !== '') return 'has a query or fragment'
  return isSecure(url) ? null : 'is http, which only loopback may use'
}

/** Whether no network can read or change what is sent there: https, or http to this machine. */
function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** Decodes the escape sequences of a text; null when one is invalid. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Reports a value as invalid. The message completes the sentence that begins with the key and its value. */
export function refuse(ctx: z.RefinementCtx, message: string): never {
  ctx.addIssue({ code: 'custom', message })
  return z.NEVER
}
