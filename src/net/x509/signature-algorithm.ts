import { constants, type KeyObject, verify } from 'node:crypto'
import type { Der } from './der.ts'
import { oidText, readAll, readSequence, tags } from './der.ts'

interface Scheme {
  /** Name as OpenSSL prints it. */
  readonly name: string
  readonly hash: string | null
}

const pss = '1.2.840.113549.1.1.10'

const schemes: Readonly<Record<string, Scheme>> = {
  '1.2.840.113549.1.1.2': { name: 'md2WithRSAEncryption', hash: 'md2' },
  '1.2.840.113549.1.1.4': { name: 'md5WithRSAEncryption', hash: 'md5' },
  '1.2.840.113549.1.1.5': { name: 'sha1WithRSAEncryption', hash: 'sha1' },
  // The OIW identifier of the same algorithm, still used by old Windows tools.
  '1.3.14.3.2.29': { name: 'sha1WithRSA', hash: 'sha1' },
  '1.2.840.113549.1.1.14': { name: 'sha224WithRSAEncryption', hash: 'sha224' },
  '1.2.840.113549.1.1.11': { name: 'sha256WithRSAEncryption', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { name: 'sha384WithRSAEncryption', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { name: 'sha512WithRSAEncryption', hash: 'sha512' },
  '1.2.840.10045.4.1': { name: 'ecdsa-with-SHA1', hash: 'sha1' },
  '1.2.840.10045.4.3.1': { name: 'ecdsa-with-SHA224', hash: 'sha224' },
  '1.2.840.10045.4.3.2': { name: 'ecdsa-with-SHA256', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { name: 'ecdsa-with-SHA384', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { name: 'ecdsa-with-SHA512', hash: 'sha512' },
  '1.2.840.10040.4.3': { name: 'dsaWithSHA1', hash: 'sha1' },
  '2.16.840.1.101.3.4.3.2': { name: 'dsa_with_SHA256', hash: 'sha256' },
  '1.3.101.112': { name: 'ED25519', hash: null },
  '1.3.101.113': { name: 'ED448', hash: null },
  '2.16.840.1.101.3.4.3.17': { name: 'ML-DSA-44', hash: null },
  '2.16.840.1.101.3.4.3.18': { name: 'ML-DSA-65', hash: null },
  '2.16.840.1.101.3.4.3.19': { name: 'ML-DSA-87', hash: null },
}

const hashes: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** Name of a digest by its identifier; null for one that is not used here. */
export function hashName(oid: string): string | null {
  return hashes[oid] ?? null
}

/** Name of the signature algorithm in an AlgorithmIdentifier; its dotted identifier when the name is not known. */
export function signatureName(algorithm: Uint8Array): string {
  const members = readSequence(algorithm)
  const oid = members?.[0] ? oidText(members[0].content) : ''
  if (oid === pss) return `RSASSA-PSS-${pssHash(members?.[1]).toUpperCase()}`
  return schemes[oid]?.name ?? oid
}

/**
 * Whether `key` made `signature` over `data` with a hash that is still secure (SHA-2, or the built-in hash of the
 * algorithm). Never throws: with a key that does not fit the algorithm the result is false.
 */
export function isValidSignature(
  algorithm: Uint8Array,
  key: KeyObject,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  const members = readSequence(algorithm)
  const oid = members?.[0] ? oidText(members[0].content) : ''
  const isPss = oid === pss
  const scheme = isPss ? { name: '', hash: pssHash(members?.[1]) } : schemes[oid]
  if (!scheme || scheme.hash === 'md2' || scheme.hash === 'md5' || scheme.hash === 'sha1')
    return false
  try {
    const verifyKey = isPss ? { key, padding: constants.RSA_PKCS1_PSS_PADDING } : key
    return verify(scheme.hash, data, verifyKey, signature)
  } catch {
    // OpenSSL throws when it cannot verify at all: wrong key type, unsupported curve.
    return false
  }
}

/** RFC 4055 3.1: hashAlgorithm is [0] of the parameters, and SHA-1 when it is absent. */
function pssHash(parameters: Der | undefined): string {
  const fields = parameters?.tag === tags.sequence ? readAll(parameters.content) : null
  const field = fields?.find((element) => element.tag === 0xa0)
  const identifier = field ? readSequence(field.content) : null
  const oid = identifier?.[0] ? oidText(identifier[0].content) : null
  if (oid === null) return 'sha1'
  return hashes[oid] ?? oid
}
