/** Supported groups by code point, names of the IANA registry (TLS Supported Groups). */
const groups: Readonly<Record<number, string>> = {
  19: 'secp192r1',
  21: 'secp224r1',
  22: 'secp256k1',
  23: 'secp256r1',
  24: 'secp384r1',
  25: 'secp521r1',
  26: 'brainpoolP256r1',
  27: 'brainpoolP384r1',
  28: 'brainpoolP512r1',
  29: 'x25519',
  30: 'x448',
  31: 'brainpoolP256r1tls13',
  32: 'brainpoolP384r1tls13',
  33: 'brainpoolP512r1tls13',
  256: 'ffdhe2048',
  257: 'ffdhe3072',
  258: 'ffdhe4096',
  259: 'ffdhe6144',
  260: 'ffdhe8192',
  512: 'MLKEM512',
  513: 'MLKEM768',
  514: 'MLKEM1024',
  4587: 'SecP256r1MLKEM768',
  4588: 'X25519MLKEM768',
  4589: 'SecP384r1MLKEM1024',
}

export function groupName(codePoint: number): string {
  return groups[codePoint] ?? `0x${codePoint.toString(16).padStart(4, '0')}`
}

export function isKnownGroup(codePoint: number): boolean {
  return codePoint in groups
}
