import { accessSync, constants, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CliContext, VerbError } from '#cli/context.ts'
import { sanitize } from '#cli/output/terminal.ts'
import { messageOf } from '#fault.ts'
import { type ReportView, reportPage } from '#report/html/report-page.ts'
import type { Report } from '#report/schema.ts'
import { openInBrowser } from '#runtime/process/open-in-browser.ts'
import { replaceablePath } from '#store/files/files.ts'
import { replaceFile } from '#store/files/private-file.ts'

/** The content of a report page, which is written as one HTML file. */
export interface PageParts extends ReportView {
  readonly report: Report
  readonly png: Uint8Array | null
}

/** Writes the page of a report as `saveFiles` does. Returns false when it cannot be written. */
export function writePage(
  file: string,
  { report, png, ...view }: PageParts,
  context: Pick<CliContext, 'terminal'>,
): boolean {
  return saveFiles('page', () => [[file, reportPage(report, png, view)]], context)
}

/**
 * Writes files and reports each on stderr. A new file is readable by its owner only, because reports contain secret ids; a
 * replaced one keeps its mode. Returns false when they cannot be made or written; the message then contains `what`, and a
 * file that was there before is unchanged.
 */
export function saveFiles(
  what: 'page' | 'report',
  make: () => readonly (readonly [path: string, content: string | Uint8Array])[],
  { terminal }: Pick<CliContext, 'terminal'>,
): boolean {
  const { err } = terminal
  try {
    for (const [path, content] of make()) {
      write(path, content, terminal)
      err.write(`saved ${path}\n`)
    }
    return true
  } catch (cause) {
    const reason = messageOf(cause)
    err.write(`the ${what} cannot be saved: ${reason}\n`)
    return false
  }
}

/** Writes to a device and a pipe in place: a rename would replace them. */
function write(path: string, content: string | Uint8Array, { out }: CliContext['terminal']): void {
  if (STDOUT.test(path) && typeof content === 'string') out.write(content)
  else if (replaceablePath(path) === null) writeFileSync(path, content)
  else replaceFile(path, content)
}

/** Other names of standard output. If it is a file, a rename would replace that file beside the open descriptor. */
const STDOUT = /^\/(?:dev\/stdout|dev\/fd\/1|proc\/self\/fd\/1)$/

/** Throws a `VerbError` if a page cannot be written to this file, so that nothing is paid for it. */
export function requireWritable(file: string): void {
  const problem = writeProblemOf(file)
  if (problem === null) return
  throw new VerbError(`the page cannot be saved: ${problem}; nothing was paid`)
}

function writeProblemOf(file: string): string | null {
  try {
    const target = replaceablePath(file)
    if (target === null) {
      accessSync(file, constants.W_OK)
      return null
    }
    // The file is replaced by a rename, which needs write access to its folder.
    accessSync(dirname(target), constants.W_OK)
    const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() === true
    return isFolder ? `${file} is a folder` : null
  } catch (cause) {
    return messageOf(cause)
  }
}

/** Opens a page for `--open`, or prints its place when no browser can be started. `target`: the path of a file, or a URL. */
export async function openPage(
  target: string | URL,
  { terminal: { err }, env }: Pick<CliContext, 'terminal' | 'env'>,
): Promise<void> {
  const url = typeof target === 'string' ? pathToFileURL(resolve(target)) : target
  const isOpen = await openInBrowser(url, env)
  const targetText = sanitize(String(target), 300)
  err.write(isOpen ? `opened ${targetText}\n` : `no browser to open ${targetText}\n`)
}
