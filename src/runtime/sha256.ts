import { createHash } from 'node:crypto'

/** SHA-256 as 64 lower-case hex digits. Strings are hashed as UTF-8. */
export function sha256Hex(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex')
}
