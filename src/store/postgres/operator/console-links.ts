import { type ConsoleLinks, LINK_LIFETIME_MS } from '#operator/operator-store.ts'
import type { PostgresDatabase } from '#store/postgres/connection.ts'
import { NOW_MS } from '#store/postgres/schema.ts'
import { statement } from '#store/postgres/statement.ts'

const FORGET = statement('links_forget', `DELETE FROM console_links WHERE expires_at <= ${NOW_MS}`)
const ADD = statement(
  'links_add',
  `INSERT INTO console_links VALUES (:tokenSha256::text, ${NOW_MS} + ${LINK_LIFETIME_MS})
    ON CONFLICT DO NOTHING`,
)
const TAKE = statement(
  'links_take',
  `WITH taken AS (
      DELETE FROM console_links WHERE token_sha256 = :tokenSha256::text RETURNING expires_at
    )
    SELECT 1 FROM taken WHERE expires_at > ${NOW_MS}`,
)

/**
 * Console links that are valid on every node. They expire by the clock of the database, since the clocks of two
 * machines differ and a link made on one must open the console on the other. Rejects with `database_unavailable`.
 */
export function createConsoleLinks(database: PostgresDatabase): ConsoleLinks {
  return {
    add: (tokenSha256) =>
      database.transaction(async ({ run }) => {
        await run(FORGET)
        await run(ADD, { tokenSha256 })
      }),
    // If the connection is lost, the link may have been consumed. It is then refused, and the operator makes another one.
    redeem: async (tokenSha256) => (await database.read(TAKE, { tokenSha256 })).length === 1,
  }
}
