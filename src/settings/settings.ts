import { Fault } from '#fault.ts'
import type { PaymentTerms } from '#payment/terms.ts'
import { SANDBOX_PAY_TO, termsOf } from './rules.ts'
import { type SettingValues, schema } from './schema.ts'
import { formatHostPort, type HostPort } from './values.ts'

/**
 * The checked configuration as the code reads it: the values of the schema, immutable, and values that are derived from
 * several of them. Null: not set, and without default.
 */
export type Settings = ReturnType<typeof settingsFrom>

/** Makes the settings from values that every rule accepts. Throws `settings_unchecked` for terms that are refused. */
export function settingsFrom(values: SettingValues) {
  const { network, asset, assetName, assetVersion, ...single } = values
  const { keyId, keySecret, ...timeouts } = values.facilitator
  const { certFile, keyFile } = values.tls
  const isSandbox = values.mode === 'sandbox'
  return {
    ...single,
    /** PEM files of the listener. Null: HTTP. */
    tls: certFile === null || keyFile === null ? null : { certFile, keyFile },
    /** Checksummed. Null: the paid routes return `not_configured`. Never null in sandbox mode. */
    payTo: values.payTo ?? (isSandbox ? SANDBOX_PAY_TO : null),
    /** Network and token of the payments. */
    terms: acceptedTerms(values),
    /** Null in sandbox mode (embedded), and where it is not set (`not_configured`). No trailing slash. */
    facilitatorUrl: isSandbox ? null : values.facilitatorUrl,
    /** `canaryHosts`: contacted when a target fails; empty: the canary is not configured. */
    egress: {
      ...values.egress,
      canaryHosts: canaryHostsOf(values),
      ownAddresses: values.egress.ownAddresses ?? [],
    },
    facilitator: {
      ...timeouts,
      /** Signs a token for each request. Null: requests carry none. */
      key: keyId === null || keySecret === null ? null : { id: keyId, signing: keySecret },
    },
  } as const
}

/** The base URL of the settings, or else that of the address at which the service listens. No trailing slash. */
export function baseUrlAt(
  address: HostPort,
  { baseUrl, tls }: Pick<Settings, 'baseUrl' | 'tls'>,
): string {
  return baseUrl ?? `${tls === null ? 'http' : 'https'}://${formatHostPort(address)}`
}

function acceptedTerms(values: SettingValues): PaymentTerms {
  const reading = termsOf(values)
  if (reading.status === 'terms') return reading.terms
  throw new Fault('settings_unchecked', 'Terms that the rules refuse passed them.')
}

/** By default the facilitator's host: without it nothing is sold anyway. Only a public name proves that egress works. */
function canaryHostsOf({ egress, mode, facilitatorUrl }: SettingValues): readonly string[] {
  if (egress.canaryHosts !== null) return egress.canaryHosts
  if (mode === 'sandbox' || facilitatorUrl === null) return []
  const host = new URL(facilitatorUrl).hostname
  return schema.egress.canary_hosts.type.safeParse([host]).success ? [host] : []
}
