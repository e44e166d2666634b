import type { FlagSpec, VerbSpec } from '#cli/verbs/verb.ts'
import { helpFlag, usageOf, verbs } from '#cli/verbs/verbs.ts'
import { CONFIG_ENV, keyNames } from '#settings/keys.ts'

/** `urlwitness man`: the manual page, section 1, for `man -l -`. */
export function manPage(version: string): string {
  return [
    `.TH URLWITNESS 1 "" "urlwitness ${version}" "User Commands"`,
    '.SH NAME',
    'urlwitness \\- checks a public URL for whoever pays per call',
    '.SH SYNOPSIS',
    '.B urlwitness',
    '.I verb',
    '[\\fIarguments\\fR] [\\fIflags\\fR]',
    '.SH DESCRIPTION',
    line(
      'A service that looks at public URLs from outside, for x402 payments, and tells what it saw, what that means, and one verdict: PASS, ISSUE or REVIEW. With nothing configured it is a sandbox with play money.',
    ),
    '.SH VERBS',
    ...verbs.flatMap(verbSection),
    '.SH SETTINGS',
    line(
      'Verbs that read settings take each as a flag. A flag wins over its environment variable, that over the file, and the file over the default.',
    ),
    tagged('--config FILE', [`Settings file (TOML). ${CONFIG_ENV}`]),
    ...keyNames.map(({ key, flag, about, allowed, env, secret, fallback }) =>
      tagged(`--${flag} VALUE`, [
        `${about}. In the file: ${key}. Environment: ${secret ? `${env} or ${env}_FILE` : env}. Allowed: ${allowed}.${fallback === null ? '' : ` Default: ${[fallback].flat().join(',') || 'none'}.`}`,
      ]),
    ),
    '.SH EXIT STATUS',
    line(
      '0 done; 1 a verdict of ISSUE, or something is not well; 2 a verdict of REVIEW, or wrong usage; 3 refused; 4 failed; 78 the settings do not hold.',
    ),
    '',
  ].join('\n')
}

function verbSection(spec: VerbSpec): string[] {
  return [
    `.SS ${escaped(usageOf(spec))}`,
    line(`${spec.about}.`),
    ...spec.more.filter((text) => text !== '').flatMap((text) => ['.br', line(text)]),
    ...[...spec.flags, helpFlag].map(flagItem),
    '.PP',
    '.nf',
    ...spec.examples.map(line),
    '.fi',
  ]
}

function flagItem({ name, value, about }: FlagSpec): string {
  return tagged(value === null ? `--${name}` : `--${name} ${value}`, [about])
}

function tagged(tag: string, paragraphs: readonly string[]): string {
  return ['.TP', `.B ${escaped(tag)}`, ...paragraphs.map(line)].join('\n')
}

/** A line of text: a dot or an apostrophe at its beginning would be a request. */
function line(text: string): string {
  return /^[.']/.test(text) ? `\\&${escaped(text)}` : escaped(text)
}

/** As it is typed: the hyphen of a flag is a minus, else it cannot be copied. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('"', '\\(dq')
}
