import { check, toolNamed } from '#cli/check/check.ts'
import { runHere } from '#cli/check/run-locally.ts'
import { checksOf } from '#cli/doctor/all-checks.ts'
import { checkSettings, doctor } from '#cli/doctor/doctor.ts'
import { evidenceActions } from '#cli/evidence/evidence.ts'
import { firstRunActions } from '#cli/first-run.ts'
import { ledgerActions } from '#cli/ledger/ledger.ts'
import { ledgerReconcile } from '#cli/ledger/reconcile.ts'
import { consoleLink } from '#cli/operate/console.ts'
import { statusHere } from '#cli/operate/local-status.ts'
import { operateActions } from '#cli/operate/operate.ts'
import { status } from '#cli/operate/status.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import type { Terminal } from '#cli/output/terminal.ts'
import { configCheck } from '#cli/setup/config-check.ts'
import { printVersion } from '#cli/setup/version.ts'
import type { Clock } from '#runtime/clock.ts'
import { createLog, silentLog } from '#runtime/log.ts'
import { exitNow, onTermination, runtimeFacts } from '#runtime/process/process.ts'
import type { Random } from '#runtime/random.ts'
import { version } from '#runtime/version.ts'
import { reconcileLocally } from '#service/reconcile-once.ts'
import { openToolRunners } from '#service/tools.ts'
import type { LoadedSettings } from '#settings/load.ts'
import type { Settings } from '#settings/settings.ts'
import type { Command } from './parse.ts'
import { unnamedConfig } from './unnamed-config.ts'

export type ParsedFlags = Extract<Command, { status: 'command' }>
type Loaded = Extract<LoadedSettings, { status: 'loaded' }>
/** What a verb does with its arguments; the number is the exit status. */
export type Action = (given: ParsedFlags) => number | Promise<number>

/** What a verb has of this machine and of its operator's word. */
export interface VerbContext {
  readonly clock: Clock
  readonly random: Random
  readonly fetch: typeof globalThis.fetch
  readonly env: Readonly<Record<string, string | undefined>>
  readonly terminal: Terminal
  /** How this program is started again, word for word. */
  readonly program: string
  readonly readFile: (path: string) => string
  readonly load: (given: ParsedFlags) => LoadedSettings
  /** Runs with sound settings; says what is wrong with others. */
  readonly withSettings: (
    given: ParsedFlags,
    use: (loaded: Loaded) => Promise<number>,
  ) => Promise<number>
}

/** Every verb but `serve`. */
export function verbActions(world: VerbContext): Readonly<Record<string, Action>> {
  const { clock, env, terminal, readFile, load, withSettings } = world
  return {
    check: (given) => withSettings(given, ({ settings }) => checkHere(world, given, settings)),
    buy: async ({ operands: [service = '', tool = '', url = ''], flags }) => {
      // The client's half of x402: nothing else needs it, and a start is not to wait for it.
      const { buy } = await import('#cli/client/buy.ts')
      return buy(
        {
          service,
          tool,
          url,
          json: flags['json'] === true,
          keyFile: text(flags['key-file']),
          maxUsd: text(flags['max-usd']),
        },
        { fetch: world.fetch, clock, env, readFile, terminal },
      )
    },
    doctor: (given) => examine(world, given),
    'config check': (given) =>
      configCheck(load(given), { json: given.flags['json'] === true }, terminal),
    'ledger reconcile': (given) =>
      withSettings(given, ({ settings }) =>
        ledgerReconcile(
          {
            json: given.flags['json'] === true,
            settings,
            reconcile: () => reconcileNow(world, settings),
          },
          terminal,
        ),
      ),
    status: (given) =>
      withSettings(given, async ({ settings }) =>
        status(
          await statusHere({ ...world, settings, now: clock.now() }),
          { json: given.flags['json'] === true },
          terminal,
        ),
      ),
    console: (given) =>
      withSettings(given, ({ settings }) =>
        consoleLink(
          { json: given.flags['json'] === true },
          { ...world, settings, now: clock.now() },
        ),
      ),
    ...Object.fromEntries(
      Object.entries({ ...operateActions, ...ledgerActions, ...evidenceActions }).map(
        ([verb, act]) => [
          verb,
          (given: ParsedFlags) =>
            withSettings(given, async ({ settings }) =>
              act(given, {
                settings,
                now: clock.now(),
                terminal,
              }),
            ),
        ],
      ),
    ),
    ...Object.fromEntries(
      Object.entries(firstRunActions).map(([verb, act]) => [
        verb,
        (given: ParsedFlags) => act(given, world),
      ]),
    ),
    version: ({ flags }) => printVersion(terminal, { json: flags['json'] === true }),
  }
}

function reconcileNow(world: VerbContext, settings: Settings): ReturnType<typeof reconcileLocally> {
  const stopping = new AbortController()
  const forget = onTermination(
    () => stopping.abort(),
    () => exitNow(exitCode.failed),
  )
  const log = createLog({
    level: settings.logLevel,
    clock: world.clock,
    write: (line) => world.terminal.err.write(line),
  })
  return reconcileLocally({
    ...world,
    settings,
    log,
    signal: stopping.signal,
  }).finally(forget)
}

async function checkHere(
  world: VerbContext,
  { operands: [url = ''], flags }: ParsedFlags,
  settings: Settings,
): Promise<number> {
  const options = {
    url,
    tool: text(flags['tool']) ?? 'probe_url',
    json: flags['json'] === true,
    save: text(flags['save']),
    html: text(flags['html']),
    dataDir: settings.dataDir,
  }
  const tool = toolNamed(options.tool)
  const toolbox = openToolRunners({
    ...{ ...world, settings, version, baseUrl: null, log: silentLog, screenshots: null },
    tools: tool === null ? [] : [tool],
  })
  try {
    return await check(options, runHere({ ...world, toolbox, settings }), world.terminal)
  } finally {
    await toolbox.close()
  }
}

function examine(world: VerbContext, given: ParsedFlags): Promise<number> {
  const loaded = world.load(given)
  const further =
    loaded.status === 'loaded'
      ? checksOf({
          settings: loaded.settings,
          ...world,
          runtime: runtimeFacts(),
        })
      : []
  const unnamed = unnamedConfig(given.settingFlags, world.env)
  const examinations = [async () => checkSettings(loaded, unnamed), ...further]
  return doctor(examinations, { json: given.flags['json'] === true }, world.terminal)
}

function text(flag: string | true | undefined): string | null {
  return typeof flag === 'string' ? flag : null
}
