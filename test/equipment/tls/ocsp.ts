import { createHash } from 'node:crypto'
import {
  BasicOCSPResponse,
  CertID,
  CertStatus,
  id_pkix_ocsp_basic,
  KeyHash,
  OCSPResponse,
  OCSPResponseStatus,
  ResponderID,
  ResponseBytes,
  ResponseData,
  RevokedInfo,
  SingleResponse,
  Version,
} from '@peculiar/asn1-ocsp'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, Certificate, Extension } from '@peculiar/asn1-x509'
import { type Minted, type SignatureHash, signDer } from './certificates.ts'

export interface StapleOptions {
  /** The certificate that the response is about. */
  readonly leaf: Minted
  /** The issuer of that certificate. */
  readonly issuer: Minted
  readonly status?: 'good' | 'revoked' | 'unknown'
  readonly revokedAt?: Date
  /** Default: an hour ago. */
  readonly thisUpdate?: Date
  /** Default: in six days; null leaves it out. */
  readonly nextUpdate?: Date | null
  /** The signer; default: the issuer. The certificate of another signer is sent along. */
  readonly signer?: Minted
  readonly signatureHash?: SignatureHash
  readonly certIdHash?: 'sha1' | 'sha256'
  /** DER of a SignedCertificateTimestampList, wrapped as in RFC 6962. */
  readonly sctList?: Uint8Array
}

const hashOids = { sha1: '1.3.14.3.2.26', sha256: '2.16.840.1.101.3.4.2.1' }
const hourMs = 3_600_000

/** DER of a signed OCSPResponse, as a server staples it. */
export function mintStaple(options: StapleOptions): Uint8Array {
  const signer = options.signer ?? options.issuer
  const thisUpdate = options.thisUpdate ?? new Date(Date.now() - hourMs)
  const nextUpdate =
    options.nextUpdate === undefined ? new Date(Date.now() + 144 * hourMs) : options.nextUpdate
  const data = new ResponseData({
    version: Version.v1,
    responderID: new ResponderID({ byKey: new KeyHash(hash('sha1', keyBits(signer))) }),
    producedAt: thisUpdate,
    responses: [
      new SingleResponse({
        certID: certId(options),
        certStatus: certStatus(options),
        thisUpdate,
        ...(nextUpdate ? { nextUpdate } : {}),
        ...(options.sctList ? { singleExtensions: [sctExtension(options.sctList)] } : {}),
      }),
    ],
  })
  const raw = AsnConvert.serialize(data)
  const signed = signDer(
    new Uint8Array(raw),
    signer.key.privateKey,
    options.signatureHash ?? 'sha256',
  )
  const basic = new BasicOCSPResponse({
    tbsResponseData: data,
    tbsResponseDataRaw: raw,
    signatureAlgorithm: signed.algorithm,
    signature: signed.signature,
    ...(options.signer ? { certs: [AsnConvert.parse(options.signer.der, Certificate)] } : {}),
  })
  return new Uint8Array(
    AsnConvert.serialize(
      new OCSPResponse({
        responseStatus: OCSPResponseStatus.successful,
        responseBytes: new ResponseBytes({
          responseType: id_pkix_ocsp_basic,
          response: new OctetString(AsnConvert.serialize(basic)),
        }),
      }),
    ),
  )
}

/** A SignedCertificateTimestampList of `count` entries inside the OCTET STRING of the extension. */
export function sctListOf(count: number): Uint8Array {
  const entry = new Uint8Array([0, 4, 1, 2, 3, 4])
  const list = new Uint8Array(2 + count * entry.length)
  new DataView(list.buffer).setUint16(0, count * entry.length)
  for (let i = 0; i < count; i++) list.set(entry, 2 + i * entry.length)
  return new Uint8Array(AsnConvert.serialize(new OctetString(list)))
}

function certId({ leaf, issuer, certIdHash = 'sha1' }: StapleOptions): CertID {
  const certificate = AsnConvert.parse(leaf.der, Certificate)
  return new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: hashOids[certIdHash], parameters: null }),
    issuerNameHash: new OctetString(
      hash(certIdHash, new Uint8Array(AsnConvert.serialize(issuer.subject))),
    ),
    issuerKeyHash: new OctetString(hash(certIdHash, keyBits(issuer))),
    serialNumber: certificate.tbsCertificate.serialNumber,
  })
}

function certStatus(options: StapleOptions): CertStatus {
  const status: NonNullable<StapleOptions['status']> = options.status ?? 'good'
  const revokedAt = options.revokedAt ?? new Date(Date.now() - hourMs)
  switch (status) {
    case 'good':
      return new CertStatus({ good: null })
    case 'unknown':
      return new CertStatus({ unknown: null })
    case 'revoked':
      return new CertStatus({
        revoked: new RevokedInfo({ revocationTime: revokedAt }),
      })
  }
}

function sctExtension(list: Uint8Array): Extension {
  return new Extension({
    extnID: '1.3.6.1.4.1.11129.2.4.5',
    critical: false,
    extnValue: new OctetString(list),
  })
}

function keyBits(one: Minted): Uint8Array {
  const { subjectPublicKeyInfo } = AsnConvert.parse(one.der, Certificate).tbsCertificate
  return new Uint8Array(subjectPublicKeyInfo.subjectPublicKey)
}

function hash(name: string, data: Uint8Array): ArrayBuffer {
  return new Uint8Array(createHash(name).update(data).digest()).buffer
}
