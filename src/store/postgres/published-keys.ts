import { z } from 'zod'
import { type Clock, repeatedly } from '#runtime/clock.ts'
import { type Log, silentLog } from '#runtime/log.ts'
import type { DatabaseUrl } from '#settings/database-url.ts'
import type { PublicKey } from '#store/keys/key-ring.ts'
import type { SigningKeys } from '#store/keys/signing-keys.ts'
import { PostgresDatabase } from './connection.ts'
import { NOTIFY, type NotificationChannel, type Notifications } from './notifications.ts'
import { NOW_MS } from './schema.ts'
import { statement } from './statement.ts'

const CHANNEL: NotificationChannel = 'urlwitness_keys'

/**
 * Milliseconds for which a key is published after its last announcement: a day longer than a retired key
 * (`store/keys/key-ring.ts`).
 */
const PUBLICATION_MS = 91 * 86_400_000

const ANNOUNCE = statement(
  'keys_announce',
  `INSERT INTO public_keys SELECT :kid::text, :x::text, ${NOW_MS}, ${NOW_MS} + ${PUBLICATION_MS}
    ON CONFLICT (kid) DO UPDATE SET published_until = EXCLUDED.published_until`,
)
const WITHDRAW = statement(
  'keys_withdraw',
  'DELETE FROM public_keys WHERE kid = ANY(:kids::text[])',
)
const READ = statement(
  'keys_read',
  `SELECT kid, x FROM public_keys WHERE published_until > ${NOW_MS}
    ORDER BY created_at DESC, kid`,
)

const rows = z.array(z.object({ kid: z.string(), x: z.string() }))

interface Announcement {
  readonly added: readonly PublicKey[]
  readonly withdrawn?: readonly string[]
}

/** Opens the published keys for a command that runs beside the services. Rejects with `database_unavailable`. */
export async function withPublishedKeys<T>(
  url: DatabaseUrl,
  use: (keys: {
    announce(keys: Announcement): Promise<void>
    read(): Promise<readonly PublicKey[]>
  }) => Promise<T>,
): Promise<T> {
  const database = new PostgresDatabase({ url, log: silentLog, retryForMs: 0 })
  try {
    return await use({
      announce: (keys) => announceKeys(database, keys),
      read: () => publishedKeys(database),
    })
  } finally {
    await database.close()
  }
}

/**
 * Announces `added` keys, which every node publishes from now on, and `withdrawn` ones, which no node publishes any
 * more.
 */
function announceKeys(
  database: PostgresDatabase,
  {
    added,
    withdrawn = [],
  }: {
    readonly added: readonly PublicKey[]
    readonly withdrawn?: readonly string[]
  },
): Promise<void> {
  return database.transaction(async ({ run }) => {
    for (const { kid, x } of added) await run(ANNOUNCE, { kid, x })
    await run(WITHDRAW, { kids: withdrawn })
    await run(NOTIFY, { subject: CHANNEL })
  })
}

async function publishedKeys(database: PostgresDatabase): Promise<readonly PublicKey[]> {
  const found = rows.parse(await database.read(READ))
  return found.map(({ kid, x }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid,
    use: 'sig',
    alg: 'EdDSA',
  }))
}

/**
 * Applies if notifications are lost. `keys rotate` waits longer than this between announcing a key and signing with
 * it.
 */
const POLL_INTERVAL_MS = 1_000
const ANNOUNCE_INTERVAL_MS = 3_600_000

/**
 * Each node signs with a separate key and publishes the public keys of all nodes, so that the JWKS of any node
 * verifies the reports of every node. The alternative, one private key in the database, would put it into every dump,
 * standby and backup of that database, or require another secret on every machine to seal it; and the theft of one
 * machine would compromise all of them. The cost is a longer JWKS: one key per data folder that served within 90
 * days.
 *
 * A key is announced before it signs. Rejects with `database_unavailable`.
 */
export async function openPublishedKeys(options: {
  readonly ownKeys: SigningKeys
  readonly database: PostgresDatabase
  readonly notifications: Pick<Notifications, 'on'>
  readonly clock: Clock
  readonly log: Log
}): Promise<SigningKeys & { close(): void }> {
  const { ownKeys, database, notifications, clock, log } = options
  let lastAnnouncement = { at: 0, kids: '' }
  const announce = async () => {
    const added = ownKeys.published()
    const at = clock.monotonicMs()
    const kids = added.map(({ kid }) => kid).join(' ')
    if (kids === lastAnnouncement.kids && at - lastAnnouncement.at < ANNOUNCE_INTERVAL_MS) return
    await announceKeys(database, { added })
    lastAnnouncement = { at, kids }
  }
  await announce()
  let sharedKeys = await publishedKeys(database)
  let isFailing = false
  let isClosed = false
  const refresh = async (): Promise<void> => {
    try {
      // Announces a key that was put into the file by hand. `keys rotate` announces its new key beforehand.
      await announce()
      sharedKeys = await publishedKeys(database)
      isFailing = false
    } catch (error) {
      // The keys in memory were read a moment ago, and stay in use.
      if (!isFailing && !isClosed) log.error('public_keys_not_read', { error })
      isFailing = true
    }
  }
  const rounds = repeatedly(clock, POLL_INTERVAL_MS, refresh)
  notifications.on(CHANNEL, rounds.runNow)
  return {
    current: ownKeys.current,
    published: () => {
      const published = ownKeys.published()
      return [
        ...published,
        ...sharedKeys.filter(({ kid }) => !published.some((key) => key.kid === kid)),
      ]
    },
    close: () => {
      isClosed = true
      void rounds.close()
    },
  }
}
