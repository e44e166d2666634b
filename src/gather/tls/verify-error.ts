import type { Certificate } from '#net/x509/certificate.ts'

/**
 * OpenSSL's name for why a chain does not verify. Node has no name for some of its codes and says UNSPECIFIED; those that
 * security level 2 gives for weak keys and hashes can be told by looking at the path again.
 */
export function verifyErrorName(
  error: string | null,
  path: readonly Certificate[],
  nameMatches: boolean,
): string | null {
  if (error === null) return nameMatches ? null : 'HOSTNAME_MISMATCH'
  return error === 'UNSPECIFIED' ? (weakness(path) ?? error) : error
}

function weakness(path: readonly Certificate[]): string | null {
  const [leaf, ...above] = path
  if (leaf && isSmall(leaf)) return 'EE_KEY_TOO_SMALL'
  if (above.some(isSmall)) return 'CA_KEY_TOO_SMALL'
  const signed = path.filter((one) => !one.isSelfSigned)
  return signed.some((one) => /md[245]|sha1/i.test(one.signatureAlgorithm))
    ? 'CA_MD_TOO_WEAK'
    : null
}

/** 112 bits of security (SSL_CTX_set_security_level, level 2). */
function isSmall({ key }: Certificate): boolean {
  if (key.bits === null) return false
  return key.type === 'EC' ? key.bits < 224 : /^(RSA|DSA)/.test(key.type) && key.bits < 2048
}
