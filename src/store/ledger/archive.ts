import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { codeOf, Fault } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
  reopenDatabase,
} from '#store/database.ts'
import { readDatabase } from '#store/existing-database.ts'
import { exists } from '#store/files/files.ts'
import { type Connection, type ConnectionOptions, isDamage } from '#store/sqlite/connection.ts'
import { unavailable } from './ledger.ts'

export interface ArchiveOptions {
  readonly ledger: ConnectionOptions
  /** The archive; it is created, or added to. */
  readonly to: string
  /** Calls reserved before this time, epoch milliseconds. */
  readonly before: number
  readonly clock: Clock
  /** Whether to move also calls whose host, verdict and finding codes are still kept; those details are deleted. */
  readonly dropDetails: boolean
  /** Called after each durable step; tests end the process there. */
  readonly onStep?: (step: 'marked' | 'copied' | 'moved') => void
}

export interface ArchiveResult {
  readonly calls: number
  /** Settled calls before that time that remain in the ledger, by reason. */
  readonly kept: { readonly details: number; readonly report: number }
}

/**
 * Calls per batch: about 25 ms of work and the fsyncs of two files. The next write of a service to the ledger waits
 * that long.
 */
const BATCH_CALLS = 200

/**
 * Moves settled calls to an archive while services use the ledger. For each call the ledger keeps a row that prevents
 * a second use of the payment (`archived_authorizations`). A batch is on disk in the archive before it is deleted
 * from the ledger, so a process that is killed in between leaves at most one batch in both, and the next run
 * completes it. Calls whose report can still be fetched or was not delivered stay, and so do calls with details, which
 * an archive would keep for longer than `ledger.details_days`. Throws `archive_failed` (disk, another file of that name),
 * `archive_unfinished` (an earlier run into another archive), `ledger_unavailable`, and as `readDatabase` does.
 */
export async function archiveCalls(options: ArchiveOptions): Promise<ArchiveResult> {
  readDatabase(options.ledger).close()
  const to = resolve(options.to)
  const ledger = reopenDatabase(options.ledger)
  try {
    refuseUnfinished(ledger, to)
    const source = openSource(ledger)
    const { before, dropDetails } = options
    const selection: ArchiveSelection = { before, dropDetails: dropDetails ? 1 : 0 }
    if (!exists(to) && source.next(START, selection).length === 0) {
      return { calls: 0, kept: source.kept(selection) }
    }
    const archive = openArchive(to)
    try {
      return await moveAll({ ...options, to }, { source, archive, selection })
    } finally {
      archive.close()
    }
  } finally {
    ledger.close()
  }
}

/** Whether the last run into this archive was not finished: the calls of one batch may be in the ledger as well. */
export function isUnfinished(archive: Connection): boolean {
  return archive.prepare('SELECT 1 FROM archive_runs').get() !== undefined
}

const run = z.object({ file: z.string() })

function refuseUnfinished(ledger: Database, to: string): void {
  const found = guarded(() => ledger.prepare('SELECT file FROM archive_runs').get())
  if (found === undefined) return
  const { file } = run.parse(found)
  // If that archive no longer exists, no call is in two places.
  if (isSameFile(file, to) || !exists(file)) return
  throw new Fault(
    'archive_unfinished',
    `An earlier run into ${file} was interrupted: repeat it with --to ${file} first.`,
    { facts: { file } },
  )
}

function isSameFile(first: string, second: string): boolean {
  if (first === second) return true
  if (!exists(first) || !exists(second)) return false
  const [a, b] = [statSync(first, { bigint: true }), statSync(second, { bigint: true })]
  return a.dev === b.dev && a.ino === b.ino
}

function openArchive(file: string): Database {
  const options: DatabaseOptions = { file, kind: 'archive' }
  try {
    return openDatabase(options)
  } catch (cause) {
    const isForeign = cause instanceof Fault && cause.code !== 'database_unavailable'
    throw isForeign ? cause : failed(file, cause)
  }
}

