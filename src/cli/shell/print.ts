import type { CliContext } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import type { Verb } from '#cli/verbs/verb.ts'
import { version } from '#runtime/version.ts'
import { bashCompletion } from './completion-bash.ts'
import { fishCompletion } from './completion-fish.ts'
import { zshCompletion } from './completion-zsh.ts'
import { manPage } from './man-page.ts'

const completions = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** `urlwitness completion SHELL`. */
export function printCompletion(shell: keyof typeof completions, verbs: readonly Verb[]) {
  return printer(() => completions[shell](verbs))
}

/** `urlwitness man`. */
export function printManPage(verbs: readonly Verb[]) {
  return printer(() => manPage(verbs, version))
}

function printer(text: () => string) {
  return (_options: object, { terminal }: CliContext): number => {
    terminal.out.write(text())
    return exitCode.pass
  }
}
