import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { messageOf } from '#fault.ts'
import { systemErrorText } from '#runtime/process/system-error.ts'

export interface CertificateFiles {
  /** PEM: our certificate first, then the intermediates. */
  readonly certFile: string
  /** PEM, without a passphrase. */
  readonly keyFile: string
}

/** PEM texts of a certificate chain and its key, checked and valid now. */
export interface ServerCertificate {
  readonly cert: string
  readonly key: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export type CertificateReading =
  | { readonly status: 'read'; readonly certificate: ServerCertificate }
  /** One sentence for the operator, with the file and what to do. */
  | { readonly status: 'unusable'; readonly detail: string }

/** Reads both files and checks them as a client would, except for names and issuer. `now`: milliseconds since the epoch. */
export function readServerCertificate(
  { certFile, keyFile }: CertificateFiles,
  now: number,
): CertificateReading {
  const cert = readText(certFile)
  if (cert.status === 'unreadable') return unusable(`tls.cert_file: ${cert.detail}`)
  const key = readText(keyFile)
  if (key.status === 'unreadable') return unusable(`tls.key_file: ${key.detail}`)

  const x509 = attempt(() => new X509Certificate(cert.text))
  if (x509 === null)
    return unusable(`tls.cert_file: ${certFile} does not begin with a PEM certificate`)
  const privateKey = readKey(key.text)
  if (privateKey === 'locked') {
    return unusable(
      `tls.key_file: ${keyFile} is encrypted with a passphrase; remove it: openssl pkey -in ${keyFile}`,
    )
  }
  if (privateKey === null) return unusable(`tls.key_file: ${keyFile} is not a PEM private key`)
  if (!x509.checkPrivateKey(privateKey)) {
    return unusable(
      `tls.key_file: the key in ${keyFile} does not belong to the first certificate in ${certFile}; the server certificate must come before its issuers`,
    )
  }
  if (now > Date.parse(x509.validTo)) {
    return unusable(
      `tls.cert_file: the certificate in ${certFile} expired on ${x509.validTo}; renew it`,
    )
  }
  if (now < Date.parse(x509.validFrom)) {
    return unusable(
      `tls.cert_file: the certificate in ${certFile} is not valid before ${x509.validFrom}; check the clock`,
    )
  }
  // This checks the rest of the chain, and finds keys that are too weak for OpenSSL.
  const refused = refusalOf(cert.text, key.text)
  if (refused !== null) return unusable(`tls.cert_file: OpenSSL refuses ${certFile}: ${refused}`)
  const expiresAt = Date.parse(x509.validTo)
  return { status: 'read', certificate: { cert: cert.text, key: key.text, expiresAt } }
}

function unusable(detail: string): CertificateReading {
  return { status: 'unusable', detail }
}

type TextReading =
  | { readonly status: 'text'; readonly text: string }
  | { readonly status: 'unreadable'; readonly detail: string }

function readText(file: string): TextReading {
  try {
    return { status: 'text', text: readFileSync(file, 'utf8') }
  } catch (cause) {
    const reason = systemErrorText(cause, file) ?? `${file} cannot be read: ${messageOf(cause)}`
    return { status: 'unreadable', detail: reason }
  }
}

function readKey(text: string): KeyObject | 'locked' | null {
  if (/^-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(text)) return 'locked'
  return attempt(() => createPrivateKey(text))
}

function refusalOf(cert: string, key: string): string | null {
  try {
    createSecureContext({ cert, key })
    return null
  } catch (cause) {
    return messageOf(cause)
  }
}

function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null // OpenSSL's messages do not help here: the file has another format.
  }
}
