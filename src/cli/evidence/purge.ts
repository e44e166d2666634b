import { exitCode } from '#cli/output/exit-code.ts'
import { jsonText, type Terminal } from '#cli/output/terminal.ts'
import { freeExpired, freeStored, sweep } from '#store/screenshots/delete-expired.ts'
import type { EvidenceFolder } from '#store/screenshots/folder.ts'
import type { ScreenshotRows } from '#store/screenshots/rows.ts'
import { codeOf } from '#store/sqlite/files.ts'

/** `urlwitness evidence purge`. Exit 4 when a file could not be removed; nothing can be read through us even then. */
export async function evidencePurge(
  context: { readonly rows: ScreenshotRows; readonly folder: EvidenceFolder },
  { json, now, all }: { readonly json: boolean; readonly now: number; readonly all: boolean },
  { out, err }: Terminal,
): Promise<number> {
  const left = new Set<string>()
  const freeing = { ...context, onLeft: (error: unknown) => left.add(codeOf(error) ?? 'unknown') }
  const expired = await freeExpired(freeing, now)
  const freed = expired + (all ? await freeStored(freeing) : 0)
  const swept = await sweep(freeing)
  const facts = { freed, orphan_files: swept.files, rows_without_file: swept.rows }
  if (json) out.write(`${jsonText(facts)}\n`)
  else
    out.write(
      `freed ${freed} screenshots, ${swept.files} files without a row, ${swept.rows} rows without a file\n`,
    )
  if (left.size === 0) return exitCode.pass
  err.write(
    `files are left that cannot be removed (${[...left].join(', ')}): run it as their owner\n`,
  )
  return exitCode.failed
}
