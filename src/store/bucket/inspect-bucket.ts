import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { hexOf } from '#runtime/encoding.ts'
import type { Random } from '#runtime/random.ts'
import type { EvidenceUrl } from '#settings/evidence-url.ts'
import { ATTEMPT_TIMEOUT_MS, Bucket, bucketFailed, textOf } from './bucket.ts'

export interface BucketFacts {
  /** Whether the content was read back as it was written. */
  readonly isReadBack: boolean
  readonly isDeleted: boolean
  /** Whether the store keeps a deleted object as an old version. */
  readonly isVersioned: boolean
  /** Whether the store serves objects to requests without a signature. */
  readonly isPublic: boolean
  /**
   * Days after which a lifecycle rule of the store deletes our objects; null if it has no such rule, or does not show
   * it.
   */
  readonly lifecycleDays: number | null
}

const TRIAL_BYTES = 32
const MAX_RULES_BYTES = 256 * 1024
const MINUTE_MS = 60_000

/** Writes, reads and deletes an object, and reads the lifecycle rules. Rejects with `evidence_bucket_failed`. */
export async function inspectBucket(
  url: EvidenceUrl,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<BucketFacts> {
  const bucket = new Bucket(url, clock)
  const content = hexOf(random.bytes(TRIAL_BYTES))
  const object = { idSha256: content, expiresAt: clock.now() + MINUTE_MS }
  const written = await bucket.put(object, new TextEncoder().encode(content))
  const readBack = await bucket.get(object, content.length)
  const isPublic = await isReadable(url, bucket.keyOf(object), clock).finally(() =>
    bucket.remove(object),
  )
  const remaining = await bucket.get(object, content.length)
  const version = written.headers.get('x-amz-version-id')
  return {
    isReadBack: readBack !== null && textOf(readBack) === content,
    isDeleted: remaining === null,
    isVersioned: version !== null && version !== 'null',
    isPublic,
    lifecycleDays: await lifecycleDays(bucket, url.prefix),
  }
}

/** Whether a request without a signature can read the object. */
async function isReadable(url: EvidenceUrl, key: string, clock: Clock): Promise<boolean> {
  using deadline = deadlineAfter(clock, ATTEMPT_TIMEOUT_MS)
  const { signal } = deadline
  try {
    const response = await globalThis.fetch(url.url + key, { redirect: 'manual', signal })
    await response.body?.cancel()
    return response.status === 200
  } catch (cause) {
    throw bucketFailed(url, 'did not respond to an unsigned request.', cause)
  }
}

async function lifecycleDays(bucket: Bucket, prefix: string): Promise<number | null> {
  const query = { lifecycle: '' }
  const { status, body } = await bucket.send({
    method: 'GET',
    key: '',
    query,
    maxBytes: MAX_RULES_BYTES,
  })
  if (status !== 200) return null
  const [, ...rules] = textOf(body).split('<Rule>')
  const days = rules.flatMap((rule) => {
    // A rule that is limited to tags or sizes does not apply to all of our objects.
    if (!/<Status>Enabled</.test(rule) || /<(Tag|ObjectSize\w+)>/.test(rule)) return []
    const rulePrefix = /<Prefix>([^<]*)</.exec(rule)?.[1] ?? ''
    const expiryDays = /<Expiration>\s*<Days>(\d+)</.exec(rule)?.[1]
    return expiryDays !== undefined && prefix.startsWith(rulePrefix) ? [Number(expiryDays)] : []
  })
  return days.length === 0 ? null : Math.min(...days)
}
