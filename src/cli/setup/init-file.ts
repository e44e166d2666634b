import { stringify } from 'smol-toml'
import { keyNames } from '#settings/keys.ts'
import type { Answers, AskedKey } from './init-questions.ts'

/** The settings file of these answers: each with what it means, and what is often set next. */
export function settingsFile(answers: Answers): string {
  const lines = keyNames.flatMap(({ key, about, allowed, env }) => {
    const value = isAsked(key) ? answers[key] : undefined
    if (value === undefined) return []
    return ['', `# ${about}.`, `# Allowed: ${allowed}. ${env}`, stringify({ [key]: value }).trim()]
  })
  return [...HEAD, ...lines, ...further(answers), ''].join('\n')
}

const HEAD = [
  '# Settings of urlwitness, written by `urlwitness init`.',
  '# A flag wins over an environment variable, that over this file, and this file over the defaults.',
  '# `urlwitness serve --help` lists every setting; `urlwitness config check --config FILE` checks this file.',
]

const asked: readonly AskedKey[] = ['mode', 'base_url', 'pay_to', 'facilitator_url', 'data_dir']

function isAsked(key: string): key is AskedKey {
  return asked.some((one) => one === key)
}

function further({ mode }: Answers): string[] {
  if (mode === 'sandbox') return []
  return [
    '',
    '# A node of the network decides what became of a payment whose settlement got lost:',
    '# rpc_url = "https://..."',
    '',
    '# A facilitator that wants a key: keep the secret out of this file, in a file of its own that',
    '# URLWITNESS_FACILITATOR_KEY_SECRET_FILE names, and its name in URLWITNESS_FACILITATOR_KEY_ID.',
    '',
    '# Prices in dollars, in quotes so that they stay exact:',
    '# [tools.probe_url]',
    '# price_usd = "0.005"',
  ]
}
