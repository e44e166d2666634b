import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'

/** SHA-256 as 64 lower-case hex digits. Strings are hashed as UTF-8. */
export function sha256Hex(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex')
}

/** Two lower-case hex digits per byte. */
export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

/**
 * Encodes bytes, or text as UTF-8, in the URL-safe base64 alphabet without padding (RFC 4648 5), as JWS does. For short
 * values.
 */
export function base64Url(data: Uint8Array | string): string {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/**
 * The text, or a separate copy of its first `most` characters. A slice in V8 refers to the text that it was cut from,
 * which then stays in memory: a page that reported two hundred errors of 20 MB would end the process.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  return Buffer.from(text.slice(0, most), 'utf16le').toString('utf16le')
}

/** Orders texts by their UTF-16 code units, which gives the same order on every machine. */
export function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
