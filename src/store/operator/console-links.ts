import type { Connection } from '#store/sqlite/connection.ts'

/** Long enough to switch to a browser, short enough that a link in the scrollback of a terminal soon expires. */
export const LINK_LIFE_MS = 10 * 60_000

/** Accepts the token with this hash once. Throws errors of SQLite. */
export function addConsoleLink(database: Connection, tokenSha256: string, now: number): void {
  const add = database.transaction(() => {
    forgetOld(database, now)
    database
      .prepare<[string, number]>('INSERT INTO console_links VALUES (?, ?)')
      .run(tokenSha256, now + LINK_LIFE_MS)
  })
  add.immediate()
}

/** True for exactly one caller over all processes on the file, until the link expires. Throws errors of SQLite. */
export function takeConsoleLink(database: Connection, tokenSha256: string, now: number): boolean {
  const take = database.transaction(() => {
    forgetOld(database, now)
    return database
      .prepare<[string]>('DELETE FROM console_links WHERE token_sha256 = ?')
      .run(tokenSha256)
  })
  return take.immediate().changes === 1
}

/** An expiry further ahead than the longest life was written before the clock was set back. */
function forgetOld(database: Connection, now: number): void {
  database
    .prepare<[number, number]>('DELETE FROM console_links WHERE expires_at <= ? OR expires_at > ?')
    .run(now, now + LINK_LIFE_MS)
}
