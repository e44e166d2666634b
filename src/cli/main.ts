import { readFileSync } from 'node:fs'
import { exitCode } from '#cli/output/exit-code.ts'
import { shellWord } from '#cli/output/shell-word.ts'
import { createTerminal } from '#cli/output/terminal.ts'
import { reportProblems } from '#cli/setup/config-check.ts'
import { readArguments } from '#cli/verbs/parse.ts'
import { unnamedConfig } from '#cli/verbs/unnamed-config.ts'
import type { Action, ParsedFlags, VerbContext } from '#cli/verbs/verb-actions.ts'
import { Fault } from '#fault.ts'
import { systemClock } from '#runtime/clock.ts'
import {
  environment,
  holdOpen,
  processArguments,
  programName,
  setExitCode,
  stderr,
  stdout,
} from '#runtime/process/process.ts'
import { systemRandom } from '#runtime/random.ts'
import { loadSettings } from '#settings/load.ts'

const env = environment()

const world: VerbContext = {
  ...{ clock: systemClock, random: systemRandom, fetch, env },
  terminal: createTerminal(stdout, stderr, env),
  program: programName().map(shellWord).join(' '),
  readFile: (path) => readFileSync(path, 'utf8'),
  load: ({ settingFlags }) => loadSettings({ flags: settingFlags, env, readFile: world.readFile }),
  withSettings: async (given, use) => {
    const loaded = world.load(given)
    if (loaded.status === 'loaded') return use(loaded)
    reportProblems(loaded.problems, stderr)
    return exitCode.badSettings
  },
}

const serveHere: Action = (given) =>
  world.withSettings(given, async (loaded) => {
    const { serve } = await import('./serve.ts')
    return serve({
      ...{ ...world, loaded, reload: () => world.load(given) },
      warnings: unnamedConfig(given.settingFlags, env),
    })
  })

/** A service runs for weeks, and its start is waited for: it loads nothing of the other verbs. */
async function actionOf({ verb }: ParsedFlags): Promise<Action | undefined> {
  if (verb === 'serve') return serveHere
  const { verbActions } = await import('#cli/verbs/verb-actions.ts')
  return verbActions(world)[verb]
}

async function run(args: readonly string[]): Promise<number> {
  const command = readArguments(args)
  if (command.status === 'help') {
    stdout.write(command.text)
    return exitCode.pass
  }
  const action = command.status === 'command' ? await actionOf(command) : undefined
  if (command.status === 'misuse' || action === undefined) {
    stderr.write(`${command.status === 'misuse' ? command.message : 'this verb has no action'}\n`)
    return exitCode.misuse
  }
  return action(command)
}

function explain(cause: unknown): number {
  if (cause instanceof Fault) {
    const facts = Object.entries(cause.facts).map(([name, value]) => `${name} ${value}`)
    stderr.write(`${cause.message} (${[cause.code, ...facts].join(', ')})\n`)
  } else {
    stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`)
  }
  return exitCode.failed
}

// No top-level await: the executable is one CommonJS file.
const release = holdOpen()
void run(processArguments()).catch(explain).then(setExitCode).finally(release)
