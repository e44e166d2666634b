import { createHash } from 'node:crypto'
import { Fault } from '#fault.ts'

/** The stored content of a screenshot, open for reading. */
export interface EvidenceFile {
  /** Reads up to `length` bytes from `position` on into the start of `into`. */
  read(
    into: Uint8Array<ArrayBuffer>,
    offset: 0,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>
  close(): Promise<void>
}

/** Bytes per read: the memory that one slow reader takes, besides the buffers of its socket. */
const CHUNK_BYTES = 64 * 1024

/** SHA-256 of a file, lower-case hex, read piece by piece. */
export async function sha256OfFile(file: EvidenceFile): Promise<string> {
  const hash = createHash('sha256')
  const chunk = new Uint8Array(CHUNK_BYTES)
  for (let offset = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, offset)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(chunk.subarray(0, bytesRead))
    offset += bytesRead
  }
}

/** The content of a file of `size` bytes, read as the reader of the stream consumes it. Closes the file at its end. */
export function streamOf(
  file: EvidenceFile,
  size: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let offset = 0
  return new ReadableStream(
    {
      pull: async (controller) => {
        const chunk = new Uint8Array(Math.min(CHUNK_BYTES, size - offset))
        const { bytesRead } = await file.read(chunk, 0, chunk.length, offset)
        offset += bytesRead
        if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead))
        if (bytesRead > 0 && offset < size) return
        await file.close()
        // A file that has become shorter in the meantime must not appear complete.
        if (offset < size)
          controller.error(
            new Fault('evidence_file_short', 'The file of a screenshot ended early.'),
          )
        else controller.close()
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )
}

/** An `EvidenceFile` whose whole content is in memory. */
export function contentFile(content: Uint8Array): EvidenceFile {
  return {
    read: async (into, _offset, length, position) => {
      const part = content.subarray(position, position + length)
      into.set(part)
      return { bytesRead: part.length }
    },
    close: async () => {},
  }
}
