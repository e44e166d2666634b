import type { Verb } from '#cli/verbs/verb.ts'
import { type CompletedFlag, completionWords, settingFlags } from './completion-words.ts'

/** `urlwitness completion fish`. The script is saved as ~/.config/fish/completions/urlwitness.fish, or sourced. */
export function fishCompletion(verbs: readonly Verb[]): string {
  const { firstWords, families, verbFlags } = completionWords(verbs)
  const withSettings = verbFlags.flatMap(({ takesSettings, verb }) => (takesSettings ? [verb] : []))
  return `# Completion of urlwitness for fish: urlwitness completion fish | source
function __urlwitness_at
    # The words typed so far are exactly these.
    set -l typed (commandline -opc)
    test "$typed[2..-1]" = "$argv"
end
function __urlwitness_in
    # The words typed so far begin with one of these verbs.
    set -l typed (commandline -opc)
    for verb in $argv
        set -l count (count (string split ' ' -- $verb))
        test (count $typed) -gt $count; and test "$typed[2..$(math $count + 1)]" = "$verb"; and return 0
    end
    return 1
end
function __urlwitness_letters
    # All settings are flags: they are offered once a letter is typed.
    not string match -qr '^--?$' -- (commandline -ct)
end
complete -c urlwitness -n __fish_use_subcommand -f
${firstWords.map(([word, about]) => `complete -c urlwitness -n __fish_use_subcommand -a ${quote(word)} -d ${quote(about)}`).join('\n')}
${families.flatMap(([first, seconds]) => seconds.map(([word, about]) => `complete -c urlwitness -n ${quote(`__urlwitness_at ${first}`)} -f -a ${quote(word)} -d ${quote(about)}`)).join('\n')}
${verbFlags.flatMap(({ verb, ownFlags }) => ownFlags.map((flag) => flagLine([verb], flag))).join('\n')}
${settingFlags.map((flag) => flagLine(withSettings, flag, '__urlwitness_letters; and ')).join('\n')}
${verbFlags.flatMap(({ verb, words }) => (words.length > 0 ? [`complete -c urlwitness -n ${verbCondition([verb])} -f -a ${quote(words.join(' '))}`] : [])).join('\n')}
`
}

function flagLine(verbs: readonly string[], flag: CompletedFlag, condition = ''): string {
  const argumentSpec = {
    none: '',
    any: ' -x',
    file: ' -r -F',
    folder: " -x -a '(__fish_complete_directories)'",
    words: ` -x -a ${quote(flag.words.join(' '))}`,
  }[flag.kind]
  return `complete -c urlwitness -n ${verbCondition(verbs, condition)} -l ${flag.name}${argumentSpec} -d ${quote(flag.about)}`
}

/** A fish condition: one of these verbs was typed. */
function verbCondition(verbs: readonly string[], condition = ''): string {
  const words = verbs.map((verb) => (verb.includes(' ') ? `"${verb}"` : verb))
  return quote(`${condition}__urlwitness_in ${words.join(' ')}`)
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
