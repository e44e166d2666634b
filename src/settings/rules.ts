import { readPayTo, type TermsReading, termsFor } from '#payment/terms.ts'
import type { SettingKey, SettingValues } from './schema.ts'
import { formatHostPort, isLoopback } from './values.ts'

/** `pay_to` of sandbox mode when none is set. Its private key is unknown: real money sent there is lost. */
export const SANDBOX_PAY_TO = '0x4020402040204020402040204020402040204020'

/** Checked values, as the rules read them. */
export interface GivenSettings {
  readonly values: SettingValues
  /** The key, followed by its source in brackets when it was given. */
  name(key: SettingKey): string
  isSet(key: SettingKey): boolean
}

/** `reads`: the keys that must be valid before the rule applies. `wrong`: one sentence for the operator, or null. */
export interface SettingsRule {
  readonly reads: readonly SettingKey[]
  readonly wrong: (given: GivenSettings) => string | null
}

const TERMS_KEYS = ['mode', 'network', 'asset', 'asset_name', 'asset_version'] as const

/** Combinations of valid values with which the service must not start. */
export const problemRules: readonly SettingsRule[] = [
  { reads: [...TERMS_KEYS], wrong: unfitTerms },
  { reads: [...TERMS_KEYS, 'pay_to'], wrong: unfitPayTo },
  {
    reads: ['mode', 'pay_to'],
    wrong: ({ values, name }) =>
      values.payTo === SANDBOX_PAY_TO && values.mode !== 'sandbox'
        ? `${name('pay_to')} is the dummy address of sandbox mode, whose key is unknown`
        : null,
  },
  {
    reads: ['admin_listen'],
    wrong: ({ values, name }) =>
      isLoopback(values.adminListen.host)
        ? null
        : `${name('admin_listen')} is not on loopback; allowed: 127.0.0.1, [::1] or localhost`,
  },
  {
    reads: ['listen', 'admin_listen'],
    wrong: ({ values, name }) =>
      values.listen.port !== 0 &&
      formatHostPort(values.listen) === formatHostPort(values.adminListen)
        ? `${name('listen')} and ${name('admin_listen')} are the same address`
        : null,
  },
  {
    // Without this rule an operator who forgot the mode would sell reports to the world for simulated payments.
    reads: ['mode', 'listen'],
    wrong: ({ values, name, isSet }) =>
      isLoopback(values.listen.host) || isSet('mode')
        ? null
        : `${name('listen')} is not on loopback, and mode is not set; set mode to production, or to sandbox if anyone may buy with simulated payments`,
  },
  {
    reads: ['listen', 'base_url'],
    wrong: ({ values, name }) =>
      isLoopback(values.listen.host) || values.baseUrl !== null
        ? null
        : `${name('listen')} is not on loopback, so base_url must be set: quotes contain it`,
  },
  bothOrNeither('facilitator.key_id', 'facilitator.key_secret'),
  bothOrNeither('tls.cert_file', 'tls.key_file'),
  {
    reads: ['limits.settle_reserve_ms', 'limits.deadline_ms'],
    wrong: ({ values, name }) =>
      values.limits.settleReserveMs * 2 <= values.limits.deadlineMs
        ? null
        : `${name('limits.settle_reserve_ms')} is more than half of ${name('limits.deadline_ms')}`,
  },
  {
    reads: ['limits.decoded_body_bytes', 'limits.body_bytes'],
    wrong: ({ values, name }) =>
      values.limits.decodedBodyBytes >= values.limits.bodyBytes
        ? null
        : `${name('limits.decoded_body_bytes')} is less than ${name('limits.body_bytes')}`,
  },
]

function bothOrNeither(one: SettingKey, other: SettingKey): SettingsRule {
  return {
    reads: [one, other],
    wrong: ({ name, isSet }) => {
      if (isSet(one) === isSet(other)) return null
      const [set, missing] = isSet(one) ? [one, other] : [other, one]
      return `${name(set)} is set without ${missing}; allowed: both, or neither`
    },
  }
}

