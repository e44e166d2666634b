import type { Verb } from '#cli/verbs/verb.ts'
import { type CompletedFlag, completionWords, settingFlags } from './completion-words.ts'

/** `urlwitness completion fish`: as ~/.config/fish/completions/urlwitness.fish, or sourced. */
export function fishCompletion(verbs: readonly Verb[]): string {
  const { firstWords, families, verbFlags } = completionWords(verbs)
  const withSettings = verbFlags.flatMap(({ settings, verb }) => (settings ? [verb] : []))
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
complete -c urlwitness -n __fish_use_subcommand -f
${firstWords.map(([word, about]) => `complete -c urlwitness -n __fish_use_subcommand -a ${quoted(word)} -d ${quoted(about)}`).join('\n')}
${families.flatMap(([first, seconds]) => seconds.map(([word, about]) => `complete -c urlwitness -n ${quoted(`__urlwitness_at ${first}`)} -f -a ${quoted(word)} -d ${quoted(about)}`)).join('\n')}
${verbFlags.flatMap(({ verb, own }) => own.map((flag) => flagLine([verb], flag))).join('\n')}
${settingFlags.map((flag) => flagLine(withSettings, flag)).join('\n')}
`
}

function flagLine(within: readonly string[], flag: CompletedFlag): string {
  const takes = {
    none: '',
    any: ' -x',
    file: ' -r -F',
    folder: " -x -a '(__fish_complete_directories)'",
    words: ` -x -a ${quoted(flag.words.join(' '))}`,
  }[flag.kind]
  const condition = quoted(
    `__urlwitness_in ${within.map((verb) => (verb.includes(' ') ? `"${verb}"` : verb)).join(' ')}`,
  )
  return `complete -c urlwitness -n ${condition} -l ${flag.name}${takes} -d ${quoted(flag.about)}`
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
