import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'

/** `rsa2048` and the like; `ec256` is P-256. */
export type KeyKind =
  | 'rsa1024'
  | 'rsa2048'
  | 'rsa3072'
  | 'rsa8192'
  | 'ec192'
  | 'ec224'
  | 'ec256'
  | 'ec384'
  | 'ed25519'

export type SignatureHash = 'md5' | 'sha1' | 'sha256' | 'sha384' | 'sha512'

export interface KeyPair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export interface CertificateOptions {
  /** Subject CN; null for an empty subject. Default: the first name, else `Test`. */
  readonly commonName?: string | null
  readonly organization?: string
  /** dNSName entries of subjectAltName, as given (no check: tests need bad ones). */
  readonly names?: readonly string[]
  /** iPAddress entries, textual. */
  readonly ips?: readonly string[]
  /** Default: one day ago. */
  readonly notBefore?: Date
  /** Default: 89 days from now. */
  readonly notAfter?: Date
  /** Default `ec256`; a key pair signs and certifies exactly that key. */
  readonly key?: KeyKind | KeyPair
  /** Default `sha256`. */
  readonly signatureHash?: SignatureHash
  readonly isCa?: boolean
  /** Default: digitalSignature for a leaf. */
  readonly keyUsages?: number
  /** False leaves out the timestamps of logs that every public leaf has. */
  readonly hasScts?: boolean
  readonly pathLength?: number
  /** Extended key usages by OID; default serverAuth for a leaf, none for a CA. */
  readonly extendedKeyUsages?: readonly string[]
  /** More extensions, DER of the value each. */
  readonly extensions?: readonly { oid: string; critical?: boolean; value: Uint8Array }[]
  /** Default random-looking and unique in the process. */
  readonly serial?: Uint8Array
}

/** One certificate with its key, as DER and PEM. */
export interface Minted {
  readonly der: Uint8Array<ArrayBuffer>
  readonly pem: string
  /** PKCS 8 PEM. */
  readonly keyPem: string
  readonly key: KeyPair
  readonly subject: Name
}

/** An issuer of certificates: a root or an intermediate. */
export interface Authority extends Minted {
  issueLeaf(options: CertificateOptions): Minted
  issueAuthority(options?: CertificateOptions): Authority
}

const DAY_MS = 86_400_000

/** A self-signed root. Each root of a test needs a different `commonName`. */
export function mintRoot(options: CertificateOptions = {}): Authority {
  return authority(mint({ commonName: 'Test Root', isCa: true, ...options }, null))
}

/** A self-signed leaf. */
export function mintSelfSigned(options: CertificateOptions): Minted {
  return mint(options, null)
}

/** PEM of several certificates in the order given, as a server's `cert`. */
export function pemChain(...chain: readonly Minted[]): string {
  return chain.map((one) => one.pem).join('')
}

/** A key pair of a kind, cached per process and slot: keys are expensive, and no test depends on fresh ones. */
export function keyPair(kind: KeyKind, slot = 0): KeyPair {
  const id = `${kind}/${slot}`
  const cached = keys.get(id)
  if (cached) return cached
  const made = generate(kind)
  keys.set(id, made)
  return made
}

function toPem(der: Uint8Array, label = 'CERTIFICATE'): string {
  const base64 = btoa(Array.from(der, (byte) => String.fromCharCode(byte)).join(''))
  const lines = base64.match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

/** Signs as certificates and OCSP responses are signed. */
export function signDer(
  data: Uint8Array,
  key: KeyObject,
  hash: SignatureHash,
): { algorithm: AlgorithmIdentifier; signature: ArrayBuffer } {
  const edwards = key.asymmetricKeyType === 'ed25519'
  return {
    algorithm: signatureAlgorithm(key, hash),
    signature: new Uint8Array(sign(edwards ? null : hash, data, key)).buffer,
  }
}

const keys = new Map<string, KeyPair>()
let minted = 0

function authority(self: Minted): Authority {
  return {
    ...self,
    issueLeaf: (options) => mint(options, self),
    issueAuthority: (options = {}) =>
      authority(mint({ commonName: 'Test Intermediate', isCa: true, ...options }, self)),
  }
}

function mint(options: CertificateOptions, issuer: Minted | null): Minted {
  minted += 1
  const hash = options.signatureHash ?? 'sha256'
  const pair =
    typeof options.key === 'object'
      ? options.key
      : keyPair(options.key ?? 'ec256', options.isCa ? minted % 4 : 4 + (minted % 2))
  const subject = nameOf(options)
  const signingKey = issuer?.key.privateKey ?? pair.privateKey
  const spki = new Uint8Array(pair.publicKey.export({ type: 'spki', format: 'der' }))
  const tbs = AsnConvert.serialize(
    new TBSCertificate({
      version: Version.v3,
      serialNumber: (options.serial ?? serialNumber(minted)).slice().buffer as ArrayBuffer,
      signature: signatureAlgorithm(signingKey, hash),
      issuer: issuer?.subject ?? subject,
      validity: new Validity({
        notBefore: options.notBefore ?? new Date(Date.now() - DAY_MS),
        notAfter: options.notAfter ?? new Date(Date.now() + 89 * DAY_MS),
      }),
      subject,
      subjectPublicKeyInfo: AsnConvert.parse(spki, SubjectPublicKeyInfo),
      extensions: new Extensions(extensionsOf(options, pair, issuer)),
    }),
  )
  const signed = signDer(new Uint8Array(tbs), signingKey, hash)
  const der = new Uint8Array(
    AsnConvert.serialize(
      new Certificate({
        tbsCertificate: AsnConvert.parse(tbs, TBSCertificate),
        tbsCertificateRaw: tbs,
        signatureAlgorithm: signed.algorithm,
        signatureValue: signed.signature,
      }),
    ),
  )
  const keyPem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { der, pem: toPem(der), keyPem, key: pair, subject }
}

function nameOf(options: CertificateOptions): Name {
  const parts: [string, string][] = []
  const commonName = options.commonName === undefined ? options.names?.[0] : options.commonName
  if (options.organization !== undefined) parts.push(['2.5.4.10', options.organization])
  if (commonName !== null) parts.push(['2.5.4.3', commonName ?? 'Test'])
  return new Name(
    parts.map(
      ([type, text]) =>
        new RelativeDistinguishedName([
          new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String: text }) }),
        ]),
    ),
  )
}