/** Combinations with which the service starts, but warns. Applied only when every value is valid. */
export const warningRules: readonly SettingsRule['wrong'][] = [
  ({ values }) =>
    values.mode !== 'sandbox' && values.payTo === null
      ? 'pay_to is not set: paid routes return 503 not_configured'
      : null,
  ({ values }) =>
    values.mode !== 'sandbox' && values.facilitatorUrl === null
      ? 'facilitator_url is not set: paid routes return 503 not_configured'
      : null,
  ({ values }) =>
    values.mode === 'production' && values.rpcUrl === null
      ? 'rpc_url is not set: a settlement with an unknown outcome is resolved only when its buyer returns, or manually, and a transaction that the facilitator names is believed unchecked (`ledger audit` lists it)'
      : null,
  ({ values, name }) =>
    values.mode === 'sandbox' && values.facilitatorUrl !== null
      ? `${name('facilitator_url')} is not used: sandbox mode settles with its embedded facilitator`
      : null,
  ({ values, name }) =>
    values.mode === 'sandbox' && values.rpcUrl !== null
      ? `${name('rpc_url')} is not used: the payments of sandbox mode are simulated, and not on a chain`
      : null,
  ({ values, name }) =>
    values.mode === 'sandbox' && values.facilitator.keyId !== null
      ? `${name('facilitator.key_id')} is not used: the embedded facilitator of sandbox mode needs no key`
      : null,
  ({ values, name }) =>
    values.mode !== 'sandbox' &&
    values.facilitator.keyId === null &&
    isKeyedHost(values.facilitatorUrl)
      ? `${name('facilitator_url')} requires a key with each request: set facilitator.key_id and facilitator.key_secret`
      : null,
  ({ values }) =>
    values.mode !== 'sandbox' && values.baseUrl === null
      ? 'base_url is not set: quotes contain a loopback address, which buyers cannot reach'
      : null,
  ({ values, name }) =>
    values.mode !== 'sandbox' && values.baseUrl?.startsWith('http:')
      ? `${name('base_url')} is http: only buyers on this machine can reach it`
      : null,
  ({ values, name }) =>
    values.mode !== 'sandbox' && values.facilitatorUrl?.startsWith('http:')
      ? `${name('facilitator_url')} is http: use it only for tests on this machine`
      : null,
  ({ values, name }) =>
    values.alerts.topic !== null && values.alerts.url === null
      ? `${name('alerts.topic')} is not used: alerts.url is not set`
      : null,
  ({ values, name }) =>
    values.browser.sandbox
      ? null
      : `${name('browser.sandbox')} is false: a page that breaks out of Chrome has the rights of its user`,
  ({ values, name }) =>
    values.mode === 'sandbox' && !isLoopback(values.listen.host)
      ? `${name('listen')} is not on loopback: anyone who reaches it gets reports for simulated payments`
      : null,
]

/** Hosted facilitators that are known to require a key. */
const keyedHosts: readonly string[] = ['api.cdp.coinbase.com']

function isKeyedHost(url: string | null): boolean {
  return url !== null && keyedHosts.includes(new URL(url).hostname)
}

/** Network and token of the payments. */
export function termsOf(values: SettingValues): TermsReading {
  return termsFor({
    mode: values.mode,
    network: values.network ?? undefined,
    asset: values.asset ?? undefined,
    assetName: values.assetName ?? undefined,
    assetVersion: values.assetVersion ?? undefined,
  })
}

function unfitTerms({ values, name }: GivenSettings): string | null {
  const reading = termsOf(values)
  return reading.status === 'refused' ? `${name(reading.key)} ${reading.reason}` : null
}

function unfitPayTo({ values, name }: GivenSettings): string | null {
  const reading = termsOf(values)
  if (values.payTo === null || reading.status === 'refused') return null
  const payTo = readPayTo(values.payTo, reading.terms)
  return payTo.status === 'refused' ? `${name('pay_to')} ${payTo.reason}` : null
}
