import { z } from 'zod'
import type { ReportStore } from '#evidence/report-store.ts'
import { base64Url, sha256Hex } from '#runtime/encoding.ts'
import { sealText, unseal } from '#runtime/sealed-text.ts'
import { NOW_MS } from '#store/postgres/schema.ts'
import { statement } from '#store/postgres/statement.ts'
import { secretOf } from '#store/screenshots/report-copies.ts'
import { ID_BYTES } from '#store/screenshots/screenshots.ts'
import { SHARE_OF_PAYER } from '#store/screenshots/space.ts'
import type { EvidenceOptions } from './screenshots.ts'
import { cachedTotals, EVIDENCE_LOCK, makeRoom } from './space.ts'

const PAYER = statement(
  'copies_payer',
  'SELECT payer FROM authorizations WHERE job_id = :jobId::text',
)
const FIND = statement(
  'copies_find',
  `SELECT convert_from(content, 'UTF8') AS body, job_id AS "jobId", expires_at AS "expiresAt"
    FROM evidence WHERE id_sha256 = :idSha256::text AND media_type = 'application/json'
      AND expires_at > ${NOW_MS}`,
)

const payerRow = z.object({ payer: z.string() })
const copyRow = z.object({ body: z.string(), jobId: z.string(), expiresAt: z.number() })

/** As in `store/screenshots/report-copies.ts`, for any number of nodes. The ledger writes each copy with its settlement. */
export function createReportStore(options: EvidenceOptions): ReportStore {
  const { database, clock, random, log, limits } = options
  const totals = cachedTotals(database, clock)
  // What this node has promised since it read the totals.
  let promised: { readonly since: ReturnType<typeof totals> | null; bytes: number } = {
    since: null,
    bytes: 0,
  }
  const hasRoom = async (jobId: string, bytes: number): Promise<boolean> => {
    const { quotaBytes } = limits()
    if (bytes > quotaBytes) return false
    const reading = totals()
    if (reading !== promised.since) promised = { since: reading, bytes: 0 }
    promised.bytes += bytes
    const more = promised.bytes
    const { bytes: used, heaviestBytes } = await reading
    const share = quotaBytes * SHARE_OF_PAYER
    // Nothing has to go, as nearly always: the other nodes may exceed the quota by what they write in a second.
    if (used + more <= quotaBytes && heaviestBytes + more <= share) return true
    return database.transaction(async ({ run }) => {
      const [found] = (await run(PAYER, { jobId })).rows
      const payer = found === undefined ? null : payerRow.parse(found).payer
      await run(EVIDENCE_LOCK)
      return (await makeRoom(run, { payer, bytes, besides: '', quotaBytes })) === null
    })
  }
  return {
    newLink: async (jobId, bytes) => {
      try {
        // Sealing writes three bytes as four characters.
        if (!(await hasRoom(jobId, Math.ceil(bytes * 1.4)))) return null
      } catch (error) {
        log.error('report_copy_refused', { job_id: jobId, error })
        return null
      }
      const id = base64Url(random.bytes(ID_BYTES))
      const expiresAt = clock.now() + limits().ttlMs
      return {
        id,
        seal: (report) => {
          const body = sealText(report, secretOf(id), random)
          return { idSha256: sha256Hex(id), body, sha256: sha256Hex(body), expiresAt }
        },
      }
    },
    find: async (id) => {
      // Hashed before any other check: a malformed id takes the path of an unknown one.
      const [found] = await database.read(FIND, { idSha256: sha256Hex(id) })
      if (found === undefined) return null
      const { body, jobId, expiresAt } = copyRow.parse(found)
      const text = unseal(body, secretOf(id))
      if (text === null) log.warn('report_copy_damaged', { job_id: jobId })
      return text === null ? null : { text, expiresAt }
    },
  }
}
