import { enterPath } from '#http/console/access/paths.ts'
import { base64Url, sha256Hex } from '#runtime/encoding.ts'
import type { Random } from '#runtime/random.ts'
import { addConsoleLink, LINK_LIFE_MS } from '#store/operator/console-links.ts'
import type { Connection } from '#store/sqlite/connection.ts'

export interface ConsoleLink {
  readonly url: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

// 256 bits: nobody finds one by trying.
const TOKEN_BYTES = 32

/**
 * A link that opens the console once. It goes through the database, as the operator's verbs do: whoever may write there
 * may look; and only the hash of its token is kept. `admin`: `host:port` of a running service. Throws what SQLite says.
 */
export function makeConsoleLink(
  database: Connection,
  { admin, now, random }: { admin: string; now: number; random: Random },
): ConsoleLink {
  const token = base64Url(random.bytes(TOKEN_BYTES))
  addConsoleLink(database, sha256Hex(token), now)
  return { url: `http://${admin}${enterPath}?token=${token}`, expiresAt: now + LINK_LIFE_MS }
}
