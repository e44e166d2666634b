import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { EvidenceUrl } from '#settings/evidence-url.ts'
import type { Bucket } from '#store/bucket/bucket.ts'

/** The bucket of `evidence_url`, which is loaded only with this setting; null without. Contacts nothing. */
export async function bucketOf(url: EvidenceUrl | null, clock: Clock): Promise<Bucket | null> {
  if (url === null) return null
  const loaded = await import('#store/bucket/bucket.ts')
  return new loaded.Bucket(url, clock)
}

/** The same for a service, which deletes what has expired. */
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
