import { Buffer } from 'node:buffer'
import { closeSync, openSync, readSync } from 'node:fs'
import { VerbError } from './context.ts'

/** Limit of a file with settings, a secret or a key, which has a few KiB at most. */
const MAX_SETTINGS_MIB = 4

/** The text of a file with settings, a secret or a key. Throws as `readBoundedFile` does. */
export function readSettingsFile(path: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    readBoundedFile(path, MAX_SETTINGS_MIB),
  )
}

const CHUNK_BYTES = 2 ** 18

/**
 * The content of a file, a pipe or a device. Throws the error of the system, and a `VerbError` as soon as the content exceeds the
 * limit, since a device may have no end.
 */
export function readBoundedFile(path: string, maxMib: number): Uint8Array {
  const descriptor = openSync(path, 'r')
  try {
    const chunks: Uint8Array[] = []
    for (let bytes = 0; bytes <= maxMib * 2 ** 20; ) {
      const chunk = new Uint8Array(CHUNK_BYTES)
      const length = readSync(descriptor, chunk)
      if (length === 0) return Buffer.concat(chunks)
      chunks.push(chunk.subarray(0, length))
      bytes += length
    }
  } finally {
    closeSync(descriptor)
  }
  throw new VerbError(`it is larger than ${maxMib} MiB`)
}
