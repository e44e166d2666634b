import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { EvidenceUrl } from '#settings/evidence-url.ts'
import type { Bucket } from '#store/bucket/bucket.ts'

/** Opens the bucket of `evidence_url`, whose code is loaded only with this setting; null without it. Sends no request. */
export async function bucketOf(url: EvidenceUrl | null, clock: Clock): Promise<Bucket | null> {
  if (url === null) return null
  const loaded = await import('#store/bucket/bucket.ts')
  return new loaded.Bucket(url, clock)
}

/** As `bucketOf`, for a service, which also deletes expired objects. */
export async function openEvidenceBucket(
  url: EvidenceUrl | null,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<{ readonly bucket: Bucket | null; close(): Promise<void> }> {
  const bucket = await bucketOf(url, clock)
  if (bucket === null) return { bucket, close: async () => {} }
  const { openBucketJanitor } = await import('#store/bucket/janitor.ts')
  const janitor = openBucketJanitor({ bucket, clock, log })
  return { bucket, close: () => janitor.close() }
}
