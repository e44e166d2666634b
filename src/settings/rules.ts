import type { Given } from './load.ts'
import { networkOfMode, usdcOf } from './network-terms.ts'
import { formatHostPort, isLoopback } from './values.ts'

/** Receives the play money of sandbox mode when `pay_to` is not set. Nobody has its key: real money sent there is lost. */
export const SANDBOX_PAY_TO = '0x4020402040204020402040204020402040204020'

type Rule = (given: Given) => string | null

/** What no single value shows: combinations that must not start. Each answer is one sentence for the operator. */
export const problemRules: readonly Rule[] = [
  ({ values, name }) =>
    values.network === undefined || values.network === networkOfMode[values.mode]
      ? null
      : `${name('network')} = "${values.network}" does not fit mode ${values.mode}; allowed: ${networkOfMode[values.mode]}`,
  ({ values, name }) => {
    const usdc = usdcOf[networkOfMode[values.mode]]
    if (values.asset === undefined || values.asset === usdc.address) return null
    const missing = [
      ...(values.asset_name === undefined ? ['asset_name'] : []),
      ...(values.asset_version === undefined ? ['asset_version'] : []),
    ]
    if (missing.length === 0) return null
    return `${name('asset')} is not the network's USDC, so ${missing.join(' and ')} must be set: without them no signature is valid`
  },
  ({ values, name }) => {
    const usdc = usdcOf[networkOfMode[values.mode]]
    if (values.asset !== undefined && values.asset !== usdc.address) return null
    const differing = [
      ...(differs(values.asset_name, usdc.name)
        ? [`${name('asset_name')} is not "${usdc.name}"`]
        : []),
      ...(differs(values.asset_version, usdc.version)
        ? [`${name('asset_version')} is not "${usdc.version}"`]
        : []),
    ]
    return differing.length === 0
      ? null
      : `${differing.join(' and ')}, the domain of the network's USDC`
  },
  ({ values, name }) => {
    const assets = [values.asset, ...Object.values(usdcOf).map((usdc) => usdc.address)]
    return values.pay_to !== undefined && assets.includes(values.pay_to)
      ? `${name('pay_to')} is a token contract, which gives nothing back; allowed: the address of a wallet`
      : null
  },
  ({ values, name }) =>
    values.pay_to === SANDBOX_PAY_TO && values.mode !== 'sandbox'
      ? `${name('pay_to')} is the play address of sandbox mode, to which nobody has the key`
      : null,
  ({ values, name }) =>
    isLoopback(values.admin_listen.host)
      ? null
      : `${name('admin_listen')} = "${formatHostPort(values.admin_listen)}" is not on loopback; allowed: 127.0.0.1, [::1] or localhost`,
  ({ values, name }) =>
    values.listen.port !== 0 &&
    formatHostPort(values.listen) === formatHostPort(values.admin_listen)
      ? `${name('listen')} and ${name('admin_listen')} are the same address`
      : null,
  // Else an operator who forgot the mode gives reports to the world for play money.
  ({ values, name, isSet }) =>
    isLoopback(values.listen.host) || isSet('mode')
      ? null
      : `${name('listen')} = "${formatHostPort(values.listen)}" is not on loopback, and mode is not set; set mode = "production", or "sandbox" if anybody may buy with play money`,
  ({ values, name }) =>
    isLoopback(values.listen.host) || values.base_url !== undefined
      ? null
      : `${name('listen')} = "${formatHostPort(values.listen)}" is not on loopback, so base_url must be set: buyers are quoted it`,
  ({ values, name }) =>
    values['limits.settle_reserve_ms'] * 2 <= values['limits.deadline_ms']
      ? null
      : `${name('limits.settle_reserve_ms')} = ${values['limits.settle_reserve_ms']} is more than half of limits.deadline_ms (${values['limits.deadline_ms']})`,
  ({ values, name }) =>
    values['limits.decoded_body_bytes'] >= values['limits.body_bytes']
      ? null
      : `${name('limits.decoded_body_bytes')} = ${values['limits.decoded_body_bytes']} is less than limits.body_bytes (${values['limits.body_bytes']})`,
]

/** What starts, and should be known. */
export const warningRules: readonly Rule[] = [
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
    values.mode === 'sandbox' && !isLoopback(values.listen.host)
      ? `${name('listen')} is not on loopback: whoever reaches it gets reports for play money`
      : null,
]

function differs(value: string | undefined, expected: string): boolean {
  return value !== undefined && value !== expected
}