function extensionsOf(
  options: CertificateOptions,
  pair: KeyPair,
  issuer: Minted | null,
): Extension[] {
  const isCa = options.isCa ?? false
  const list = [
    extension(
      id_ce_basicConstraints,
      true,
      new BasicConstraints({
        cA: isCa,
        ...(options.pathLength === undefined ? {} : { pathLenConstraint: options.pathLength }),
      }),
    ),
    extension(
      id_ce_keyUsage,
      true,
      new KeyUsage(
        options.keyUsages ??
          (isCa
            ? KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
            : KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment),
      ),
    ),
    extension(id_ce_subjectKeyIdentifier, false, new SubjectKeyIdentifier(keyId(pair))),
    extension(
      id_ce_authorityKeyIdentifier,
      false,
      new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(keyId(issuer?.key ?? pair)) }),
    ),
  ]
  const usages = options.extendedKeyUsages ?? (isCa ? [] : ['1.3.6.1.5.5.7.3.1'])
  if (usages.length > 0)
    list.push(extension(id_ce_extKeyUsage, false, new ExtendedKeyUsage([...usages])))
  const names = [
    ...(options.names ?? []).map((dNSName) => new GeneralName({ dNSName })),
    ...(options.ips ?? []).map((iPAddress) => new GeneralName({ iPAddress })),
  ]
  if (names.length > 0)
    list.push(extension(id_ce_subjectAltName, false, new SubjectAlternativeName(names)))
  const given = options.extensions ?? []
  if (!isCa && options.hasScts !== false && !given.some(({ oid }) => oid === scts.oid))
    list.push(new Extension({ extnID: scts.oid, extnValue: new OctetString(scts.value) }))
  for (const more of given)
    list.push(
      new Extension({
        extnID: more.oid,
        critical: more.critical ?? false,
        extnValue: new OctetString(more.value),
      }),
    )
  return list
}

/** Two entries of a SignedCertificateTimestampList (RFC 6962 3.3). */
const scts = {
  oid: '1.3.6.1.4.1.11129.2.4.2',
  value: new Uint8Array([4, 14, 0, 12, 0, 4, 1, 2, 3, 4, 0, 4, 1, 2, 3, 4]),
}

function extension(extnID: string, critical: boolean, value: object): Extension {
  return new Extension({
    extnID,
    critical,
    extnValue: new OctetString(AsnConvert.serialize(value)),
  })
}

/** Key identifier: SHA-1 of the SPKI. RFC 7093 method 1 would do as well, because it only has to be the same on both ends. */
function keyId(pair: KeyPair): ArrayBuffer {
  const spki = pair.publicKey.export({ type: 'spki', format: 'der' })
  return new Uint8Array(createHash('sha1').update(spki).digest()).buffer
}

function serialNumber(count: number): Uint8Array {
  const digest = new Uint8Array(createHash('sha256').update(`serial ${count}`).digest())
  const serial = digest.slice(0, 16)
  serial[0] = 0x10 | ((serial[0] ?? 0) & 0x0f)
  return serial
}

const rsaOids: Record<SignatureHash, string> = {
  md5: '1.2.840.113549.1.1.4',
  sha1: '1.2.840.113549.1.1.5',
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
}
const ecOids: Record<Exclude<SignatureHash, 'md5'>, string> = {
  sha1: '1.2.840.10045.4.1',
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
}

function signatureAlgorithm(key: KeyObject, hash: SignatureHash): AlgorithmIdentifier {
  if (key.asymmetricKeyType === 'ed25519') {
    return new AlgorithmIdentifier({ algorithm: '1.3.101.112' })
  }
  if (key.asymmetricKeyType === 'ec') {
    if (hash === 'md5') throw new TypeError('No ECDSA with MD5: take an RSA issuer.')
    return new AlgorithmIdentifier({ algorithm: ecOids[hash] })
  }
  return new AlgorithmIdentifier({ algorithm: rsaOids[hash], parameters: null })
}

const curves = { ec192: 'prime192v1', ec224: 'secp224r1', ec256: 'prime256v1', ec384: 'secp384r1' }

function generate(kind: KeyKind): KeyPair {
  switch (kind) {
    case 'rsa8192':
      return storedKey('rsa8192')
    case 'rsa1024':
    case 'rsa2048':
    case 'rsa3072':
      return generateKeyPairSync('rsa', { modulusLength: Number(kind.slice(3)) })
    case 'ec192':
    case 'ec224':
    case 'ec256':
    case 'ec384':
      return generateKeyPairSync('ec', { namedCurve: curves[kind] })
    case 'ed25519':
      return generateKeyPairSync('ed25519')
  }
}

function storedKey(name: string): KeyPair {
  const file = new URL(`../../fixtures/keys/${name}.pem`, import.meta.url)
  const privateKey = createPrivateKey(readFileSync(file))
  return { privateKey, publicKey: createPublicKey(privateKey) }
}
