import { openPrompter } from '../runtime/prompt.ts'
import type { Command } from './arguments.ts'
import { init } from './init.ts'
import { DEFAULT_CONFIG } from './init-verb.ts'
import type { Terminal } from './terminal.ts'

type Given = Extract<Command, { status: 'command' }>
type Flags = Given['flags']

export interface FirstRunWorld {
  readonly terminal: Terminal
  /** How this program is started again, word for word. */
  readonly program: string
}

type Act = (given: Given, world: FirstRunWorld) => number | Promise<number>

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
}

function textOf(flags: Flags, name: string): string | null {
  const value = flags[name]
  return typeof value === 'string' ? value : null
}

function named(flags: Flags, key: string, flag: string): Record<string, string> {
  const value = textOf(flags, flag)
  return value === null ? {} : { [key]: value }
}
