import { shellWord } from '#cli/output/terminal.ts'
import type { Verb } from '#cli/verbs/verb.ts'
import { type CompletedFlag, completionWords, settingFlags } from './completion-words.ts'

/** `urlwitness completion zsh`. The script is saved as `_urlwitness` in `fpath`, or sourced after `compinit`. */
export function zshCompletion(verbs: readonly Verb[]): string {
  const { firstWords, families, verbFlags } = completionWords(verbs)
  return `#compdef urlwitness
# Completion of urlwitness for zsh: source <(urlwitness completion zsh)
_urlwitness() {
  local verb="$words[2]" skip=1
  local -a settings rest
  settings=(
${settingFlags.map((flag) => `    ${flagSpec(flag)}`).join('\n')}
  )
  if ((CURRENT == 2)); then
    local -a verbs=(
${firstWords.map(([word, about]) => `      ${describeWord(word, about)}`).join('\n')}
    )
    _describe -t verbs verb verbs
    return
  fi
  case "$verb" in
${families.map(([first, seconds]) => familyCase(first, seconds)).join('\n')}
  esac
  shift skip words
  ((CURRENT -= skip))
  # All settings are flags: they are offered once a letter is typed.
  [[ "$words[CURRENT]" == (-|--) ]] && settings=()
  case "$verb" in
${verbFlags.map(({ verb, ownFlags, takesSettings, words }) => `    ${shellWord(verb)}) rest=(${ownFlags.map(flagSpec).join(' ')}${takesSettings ? ' $settings' : ''} '*: :${words.length > 0 ? `(${words.join(' ')})` : '_files'}') ;;`).join('\n')}
    *) return 1 ;;
  esac
  _arguments -S $rest
}
if [[ "$funcstack[1]" == _urlwitness ]]; then
  _urlwitness "$@"
else
  compdef _urlwitness urlwitness
fi
`
}

function familyCase(first: string, seconds: readonly (readonly [string, string])[]): string {
  return `    ${first})
      if ((CURRENT == 3)); then
        local -a seconds=(${seconds.map(([word, about]) => describeWord(word, about)).join(' ')})
        _describe -t verbs ${shellWord(`${first} verb`)} seconds
        return
      fi
      verb="$verb $words[3]" skip=2
      ;;`
}

/** One flag in the syntax of `_arguments`. */
function flagSpec(flag: CompletedFlag): string {
  const about = flag.about.replace(/[[\]:\\]/g, '\\$&')
  const argumentSpec = {
    none: '',
    any: `:${flag.value}: `,
    file: `:${flag.value}:_files`,
    folder: `:${flag.value}:_files -/`,
    words: `:${flag.value}:(${flag.words.join(' ')})`,
  }[flag.kind]
  return shellWord(`--${flag.name}[${about}]${argumentSpec}`)
}

function describeWord(word: string, about: string): string {
  return shellWord(`${word}:${about.replace(/:/g, '\\:')}`)
}
