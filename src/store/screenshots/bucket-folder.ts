import type { Bucket } from '#store/bucket/bucket.ts'
import { contentFile } from './content.ts'
import type { EvidenceFolder } from './folder.ts'
import type { ScreenshotRows } from './rows.ts'

/**
 * Screenshots in a bucket, with their rows in SQLite. Screenshots that were stored in the data folder before
 * `evidence_url` was set are served until they expire. An object without a row needs no sweep, because its key
 * contains its expiry.
 */
export function bucketFolder(
  local: EvidenceFolder,
  { bucket, rows }: { readonly bucket: Bucket; readonly rows: Pick<ScreenshotRows, 'expiryOf'> },
): EvidenceFolder {
  const withExpiry = async <T>(
    idSha256: string,
    use: (object: { readonly idSha256: string; readonly expiresAt: number }) => Promise<T>,
  ): Promise<T | null> => {
    const expiresAt = rows.expiryOf(idSha256)
    return expiresAt === null ? null : use({ idSha256, expiresAt })
  }
  return {
    make: () => local.make(),
    check: () => bucket.check(),
    write: async (name, png) => {
      await withExpiry(name, (object) => bucket.put(object, png))
    },
    publish: async () => {},
    open: async (name, bytes) => {
      const file = await local.open(name, bytes)
      if (file !== null) return file
      const png = await withExpiry(name, (object) => bucket.get(object, bytes))
      return png?.length === bytes ? contentFile(png) : null
    },
    // Not checked, because that would take one request for each of thousands of objects. A row whose object is lost
    // leads to a 404.
    has: async () => true,
    remove: async (name) => {
      await local.remove(name)
      await withExpiry(name, (object) => bucket.remove(object))
    },
    names: () => local.names(),
    // The files from before `evidence_url` was set are left out: they expire within a day.
    isLocal: false,
    freeBytes: () => local.freeBytes(),
  }
}
