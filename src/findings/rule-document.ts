import type { Tool } from '#tools/tool.ts'
import { tools } from '#tools/tool.ts'
import { judges } from './rule/rule.ts'
import { ruleBook } from './rule-book.ts'
import rules from './rule-changes.json' with { type: 'json' }

/** A rule as published: everything except the code that evaluates it. */
export interface PublishedRule {
  readonly code: string
  readonly layer: string
  readonly severity: string
  readonly effect: string
  readonly tools: readonly Tool[]
  /** Its condition with the threshold. */
  readonly when: string
  /** A standard, or a sentence that says why. */
  readonly source: string
  /** URL of the standard; null if the source is a sentence. */
  readonly source_url: string | null
  readonly remediation: string
  /** The version of the rules that added it; the first version in the changelog for older rules. */
  readonly since: string
}

/** The rules as a document, with the changes of each version. */
export interface RuleDocument {
  readonly ruleset_version: string
  readonly rules: readonly PublishedRule[]
  readonly changes: readonly {
    readonly version: string
    readonly added: readonly string[]
    readonly changed: readonly string[]
  }[]
}

export function ruleDocument(): RuleDocument {
  const { version, changes } = rules
  const first = changes.at(-1)?.version ?? version
  const sinceOf = (code: string) =>
    changes.find(({ added }: { added: readonly string[] }) => added.includes(code))?.version ??
    first
  return {
    ruleset_version: version,
    rules: ruleBook.map((rule) => ({
      code: rule.code,
      layer: rule.layer,
      severity: rule.severity,
      effect: rule.effect,
      tools: tools.filter((tool) => judges(rule, tool)),
      when: rule.when,
      source: rule.source,
      source_url: rule.sourceUrl,
      remediation: rule.remediation,
      since: sinceOf(rule.code),
    })),
    changes,
  }
}

/** The document of the rules in Markdown. */
export function ruleMarkdown({ ruleset_version, rules: all, changes }: RuleDocument): string {
  const layers = [...new Set(all.map(({ layer }) => layer))]
  return [
    `# Rules ${ruleset_version}`,
    '',
    'ISSUE and REVIEW affect the verdict; a note (NONE) never does. A report names its rules in `ruleset_version`.',
    ...layers.flatMap((layer) => [
      '',
      `## ${layer}`,
      ...all.filter((rule) => rule.layer === layer).flatMap(ruleLines),
    ]),
    '',
    '## Changes',
    ...changes.flatMap(({ version, added, changed }) => [
      '',
      `### ${version}`,
      '',
      ...added.map((code) => `- New: ${code}`),
      ...changed.map((change) => `- ${change}`),
    ]),
    '',
  ].join('\n')
}

function ruleLines(rule: PublishedRule): readonly string[] {
  return [
    '',
    `### ${rule.code}`,
    '',
    `- Effect: ${rule.effect}, severity ${rule.severity}`,
    `- Reported when: ${rule.when}`,
    `- Source: ${rule.source}${rule.source_url === null ? '' : ` <${rule.source_url}>`}`,
    `- Remedy: ${rule.remediation}`,
    `- Tools: ${rule.tools.join(', ')}; since ${rule.since}`,
  ]
}
