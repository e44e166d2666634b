import { keyNames } from '#settings/keys.ts'
import { loadSettings } from '#settings/load.ts'
import type { SettingKey } from '#settings/schema.ts'

const promptedKeys = [
  'mode',
  'base_url',
  'pay_to',
  'facilitator_url',
  'rpc_url',
  'data_dir',
] as const satisfies readonly SettingKey[]
export type PromptedKey = (typeof promptedKeys)[number]
/** Values for the settings file, as text. */
export type Answers = Readonly<Partial<Record<PromptedKey, string>>>

export function isPrompted(key: string): key is PromptedKey {
  return promptedKeys.some((promptedKey) => promptedKey === key)
}

export interface Question {
  readonly key: PromptedKey
  /** Null: not asked in this mode; the flag can still set it. */
  readonly text: (mode: string) => string | null
  /** The value for an empty answer; '' leaves the setting unset; null: an answer is required. */
  readonly fallback: (mode: string) => string | null
}

// The facilitator of the x402 project for Base Sepolia; it needs no key. The name without www redirects, which loses a POST.
const TESTNET_FACILITATOR = 'https://www.x402.org/facilitator'
const isSandbox = (mode: string) => mode === 'sandbox'

/** The questions in the order in which they are asked: the mode decides what else is needed. */
export const questions: readonly Question[] = [
  {
    key: 'mode',
    text: () =>
      'Mode. sandbox: simulated payments, nothing to set up; testnet: test USDC on Base Sepolia; production: USDC on Base.',
    fallback: () => 'sandbox',
  },
  {
    key: 'base_url',
    text: (mode) =>
      isSandbox(mode)
        ? null
        : 'Public address of the service: https and a name, where your reverse proxy ends TLS, such as https://verify.example.com.',
    fallback: (mode) => (isSandbox(mode) ? '' : null),
  },
  {
    key: 'pay_to',
    text: (mode) =>
      isSandbox(mode)
        ? null
        : 'Your receiving address: 0x and 40 hexadecimal digits, copied with its capitals, which are a checksum.',
    fallback: (mode) => (isSandbox(mode) ? '' : null),
  },
  {
    key: 'facilitator_url',
    text: (mode) => {
      if (isSandbox(mode)) return null
      return mode === 'testnet'
        ? 'Facilitator, which verifies and settles the payments.'
        : 'Facilitator, which verifies and settles the payments, such as https://api.cdp.coinbase.com/platform/v2/x402 (which requires a key).'
    },
    fallback: (mode) => {
      if (isSandbox(mode)) return ''
      return mode === 'testnet' ? TESTNET_FACILITATOR : null
    },
  },
  {
    key: 'rpc_url',
    text: (mode) =>
      isSandbox(mode)
        ? null
        : 'Node of the network (JSON-RPC), which resolves payments whose settlement is unknown. Empty: they wait for their buyer or for you, and what the facilitator says about them is believed unchecked.',
    fallback: () => '',
  },
]

/** The flag of a setting, without the dashes. */
export function flagOf(key: SettingKey): string {
  return keyNames.find((names) => names.key === key)?.flag ?? key
}

/** Problems of these answers under the rules of the settings; empty when they are valid. */
export function problemsOf(answers: Answers): readonly string[] {
  const entries = Object.entries(answers)
  const loaded = loadSettings({
    flags: Object.fromEntries(
      keyNames.flatMap(({ key, flag }) =>
        entries.flatMap(([name, value]) => (name === key ? [[flag, value]] : [])),
      ),
    ),
    env: {},
    // Never called: only a settings file would be read, and none is named.
    readFile: () => '',
  })
  return loaded.status === 'refused' ? loaded.problems : []
}
