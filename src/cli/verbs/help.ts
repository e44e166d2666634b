import { exitCode, exitMeanings, exitNames } from '#cli/output/exit-code.ts'
import { wrap } from '#cli/output/terminal.ts'
import { keyNames } from '#settings/keys.ts'
import { familiesOf, groups, membersOf, type Verb } from './verb.ts'
import { verbs } from './verbs.ts'

const groupTitles = {
  try: 'Try',
  sell: 'Sell',
  money: 'Money',
  install: 'Install',
  agents: 'Agents',
} as const

/** Columns of a line for both its verbs and their purpose. */
const MOST_COLUMNS = 80 - 'Install    '.length

/** Every verb on one screen of 80x24: one line for each family, and one for verbs with a common summary. */
export function overview(): string {
  const lines = groups.flatMap((group) =>
    groupLines(group).map(
      ([left, right], index) => [index === 0 ? groupTitles[group] : '', left, right] as const,
    ),
  )
  const width = Math.max(...lines.map(([, left]) => left.length))
  return [
    'Usage: urlwitness <verb> [arguments] [flags]',
    ...lines.map(([title, left, right]) => {
      const names = left.padEnd(Math.min(width, MOST_COLUMNS - right.length))
      return `${title.padEnd(7)}  ${names}  ${right}`
    }),
    'More: urlwitness <verb> --help, help settings, help exit-codes',
    '',
  ].join('\n')
}

/** The lines of a group, each with verbs and their purpose. */
function groupLines(group: Verb['group']): readonly (readonly [string, string])[] {
  const lines = new Map<string, string[]>()
  for (const verb of verbs.filter((candidate) => candidate.group === group)) {
    const [family = ''] = verb.name.split(' ')
    const isFamily = familiesOf(verbs).includes(family)
    const right = verb.summary ?? (isFamily ? familyAbout(family) : verb.about)
    const left = isFamily ? family : verb.name
    const existing = lines.get(right) ?? []
    if (!existing.includes(left)) lines.set(right, [...existing, left])
  }
  return [...lines].map(([right, names]) => [names.join(', '), right])
}

function familyAbout(family: string): string {
  return membersOf(verbs, family)
    .map(([second]) => second)
    .join(' ')
}

/** Every setting with its flag, meaning and default. */
export function settingsHelp(columns: number): string {
  const indent = '      '
  const lines = keyNames.flatMap(({ flag, about, allowed, fallback }) => {
    const defaultText =
      fallback === null ? '' : ` Default: ${[fallback].flat().join(',') || 'none'}.`
    const text = wrap(`${about}. Allowed: ${allowed}.${defaultText}`, columns - indent.length)
    return [`  --${flag}`, ...text.map((line) => indent + line)]
  })
  return [
    'Settings come from flags, URLWITNESS_* variables and a TOML file (--config FILE), in this order.',
    'The flag --limits-links is the variable URLWITNESS_LIMITS_LINKS, and the key limits.links of the file.',
    'urlwitness config check shows every value and its source.',
    '',
    ...lines,
    '',
  ].join('\n')
}

/** Every exit status of the program with its meaning. */
export function exitCodesHelp(): string {
  const lines = exitNames.map(
    (name) => `  ${String(exitCode[name]).padStart(2)}  ${exitMeanings[name]}`,
  )
  return ['Exit status:', ...lines, ''].join('\n')
}
