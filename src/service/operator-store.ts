import { join } from 'node:path'
import { signInPath } from '#http/console/access/paths.ts'
import {
  type ConsoleLinks,
  LINK_LIFETIME_MS,
  type OperatorStore,
} from '#operator/operator-store.ts'
import type { Clock } from '#runtime/clock.ts'
import { base64Url, sha256Hex } from '#runtime/encoding.ts'
import type { Runtime } from '#runtime/runtime.ts'
import { bucketOf } from '#service/storage/evidence-bucket.ts'
import type { Settings } from '#settings/settings.ts'
import { DATABASE_NAME } from '#store/database.ts'
import { openSqliteOperatorStore } from '#store/operator/open-operator-store.ts'

/**
 * Opens the storage that the settings name, for use by its operator, whether services are running or not. The caller
 * closes it. Creates and migrates nothing. Rejects with the Faults of `store/`.
 */
export async function openOperatorStore(
  { dataDir, databaseUrl, evidenceUrl }: Pick<Settings, 'dataDir' | 'databaseUrl' | 'evidenceUrl'>,
  clock: Clock,
): Promise<OperatorStore> {
  const bucket = await bucketOf(evidenceUrl, clock)
  if (databaseUrl === null) {
    return openSqliteOperatorStore({ file: join(dataDir, DATABASE_NAME) }, { clock, bucket })
  }
  const { openPostgresOperatorStore } = await import(
    '#store/postgres/operator/open-operator-store.ts'
  )
  return openPostgresOperatorStore(databaseUrl, bucket)
}

export interface ConsoleLink {
  readonly url: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

// 256 bits, so that a token cannot be guessed.
const TOKEN_BYTES = 32

/**
 * Makes a link that opens the console once. The link goes through the database, as the operator's commands do: access
 * to the file is the authorization. Only the hash of its token is stored. `admin`: `host:port` of a running service.
 * Rejects with the errors of the store.
 */
export async function createConsoleLink(
  links: ConsoleLinks,
  {
    admin,
    runtime: { clock, random },
  }: { readonly admin: string; readonly runtime: Pick<Runtime, 'clock' | 'random'> },
): Promise<ConsoleLink> {
  const now = clock.now()
  const token = base64Url(random.bytes(TOKEN_BYTES))
  await links.add(sha256Hex(token), now)
  return { url: `http://${admin}${signInPath}?token=${token}`, expiresAt: now + LINK_LIFETIME_MS }
}
