import { readFileSync } from 'node:fs'
import type { Command } from './cli/arguments.ts'
import { readArguments } from './cli/arguments.ts'
import { check, toolNamed } from './cli/check.ts'
import { configCheck, reportProblems } from './cli/config-check.ts'
import { consoleLink } from './cli/console.ts'
import { diagnoseSettings, doctor } from './cli/doctor.ts'
import { evidenceActions } from './cli/evidence.ts'
import { examinationsOf } from './cli/examinations.ts'
import { exitCode } from './cli/exit-code.ts'
import { firstRunActions } from './cli/first-run.ts'
import { ledgerActions } from './cli/ledger.ts'
import { ledgerReconcile } from './cli/ledger-reconcile.ts'
import { operateActions } from './cli/operate.ts'
import { runHere } from './cli/run-here.ts'
import { serve } from './cli/serve.ts'
import { shellWord } from './cli/shell-word.ts'
import { status } from './cli/status.ts'
import { statusHere } from './cli/status-here.ts'
import { openTerminal } from './cli/terminal.ts'
import { unnamedConfig } from './cli/unnamed-config.ts'
import { printVersion } from './cli/version.ts'
import { Fault } from './fault.ts'
import { reconcileHere } from './reconcile-here.ts'
import { systemClock } from './runtime/clock.ts'
import { openLog, silentLog } from './runtime/log.ts'
import { loadEmbeddedAddon } from './runtime/native-addon.ts'
import {
  environment,
  exitNow,
  holdOpen,
  onTermination,
  processArguments,
  programName,
  runtimeFacts,
  setExitCode,
  stderr,
  stdout,
} from './runtime/process.ts'
import { systemRandom } from './runtime/random.ts'
import { version } from './runtime/version.ts'
import type { LoadedSettings } from './settings/load.ts'
import { loadSettings } from './settings/load.ts'
import type { Settings } from './settings/settings.ts'
import { openToolbox } from './toolbox.ts'

type Given = Extract<Command, { status: 'command' }>

const env = environment()
const terminal = openTerminal(stdout, stderr, env)
const program = programName().map(shellWord).join(' ')
const readFile = (path: string) => readFileSync(path, 'utf8')
const world = { clock: systemClock, random: systemRandom }

/** What each verb does with its arguments; the number is the exit status. */
const actions: Readonly<Record<string, (given: Given) => number | Promise<number>>> = {
  serve: (given) =>
    withSettings(given, (loaded) =>
      serve({
        ...{ ...world, loaded, terminal, program, reload: () => load(given) },
        warnings: unnamedConfig(given.settingFlags, env),
        nativeBinding: loadEmbeddedAddon(),
      }),
    ),
  check: (given) => withSettings(given, ({ settings }) => checkHere(given, settings)),
  buy: async ({ operands: [service = '', tool = '', url = ''], flags }) => {
    // The client's half of x402: nothing else needs it, and a start is not to wait for it.
    const { buy } = await import('./cli/buy.ts')
    return buy(
      {
        service,
        tool,
        url,
        json: flags['json'] === true,
        keyFile: text(flags['key-file']),
        maxUsd: text(flags['max-usd']),
      },
      { fetch, clock: systemClock, env, readFile, terminal },
    )
  },
  doctor: (given) => examine(given),
  'config check': (given) =>
    configCheck(load(given), { json: given.flags['json'] === true }, terminal),
  'ledger reconcile': (given) =>
    withSettings(given, ({ settings }) =>
      ledgerReconcile(
        {
          json: given.flags['json'] === true,
          settings,
          reconcile: () => reconcileNow(settings),
        },
        terminal,
      ),
    ),
  status: (given) =>
    withSettings(given, async ({ settings }) =>
      status(
        await statusHere({
          ...{ settings, terminal, fetch, clock: systemClock, now: systemClock.now() },
          nativeBinding: loadEmbeddedAddon(),
        }),
        { json: given.flags['json'] === true },
        terminal,
      ),
    ),
  console: (given) =>
    withSettings(given, ({ settings }) =>
      consoleLink(
        { json: given.flags['json'] === true },
        {
          ...{ ...world, settings, terminal, fetch, now: systemClock.now() },
          nativeBinding: loadEmbeddedAddon(),
        },
      ),
    ),
  ...Object.fromEntries(
    Object.entries({ ...operateActions, ...ledgerActions, ...evidenceActions }).map(
      ([verb, act]) => [
        verb,
        (given: Given) =>
          withSettings(given, async ({ settings }) =>
            act(given, {
              settings,
              now: systemClock.now(),
              terminal,
              nativeBinding: loadEmbeddedAddon(),
            }),
          ),
      ],
    ),
  ),
  ...Object.fromEntries(
    Object.entries(firstRunActions).map(([verb, act]) => [
      verb,
      (given: Given) => act(given, { ...world, fetch, terminal, program, withSettings }),
    ]),
  ),
  version: ({ flags }) => printVersion(terminal, { json: flags['json'] === true }),
}

