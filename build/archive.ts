import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'

/** A file of an archive; `path` with slashes. */
export interface ArchiveFile {
  readonly path: string
  readonly body: Uint8Array
  readonly executable?: boolean
}

/** A tar.gz under one folder. The same files and time give the same bytes: sorted, one time, nobody's. */
export async function archive(
  folder: string,
  files: readonly ArchiveFile[],
  madeAt: Date,
): Promise<Uint8Array> {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
  const tar = await packTar(
    sorted.map(({ path, body, executable }) => ({
      header: {
        ...{ name: `${folder}/${path}`, size: body.length, type: 'file', mtime: madeAt },
        ...{ mode: executable ? 0o755 : 0o644, uid: 0, gid: 0, uname: 'root', gname: 'root' },
      },
      body,
    })),
  )
  return gzipSync(tar, { level: 9 })
}
