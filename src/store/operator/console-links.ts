import type { Connection } from '#store/sqlite/connection.ts'

/** Long enough to change to a browser, short enough that what a terminal keeps of it is worthless soon. */
export const LINK_LIFE_MS = 10 * 60_000

/** Lets the token with this hash in, once. Throws what SQLite says. */
export function addConsoleLink(database: Connection, tokenSha256: string, now: number): void {
  const add = database.transaction(() => {
    forgetOld(database, now)
    database
      .prepare<[string, number]>('INSERT INTO console_links VALUES (?, ?)')
      .run(tokenSha256, now + LINK_LIFE_MS)
  })
  add.immediate()
}

/** True for one caller over all processes on the file, while the link lives. Throws what SQLite says. */
export function takeConsoleLink(database: Connection, tokenSha256: string, now: number): boolean {
  const take = database.transaction(() => {
    forgetOld(database, now)
    return database
      .prepare<[string]>('DELETE FROM console_links WHERE token_sha256 = ?')
      .run(tokenSha256)
  })
  return take.immediate().changes === 1
}

/** One that lives longer than any does was written before the clock was set back. */
function forgetOld(database: Connection, now: number): void {
  database
    .prepare<[number, number]>('DELETE FROM console_links WHERE expires_at <= ? OR expires_at > ?')
    .run(now, now + LINK_LIFE_MS)
}