async function moveAll(
  { to, clock, onStep = () => {} }: ArchiveOptions,
  parts: {
    readonly source: ReturnType<typeof openSource>
    readonly archive: Database
    readonly selection: ArchiveSelection
  },
): Promise<ArchiveResult> {
  const { source, archive, selection } = parts
  const write = openWriter(archive)
  const copy = (calls: readonly MovedCall[]) => {
    try {
      write(calls, to)
    } catch (cause) {
      throw failed(to, cause)
    }
  }
  const moveBatch = (ids: readonly number[]) => {
    const calls = ids.flatMap((id) => source.read(id, selection))
    copy(calls)
    onStep('copied')
    for (const { row } of calls) source.remove(row.id)
    return calls.length
  }
  source.mark(to)
  copy([])
  onStep('marked')
  let moved = 0
  let last = START
  for (;;) {
    const positions = source.next(last, selection)
    const end = positions.at(-1)
    if (end === undefined) break
    const startedMs = clock.monotonicMs()
    moved += source.atomically(() => moveBatch(positions.map(({ id }) => id)))
    onStep('moved')
    last = end
    // Leaves the lock to the service for as long as this process has held it.
    await clock.sleep(clock.monotonicMs() - startedMs)
  }
  archive.prepare('DELETE FROM archive_runs').run()
  source.unmark()
  return { calls: moved, kept: source.kept(selection) }
}

interface Position {
  readonly at: number
  readonly id: number
}

const START: Position = { at: -1, id: -1 }

interface ArchiveSelection extends Pick<ArchiveOptions, 'before'> {
  readonly dropDetails: 0 | 1
}

const MARK = 'INSERT OR REPLACE INTO archive_runs (id, file) VALUES (1, ?)'

// A buyer whose 200 response was lost gets the report for a day, and afterwards the receipt (design.md row 12).
const IS_OVER = `delivered_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM reports WHERE authorization_id = authorizations.id)`
const HAS_DETAILS = 'EXISTS (SELECT 1 FROM job_results WHERE authorization_id = authorizations.id)'
const IS_MOVABLE = `state = 'settled' AND reserved_at < :before AND ${IS_OVER}
  AND (:dropDetails = 1 OR NOT ${HAS_DETAILS})`

const positions = z.array(z.object({ at: z.number(), id: z.number() }))
const fullRow = z.looseObject({ id: z.number() })
const counts = z.object({ details: z.number(), report: z.number() })

interface MovedCall {
  readonly row: z.infer<typeof fullRow>
  /** Oldest first. */
  readonly transitions: readonly unknown[]
}

/** The statements on the ledger. */
function openSource(ledger: Database) {
  const atomically = ledger.transaction((work: () => number) => work())
  const next = ledger.prepare<[object]>(`
    SELECT reserved_at AS at, id FROM authorizations INDEXED BY authorizations_by_time
    WHERE (reserved_at, id) > (:at, :id) AND ${IS_MOVABLE}
    ORDER BY reserved_at, id LIMIT ${BATCH_CALLS}`)
  const find = ledger.prepare<[object]>(
    `SELECT * FROM authorizations WHERE id = :id AND ${IS_MOVABLE}`,
  )
  const steps = ledger.prepare<[number]>(`
    SELECT to_state AS state, at, reason FROM transitions WHERE authorization_id = ? ORDER BY id`)
  const keep = ledger.prepare<[number]>(`
    INSERT INTO archived_authorizations
      (payer, nonce, asset, network, job_id, amount_atomic, payment_id, delivered_at)
    SELECT payer, nonce, asset, network, job_id, amount_atomic, payment_id, delivered_at
    FROM authorizations WHERE id = ?`)
  const remove = ledger.prepare<[number]>('DELETE FROM authorizations WHERE id = ?')
  const mark = ledger.prepare<[string]>(MARK)
  const unmark = ledger.prepare('DELETE FROM archive_runs')
  const kept = ledger.prepare<[object]>(`
    SELECT count(*) FILTER (WHERE ${IS_OVER} AND ${HAS_DETAILS}) AS details,
      count(*) FILTER (WHERE NOT (${IS_OVER})) AS report
    FROM authorizations INDEXED BY authorizations_by_time
    WHERE reserved_at < :before AND state = 'settled'`)
  return {
    atomically: (work: () => number) => guarded(() => atomically.immediate(work)),
    mark: (file: string) => guarded(() => mark.run(file)),
    unmark: () => guarded(() => unmark.run()),
    next: (last: Position, selection: ArchiveSelection): readonly Position[] =>
      guarded(() => positions.parse(next.all({ ...selection, ...last }))),
    /** Empty if another run has moved the call in the meantime. */
    read: (id: number, selection: ArchiveSelection): readonly MovedCall[] => {
      const found = find.get({ ...selection, id })
      if (found === undefined) return []
      return [{ row: fullRow.parse(found), transitions: steps.all(id) }]
    },
    remove: (id: number) => {
      keep.run(id)
      remove.run(id)
    },
    kept: (selection: ArchiveSelection): ArchiveResult['kept'] =>
      guarded(() => counts.parse(kept.get(selection))),
  }
}

