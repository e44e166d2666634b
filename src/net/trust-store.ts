import tls from 'node:tls'
import { type Certificate, readCertificate } from './certificate.ts'

export interface TrustAnchor {
  readonly certificate: Certificate
  /** Of the bundled public store, not one that the operator added. */
  readonly isPublic: boolean
}

/** The roots that a verified path may end at. Opened once; reading it is free, but for the first time in `systemTrustStore`. */
export interface TrustStore {
  readonly name: string
  readonly version: string
  /** RFC 3339 date of the list; null when its publisher does not say. */
  readonly date: string | null
  readonly anchors: readonly TrustAnchor[]
  /** The same roots for OpenSSL. */
  readonly pem: readonly string[]
}

export interface TrustStoreInput {
  readonly name: string
  readonly version: string
  readonly date?: string | null
  /** PEM of one certificate each. */
  readonly publicRoots: readonly string[]
  readonly extraRoots?: readonly string[]
}

/** A store of exactly these roots. What is not a certificate is left out; a certificate that did not sign itself anchors nothing. */
export function openTrustStore(input: TrustStoreInput): TrustStore {
  const known = new Set<string>()
  const anchors: TrustAnchor[] = []
  const pem: string[] = []
  const add = (roots: readonly string[], isPublic: boolean) => {
    for (const text of roots) {
      const certificate = readPem(text)
      if (!certificate || known.has(certificate.sha256)) continue
      known.add(certificate.sha256)
      pem.push(text)
      // OpenSSL without X509_V_FLAG_PARTIAL_CHAIN, which Node leaves off, needs a root at the end as well.
      if (certificate.isSelfSigned) anchors.push({ certificate, isPublic })
    }
  }
  add(input.publicRoots, true)
  add(input.extraRoots ?? [], false)
  return { name: input.name, version: input.version, date: input.date ?? null, anchors, pem }
}

/**
 * Mozilla's list as this Node carries it, with what NODE_EXTRA_CA_CERTS adds. Node does not say of which day its copy of
 * the list is: the version is Node's own. Its roots are read when they are first asked for, which takes some 100 ms.
 */
export function systemTrustStore(): TrustStore {
  const extraRoots = certificatesOf('extra')
  const name = extraRoots.length === 0 ? 'mozilla-in-node' : 'mozilla-in-node+extra'
  const { node: version } = process.versions
  let store: TrustStore | null = null
  const read = () => {
    store ??= openTrustStore({ name, version, publicRoots: certificatesOf('bundled'), extraRoots })
    return store
  }
  return {
    ...{ name, version, date: null },
    get anchors() {
      return read().anchors
    },
    get pem() {
      return read().pem
    },
  }
}

function certificatesOf(kind: 'bundled' | 'extra'): readonly string[] {
  // Deno has rootCertificates only.
  if (typeof tls.getCACertificates !== 'function')
    return kind === 'bundled' ? tls.rootCertificates : []
  return tls.getCACertificates(kind)
}

function readPem(text: string): Certificate | null {
  const body = /-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/.exec(text)?.[1]
  if (body === undefined) return null
  try {
    return readCertificate(Uint8Array.from(atob(body), (char) => char.charCodeAt(0)))
  } catch {
    // Not base64: not a certificate.
    return null
  }
}
