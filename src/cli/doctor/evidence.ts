import { messageOf } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Random } from '#runtime/random.ts'
import type { Settings } from '#settings/settings.ts'
import type { BucketFacts } from '#store/bucket/inspect-bucket.ts'
import { type CheckResult, fail, pass, skip, warn } from './check.ts'

/** Checks whether the bucket of `evidence_url` is usable and private, and whether deleted and old objects are really removed. */
export async function checkEvidence(
  { evidenceUrl, databaseUrl }: Pick<Settings, 'evidenceUrl' | 'databaseUrl'>,
  runtime: { readonly clock: Clock; readonly random: Random },
): Promise<CheckResult> {
  if (evidenceUrl === null) {
    return skip(
      'evidence',
      `screenshots are in ${databaseUrl === null ? 'data_dir' : 'PostgreSQL'}`,
    )
  }
  const { inspectBucket } = await import('#store/bucket/inspect-bucket.ts')
  const { bucket, prefix } = evidenceUrl
  try {
    return bucketResult(`s3://${bucket}/${prefix}`, await inspectBucket(evidenceUrl, runtime))
  } catch (cause) {
    const reason = messageOf(cause)
    return fail('evidence', reason, BUCKET_REMEDY)
  }
}

const BUCKET_REMEDY =
  'If that names no remedy, correct endpoint, region, bucket and key in evidence_url, and let the key put, get, list and delete objects below the prefix. Until then, render_page and verify_page are not sold.'

function bucketResult(name: string, facts: BucketFacts): CheckResult {
  if (!facts.isReadBack) {
    return fail('evidence', `${name} returns other bytes than were written`, 'Use another store.')
  }
  if (facts.isPublic) {
    return fail('evidence', `anyone can read ${name}`, 'Block public access to the bucket.')
  }
  if (facts.isVersioned || !facts.isDeleted) {
    return fail(
      'evidence',
      `${name} keeps what was deleted, and screenshots must be gone after a day`,
      'Use a bucket without versioning and object lock.',
    )
  }
  if (facts.lifecycleDays === 1) {
    return pass(
      'evidence',
      `${name} can be written, read and deleted, and expires objects after a day`,
    )
  }
  const lifecycleText =
    facts.lifecycleDays === null ? 'no rule that can be read' : `${facts.lifecycleDays} days`
  return warn(
    'evidence',
    `${name} can be written, read and deleted; its lifecycle: ${lifecycleText}`,
    'Add a lifecycle rule for this prefix that expires objects after 1 day: it deletes them when no service runs.',
  )
}
