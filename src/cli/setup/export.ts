import { writeFileSync } from 'node:fs'
import { type CliContext, settingsOf } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { Fault } from '#fault.ts'
import { silentLog } from '#runtime/log.ts'
import { type Documents, documentsOf } from '#service/documents.ts'

interface ExportOptions {
  /** Null: stdout. */
  readonly out: string | null
}

/** `urlwitness export openapi|llms|schema`. Throws a Fault `file_unwritable`. */
export function exportDocument(name: keyof Documents) {
  return async ({ out }: ExportOptions, context: CliContext): Promise<number> => {
    const { clock, random, terminal } = context
    const documents = await documentsOf({
      settings: settingsOf(context),
      clock,
      random,
      log: silentLog,
    })
    const document = documents[name]
    const text = typeof document === 'string' ? document : `${JSON.stringify(document, null, 2)}\n`
    if (out === null) terminal.out.write(text)
    else write(out, text)
    return exitCode.pass
  }
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
