import { type ConsoleLinks, LINK_LIFETIME_MS } from '#operator/operator-store.ts'
import type { Connection } from '#store/sqlite/connection.ts'

/** Rejects with errors of SQLite. */
export function createConsoleLinks(database: Connection): ConsoleLinks {
  const add = database.transaction((tokenSha256: string, now: number) => {
    deleteExpired(database, now)
    database
      .prepare<[string, number]>('INSERT INTO console_links VALUES (?, ?)')
      .run(tokenSha256, now + LINK_LIFETIME_MS)
  })
  const redeem = database.transaction((tokenSha256: string, now: number) => {
    deleteExpired(database, now)
    return database
      .prepare<[string]>('DELETE FROM console_links WHERE token_sha256 = ?')
      .run(tokenSha256)
  })
  return {
    add: async (tokenSha256, now) => add.immediate(tokenSha256, now),
    redeem: async (tokenSha256, now) => redeem.immediate(tokenSha256, now).changes === 1,
  }
}

/**
 * Deletes expired links, and those that expire later than a new link would: they were made before the clock was set
 * back.
 */
function deleteExpired(database: Connection, now: number): void {
  database
    .prepare<[number, number]>('DELETE FROM console_links WHERE expires_at <= ? OR expires_at > ?')
    .run(now, now + LINK_LIFETIME_MS)
}
