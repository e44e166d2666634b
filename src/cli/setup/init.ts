import { dirname, join, resolve } from 'node:path'
import { stringify } from 'smol-toml'
import { type CliContext, UsageError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { sanitize, shellWord } from '#cli/output/terminal.ts'
import { readAddress } from '#payment/address.ts'
import { openPrompter, type Prompter } from '#runtime/prompt.ts'
import { CONFIG_FLAG, DEFAULT_CONFIG, keyNames } from '#settings/keys.ts'
import { loadSettings } from '#settings/load.ts'
import { fileExists, writePrivateFile } from '#store/files/private-file.ts'
import {
  type Answers,
  flagOf,
  isPrompted,
  problemsOf,
  type Question,
  questions,
} from './init-questions.ts'

export interface InitOptions {
  /** Path of the settings file to write; null for the default path. */
  readonly config: string | null
  readonly mode: string | null
  readonly baseUrl: string | null
  readonly payTo: string | null
  readonly facilitatorUrl: string | null
  readonly rpcUrl: string | null
  readonly dataDir: string | null
  /** Uses the default of every missing value, without prompting. */
  readonly yes: boolean
  readonly force: boolean
}

/** `urlwitness init`: prompts for missing values, writes a settings file and prints the next steps. */
export async function init(options: InitOptions, context: CliContext): Promise<number> {
  const { program, terminal } = context
  const { force } = options
  const configPath = options.config ?? DEFAULT_CONFIG
  const path = resolve(configPath)
  if (!force && fileExists(path)) throw existsError(configPath)
  const answers = await collectAnswers(options, context)
  const data = { data_dir: dataDirFor(path), ...answers }
  const text = settingsFile({ ...data, ...withChecksum(data) })
  const loaded = loadSettings({ flags: { [CONFIG_FLAG]: path }, env: {}, readFile: () => text })
  if (loaded.status === 'refused') throw new UsageError(loaded.problems.join('\n'))
  if (!writePrivateFile(path, text, { force })) throw existsError(configPath)
  const warnings = [...loaded.warnings, ...checksumWarnings(data)]
  const flag = `--${CONFIG_FLAG} ${shellWord(configPath)}`
  terminal.err.write(
    [
      `Wrote ${sanitize(path)}, which only you can read.`,
      ...warnings.map((warning) => `warning: ${sanitize(warning)}`),
      '',
      `Next, check this machine:\n  ${program} doctor ${flag}`,
      `Then start the service:\n  ${program} serve ${flag}`,
      '',
    ].join('\n'),
  )
  return exitCode.pass
}

/** The data folder for a settings file: beside it, or in /var/lib when the file is in /etc. */
export function dataDirFor(path: string): string {
  return path.startsWith('/etc/') ? '/var/lib/urlwitness' : join(dirname(path), 'data')
}

async function collectAnswers(options: InitOptions, context: CliContext): Promise<Answers> {
  const flagAnswers = answersFromFlags(options)
  const problems = [...problemsOf(flagAnswers), ...dataFolderProblems(flagAnswers)]
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  const prompter = openPrompter()
  try {
    const isInteractive = prompter.isInteractive && !options.yes
    const unanswered = isInteractive ? [] : missingFlags(flagAnswers, options.yes)
    if (unanswered.length > 0) throw missingAnswersError(flagAnswers, options.yes, unanswered)
    let answers = flagAnswers
    for (const question of questions) {
      if (flagAnswers[question.key] !== undefined) continue
      const answer = await answerTo(question, answers, isInteractive ? { prompter, context } : null)
      if (answer !== '') answers = { ...answers, [question.key]: answer }
    }
    return answers
  } finally {
    prompter.close()
  }
}

/** A data folder below /etc is refused: /etc is for configuration (FHS 3.7), and systemd mounts it read-only for the service. */
function dataFolderProblems({ data_dir: dataDir }: Answers): readonly string[] {
  const isInEtc = dataDir !== undefined && `${resolve(dataDir)}/`.startsWith('/etc/')
  return isInEtc
    ? [
        `--data-dir ${dataDir} is below /etc, which is for settings: /var/lib/urlwitness is the usual place.`,
      ]
    : []
}

function answersFromFlags(options: InitOptions): Answers {
  const { mode, baseUrl, payTo, facilitatorUrl, rpcUrl, dataDir } = options
  const all = {
    mode,
    base_url: baseUrl,
    pay_to: payTo,
    facilitator_url: facilitatorUrl,
    rpc_url: rpcUrl,
    data_dir: dataDir,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

/** Prompts until the answer is valid, or uses the default without a terminal. Returns '' for a value that stays unset. */
async function answerTo(
  question: Question,
  answers: Answers,
  dialog: { readonly prompter: Prompter; readonly context: CliContext } | null,
): Promise<string> {
  const mode = answers.mode ?? ''
  const fallback = question.fallback(mode)
  const text = question.text(mode)
  if (dialog === null || text === null) return fallback ?? ''
  const { err } = dialog.context.terminal
  err.write(`\n${text}\n`)
  for (;;) {
    const hint = fallback ? ` [${fallback}]` : ''
    const typed = await dialog.prompter.ask(`${question.key}${hint}: `)
    if (typed === null) throw new UsageError('Cancelled: nothing was written.')
    const answer = typed === '' ? fallback : typed
    if (answer === '') return ''
    const problems =
      answer === null
        ? [`${question.key} is needed in mode ${mode}.`]
        : problemsOf({ ...answers, [question.key]: answer })
    if (answer !== null && problems.length === 0) return answer
    // Problems name the flag of a value, and this one was typed.
    const source = ` (--${flagOf(question.key)})`
    for (const problem of problems) err.write(`${sanitize(problem.replace(source, ''))}\n`)
  }
}

/** The flags that these answers still need. */
function missingFlags(flagAnswers: Answers, yes: boolean): string[] {
  const mode = flagAnswers.mode ?? 'sandbox'
  const needed = questions.filter(({ key, fallback }) => {
    if (flagAnswers[key] !== undefined) return false
    return key === 'mode' ? !yes : fallback(mode) === null
  })
  return needed.map(({ key }) => `--${flagOf(key)}`)
}

function missingAnswersError(
  flagAnswers: Answers,
  yes: boolean,
  flags: readonly string[],
): UsageError {
  return new UsageError(
    [
      yes
        ? `--yes has no default for ${flags.join(', ')} in mode ${flagAnswers.mode}.`
        : `init prompts on a terminal, and this is not one. Give the answers as flags; missing: ${flags.join(', ')}.`,
      '  init --mode production --base-url https://verify.example.com --pay-to 0x... --facilitator-url https://...',
      '  init --yes     uses the defaults: a sandbox with simulated payments',
    ].join('\n'),
  )
}

function existsError(path: string): UsageError {
  return new UsageError(
    `${path} exists already, and was not changed. Write another file with --${CONFIG_FLAG} FILE, or replace it with --force.`,
  )
}

/** `pay_to` with the capitals of its checksum, so that the file can be compared with the wallet. */
function withChecksum({ pay_to: payTo }: Answers): Answers {
  const reading = payTo ? readAddress(payTo) : null
  return reading?.status === 'address' ? { pay_to: reading.address } : {}
}

function checksumWarnings({ pay_to: payTo = '' }: Answers): readonly string[] {
  const digits = payTo.slice(2)
  if (digits === '' || (digits !== digits.toLowerCase() && digits !== digits.toUpperCase()))
    return []
  return [
    'pay_to was given without its checksum (the mix of capitals), so a typing mistake cannot be detected: compare it with your wallet.',
  ]
}

/** The text of the settings file: each answer with its meaning, and the settings that are often set next. */
export function settingsFile(answers: Answers): string {
  const lines = keyNames.flatMap(({ key, about, allowed, env }) => {
    const value = isPrompted(key) ? answers[key] : undefined
    if (value === undefined) return []
    return ['', `# ${about}.`, `# Allowed: ${allowed}. ${env}`, stringify({ [key]: value }).trim()]
  })
  return [...HEAD, ...lines, ...optionalLines(answers), ''].join('\n')
}

const HEAD = [
  '# Settings of urlwitness, written by `urlwitness init`.',
  '# Precedence: flag, environment variable, this file, default.',
  '# `urlwitness help settings` lists every setting; `urlwitness config check --config FILE` checks this file.',
]

function optionalLines({ mode, rpc_url: rpcUrl }: Answers): string[] {
  if (mode === 'sandbox') return []
  return [
    ...(rpcUrl ? [] : RPC_URL),
    '',
    '# For a facilitator that requires a key: keep the secret out of this file, in a separate file that',
    '# URLWITNESS_FACILITATOR_KEY_SECRET_FILE names, and its name in URLWITNESS_FACILITATOR_KEY_ID.',
    '',
    '# Prices in dollars, in quotes so that they stay exact:',
    '# [tools.probe_url]',
    '# price_usd = "0.005"',
  ]
}

const RPC_URL = [
  '',
  '# A node of the network resolves payments whose settlement is unknown:',
  '# rpc_url = "https://..."',
]