const step = z.object({ state: z.string(), at: z.number(), reason: z.string().nullable() })

/**
 * Writes calls to the archive in one transaction, by repeating their transitions: the triggers of the schema then
 * write the transition log and the totals there as they did in the ledger. A call that is already there stays
 * unchanged.
 */
function openWriter(archive: Database): (calls: readonly MovedCall[], file: string) => void {
  const mark = archive.prepare<[string]>(MARK)
  const has = archive.prepare<[object]>(`
    SELECT 1 FROM authorizations WHERE network = :network AND asset = :asset AND payer = :payer
      AND nonce = :nonce AND job_id = :job_id`)
  const insert = archive.prepare<[object]>(`
    INSERT INTO authorizations (network, asset, payer, nonce, job_id, tool, amount_atomic, pay_to,
      signature_sha256, body_sha256, valid_before, payment_id, state, reserved_at, changed_at, reason)
    VALUES (:network, :asset, :payer, :nonce, :job_id, :tool, :amount_atomic, :pay_to,
      :signature_sha256, :body_sha256, :valid_before, :payment_id, :state, :reserved_at, :at, :reason)`)
  const move = archive.prepare<[object]>(
    'UPDATE authorizations SET state = :state, changed_at = :at, reason = :reason WHERE id = :id',
  )
  const complete = archive.prepare<[object]>(`
    UPDATE authorizations SET transaction_hash = :transaction_hash, receipt = :receipt,
      delivered_at = :delivered_at WHERE id = :newId`)
  return archive.transaction((calls: readonly MovedCall[], file: string) => {
    mark.run(file)
    for (const { row, transitions } of calls) {
      if (has.get(row) !== undefined) continue
      const [first, ...later] = transitions.map((value) => step.parse(value))
      const { lastInsertRowid: newId } = insert.run({ ...row, ...first })
      for (const transition of later) move.run({ ...transition, id: newId })
      complete.run({ ...row, newId })
    }
  }).immediate
}

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw cause instanceof Fault ? cause : unavailable(cause)
  }
}

function failed(file: string, cause: unknown): Fault {
  const reason = (cause instanceof Fault ? cause.facts['reason'] : codeOf(cause)) ?? null
  return new Fault('archive_failed', adviceOn(String(reason)), { facts: { file, reason }, cause })
}

function adviceOn(reason: string): string {
  if (reason === 'SQLITE_CONSTRAINT_UNIQUE') {
    return 'The archive has other calls under the same ids: name another file with --to.'
  }
  return isDamage(reason)
    ? 'The file is damaged, or not an archive of a ledger: name another with --to.'
    : 'The archive could not be written: its folder must exist, be writable and have as much free space as the ledger needs.'
}
