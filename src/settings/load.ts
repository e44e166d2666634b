import type { z } from 'zod'
import { Fault } from '#fault.ts'
import type { PaymentTerms } from '#payment/terms.ts'
import { sha256Hex } from '#runtime/sha256.ts'
import type { NamedKey } from '#runtime/signing-key.ts'
import { keyNames } from './keys.ts'
import type { GivenSettings } from './rules.ts'
import { problemRules, SANDBOX_PAY_TO, termsOf, warningRules } from './rules.ts'
import type { SettingKey, SettingValues } from './schema.ts'
import { keyFacts, schema } from './schema.ts'
import type { Settings } from './settings.ts'
import type { RawValue, SettingsInput, SourcedValues } from './sources.ts'
import { gatherValues } from './sources.ts'

export type LoadedSettings =
  | {
      readonly status: 'loaded'
      readonly settings: Settings
      readonly warnings: readonly string[]
      /** Where each value comes from: `default`, `--flag`, `URLWITNESS_...`, `file:line`. */
      readonly sources: Readonly<Record<SettingKey, string>>
      /** Each value as it would stand in the file; `(secret)` for secrets, `(unset)` where there is none. */
      readonly shown: Readonly<Record<SettingKey, string>>
      /** A digest of each value as it was written, to tell whether one has changed, secrets too. */
      readonly prints: Readonly<Record<SettingKey, string>>
    }
  | { readonly status: 'refused'; readonly problems: readonly string[] }

/** Settings from flags, environment and file, or every problem at once, each a sentence with key, source and what is allowed. */
export function loadSettings(input: SettingsInput): LoadedSettings {
  const gathered = gatherValues(input)
  const checked = checkValues(gathered)
  const given = givenOf(checked.values, gathered)
  const askable = problemRules.filter((rule) => !rule.reads.some((key) => checked.unsound.has(key)))
  const problems = [
    ...gathered.problems,
    ...checked.problems,
    ...askable.flatMap((rule) => rule.wrong(given) ?? []),
  ]
  if (problems.length > 0) return { status: 'refused', problems }
  return {
    status: 'loaded',
    settings: toSettings(checked.values),
    warnings: warningRules.flatMap((rule) => rule(given) ?? []),
    sources: sourcesOf(gathered),
    shown: shownOf(gathered),
    prints: printsOf(gathered),
  }
}

interface Checked {
  /** Sound values; the default stands in for an unsound one, so that rules about other keys can still be asked. */
  readonly values: SettingValues
  readonly unsound: ReadonlySet<SettingKey>
  readonly problems: readonly string[]
}

function checkValues({ values: raw }: SourcedValues): Checked {
  const values: Partial<Record<SettingKey, unknown>> = {}
  const unsound = new Set<SettingKey>()
  const problems: string[] = []
  for (const { key } of keyNames) {
    const given = raw.get(key)
    const result = schema[key].safeParse(given?.value)
    if (!result.success) {
      unsound.add(key)
      problems.push(describeProblem(key, given, result.error))
    }
    values[key] = result.success ? result.data : schema[key].parse(undefined)
  }
  // Every key went through its own schema; the type cannot follow a loop over keys.
  return { values: values as SettingValues, unsound, problems }
}

function describeProblem(key: SettingKey, given: RawValue | undefined, error: z.ZodError): string {
  const facts = keyFacts.get(schema[key])
  const shown = facts?.secret ? '' : ` = ${show(given?.value)}`
  const wrong = error.issues.map(describeIssue).join(', ')
  return `${key}${shown} (${given?.where ?? 'default'}) ${wrong}; allowed: ${facts?.allowed}`
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const entry = issue.path.length > 0 ? `entry ${Number(issue.path[0]) + 1} ` : ''
  switch (issue.code) {
    case 'too_big':
      return `${entry}is too ${issue.origin === 'array' || issue.origin === 'string' ? 'long' : 'large'}`
    case 'too_small':
      return `${entry}is too ${issue.origin === 'array' || issue.origin === 'string' ? 'short' : 'small'}`
    case 'invalid_type':
      return `${entry}${/^is /.test(issue.message) ? issue.message : `is not ${nameOfType(issue.expected)}`}`
    default:
      return entry + issue.message
  }
}

function nameOfType(expected: string): string {
  if (expected === 'array') return 'a list'
  return expected === 'string' ? 'text' : `a ${expected}`
}

/** One line, bounded: the value may be anything. */
function show(value: unknown): string {
  const json = JSON.stringify(value, plainBigint)
  return json.length > 80 ? `${json.slice(0, 79)}…` : json
}

function givenOf(values: SettingValues, { values: raw }: SourcedValues): GivenSettings {
  return {
    values,
    name: (key) => {
      const where = raw.get(key)?.where
      return where === undefined ? key : `${key} (${where})`
    },
    isSet: (key) => raw.has(key),
  }
}

