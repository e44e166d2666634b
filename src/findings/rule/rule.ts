import type { Evidence } from '#evidence/evidence.ts'
import type { Tool } from '#tools/tool.ts'

export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const
export type Severity = (typeof severities)[number]

export const effects = ['ISSUE', 'REVIEW', 'NONE'] as const
export type Effect = (typeof effects)[number]

export const layers = [
  'dns',
  'connect',
  'tls',
  'http',
  'redirect',
  'content',
  'browser',
  'link',
  'security',
  'perf',
  'meta',
] as const
export type Layer = (typeof layers)[number]

/** Tools whose evidence a rule judges: P probe_url, R render_page, V verify_page. */
export type ToolSet = 'PRV' | 'PV' | 'RV' | 'V'

/** One match of a rule. */
export interface Hit {
  /** At most 200 characters of codes and numbers: never text that a page or a header controls. */
  readonly message: string
  readonly observed?: unknown
  readonly expected?: unknown
  readonly url?: string | null
  /** RFC 6901 pointers into the report: the proof. */
  readonly evidence: readonly string[]
  readonly count?: number
  /** Set when this case has a different effect from the rule: a lower one if a guard failed or our vantage may be the cause. */
  readonly effect?: Effect
  readonly severity?: Severity
  /** Set when another remedy than that of the rule fits this case: imperative, at most 200 characters. */
  readonly remediation?: string
  readonly retryable?: boolean
  readonly retryAfterS?: number | null
}

/** One code as data, with its condition. The table of a section lists its rules in report order. */
export interface Rule {
  readonly code: string
  readonly layer: Layer
  readonly severity: Severity
  readonly effect: Effect
  readonly tools: ToolSet
  /** Imperative, at most 200 characters. */
  readonly remediation: string
  readonly when: (evidence: Evidence) => Hit | readonly Hit[] | null
}

const letters: Readonly<Record<Tool, string>> = {
  probe_url: 'P',
  render_page: 'R',
  verify_page: 'V',
}

export function judges(rule: { readonly tools: ToolSet }, tool: Tool): boolean {
  return rule.tools.includes(letters[tool])
}
