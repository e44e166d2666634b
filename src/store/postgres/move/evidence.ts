import { z } from 'zod'
import { Fault } from '#fault.ts'
import type { Transaction } from '#store/postgres/connection.ts'
import { NOW_MS } from '#store/postgres/schema.ts'
import { statement } from '#store/postgres/statement.ts'
import type { StoredEvidence } from '#store/screenshots/stored-evidence.ts'

// Evidence that has expired is left out: it has no partition.
const INSERT = statement(
  'move_evidence',
  `INSERT INTO evidence SELECT :idSha256::text, :mediaType::text, :jobId::text, :payer::text,
      :bytes::bigint, :sha256::text, :createdAt::bigint, :expiresAt::bigint, :content::bytea
    WHERE :expiresAt::bigint > ${NOW_MS} AND :expiresAt::bigint <= ${NOW_MS} + 86400000`,
)
const CHECK = statement(
  'move_evidence_check',
  `SELECT count(*) AS count,
      count(*) FILTER (WHERE encode(sha256(content), 'hex') <> sha256
        AND length(content) > 0) AS damaged FROM evidence`,
)

const checked = z.tuple([z.object({ count: z.number(), damaged: z.number() })])

/** Copies the evidence, checks the copy, and returns the number of rows. Rejects with `ledger_copy_differs`. */
export async function moveEvidence(
  source: AsyncIterable<StoredEvidence>,
  run: Transaction['run'],
): Promise<number> {
  let moved = 0
  for await (const evidence of source) moved += (await run(INSERT, { ...evidence })).changes
  const [{ count, damaged }] = checked.parse((await run(CHECK)).rows)
  if (count === moved && damaged === 0) return moved
  throw new Fault(
    'ledger_copy_differs',
    'The screenshots in PostgreSQL differ from those of the data folder: nothing was changed.',
  )
}
