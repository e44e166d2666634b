import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ScreenshotStore } from '#evidence/stores.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { type Log, silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { DATABASE_NAME, type Database, openDatabase } from '#store/database.ts'
import { EVIDENCE_FOLDER, type EvidenceFolder, evidenceFolder } from '#store/screenshots/folder.ts'
import { openJanitor } from '#store/screenshots/janitor.ts'
import { createScreenshotRows, type ScreenshotRows } from '#store/screenshots/rows.ts'
import { createScreenshotStore } from '#store/screenshots/screenshots.ts'

export interface TestEvidence extends Disposable {
  readonly store: ScreenshotStore
  readonly rows: ScreenshotRows
  readonly folder: EvidenceFolder
  readonly database: Database
  close(): void
}

export interface TestEvidenceOptions {
  readonly clock?: Clock
  readonly log?: Log
  readonly quotaBytes?: number
  readonly minFreeBytes?: number
  readonly ttlMs?: number
  /** Wrappers of the parts, which make a call fail or kill the process in it. */
  readonly aroundRows?: (own: ScreenshotRows) => ScreenshotRows
  readonly aroundFolder?: (own: EvidenceFolder) => EvidenceFolder
}

/** The evidence store of a data folder, as the service opens it, on a separate connection. */
export function openEvidence(dataDir: string, options: TestEvidenceOptions = {}): TestEvidence {
  mkdirSync(dataDir, { recursive: true })
  const database = openDatabase({ file: join(dataDir, DATABASE_NAME), busyTimeoutMs: 20_000 })
  const ownRows = createScreenshotRows(database)
  const rows = options.aroundRows?.(ownRows) ?? ownRows
  const ownFolder = evidenceFolder(join(dataDir, EVIDENCE_FOLDER))
  const folder = options.aroundFolder?.(ownFolder) ?? ownFolder
  folder.make()
  const store = createScreenshotStore({
    rows,
    folder,
    clock: options.clock ?? systemClock,
    random: systemRandom,
    log: options.log ?? silentLog,
    limits: () => ({
      quotaBytes: options.quotaBytes ?? 1024 ** 3,
      minFreeBytes: options.minFreeBytes ?? 0,
      ttlMs: options.ttlMs ?? 24 * 3_600_000,
    }),
  })
  const close = () => void database.close()
  return { store, rows, folder, database, close, [Symbol.dispose]: close }
}

/** The whole content of an id; null where the service would send a 404. */
export async function readBack(store: ScreenshotStore, id: string): Promise<Uint8Array | null> {
  const content = await (await store.find(id))?.open()
  return content == null ? null : new Uint8Array(await new Response(content).arrayBuffer())
}

/** Runs a janitor for one round, which also sweeps. */
export function runJanitorOnce(
  evidence: Pick<TestEvidence, 'rows' | 'folder'>,
  clock: Clock = systemClock,
  log: Log = silentLog,
): Promise<void> {
  return new Promise((resolve) => {
    const after: Clock['after'] = () => {
      resolve(undefined)
      return () => {}
    }
    openJanitor({ ...evidence, clock: { ...clock, after }, log })
  })
}

/** Random bytes with the signature of a PNG. */
export function sampleScreenshot(bytes = 5_000): Uint8Array {
  const png = new Uint8Array(bytes)
  for (let at = 0; at < bytes; at += 65_536) {
    crypto.getRandomValues(png.subarray(at, Math.min(bytes, at + 65_536)))
  }
  png.set([137, 80, 78, 71, 13, 10, 26, 10].slice(0, bytes))
  return png
}
