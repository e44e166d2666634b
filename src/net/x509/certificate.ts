import { type KeyObject, X509Certificate } from 'node:crypto'
import { hexOf, sha256Hex } from '#runtime/encoding.ts'
import type { Der } from './der.ts'
import { readDer, readSequence, tags } from './der.ts'
import { type DistinguishedName, nameText, readName } from './distinguished-name.ts'
import { readExtensions } from './extensions.ts'
import { signatureName } from './signature-algorithm.ts'

interface PublicKeyFacts {
  /** `RSA`, `RSA-PSS`, `EC`, `Ed25519`, ...; `unknown` when OpenSSL cannot read it. */
  readonly type: string
  readonly bits: number | null
  readonly curve: string | null
}

/** One certificate, parsed once. Text from the certificate has its control characters replaced. */
export interface Certificate {
  readonly der: Uint8Array
  /** For signature and issuer checks only. */
  readonly x509: X509Certificate
  /** The key that signatures are checked with; null when OpenSSL cannot read it, or a check would cost too much. */
  readonly publicKey: KeyObject | null
  readonly subject: DistinguishedName
  readonly issuer: DistinguishedName
  readonly notBeforeMs: number
  readonly notAfterMs: number
  /** Lower-case hex, without the sign octet. */
  readonly serial: string
  readonly sha256: string
  readonly spkiSha256: string
  /** The subjectPublicKey bits alone, which OCSP hashes. */
  readonly keyBits: Uint8Array
  readonly key: PublicKeyFacts
  readonly signatureAlgorithm: string
  /** The dNSName entries of subjectAltName as written, in the order of the certificate. */
  readonly dnsNames: readonly string[]
  /** The iPAddress entries of subjectAltName, 4 or 16 octets each. */
  readonly ipAddresses: readonly Uint8Array[]
  /** Both of the above as text, in the order of the certificate. */
  readonly sans: readonly string[]
  readonly isCa: boolean
  /** Maximum number of intermediates below this certificate; null for no limit. */
  readonly pathLength: number | null
  /** Names of RFC 5280 4.2.1.3; null when the extension is absent (any use). */
  readonly keyUsages: readonly string[] | null
  /** Extended key usages by OID; null when the extension is absent (any use). */
  readonly extendedKeyUsages: readonly string[] | null
  /** The http URLs of its CRL distribution points. */
  readonly crlUrls: readonly string[]
  readonly mustStaple: boolean
  readonly embeddedScts: number
  /** Subject and issuer are the same name, and the certificate's own key verifies its signature. */
  readonly isSelfSigned: boolean
}

/** Null for bytes that OpenSSL or this reader does not parse as a certificate. Never throws. */
export function readCertificate(der: Uint8Array): Certificate | null {
  const fields = tbsFields(der)
  const x509 = fields && parseX509(der)
  const extensions = fields && readExtensions(fields.extensions)
  if (!fields || !x509 || !extensions) return null
  const notBeforeMs = x509.validFromDate.getTime()
  const notAfterMs = x509.validToDate.getTime()
  if (Number.isNaN(notBeforeMs) || Number.isNaN(notAfterMs)) return null
  const key = keyOf(x509)
  const publicKey = key !== null && isAffordable(key) ? key : null
  return {
    der,
    x509,
    publicKey,
    subject: readName(fields.subject, x509.subject),
    issuer: readName(fields.issuer, x509.issuer),
    notBeforeMs,
    notAfterMs,
    serial: hexOf(withoutSign(fields.serial)),
    sha256: sha256Hex(der),
    spkiSha256: sha256Hex(fields.spki),
    keyBits: fields.keyBits,
    key: describeKey(key),
    signatureAlgorithm: signatureName(fields.signature),
    ...extensions,
    isSelfSigned: isSelfSigned(x509, publicKey),
  }
}

/** Reads only the subject name, which takes a tenth of the time; null for bytes that are not a certificate. */
export function readSubject(der: Uint8Array): string | null {
  const x509 = parseX509(der)
  return x509 && nameText(x509.subject)
}

