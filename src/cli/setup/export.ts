import { writeFileSync } from 'node:fs'
import { type CliContext, SettingsError, settingsOf } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { Fault, messageOf } from '#fault.ts'
import { ruleDocument, ruleMarkdown } from '#findings/rule-document.ts'
import { silentLog } from '#runtime/log.ts'
import { type Documents, documentsOf } from '#service/documents.ts'

interface ExportOptions {
  /** Null: stdout. */
  readonly out: string | null
}

/** `urlwitness export openapi|llms|schema|mcp`. Throws a Fault `file_unwritable`, and a `SettingsError`. */
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
    if (document === null) throw new SettingsError([notListed])
    const text = typeof document === 'string' ? document : `${JSON.stringify(document, null, 2)}\n`
    if (out === null) terminal.out.write(text)
    else writeDocument(out, text)
    return exitCode.pass
  }
}

/** `urlwitness export rules`. Throws a Fault `file_unwritable`. */
export function exportRules(
  { out, format }: ExportOptions & { readonly format: 'json' | 'markdown' },
  { terminal }: CliContext,
): number {
  const document = ruleDocument()
  const text = format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : ruleMarkdown(document)
  if (out === null) terminal.out.write(text)
  else writeDocument(out, text)
  return exitCode.pass
}

const notListed =
  'the MCP registry lists a service with mcp = true and a base_url like https://verify.example.com: HTTPS, and a name in DNS.'

function writeDocument(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw unwritableFault(file, cause)
  }
}

function unwritableFault(file: string, cause: unknown): Fault {
  const reason = messageOf(cause)
  return new Fault('file_unwritable', `${file} cannot be written (${reason}).`, { cause })
}
