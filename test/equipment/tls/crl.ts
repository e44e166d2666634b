import { AsnConvert } from '@peculiar/asn1-schema'
import {
  Certificate,
  CertificateList,
  RevokedCertificate,
  TBSCertList,
  Time,
  Version,
} from '@peculiar/asn1-x509'
import { type Minted, signDer } from './certificates.ts'

export interface CrlOptions {
  /** The certificates on the list. */
  readonly revoked: readonly Minted[]
  /** Signs the list in the name of the issuer; default: the issuer. */
  readonly signer?: Minted
  readonly nextUpdate?: Date
}

const hourMs = 3_600_000

/** DER of a revocation list of an authority. */
export function mintCrl(issuer: Minted, options: CrlOptions): Uint8Array<ArrayBuffer> {
  const key = (options.signer ?? issuer).key.privateKey
  const { algorithm } = signDer(new Uint8Array(), key, 'sha256')
  const list = new TBSCertList({
    version: Version.v2,
    signature: algorithm,
    issuer: issuer.subject,
    thisUpdate: new Time(new Date(Date.now() - 24 * hourMs)),
    nextUpdate: new Time(options.nextUpdate ?? new Date(Date.now() + 144 * hourMs)),
    ...(options.revoked.length > 0 && { revokedCertificates: options.revoked.map(entryFor) }),
  })
  const raw = AsnConvert.serialize(list)
  const signed = signDer(new Uint8Array(raw), key, 'sha256')
  const tbsCertList = AsnConvert.parse(raw, TBSCertList)
  return new Uint8Array(
    AsnConvert.serialize(
      new CertificateList({
        tbsCertList,
        signatureAlgorithm: signed.algorithm,
        signature: signed.signature,
      }),
    ),
  )
}

function entryFor({ der }: Minted): RevokedCertificate {
  return new RevokedCertificate({
    userCertificate: AsnConvert.parse(der, Certificate).tbsCertificate.serialNumber,
    revocationDate: new Time(new Date(Date.now() - hourMs)),
  })
}

/** The extension with which a certificate names its list. */
export function crlAt(url: string): { oid: string; value: Uint8Array } {
  const text = new TextEncoder().encode(url)
  let wrapped = text
  for (const tag of [0x86, 0xa0, 0xa0, 0x30, 0x30]) {
    wrapped = Uint8Array.from([tag, wrapped.length, ...wrapped])
  }
  return { oid: '2.5.29.31', value: wrapped }
}