/** DER of each member; only the content of `serial` and `keyBits`. */
interface TbsFields {
  readonly serial: Uint8Array
  readonly signature: Uint8Array
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
  readonly spki: Uint8Array
  readonly keyBits: Uint8Array
  readonly extensions: Der | null
}

/** RFC 5280 4.1: the members of TBSCertificate; verifiers use the outer signatureAlgorithm. */
function tbsFields(der: Uint8Array): TbsFields | null {
  const [tbs, signature] = readSequence(der) ?? []
  const members = tbs ? readSequence(tbs.raw) : null
  if (!members || !signature) return null
  const versioned = members[0]?.tag === 0xa0
  const [serial, , issuer, , subject, spki, ...rest] = versioned ? members.slice(1) : members
  if (serial?.tag !== tags.integer || !issuer || !subject || !spki) return null
  const keyBits = readSequence(spki.raw)?.[1]
  if (keyBits?.tag !== tags.bitString) return null
  const wrapped = rest.find((element) => element.tag === 0xa3)
  return {
    serial: serial.content,
    signature: signature.raw,
    issuer: issuer.raw,
    subject: subject.raw,
    spki: spki.raw,
    keyBits: keyBits.content.subarray(1),
    extensions: wrapped ? readDer(wrapped.content) : null,
  }
}

/** Removes the octet that DER adds to keep a number positive, so that two copies of one number compare equal. */
export function withoutSign(integer: Uint8Array): Uint8Array {
  return integer.length > 1 && integer[0] === 0 ? integer.subarray(1) : integer
}

function parseX509(der: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(der)
  } catch {
    // OpenSSL does not accept it as a certificate: the caller gets null.
    return null
  }
}

function keyOf(x509: X509Certificate): KeyObject | null {
  try {
    return x509.publicKey
  } catch {
    // An algorithm or curve that this OpenSSL does not support.
    return null
  }
}

// Limits for the keys that are checked: those that public authorities and browsers use. A check with another key costs
// up to a hundred times as much (RSA by the length of modulus and exponent, DSA, curves without an optimised
// implementation), and one chain can require a hundred checks.
const MAX_RSA_BITS = 8_192
const MAX_RSA_EXPONENT = 2n ** 33n
const affordableCurves = new Set(['prime256v1', 'secp384r1', 'secp521r1'])

/** Whether signatures by a key are checked. A key whose check would cost too much is treated as if it had signed nothing. */
function isAffordable({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) {
  switch (type) {
    case 'rsa':
    case 'rsa-pss':
      return (
        (details?.modulusLength ?? Number.POSITIVE_INFINITY) <= MAX_RSA_BITS &&
        (details?.publicExponent ?? MAX_RSA_EXPONENT) < MAX_RSA_EXPONENT
      )
    case 'ec':
      return affordableCurves.has(details?.namedCurve ?? '')
    default:
      return type === 'ed25519' || type === 'ed448'
  }
}

function isSelfSigned(x509: X509Certificate, key: KeyObject | null): boolean {
  if (!key || x509.subject !== x509.issuer) return false
  try {
    return x509.verify(key)
  } catch {
    // The signature algorithm does not fit the key.
    return false
  }
}

const keyNames: Readonly<Record<string, string>> = {
  rsa: 'RSA',
  'rsa-pss': 'RSA-PSS',
  ec: 'EC',
  dsa: 'DSA',
  ed25519: 'Ed25519',
  ed448: 'Ed448',
}
const fixedBits: Readonly<Record<string, number>> = { ed25519: 256, ed448: 456 }

function describeKey(key: KeyObject | null): PublicKeyFacts {
  const type = key?.asymmetricKeyType
  if (!key || !type) return { type: 'unknown', bits: null, curve: null }
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {}
  const curve = namedCurve ?? null
  return {
    type: keyNames[type] ?? type,
    bits: modulusLength ?? curveBits(curve) ?? fixedBits[type] ?? null,
    curve,
  }
}

/** The field size is the first number of every curve name that OpenSSL has (prime256v1, secp384r1, brainpoolP512r1). */
function curveBits(curve: string | null): number | null {
  const digits = /\d{3}/.exec(curve ?? '')
  return digits ? Number(digits[0]) : null
}
