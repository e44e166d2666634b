import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** SHA-256 of a file, in lower-case hex. */
export function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
