import { exitCode, exitMeanings, exitNames } from '#cli/output/exit-code.ts'
import { type Flag, flagName, usageOf, type Verb } from '#cli/verbs/verb.ts'
import { CONFIG_ENV, keyNames } from '#settings/keys.ts'

/** `urlwitness man`: the manual page, section 1, for `man -l -`. */
export function manPage(verbs: readonly Verb[], version: string): string {
  return [
    `.TH URLWITNESS 1 "" "urlwitness ${version}" "User Commands"`,
    '.SH NAME',
    'urlwitness \\- checks public URLs, paid per call',
    '.SH SYNOPSIS',
    '.B urlwitness',
    '.I verb',
    '[\\fIarguments\\fR] [\\fIflags\\fR]',
    '.SH DESCRIPTION',
    line(
      'A service that checks public URLs, paid per call by x402, and returns evidence, findings and one verdict: PASS, ISSUE or REVIEW. Without configuration it is a sandbox with simulated payments.',
    ),
    '.SH VERBS',
    ...verbs.flatMap(verbSection),
    '.SH SETTINGS',
    line(
      'Verbs that read settings take each of them as a flag. Precedence: flag, environment variable, file, default.',
    ),
    taggedParagraph('--config FILE', [`Settings file (TOML). ${CONFIG_ENV}`]),
    ...keyNames.map(({ key, flag, about, allowed, env, secret, fallback }) =>
      taggedParagraph(`--${flag} VALUE`, [
        `${about}. In the file: ${key}. Environment: ${secret ? `${env} or ${env}_FILE` : env}. Allowed: ${allowed}.${fallback === null ? '' : ` Default: ${[fallback].flat().join(',') || 'none'}.`}`,
      ]),
    ),
    '.SH EXIT STATUS',
    ...exitNames.map((name) => taggedParagraph(String(exitCode[name]), [`${exitMeanings[name]}.`])),
    '',
  ].join('\n')
}

function verbSection(verb: Verb): string[] {
  return [
    `.SS ${escapeRoff(usageOf(verb))}`,
    line(`${verb.about}.`),
    ...verb.more.flatMap((text) => ['.br', line(text)]),
    ...Object.entries(verb.flags).map(([key, flag]) => flagItem(flagName(key), flag)),
    taggedParagraph('--help', ['Show its help']),
    '.PP',
    '.nf',
    ...verb.examples.map(line),
    '.fi',
  ]
}

function flagItem(name: string, { value, about }: Flag<unknown>): string {
  return taggedParagraph(value === null ? `--${name}` : `--${name} ${value}`, [about])
}

function taggedParagraph(tag: string, paragraphs: readonly string[]): string {
  return ['.TP', `.B ${escapeRoff(tag)}`, ...paragraphs.map(line)].join('\n')
}

/** A line of text. A leading dot or apostrophe is escaped, because it would start a roff request. */
function line(text: string): string {
  return /^[.']/.test(text) ? `\\&${escapeRoff(text)}` : escapeRoff(text)
}

/** Escapes text for roff. Hyphens become minus signs, so that commands can be copied. */
function escapeRoff(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('"', '\\(dq')
}
