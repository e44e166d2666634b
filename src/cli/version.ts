import { runtimeFacts } from '../runtime/process.ts'
import { version } from '../runtime/version.ts'
import { exitCode } from './exit-code.ts'
import type { Terminal } from './terminal.ts'

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