async function run(args: readonly string[]): Promise<number> {
  const command = readArguments(args)
  if (command.status === 'help') {
    stdout.write(command.text)
    return exitCode.pass
  }
  const action = command.status === 'command' ? actions[command.verb] : undefined
  if (command.status === 'misuse' || action === undefined) {
    stderr.write(`${command.status === 'misuse' ? command.message : 'this verb has no action'}\n`)
    return exitCode.misuse
  }
  return action(command)
}

function load({ settingFlags }: Given): LoadedSettings {
  return loadSettings({ flags: settingFlags, env, readFile })
}

async function withSettings(
  given: Given,
  use: (loaded: Extract<LoadedSettings, { status: 'loaded' }>) => Promise<number>,
): Promise<number> {
  const loaded = load(given)
  if (loaded.status === 'loaded') return use(loaded)
  reportProblems(loaded.problems, stderr)
  return exitCode.badSettings
}

function reconcileNow(settings: Settings): ReturnType<typeof reconcileHere> {
  const stopping = new AbortController()
  const forget = onTermination(
    () => stopping.abort(),
    () => exitNow(exitCode.failed),
  )
  const log = openLog({
    level: settings.logLevel,
    clock: systemClock,
    write: (line) => stderr.write(line),
  })
  return reconcileHere({
    ...world,
    settings,
    log,
    nativeBinding: loadEmbeddedAddon(),
    signal: stopping.signal,
  }).finally(forget)
}

async function checkHere(
  { operands: [url = ''], flags }: Given,
  settings: Settings,
): Promise<number> {
  const options = {
    url,
    tool: text(flags['tool']) ?? 'probe_url',
    json: flags['json'] === true,
    save: text(flags['save']),
    html: text(flags['html']),
  }
  const tool = toolNamed(options.tool)
  const toolbox = openToolbox({
    ...{ ...world, settings, version, baseUrl: null, log: silentLog, screenshots: null },
    tools: tool === null ? [] : [tool],
  })
  try {
    return await check(options, runHere({ ...world, toolbox, settings }), terminal)
  } finally {
    await toolbox.close()
  }
}

function examine(given: Given): Promise<number> {
  const loaded = load(given)
  const further =
    loaded.status === 'loaded'
      ? examinationsOf({
          settings: loaded.settings,
          ...world,
          runtime: runtimeFacts(),
          loadAddon: loadEmbeddedAddon,
          fetch,
        })
      : []
  const unnamed = unnamedConfig(given.settingFlags, env)
  const examinations = [async () => diagnoseSettings(loaded, unnamed), ...further]
  return doctor(examinations, { json: given.flags['json'] === true }, terminal)
}

function text(flag: string | true | undefined): string | null {
  return typeof flag === 'string' ? flag : null
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
