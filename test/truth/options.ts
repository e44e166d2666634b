import { parseArgs } from 'node:util'
import { positiveNumber, wholeNumber } from '#test/equipment/program/number-options.ts'
import { tools as allTools, type Tool } from '#tools/tool.ts'

export interface Options {
  /** A subset of about a minute. The run fails below 92 % right, or above 4 % missed or 0.5 % false positives. */
  readonly fast: boolean
  /** Only faults whose id or class matches. */
  readonly faults: RegExp
  /** Only pages whose id matches. */
  readonly pages: RegExp
  /** The pages of `unseen-pages.jsonl` in place of `pages.jsonl`, against which the rules were developed. */
  readonly unseenPages: boolean
  /** Skips the pages without a fault. */
  readonly onlyFaults: boolean
  readonly tools: readonly Tool[]
  readonly pagesPerFault: number
  /** Keeps every processor busy during the measurement. */
  readonly load: boolean
  /** Checks of each case. The exit status is 1 if the result of one of them differs from the first. */
  readonly repeat: number
  /** File with the checks of earlier runs, which are not repeated, and of this run. */
  readonly journal: string | undefined
  /** Minutes after which no check begins. The same command with the same journal continues from there. */
  readonly minutes: number
  /** Cases measured at a time. They share the processors. */
  readonly jobs: number
  readonly json: string | undefined
  /** Writes the evidence of the chosen faults to the golden fixtures, and measures nothing. */
  readonly golden: boolean
  /** Logs each case as it ends. */
  readonly verbose: boolean
}

/** The options of a command line; throws a `TypeError` with a message for the user. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      fast: { type: 'boolean', default: false },
      faults: { type: 'string', default: '' },
      pages: { type: 'string', default: '' },
      'unseen-pages': { type: 'boolean', default: false },
      'only-faults': { type: 'boolean', default: false },
      tools: { type: 'string', default: allTools.join(',') },
      'per-fault': { type: 'string', default: '3' },
      load: { type: 'boolean', default: false },
      repeat: { type: 'string', default: '1' },
      journal: { type: 'string' },
      minutes: { type: 'string', default: 'Infinity' },
      jobs: { type: 'string', default: '3' },
      json: { type: 'string' },
      golden: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  })
  const perFault = wholeNumber('--per-fault', values['per-fault'])
  return {
    fast: values.fast,
    faults: pattern('--faults', values.faults),
    pages: pattern('--pages', values.pages),
    unseenPages: values['unseen-pages'],
    onlyFaults: values['only-faults'],
    tools: toolsIn(values.tools),
    pagesPerFault: values.fast ? 1 : perFault,
    load: values.load,
    repeat: wholeNumber('--repeat', values.repeat),
    journal: values.journal,
    minutes: positiveNumber('--minutes', values.minutes),
    jobs: wholeNumber('--jobs', values.jobs),
    json: values.json,
    golden: values.golden,
    verbose: values.verbose,
  }
}

/** The named tools, in the order of all tools. */
function toolsIn(list: string): readonly Tool[] {
  const names = list.split(',')
  const unknown = names.find((name) => !allTools.some((tool) => tool === name))
  if (unknown !== undefined) {
    throw new TypeError(`--tools: "${unknown}" is none of ${allTools.join(', ')}.`)
  }
  return allTools.filter((tool) => names.includes(tool))
}

function pattern(option: string, text: string): RegExp {
  try {
    return new RegExp(text)
  } catch (cause) {
    throw new TypeError(`${option} must be a regular expression, not "${text}".`, { cause })
  }
}
