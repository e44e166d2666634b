import { Buffer } from 'node:buffer'
import tls from 'node:tls'
import { sha256Hex } from '#runtime/encoding.ts'
import { type Certificate, readCertificate, readSubject } from './certificate.ts'
import type { DistinguishedName } from './distinguished-name.ts'

export interface TrustAnchor {
  readonly certificate: Certificate
  /** Whether it is in the bundled public store, not added by the operator. */
  readonly isPublic: boolean
}

/** The roots that a verified path may end at. */
export interface TrustStore {
  readonly name: string
  readonly version: string
  /** RFC 3339 date of the list; null when its publisher does not state it. */
  readonly date: string | null
  /** Candidates by name. Names are compared loosely here; the caller compares them as OpenSSL does. */
  anchorsNamed(name: DistinguishedName): readonly TrustAnchor[]
  /** The same roots for OpenSSL. */
  pemRoots(): readonly string[]
}

export interface TrustStoreInput {
  readonly name: string
  readonly version: string
  readonly date?: string | null
  /** Each entry is one certificate in PEM. */
  readonly publicRoots: readonly string[]
  readonly extraRoots?: readonly string[]
}

/**
 * Creates a store of exactly these roots. Data that is not a certificate is left out; a certificate that is not
 * self-signed is not used as an anchor. A root is parsed at its first use: a probe needs one or two of them, and
 * parsing all takes 8 MB and 100 ms.
 */
export function createTrustStore(input: TrustStoreInput): TrustStore {
  const seen = new Set<string>()
  const roots = new Map<string, Root[]>()
  const pemRoots: string[] = []
  const add = (texts: readonly string[], { isPublic }: Pick<Root, 'isPublic'>) => {
    for (const text of texts) {
      const der = derOf(text)
      const subject = der && readSubject(der)
      if (der === null || subject === null) continue
      const id = sha256Hex(der)
      if (seen.has(id)) continue
      seen.add(id)
      pemRoots.push(text)
      const key = normalizedName(subject)
      roots.set(key, [...(roots.get(key) ?? []), { der, isPublic }])
    }
  }
  add(input.publicRoots, { isPublic: true })
  add(input.extraRoots ?? [], { isPublic: false })
  const anchors = new Map<string, readonly TrustAnchor[]>()
  const anchorsNamed = (name: DistinguishedName) => {
    const key = normalizedName(name.text)
    const found = anchors.get(key) ?? (roots.get(key) ?? []).flatMap(anchorOf)
    // Nothing is cached for names that a target invents.
    if (roots.has(key)) anchors.set(key, found)
    return found
  }
  return {
    name: input.name,
    version: input.version,
    date: input.date ?? null,
    anchorsNamed,
    pemRoots: () => pemRoots,
  }
}

interface Root {
  readonly der: Uint8Array
  readonly isPublic: boolean
}

/**
 * Only a self-signed certificate is an anchor. OpenSSL likewise requires a root at the end of the path without
 * X509_V_FLAG_PARTIAL_CHAIN, which Node does not set.
 */
function anchorOf({ der, isPublic }: Root): TrustAnchor[] {
  const certificate = readCertificate(der)
  return certificate?.isSelfSigned ? [{ certificate, isPublic }] : []
}

/**
 * Mozilla's list as bundled with Node, plus NODE_EXTRA_CA_CERTS. Node does not state the date of its copy, so the
 * version is that of Node. The list is parsed at its first use.
 */
export function systemTrustStore(): TrustStore {
  const extraRoots = certificatesOf('extra')
  const name = extraRoots.length === 0 ? 'mozilla-in-node' : 'mozilla-in-node+extra'
  const { node: version } = process.versions
  let store: TrustStore | null = null
  const read = () => {
    store ??= createTrustStore({
      name,
      version,
      publicRoots: certificatesOf('bundled'),
      extraRoots,
    })
    return store
  }
  return {
    name,
    version,
    date: null,
    anchorsNamed: (holder) => read().anchorsNamed(holder),
    pemRoots: () => read().pemRoots(),
  }
}

function certificatesOf(kind: 'bundled' | 'extra'): readonly string[] {
  // Deno only has rootCertificates.
  if (typeof tls.getCACertificates !== 'function')
    return kind === 'bundled' ? tls.rootCertificates : []
  return tls.getCACertificates(kind)
}

/** Invalid base64 gives bytes that are not a certificate. */
function derOf(pem: string): Uint8Array | null {
  const body = /-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/.exec(pem)?.[1]
  return body === undefined ? null : Buffer.from(body, 'base64')
}

/**
 * A lookup key that is equal for all names that RFC 5280 7.1 treats as equal: case, spaces and a backslash before a
 * space are ignored.
 */
function normalizedName(text: string): string {
  return text.toLowerCase().replace(/[\\\s]+/g, '')
}
