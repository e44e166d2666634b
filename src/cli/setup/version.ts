import type { CliContext } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { runtimeFacts } from '#runtime/process/process.ts'
import { version } from '#runtime/version.ts'

// A separate file: the verb table loads each function lazily.

/** `urlwitness version`. */
export function printVersion(
  { json }: { readonly json: boolean },
  { terminal }: CliContext,
): number {
  const { node, platform, arch } = runtimeFacts()
  const facts = { name: 'urlwitness', version, node, platform, arch }
  terminal.out.write(json ? `${JSON.stringify(facts)}\n` : `urlwitness ${version}\n`)
  return exitCode.pass
}
