import { z } from 'zod'
import type { ReportStore } from '#evidence/stores.ts'
import { statement } from '#store/postgres/statement.ts'
import { sealedReports } from '#store/screenshots/report-copies.ts'
import { MAX_PAYER_SHARE } from '#store/screenshots/space.ts'
import type { EvidenceOptions } from './screenshots.ts'
import {
  cachedTotals,
  EVIDENCE_LOCK,
  IS_UNEXPIRED,
  makeRoom,
  type ObjectRow,
  removeObjects,
} from './space.ts'

const PAYER = statement(
  'copies_payer',
  'SELECT payer FROM authorizations WHERE job_id = :jobId::text',
)
const FIND = statement(
  'copies_find',
  `SELECT convert_from(content, 'UTF8') AS body, job_id AS "jobId", expires_at AS "expiresAt"
    FROM evidence WHERE id_sha256 = :idSha256::text AND media_type = 'application/json'
      AND ${IS_UNEXPIRED}`,
)

const payerRow = z.object({ payer: z.string() })
const copyRow = z.object({ body: z.string(), jobId: z.string(), expiresAt: z.number() })

/** The copies of reports in PostgreSQL, for any number of nodes. */
export function createReportStore(options: EvidenceOptions): ReportStore {
  const { database, clock, limits } = options
  const totals = cachedTotals(database, clock)
  // Bytes that this node has promised since it read the totals.
  let promised: { readonly since: ReturnType<typeof totals> | null; bytes: number } = {
    since: null,
    bytes: 0,
  }
  const hasRoom = async (jobId: string, bytes: number): Promise<boolean> => {
    const { quotaBytes } = limits()
    if (bytes > quotaBytes) return false
    const currentTotals = totals()
    if (currentTotals !== promised.since) promised = { since: currentTotals, bytes: 0 }
    promised.bytes += bytes
    const more = promised.bytes
    const { bytes: used, heaviestBytes } = await currentTotals
    const share = quotaBytes * MAX_PAYER_SHARE
    // Nearly always, nothing has to be deleted. The other nodes may exceed the quota by the bytes that they write in
    // a second.
    if (used + more <= quotaBytes && heaviestBytes + more <= share) return true
    const outcome = await database.transaction(async ({ run }) => {
      const freed: ObjectRow[] = []
      const [found] = (await run(PAYER, { jobId })).rows
      const payer = found === undefined ? null : payerRow.parse(found).payer
      await run(EVIDENCE_LOCK)
      const request = { payer, bytes, besides: '', quotaBytes, freed }
      return { reason: await makeRoom(run, request), freed }
    })
    await removeObjects(outcome.freed, options)
    return outcome.reason === null
  }
  const find = async (idSha256: string) => {
    const [found] = await database.read(FIND, { idSha256 })
    return found === undefined ? null : copyRow.parse(found)
  }
  return sealedReports({ hasRoom, find }, options)
}
