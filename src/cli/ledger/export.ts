import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { exitCode } from '#cli/output/exit-code.ts'
import { rowColumns, rowOf } from '#cli/output/row-text.ts'
import { clean, jsonText, type Terminal } from '#cli/output/terminal.ts'
import type { LedgerView } from '#payment/ledger/ledger-view.ts'
import { csvRecord } from './csv.ts'

export const exportFormats = ['csv', 'json'] as const

export interface ExportOptions {
  readonly format: (typeof exportFormats)[number]
  /** Null: stdout. A file that is there is replaced, once the export is whole. */
  readonly file: string | null
}

/** `urlwitness ledger export`: every row, oldest first; memory does not grow with the ledger. */
export async function ledgerExport(
  view: LedgerView,
  { format, file }: ExportOptions,
  { out, err }: Terminal,
): Promise<number> {
  if (file === null) {
    for (const text of pieces(view, format)) {
      out.write(text)
      // `| head` has read enough.
      if (!(await out.drained())) break
    }
    return exitCode.pass
  }
  try {
    writeWhole(file, pieces(view, format))
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    err.write(`the export cannot be written: ${clean(cause.message)}\n`)
    return exitCode.failed
  }
  err.write(`wrote ${clean(file)}\n`)
  return exitCode.pass
}

function* pieces(view: LedgerView, format: ExportOptions['format']): Generator<string> {
  if (format === 'csv') {
    yield csvRecord(rowColumns)
    for (const batch of view.batches()) {
      yield batch
        .map(rowOf)
        .map((row) => csvRecord(rowColumns.map((name) => cleaned(row[name]))))
        .join('')
    }
    return
  }
  let before = '['
  for (const batch of view.batches()) {
    yield `${before}\n${batch.map((entry) => jsonText(rowOf(entry))).join(',\n')}`
    before = ','
  }
  yield before === '[' ? '[]\n' : '\n]\n'
}

/** A record is a line: easier on other tools, and harmless on a screen. JSON keeps what CSV loses by it. */
function cleaned(cell: string | null): string | null {
  return cell === null ? null : clean(cell)
}

/** Payers are in it: for its owner only. */
function writeWhole(file: string, texts: Iterable<string>): void {
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  const descriptor = openSync(partial, 'wx', 0o600)
  try {
    for (const text of texts) writeAll(descriptor, text)
    fsyncSync(descriptor)
    renameSync(partial, file)
  } finally {
    closeSync(descriptor)
    rmSync(partial, { force: true })
  }
}

function writeAll(descriptor: number, text: string): void {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
}
