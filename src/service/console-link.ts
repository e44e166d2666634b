import { enterPath } from '#http/console/access/paths.ts'
import { base64Url, sha256Hex } from '#runtime/encoding.ts'
import type { Runtime } from '#runtime/runtime.ts'
import { addConsoleLink, LINK_LIFE_MS } from '#store/operator/console-links.ts'
import type { Connection } from '#store/sqlite/connection.ts'

export interface ConsoleLink {
  readonly url: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

// 256 bits: not guessable.
const TOKEN_BYTES = 32

/**
 * A link that opens the console once. It goes through the database, like the operator's verbs: access to the file is
 * the authorization. Only the hash of its token is stored. `admin`: `host:port` of a running service. Throws the
 * errors of SQLite.
 */
export function makeConsoleLink(
  database: Connection,
  {
    admin,
    runtime: { clock, random },
  }: { readonly admin: string; readonly runtime: Pick<Runtime, 'clock' | 'random'> },
): ConsoleLink {
  const now = clock.now()
  const token = base64Url(random.bytes(TOKEN_BYTES))
  addConsoleLink(database, sha256Hex(token), now)
  return { url: `http://${admin}${enterPath}?token=${token}`, expiresAt: now + LINK_LIFE_MS }
}
