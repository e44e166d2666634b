import { readSettingsFile } from '#cli/bounded-file.ts'
import type { CliContext } from '#cli/context.ts'
import { runArguments } from '#cli/run.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import { openScreen } from './screen.ts'

export interface VerbRun {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface RunOptions extends Partial<Pick<CliContext, 'executable' | 'fetch' | 'readFile'>> {
  /** The time of its clock, epoch milliseconds. */
  readonly now?: number
  readonly columns?: number
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a verb in this process as `main.ts` does, without a terminal. */
export async function runVerb(args: readonly string[], options: RunOptions = {}): Promise<VerbRun> {
  const { now, columns = 80, env = {}, executable = null } = options
  const terminal = openScreen(columns)
  const code = await runArguments(args, {
    clock: now === undefined ? systemClock : { ...systemClock, now: () => now },
    random: systemRandom,
    fetch: options.fetch ?? fetch,
    env,
    terminal,
    program: 'npx urlwitness',
    executable,
    readFile: options.readFile ?? readSettingsFile,
  })
  return { code, ...terminal.seen }
}
