import { readPayTo, type TermsReading, termsFor } from '#payment/terms.ts'
import type { SettingKey, SettingValues } from './schema.ts'
import { formatHostPort, isLoopback } from './values.ts'

/** Receives the play money of sandbox mode when `pay_to` is not set. Nobody has its key: real money sent there is lost. */
export const SANDBOX_PAY_TO = '0x4020402040204020402040204020402040204020'

/** Checked values with what the rules say about them. */
export interface GivenSettings {
  readonly values: SettingValues
  /** The key, with its source in brackets when it was given. */
  name(key: SettingKey): string
  isSet(key: SettingKey): boolean
}

/** `reads`: the keys that must be sound before the rule can be asked. `wrong`: one sentence for the operator, or null. */
export interface SettingsRule {
  readonly reads: readonly SettingKey[]
  readonly wrong: (given: GivenSettings) => string | null
}

const TERMS_KEYS = ['mode', 'network', 'asset', 'asset_name', 'asset_version'] as const

/** What no single value shows: combinations that must not start. */
export const problemRules: readonly SettingsRule[] = [
  { reads: [...TERMS_KEYS], wrong: unfitTerms },
  { reads: [...TERMS_KEYS, 'pay_to'], wrong: unfitPayTo },
  {
    reads: ['mode', 'pay_to'],
    wrong: ({ values, name }) =>
      values.pay_to === SANDBOX_PAY_TO && values.mode !== 'sandbox'
        ? `${name('pay_to')} is the play address of sandbox mode, to which nobody has the key`
        : null,
  },
  {
    reads: ['admin_listen'],
    wrong: ({ values, name }) =>
      isLoopback(values.admin_listen.host)
        ? null
        : `${name('admin_listen')} is not on loopback; allowed: 127.0.0.1, [::1] or localhost`,
  },
  {
    reads: ['listen', 'admin_listen'],
    wrong: ({ values, name }) =>
      values.listen.port !== 0 &&
      formatHostPort(values.listen) === formatHostPort(values.admin_listen)
        ? `${name('listen')} and ${name('admin_listen')} are the same address`
        : null,
  },
  {
    // Else an operator who forgot the mode gives reports to the world for play money.
    reads: ['mode', 'listen'],
    wrong: ({ values, name, isSet }) =>
      isLoopback(values.listen.host) || isSet('mode')
        ? null
        : `${name('listen')} is not on loopback, and mode is not set; set mode to production, or to sandbox if anybody may buy with play money`,
  },
  {
    reads: ['listen', 'base_url'],
    wrong: ({ values, name }) =>
      isLoopback(values.listen.host) || values.base_url !== undefined
        ? null
        : `${name('listen')} is not on loopback, so base_url must be set: it is what buyers are quoted`,
  },
  bothOrNeither('facilitator.key_id', 'facilitator.key_secret'),
  bothOrNeither('tls.cert_file', 'tls.key_file'),
  {
    reads: ['limits.settle_reserve_ms', 'limits.deadline_ms'],
    wrong: ({ values, name }) =>
      values['limits.settle_reserve_ms'] * 2 <= values['limits.deadline_ms']
        ? null
        : `${name('limits.settle_reserve_ms')} is more than half of ${name('limits.deadline_ms')}`,
  },
  {
    reads: ['limits.decoded_body_bytes', 'limits.body_bytes'],
    wrong: ({ values, name }) =>
      values['limits.decoded_body_bytes'] >= values['limits.body_bytes']
        ? null
        : `${name('limits.decoded_body_bytes')} is less than ${name('limits.body_bytes')}`,
  },
]

function bothOrNeither(one: SettingKey, other: SettingKey): SettingsRule {
  return {
    reads: [one, other],
    wrong: ({ values, name }) => {
      if ((values[one] === undefined) === (values[other] === undefined)) return null
      const [set, missing] = values[one] === undefined ? [other, one] : [one, other]
      return `${name(set)} is set without ${missing}; allowed: both, or neither`
    },
  }
}

/** What starts, and should be known. Asked only when every value is sound. */
export const warningRules: readonly SettingsRule['wrong'][] = [
  ({ values }) =>
    values.mode !== 'sandbox' && values.pay_to === undefined
      ? 'pay_to is not set: paid routes answer 503 not_configured'
      : null,
  ({ values }) =>
    values.mode !== 'sandbox' && values.facilitator_url === undefined
      ? 'facilitator_url is not set: paid routes answer 503 not_configured'
      : null,
  ({ values, name }) =>
    values.mode === 'sandbox' && values.facilitator_url !== undefined
      ? `${name('facilitator_url')} is not used: sandbox mode settles on its embedded facilitator`
      : null,
  ({ values, name }) =>
    values.mode === 'sandbox' && values['facilitator.key_id'] !== undefined
      ? `${name('facilitator.key_id')} is not used: the embedded facilitator of sandbox mode wants no key`
      : null,
  ({ values, name }) =>
    values.mode !== 'sandbox' &&
    values['facilitator.key_id'] === undefined &&
    isKeyedHost(values.facilitator_url)
      ? `${name('facilitator_url')} wants a key with each request: set facilitator.key_id and facilitator.key_secret`
      : null,
  ({ values }) =>
    values.mode !== 'sandbox' && values.base_url === undefined
      ? 'base_url is not set: buyers are quoted a loopback address'
      : null,
  ({ values, name }) =>
    values.mode !== 'sandbox' && values.base_url?.startsWith('http:')
      ? `${name('base_url')} is http: only buyers on this machine reach it`
      : null,
  ({ values, name }) =>
    values.mode !== 'sandbox' && values.facilitator_url?.startsWith('http:')
      ? `${name('facilitator_url')} is http: fit for tests on this machine only`
      : null,
  ({ values, name }) =>
    values['browser.sandbox']
      ? null
      : `${name('browser.sandbox')} is false: a page that breaks Chrome has broken into its user`,
  ({ values, name }) =>
    values.mode === 'sandbox' && !isLoopback(values.listen.host)
      ? `${name('listen')} is not on loopback: whoever reaches it gets reports for play money`
      : null,
]

/** The hosted facilitators that are known to serve nobody without a key. */
const keyedHosts: readonly string[] = ['api.cdp.coinbase.com']

function isKeyedHost(url: string | undefined): boolean {
  return url !== undefined && keyedHosts.includes(new URL(url).hostname)
}

/** What the values say of the money. */
export function termsOf(values: SettingValues): TermsReading {
  return termsFor({
    mode: values.mode,
    network: values.network,
    asset: values.asset,
    assetName: values.asset_name,
    assetVersion: values.asset_version,
  })
}

function unfitTerms({ values, name }: GivenSettings): string | null {
  const reading = termsOf(values)
  return reading.status === 'refused' ? `${name(reading.key)} ${reading.reason}` : null
}

function unfitPayTo({ values, name }: GivenSettings): string | null {
  const reading = termsOf(values)
  if (values.pay_to === undefined || reading.status === 'refused') return null
  const payTo = readPayTo(values.pay_to, reading.terms)
  return payTo.status === 'refused' ? `${name('pay_to')} ${payTo.reason}` : null
}
