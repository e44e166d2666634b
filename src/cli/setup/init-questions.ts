import { keyNames } from '#settings/keys.ts'
import { loadSettings } from '#settings/load.ts'
import type { SettingKey } from '#settings/schema.ts'

export type AskedKey = Extract<
  SettingKey,
  'mode' | 'base_url' | 'pay_to' | 'facilitator_url' | 'data_dir'
>
/** What the file will hold, as text. */
export type Answers = Readonly<Partial<Record<AskedKey, string>>>

export interface Question {
  readonly key: AskedKey
  /** Null: not asked in this mode, and taken only from its flag. */
  readonly text: (mode: string) => string | null
  /** What an empty answer stands for, empty for nothing at all; null when one is needed. */
  readonly fallback: (mode: string) => string | null
}

// The one that the x402 project runs for Base Sepolia, without a key. Its name without www redirects, which a POST does
// not survive.
const TESTNET_FACILITATOR = 'https://www.x402.org/facilitator'
const isPlay = (mode: string) => mode === 'sandbox'

/** In this order: the mode decides what else is needed. */
export const questions: readonly Question[] = [
  {
    key: 'mode',
    text: () =>
      'Mode. sandbox: play money, nothing to set up; testnet: test USDC on Base Sepolia; production: USDC on Base.',
    fallback: () => 'sandbox',
  },
  {
    key: 'base_url',
    text: (mode) =>
      isPlay(mode)
        ? null
        : 'Address that buyers use: https and a name, where a reverse proxy of yours ends TLS, such as https://verify.example.com.',
    fallback: (mode) => (isPlay(mode) ? '' : null),
  },
  {
    key: 'pay_to',
    text: (mode) =>
      isPlay(mode)
        ? null
        : 'Your receiving address: 0x and 40 hexadecimal digits, copied with its capitals, which are a checksum.',
    fallback: (mode) => (isPlay(mode) ? '' : null),
  },
  {
    key: 'facilitator_url',
    text: (mode) => {
      if (isPlay(mode)) return null
      return mode === 'testnet'
        ? 'Facilitator, which verifies and settles the payments.'
        : 'Facilitator, which verifies and settles the payments, such as https://api.cdp.coinbase.com/platform/v2/x402 (which wants a key).'
    },
    fallback: (mode) => {
      if (isPlay(mode)) return ''
      return mode === 'testnet' ? TESTNET_FACILITATOR : null
    },
  },
]

/** Of a setting, without the dashes. */
export function flagOf(key: SettingKey): string {
  return keyNames.find((names) => names.key === key)?.flag ?? key
}

/** What is wrong with these answers, by the rules of the settings themselves; empty when nothing is. */
export function problemsOf(answers: Answers): readonly string[] {
  const given = Object.entries(answers)
  const loaded = loadSettings({
    flags: Object.fromEntries(
      keyNames.flatMap(({ key, flag }) =>
        given.flatMap(([name, value]) => (name === key ? [[flag, value]] : [])),
      ),
    ),
    env: {},
    // Only a file of settings could be asked for, and none is named.
    readFile: () => '',
  })
  return loaded.status === 'refused' ? loaded.problems : []
}
