import { randomBytes } from 'node:crypto'
import { hexOf } from './encoding.ts'

/** The random source of everything outside `runtime/`. */
export interface Random {
  /** `count` unpredictable bytes (CSPRNG). */
  bytes(count: number): Uint8Array
}

export const systemRandom: Random = { bytes: (count) => new Uint8Array(randomBytes(count)) }

/** UUIDv7 (RFC 9562 5.7): sortable by time, 74 random bits. */
export function uuidV7(nowMs: number, random: Random): string {
  const bytes = random.bytes(16)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setUint16(0, Math.floor(nowMs / 2 ** 32))
  view.setUint32(2, nowMs % 2 ** 32)
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70)
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80)
  const hex = hexOf(bytes)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
