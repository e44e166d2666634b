import { writeFileSync } from 'node:fs'
import { type CliContext, SettingsError, settingsOf } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { ruleDocument, ruleMarkdown } from '#findings/rule-document.ts'
import { silentLog } from '#runtime/log.ts'
import { type Documents, documentsOf } from '#service/documents.ts'

interface ExportOptions {
  /** Null: stdout. */
  readonly out: string | null
}

/** `urlwitness export openapi|llms|schema|mcp`. Throws a `SettingsError`, and the system error of a file that cannot be written. */
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
    else writeFileSync(out, text)
    return exitCode.pass
  }
}

/** `urlwitness export rules`. Throws the system error of a file that cannot be written. */
export function exportRules(
  { out, format }: ExportOptions & { readonly format: 'json' | 'markdown' },
  { terminal }: CliContext,
): number {
  const document = ruleDocument()
  const text = format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : ruleMarkdown(document)
  if (out === null) terminal.out.write(text)
  else writeFileSync(out, text)
  return exitCode.pass
}

const notListed =
  'the MCP registry lists a service with mcp = true and a base_url like https://verify.example.com: HTTPS, and a name in DNS.'
