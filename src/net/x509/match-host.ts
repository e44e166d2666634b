import ipaddr from 'ipaddr.js'
import type { Certificate } from './certificate.ts'

/** The part of a certificate that identifies a server: subjectAltName alone, never the CN (RFC 9525 2, 6.1). */
type ServerNames = Pick<Certificate, 'dnsNames' | 'ipAddresses'>

/**
 * The entry of subjectAltName that `host` matches, as text; null for none. `host` is an A-label name or an address
 * literal, without brackets. An address matches only an iPAddress entry, a name only a dNSName entry.
 * X509Certificate.checkHost is not used: OpenSSL refuses a host with an underscore under a wildcard
 * (`my_app.example.com` under `*.example.com`), which browsers accept, and a final dot on either side, so it would
 * report valid sites as broken.
 */
export function matchHost(host: string, names: ServerNames): string | null {
  const literal = host.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal)) return matchAddress(ipaddr.parse(literal), names)
  const hostName = host.toLowerCase().replace(/\.$/, '')
  return names.dnsNames.find((name) => matchName(hostName, name.toLowerCase())) ?? null
}

function matchAddress(address: ipaddr.IPv4 | ipaddr.IPv6, names: ServerNames): string | null {
  const octets = address.toByteArray()
  const found = names.ipAddresses.find(
    (entry) => entry.length === octets.length && octets.every((octet, i) => octet === entry[i]),
  )
  return found ? address.toString() : null
}

// Letters, digits, hyphen, and the underscore that real host names use: a SAN with anything else (NUL, space,
// U-label) is not a name that DNS or a URL can carry, so it matches nothing.
const dnsName = /^(\*\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/

/** RFC 9525 6.3: `*` is the complete left-most label and matches exactly one label. Both in lower case. */
function matchName(hostName: string, certificateName: string): boolean {
  const entry = certificateName.replace(/\.$/, '')
  if (entry.length > 253 || !dnsName.test(entry)) return false
  if (!entry.startsWith('*.')) return entry === hostName
  const suffix = entry.slice(1)
  // Clients refuse a wildcard right below the top level (`*.com`).
  if (!suffix.slice(1).includes('.')) return false
  const dot = hostName.indexOf('.')
  return dot > 0 && hostName.slice(dot) === suffix
}
