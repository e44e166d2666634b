import { browserInstall, browserPath, browserTest } from '#cli/browser/browser.ts'
import { quote } from '#cli/client/quote.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import type { Terminal } from '#cli/output/terminal.ts'
import { exportDocument } from '#cli/setup/export.ts'
import { init } from '#cli/setup/init.ts'
import { systemd } from '#cli/setup/systemd.ts'
import { bashCompletion } from '#cli/shell/completion-bash.ts'
import { fishCompletion } from '#cli/shell/completion-fish.ts'
import { zshCompletion } from '#cli/shell/completion-zsh.ts'
import { manPage } from '#cli/shell/man-page.ts'
import { DEFAULT_CONFIG } from '#cli/verbs/init-verb.ts'
import type { Command } from '#cli/verbs/parse.ts'
import type { Clock } from '#runtime/clock.ts'
import { executablePath } from '#runtime/process/process.ts'
import { openPrompter } from '#runtime/prompt.ts'
import type { Random } from '#runtime/random.ts'
import { version } from '#runtime/version.ts'
import type { Documents } from '#service/documents.ts'
import type { Settings } from '#settings/settings.ts'

type Given = Extract<Command, { status: 'command' }>
type Flags = Given['flags']

export interface FirstRunContext {
  readonly clock: Clock
  readonly random: Random
  readonly terminal: Terminal
  /** Asks the service that `quote` names. */
  readonly fetch: typeof globalThis.fetch
  /** Runs with sound settings; says what is wrong with others. */
  readonly withSettings: (
    given: Given,
    use: (loaded: { readonly settings: Settings }) => Promise<number>,
  ) => Promise<number>
  /** How this program is started again, word for word. */
  readonly program: string
}

type Act = (given: Given, world: FirstRunContext) => number | Promise<number>

/** What the verbs of a first run do; the number is the exit status. They throw the Faults of what they use. */
export const firstRunActions: Readonly<Record<string, Act>> = {
  init: async ({ flags }, world) => {
    const prompter = openPrompter()
    try {
      return await init(
        {
          path: textOf(flags, 'config') ?? DEFAULT_CONFIG,
          given: {
            ...named(flags, 'mode', 'mode'),
            ...named(flags, 'base_url', 'base-url'),
            ...named(flags, 'pay_to', 'pay-to'),
            ...named(flags, 'facilitator_url', 'facilitator-url'),
            ...named(flags, 'data_dir', 'data-dir'),
          },
          yes: flags['yes'] === true,
          force: flags['force'] === true,
        },
        { ...world, prompter },
      )
    } finally {
      prompter.close()
    }
  },
  'browser path': (given, world) =>
    world.withSettings(given, ({ settings }) =>
      browserPath({ json: given.flags['json'] === true }, { ...world, settings }),
    ),
  'browser test': (given, world) =>
    world.withSettings(given, ({ settings }) =>
      browserTest(
        { json: given.flags['json'] === true, save: textOf(given.flags, 'save') },
        { ...world, settings },
      ),
    ),
  'browser install': (given, world) =>
    world.withSettings(given, ({ settings }) =>
      browserInstall({ from: textOf(given.flags, 'from') }, { ...world, settings }),
    ),
  quote: ({ operands: [service = '', tool = '', url = ''], flags }, world) =>
    quote({ service, tool, url, json: flags['json'] === true }, world),
  systemd: (given, world) =>
    world.withSettings(given, async ({ settings }) =>
      systemd(
        {
          config: given.settingFlags['config'] ?? null,
          user: textOf(given.flags, 'user'),
          proxy: textOf(given.flags, 'proxy'),
          executable: executablePath(),
        },
        { ...world, settings },
      ),
    ),
  'export openapi': exporting('openapi'),
  'export llms': exporting('llms'),
  'export schema': exporting('schema'),
  'completion bash': printing(bashCompletion),
  'completion zsh': printing(zshCompletion),
  'completion fish': printing(fishCompletion),
  man: printing(() => manPage(version)),
}

function exporting(name: keyof Documents): Act {
  return (given, world) =>
    world.withSettings(given, ({ settings }) =>
      exportDocument(name, { out: textOf(given.flags, 'out') }, { ...world, settings }),
    )
}

function printing(text: () => string): Act {
  return (_given, { terminal }) => {
    terminal.out.write(text())
    return exitCode.pass
  }
}

function textOf(flags: Flags, name: string): string | null {
  const value = flags[name]
  return typeof value === 'string' ? value : null
}

function named(flags: Flags, key: string, flag: string): Record<string, string> {
  const value = textOf(flags, flag)
  return value === null ? {} : { [key]: value }
}
