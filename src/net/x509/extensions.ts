import ipaddr from 'ipaddr.js'
import type { Der } from './der.ts'
import { latin1, oidText, readAll, readDer, readSequence, tags } from './der.ts'

/** The extensions of one certificate, with the defaults of RFC 5280 for absent ones. */
export interface ExtensionFacts {
  readonly dnsNames: readonly string[]
  readonly ipAddresses: readonly Uint8Array[]
  readonly sans: readonly string[]
  readonly isCa: boolean
  readonly pathLength: number | null
  /** Names of RFC 5280 4.2.1.3; null when the extension is absent (any use). */
  readonly keyUsages: readonly string[] | null
  readonly extendedKeyUsages: readonly string[] | null
  /** The http URLs of its CRL distribution points, each of which covers all reasons. */
  readonly crlUrls: readonly string[]
  readonly mustStaple: boolean
  readonly embeddedScts: number
}

const ids = {
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  crlDistributionPoints: '2.5.29.31',
  extKeyUsage: '2.5.29.37',
  tlsFeature: '1.3.6.1.5.5.7.1.24',
  embeddedScts: '1.3.6.1.4.1.11129.2.4.2',
} as const

/** Null when the list itself cannot be read; one unreadable extension counts as absent. */
export function readExtensions(extensions: Der | null): ExtensionFacts | null {
  const values = extensionValues(extensions)
  if (!values) return null
  const value = (oid: string) => values.get(oid) ?? null
  return {
    ...readNames(value(ids.subjectAltName)),
    ...readConstraints(value(ids.basicConstraints)),
    keyUsages: readKeyUsages(value(ids.keyUsage)),
    extendedKeyUsages: readUsages(value(ids.extKeyUsage)),
    crlUrls: readCrlUrls(value(ids.crlDistributionPoints)),
    mustStaple: readMustStaple(value(ids.tlsFeature)),
    embeddedScts: countScts(value(ids.embeddedScts)),
  }
}

/** extnValue by extnID; null when `extensions` is not a list of extensions. */
export function extensionValues(extensions: Der | null): Map<string, Uint8Array> | null {
  const values = new Map<string, Uint8Array>()
  if (!extensions) return values
  const list = extensions.tag === tags.sequence ? readAll(extensions.content) : null
  if (!list) return null
  for (const extension of list) {
    const members = readSequence(extension.raw)
    const id = members?.[0]
    const value = members?.at(-1)
    if (id?.tag !== tags.oid || value?.tag !== tags.octetString) return null
    values.set(oidText(id.content), value.content)
  }
  return values
}

/** Number of timestamps in a SignedCertificateTimestampList (RFC 6962 3.3), which both extensions wrap in an OCTET STRING. */
export function countScts(value: Uint8Array | null): number {
  const wrapped = value ? readDer(value) : null
  if (wrapped?.tag !== tags.octetString) return 0
  const list = wrapped.content
  const length = uint16(list, 0)
  if (length === null || length + 2 !== list.length) return 0
  let count = 0
  let offset = 2
  while (offset < list.length) {
    const size = uint16(list, offset)
    if (size === null || offset + 2 + size > list.length) return 0
    count += 1
    offset += 2 + size
  }
  return count
}

function uint16(bytes: Uint8Array, offset: number): number | null {
  const high = bytes[offset]
  const low = bytes[offset + 1]
  return high === undefined || low === undefined ? null : high * 256 + low
}

/** GeneralNames (RFC 5280 4.2.1.6): [2] dNSName, [7] iPAddress; the others do not identify a server. */
function readNames(value: Uint8Array | null) {
  const dnsNames: string[] = []
  const ipAddresses: Uint8Array[] = []
  const sans: string[] = []
  for (const name of (value && readSequence(value)) ?? []) {
    if (name.tag === 0x82) {
      const text = latin1(name.content)
      dnsNames.push(text)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace, and NUL is a known attack
      sans.push(text.slice(0, 255).replace(/[\u0000-\u0020\u007f-\u00ff]/g, '\ufffd'))
    } else if (name.tag === 0x87 && (name.content.length === 4 || name.content.length === 16)) {
      ipAddresses.push(name.content)
      sans.push(ipaddr.fromByteArray([...name.content]).toString())
    }
  }
  return { dnsNames, ipAddresses, sans }
}

function readConstraints(value: Uint8Array | null) {
  const [first, second] = (value && readSequence(value)) ?? []
  const isCa = first?.tag === tags.boolean && first.content[0] === 0xff
  const bound = isCa && second?.tag === tags.integer ? second.content : null
  return { isCa, pathLength: bound && unsignedInteger(bound) }
}

/** The value of an INTEGER that is not negative, whose octets come most significant first. */
function unsignedInteger(content: Uint8Array): number {
  return content.reduce((value, octet) => value * 256 + octet, 0)
}

const keyUsageNames = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
]

function readKeyUsages(value: Uint8Array | null): readonly string[] | null {
  const bits = value ? readDer(value) : null
  if (bits?.tag !== tags.bitString) return null
  const [, octet = 0] = bits.content
  return keyUsageNames.filter((_name, bit) => (octet & (0x80 >> bit)) !== 0)
}

/** DistributionPoint (RFC 5280 4.2.1.13): [0] { [0] fullName { [6] URI } }; one with [1] reasons or [2] cRLIssuer is left out. */
function readCrlUrls(value: Uint8Array | null): readonly string[] {
  const points = (value && readSequence(value)) ?? []
  return points.flatMap((point) => {
    const [name, ...others] = readSequence(point.raw) ?? []
    const fullName = name?.tag === 0xa0 && others.length === 0 ? readDer(name.content) : null
    const uris = (fullName?.tag === 0xa0 && readAll(fullName.content)) || []
    return uris
      .filter(({ tag }) => tag === 0x86)
      .map(({ content }) => latin1(content))
      .filter((url) => url.startsWith('http://'))
  })
}

function readUsages(value: Uint8Array | null): readonly string[] | null {
  if (!value) return null
  return (readSequence(value) ?? []).map((usage) => oidText(usage.content))
}

/** Whether the list of TLS features contains status_request (5) (RFC 7633). */
function readMustStaple(value: Uint8Array | null): boolean {
  const features = (value && readSequence(value)) ?? []
  return features.some((feature) => feature.content.length === 1 && feature.content[0] === 5)
}
