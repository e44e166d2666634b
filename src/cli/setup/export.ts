import { writeFileSync } from 'node:fs'
import { exitCode } from '#cli/output/exit-code.ts'
import type { Terminal } from '#cli/output/terminal.ts'
import { Fault } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'
import { type Documents, documentsOf } from '#service/documents.ts'
import type { Settings } from '#settings/settings.ts'

export interface ExportContext {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly terminal: Terminal
}

/** `urlwitness export openapi|llms|schema`: to stdout, or to a file. Throws a Fault `file_unwritable`. */
export async function exportDocument(
  name: keyof Documents,
  options: { readonly out: string | null },
  world: ExportContext,
): Promise<number> {
  const document = (await documentsOf({ ...world, log: silentLog }))[name]
  const text = typeof document === 'string' ? document : `${JSON.stringify(document, null, 2)}\n`
  if (options.out === null) world.terminal.out.write(text)
  else write(options.out, text)
  return exitCode.pass
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw unwritable(file, cause)
  }
}

function unwritable(file: string, cause: unknown): Fault {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Fault('file_unwritable', `${file} cannot be written (${why}).`, { cause })
}
