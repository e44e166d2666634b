import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { base64Url } from './encoding.ts'
import type { Random } from './random.ts'

/** What a key is made of. Both parts are needed, and the sealed text reveals neither. */
export interface SealSecret {
  readonly secret: string
  readonly salt: Uint8Array
  /** Keeps the keys that one secret is good for apart. */
  readonly purpose: string
}

/**
 * Text that only the holder of the secret can read again: AES-256-GCM under a key derived by HKDF-SHA-256 (RFC 5869).
 * Written as `sealed1.<nonce>.<tag>.<ciphertext>`, in URL-safe and standard base64.
 */
export function sealText(text: string, secret: SealSecret, random: Random): string {
  const nonce = random.bytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), nonce)
  const body = cipher.update(text, 'utf8', 'base64') + cipher.final('base64')
  return `${PREFIX}${base64Url(nonce)}.${base64Url(cipher.getAuthTag())}.${body}`
}

/** The text again, byte for byte; null for another secret, for damage, and for what was never sealed. */
export function unseal(sealed: string, secret: SealSecret): string | null {
  const [, nonce = '', tag = '', body = ''] = SHAPE.exec(sealed) ?? []
  if (body === '') return null
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(secret), bytesOf(nonce))
    decipher.setAuthTag(bytesOf(tag))
    return decipher.update(body, 'base64', 'utf8') + decipher.final('utf8')
  } catch {
    // The tag does not fit: the library says no more.
    return null
  }
}

/** Whether a text was sealed at all. */
export function isSealed(text: string): boolean {
  return text.startsWith(PREFIX)
}

const PREFIX = 'sealed1.'
const ALGORITHM = 'aes-256-gcm'
// What GCM takes as it is (NIST SP 800-38D 5.2.1.1). A key seals one text, so that chance can't repeat a nonce.
const NONCE_BYTES = 12
// 12 and 16 bytes: a shorter tag would be a weaker one.
const SHAPE = /^sealed1\.([\w-]{16})\.([\w-]{22})\.([A-Za-z0-9+/]+={0,2})$/

function keyOf({ secret, salt, purpose }: SealSecret): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, purpose, 32))
}

function bytesOf(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.charCodeAt(0))
}
