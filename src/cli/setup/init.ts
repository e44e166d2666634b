import { dirname, join, resolve } from 'node:path'
import { exitCode } from '#cli/output/exit-code.ts'
import { shellWord } from '#cli/output/shell-word.ts'
import type { Terminal } from '#cli/output/terminal.ts'
import { clean } from '#cli/output/terminal.ts'
import { readAddress } from '#payment/address.ts'
import type { Prompter } from '#runtime/prompt.ts'
import { CONFIG_FLAG } from '#settings/keys.ts'
import { loadSettings } from '#settings/load.ts'
import { settingsFile } from './init-file.ts'
import { type Answers, flagOf, problemsOf, type Question, questions } from './init-questions.ts'
import { isTaken, writePrivateFile } from './private-file.ts'

export interface InitOptions {
  /** Of the file that is written. */
  readonly path: string
  /** By flag; what is missing is asked for. */
  readonly given: Answers
  /** Takes the default of all that is missing, and asks nothing. */
  readonly yes: boolean
  readonly force: boolean
}

export interface InitContext {
  readonly prompter: Prompter
  readonly terminal: Terminal
  /** How this program is started again, word for word. */
  readonly program: string
}

/** `urlwitness init`: asks for what is needed, writes a settings file and says what to do next. */
export async function init(options: InitOptions, world: InitContext): Promise<number> {
  const { err } = world.terminal
  const path = resolve(options.path)
  if (!options.force && isTaken(path)) return refuse(taken(options.path), world)
  const answers = await answersTo(options, world)
  if (answers === null) return exitCode.misuse
  const data = { data_dir: join(dirname(path), 'data'), ...answers }
  const text = settingsFile({ ...data, ...checksummed(data) })
  const loaded = loadSettings({
    flags: { [CONFIG_FLAG]: path },
    env: {},
    readFile: () => text,
  })
  if (loaded.status === 'refused') return refuse(loaded.problems.join('\n'), world)
  if (!writePrivateFile(path, text, options)) return refuse(taken(options.path), world)
  err.write(`Wrote ${clean(path)}, which only you can read.\n`)
  for (const warning of loaded.warnings) err.write(`warning: ${clean(warning)}\n`)
  noteUnchecked(data, world)
  const { program } = world
  const named = `--${CONFIG_FLAG} ${shellWord(options.path)}`
  err.write(`\nNext, see whether this machine can do it:\n  ${program} doctor ${named}\n`)
  err.write(`Then start the service:\n  ${program} serve ${named}\n`)
  return exitCode.pass
}

/** Null when there are none, and why has been said. */
async function answersTo(options: InitOptions, world: InitContext): Promise<Answers | null> {
  const { prompter } = world
  const wrong = problemsOf(options.given)
  if (wrong.length > 0) return refused(wrong, world)
  const asks = prompter.isInteractive && !options.yes
  if (!asks && !isComplete(options)) {
    return refused([unasked(options)], world)
  }
  let answers: Answers = options.given
  for (const question of questions) {
    const { key } = question
    if (options.given[key] !== undefined) continue
    const mode = answers.mode ?? ''
    if (asks && question.text(mode) !== null) {
      const answer = await answerTo(question, answers, world)
      if (answer === null) return refused(['Given up: nothing was written.'], world)
      answers = { ...answers, [key]: answer }
    } else {
      const fallback = question.fallback(mode)
      if (fallback !== null && fallback !== '') answers = { ...answers, [key]: fallback }
    }
  }
  return answers
}

/** Asks until the answer is sound; null when the person gives up. */
async function answerTo(
  question: Question,
  answers: Answers,
  { prompter, terminal }: InitContext,
): Promise<string | null> {
  const mode = answers.mode ?? ''
  const fallback = question.fallback(mode)
  terminal.err.write(`\n${question.text(mode)}\n`)
  for (;;) {
    const typed = await prompter.ask(
      `${question.key}${fallback === null ? '' : ` [${fallback}]`}: `,
    )
    if (typed === null) return null
    const answer = typed === '' ? fallback : typed
    const problems =
      answer === null
        ? [`${question.key} is needed in mode ${mode}.`]
        : problemsOf({ ...answers, [question.key]: answer })
    if (answer !== null && problems.length === 0) return answer
    for (const problem of problems) terminal.err.write(`${clean(problem)}\n`)
  }
}

function isComplete({ given, yes }: InitOptions): boolean {
  return (yes || given.mode !== undefined) && missing({ given, yes }).length === 0
}

/** Flags without which these answers are no settings. */
function missing({ given, yes }: Pick<InitOptions, 'given' | 'yes'>): string[] {
  const mode = given.mode ?? 'sandbox'
  const needed = questions.filter(({ key, fallback }) => {
    if (given[key] !== undefined) return false
    return key === 'mode' ? !yes : fallback(mode) === null
  })
  return needed.map(({ key }) => `--${flagOf(key)}`)
}

function unasked(options: InitOptions): string {
  const lines = [
    options.yes
      ? `--yes has no default for ${missing(options).join(', ')} in mode ${options.given.mode}.`
      : `init asks its questions on a terminal, and this is none. Give the answers as flags; missing: ${missing(options).join(', ')}.`,
    '  init --mode production --base-url https://verify.example.com --pay-to 0x... --facilitator-url https://...',
    '  init --yes     takes the defaults: a sandbox with play money',
  ]
  return lines.join('\n')
}

function taken(path: string): string {
  return `${path} is there already, and stays as it is. Write another with --${CONFIG_FLAG} FILE, or replace it with --force.`
}

/** With the capitals of its checksum, so that the file can be compared with the wallet. */
function checksummed({ pay_to: payTo }: Answers): Answers {
  const reading = payTo ? readAddress(payTo) : null
  return reading?.status === 'address' ? { pay_to: reading.address } : {}
}

function noteUnchecked({ pay_to: payTo = '' }: Answers, { terminal }: InitContext): void {
  const digits = payTo.slice(2)
  if (digits === '' || (digits !== digits.toLowerCase() && digits !== digits.toUpperCase())) return
  terminal.err.write(
    `warning: pay_to was given without its checksum (the mix of capitals), so a typing mistake could not be seen: compare it with your wallet.\n`,
  )
}

function refused(problems: readonly string[], world: InitContext): null {
  refuse(problems.join('\n'), world)
  return null
}

function refuse(problem: string, { terminal }: InitContext): number {
  for (const line of problem.split('\n')) terminal.err.write(`${clean(line)}\n`)
  return exitCode.misuse
}
