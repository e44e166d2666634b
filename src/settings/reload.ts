import type { SettingKey } from './schema.ts'
import type { Settings } from './settings.ts'

/**
 * What a running service takes over from changed settings. Everything else is built into what it has opened (addresses,
 * payment terms, resolvers, browsers, what each job is limited to), and needs a restart. None of these stands in a rule
 * with another key, so that a running service never gets a combination that nobody has checked.
 */
export const liveKeys = [
  'tools.probe_url.enabled',
  'tools.probe_url.price_usd',
  'tools.render_page.enabled',
  'tools.render_page.price_usd',
  'tools.verify_page.enabled',
  'tools.verify_page.price_usd',
  'limits.admitted_jobs',
  'limits.unsettled_per_payer',
  'limits.refused_payer_pause_s',
  'evidence.ttl_hours',
  'evidence.quota_mb',
  'evidence.min_free_mb',
  'log_level',
] as const satisfies readonly SettingKey[]

/** The running settings with what can change taken from the given ones. */
export function withLive(running: Settings, given: Settings): Settings {
  const { admittedJobs, unsettledPerPayer, refusedPayerPauseS } = given.limits
  return {
    ...running,
    tools: given.tools,
    limits: { ...running.limits, admittedJobs, unsettledPerPayer, refusedPayerPauseS },
    evidence: given.evidence,
    logLevel: given.logLevel,
  }
}

type Prints = Readonly<Record<SettingKey, string>>

export interface ReloadedKeys {
  readonly applied: readonly SettingKey[]
  readonly needRestart: readonly SettingKey[]
}

/** Which keys are other than what runs, and what of these holds at once. */
export function changedKeys(running: Prints, given: Prints): ReloadedKeys {
  const isLive = (key: SettingKey) => liveKeys.some((live) => live === key)
  const changed = (Object.keys(given) as SettingKey[]).filter((key) => running[key] !== given[key])
  return { applied: changed.filter(isLive), needRestart: changed.filter((key) => !isLive(key)) }
}

/** What runs after these keys have been taken over. */
export function printsAfter(running: Prints, given: Prints): Prints {
  return { ...running, ...Object.fromEntries(liveKeys.map((key) => [key, given[key]])) }
}
