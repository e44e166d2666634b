import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { type CliContext, settingsOf, UsageError, VerbError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { rowColumns, rowOf } from '#cli/output/row-text.ts'
import { jsonText, sanitize } from '#cli/output/terminal.ts'
import type { LedgerView } from '#payment/ledger/ledger-view.ts'
import { isPartOf, replaceablePath } from '#store/files/files.ts'
import { databaseOf, openLedgerOrArchive } from './ledger.ts'
import { exportFormats } from './options.ts'

type Format = (typeof exportFormats)[number]

export interface ExportOptions {
  readonly format: Format | null
  /** Null: stdout. An existing file is replaced once the export is complete. */
  readonly out: string | null
  readonly archive: string | null
}

/** `urlwitness ledger export`: every row, oldest first; memory does not grow with the ledger. */
export async function ledgerExport(
  { format, out: file, archive }: ExportOptions,
  context: CliContext,
): Promise<number> {
  const { out, err } = context.terminal
  if (format === null) {
    throw new UsageError(`ledger export needs --format: ${exportFormats.join(' or ')}`)
  }
  if (file !== null) refuseOverwrite(file, archive, context)
  await using ledger = await openLedgerOrArchive(context, archive)
  if (file === null) {
    for await (const text of exportChunks(ledger, format)) {
      out.write(text)
      // The reader, such as `head`, has closed the pipe, or the disk is full.
      if ((await out.drained()) !== 'written') break
    }
    return exitCode.pass
  }
  try {
    const target = replaceablePath(file)
    if (target === null) {
      throw new UsageError('--out is a device or a pipe: name a file, or omit --out for stdout')
    }
    await writeAtomically(target, exportChunks(ledger, format))
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new VerbError(`the export cannot be written: ${cause.message}`, { cause })
  }
  err.write(`wrote ${sanitize(file)}\n`)
  return exitCode.pass
}

/** Refuses to export to the ledger or archive itself, because an export replaces an existing file. Throws a `UsageError`. */
function refuseOverwrite(file: string, archive: string | null, context: CliContext): void {
  if (!isPartOf(archive ?? databaseOf(settingsOf(context)).file, file)) return
  throw new UsageError(
    `--out is the ${archive === null ? 'ledger' : 'archive'} itself: name another file`,
  )
}

async function* exportChunks(ledger: LedgerView, format: Format): AsyncGenerator<string> {
  if (format === 'csv') {
    yield csvRecord(rowColumns)
    for await (const batch of ledger.batches()) {
      yield batch
        .map(rowOf)
        .map((row) => csvRecord(rowColumns.map((name) => sanitizedCell(row[name]))))
        .join('')
    }
    return
  }
  let separator = '['
  for await (const batch of ledger.batches()) {
    yield `${separator}\n${batch.map((entry) => jsonText(rowOf(entry))).join(',\n')}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

/** Cleans a cell, so that a record is one line: easier for other tools, and harmless on a terminal. JSON keeps the exact text. */
function sanitizedCell(cell: string | null): string | null {
  return cell === null ? null : sanitize(cell)
}

/** Writes the complete file or none. Only its owner can read it, since it names the payers. */
async function writeAtomically(file: string, chunks: AsyncIterable<string>): Promise<void> {
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  const descriptor = openSync(partial, 'wx', 0o600)
  try {
    for await (const text of chunks) writeAll(descriptor, text)
    fsyncSync(descriptor)
    renameSync(partial, file)
  } finally {
    closeSync(descriptor)
    rmSync(partial, { force: true })
  }
}

function writeAll(descriptor: number, text: string): void {
  const bytes = new TextEncoder().encode(text)
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(descriptor, bytes, offset)
}

/** One record of RFC 4180 with its line break. Null becomes an empty cell. */
export function csvRecord(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`
}

/**
 * A spreadsheet runs a cell that starts with one of these as a formula, and the facilitator chooses the text of a reason.
 * Leading spaces and control characters do not prevent that; East Asian locales treat the full-width forms like the ASCII ones.
 */
const FORMULA_START = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

function csvCell(text: string): string {
  const escaped = FORMULA_START.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(escaped) || escaped !== text
    ? `"${escaped.replaceAll('"', '""')}"`
    : escaped
}