function sourcesOf({ values: raw }: SourcedValues): Record<SettingKey, string> {
  const entries = keyNames.map(({ key }) => [key, raw.get(key)?.where ?? 'default'])
  return Object.fromEntries(entries)
}

function shownOf({ values: raw }: SourcedValues): Record<SettingKey, string> {
  const entries = keyNames.map(({ key, secret, fallback }) => {
    const value = raw.get(key)?.value ?? fallback
    if (value === null) return [key, '(unset)']
    return [key, secret ? '(secret)' : show(value)]
  })
  return Object.fromEntries(entries)
}

function printsOf({ values: raw }: SourcedValues): Record<SettingKey, string> {
  const entries = keyNames.map(({ key, fallback }) => {
    const value = raw.get(key)?.value ?? fallback
    return [key, sha256Hex(JSON.stringify(value, plainBigint) ?? '')]
  })
  return Object.fromEntries(entries)
}

function plainBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}

function tlsFiles(values: SettingValues): Settings['tls'] {
  const { 'tls.cert_file': certFile, 'tls.key_file': keyFile } = values
  return certFile === undefined || keyFile === undefined ? null : { certFile, keyFile }
}

function toSettings(values: SettingValues): Settings {
  const sandbox = values.mode === 'sandbox'
  return {
    mode: values.mode,
    listen: values.listen,
    tls: tlsFiles(values),
    adminListen: values.admin_listen,
    baseUrl: values.base_url ?? null,
    contact: values.contact ?? null,
    dataDir: values.data_dir,
    shared: values.shared,
    payTo: values.pay_to ?? (sandbox ? SANDBOX_PAY_TO : null),
    terms: soundTerms(values),
    facilitatorUrl: sandbox ? null : (values.facilitator_url ?? null),
    rpcUrl: values.rpc_url ?? null,
    chromePath: values.chrome_path ?? null,
    dnsServers: values.dns_servers,
    tools: {
      probe_url: {
        enabled: values['tools.probe_url.enabled'],
        priceAtomic: values['tools.probe_url.price_usd'],
      },
      render_page: {
        enabled: values['tools.render_page.enabled'],
        priceAtomic: values['tools.render_page.price_usd'],
      },
      verify_page: {
        enabled: values['tools.verify_page.enabled'],
        priceAtomic: values['tools.verify_page.price_usd'],
      },
    },
    limits: {
      deadlineMs: values['limits.deadline_ms'],
      admittedJobs: values['limits.admitted_jobs'],
      unsettledPerPayer: values['limits.unsettled_per_payer'],
      refusedPayerPauseS: values['limits.refused_payer_pause_s'],
      browserJobs: values['limits.browser_jobs'],
      redirects: values['limits.redirects'],
      links: values['limits.links'],
      settleReserveMs: values['limits.settle_reserve_ms'],
      connectTimeoutMs: values['limits.connect_timeout_ms'],
      headersTimeoutMs: values['limits.headers_timeout_ms'],
      bodyBytes: values['limits.body_bytes'],
      decodedBodyBytes: values['limits.decoded_body_bytes'],
    },
    evidence: {
      ttlHours: values['evidence.ttl_hours'],
      quotaMb: values['evidence.quota_mb'],
      minFreeMb: values['evidence.min_free_mb'],
    },
    browser: {
      sandbox: values['browser.sandbox'],
      user: values['browser.user'],
      networkNamespace: values['browser.network_namespace'],
      recycleJobs: values['browser.recycle_jobs'],
      recycleRssMb: values['browser.recycle_rss_mb'],
    },
    egress: {
      canaryHosts: canaryHostsOf(values),
      allowOwnAddresses: values['egress.allow_own_addresses'],
    },
    facilitator: {
      verifyTimeoutMs: values['facilitator.verify_timeout_ms'],
      settleTimeoutMs: values['facilitator.settle_timeout_ms'],
      key: keyOf(values),
    },
    logLevel: values.log_level,
    vantage: { label: values['vantage.label'] },
  }
}

function soundTerms(values: SettingValues): PaymentTerms {
  const reading = termsOf(values)
  if (reading.status === 'terms') return reading.terms
  throw new Fault('settings_unchecked', 'Terms that the rules refuse passed them.')
}

function keyOf(values: SettingValues): NamedKey | null {
  const id = values['facilitator.key_id']
  const signing = values['facilitator.key_secret']
  return id === undefined || signing === undefined ? null : { id, signing }
}

/** The facilitator's host by default: without it nothing is sold anyway. Only a public name proves our way out. */
function canaryHostsOf(values: SettingValues): readonly string[] {
  const configured = values['egress.canary_hosts']
  if (configured !== undefined) return configured
  if (values.mode === 'sandbox' || values.facilitator_url === undefined) return []
  const host = new URL(values.facilitator_url).hostname
  return schema['egress.canary_hosts'].safeParse([host]).success ? [host] : []
}
