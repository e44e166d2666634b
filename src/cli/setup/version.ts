import { exitCode } from '#cli/output/exit-code.ts'
import type { Terminal } from '#cli/output/terminal.ts'
import { runtimeFacts } from '#runtime/process/process.ts'
import { version } from '#runtime/version.ts'

/** `urlwitness version [--json]`. */
export function printVersion(terminal: Terminal, options: { json: boolean }): number {
  const { node, platform, arch } = runtimeFacts()
  terminal.out.write(
    options.json
      ? `${JSON.stringify({ name: 'urlwitness', version, node, platform, arch })}\n`
      : `urlwitness ${version}\n`,
  )
  return exitCode.pass
}
