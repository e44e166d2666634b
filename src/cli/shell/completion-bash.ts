import type { Verb } from '#cli/verbs/verb.ts'
import {
  type CompletedFlag,
  completionWords,
  settingFlags,
  type VerbFlags,
} from './completion-words.ts'

/** `urlwitness completion bash`. The script needs bash 4 and nothing else. */
export function bashCompletion(verbs: readonly Verb[]): string {
  const { firstWords, families, verbFlags } = completionWords(verbs)
  return `# Completion of urlwitness for bash: source <(urlwitness completion bash)
_urlwitness() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="" verb="\${COMP_WORDS[1]-}" flags="" own="" words="" at=2
  local settings="${flagNames(settingFlags)}"
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "${firstWords.map(([word]) => word).join(' ')}" -- "$cur")
    return
  fi
  case "$verb" in
${families.map(([first, seconds]) => familyCase(first, seconds)).join('\n')}
  esac
  ((COMP_CWORD > at)) && prev="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$verb" in
${verbFlags.map(verbCase).join('\n')}
    *) return ;;
  esac
  if [[ " $flags " == *" $prev "* ]]; then
    case "$verb $prev" in
${verbFlags.flatMap(({ verb, ownFlags }) => ownFlags.flatMap((flag) => valueCase(`"${verb} --${flag.name}"`, flag))).join('\n')}
${settingFlags.flatMap((flag) => valueCase(`*" --${flag.name}"`, flag)).join('\n')}
    esac
  fi
  # All settings are flags: they are offered once a letter is typed.
  [[ "$cur" == - || "$cur" == -- ]] && flags="$own"
  if [[ "$cur" == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$cur")
  elif [[ -n "$words" ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
}
complete -o filenames -F _urlwitness urlwitness
`
}

function verbCase({ verb, ownFlags, takesSettings, words }: VerbFlags): string {
  const flags = takesSettings ? `flags="$own $settings"` : 'flags="$own"'
  return `    "${verb}") own="${flagNames(ownFlags)}"; ${flags} words="${words.join(' ')}" ;;`
}

function familyCase(first: string, seconds: readonly (readonly [string, string])[]): string {
  const words = seconds.map(([word]) => word).join(' ')
  return `    ${first})
      if ((COMP_CWORD == 2)); then
        mapfile -t COMPREPLY < <(compgen -W "${words}" -- "$cur")
        return
      fi
      verb="$verb \${COMP_WORDS[2]}" at=3
      ;;`
}

/** The case that completes the value of a flag; empty for a switch, which has no value. */
function valueCase(pattern: string, flag: CompletedFlag): string[] {
  switch (flag.kind) {
    case 'none':
      return []
    case 'any':
      return [`      ${pattern}) return ;;`]
    case 'words':
      return [compgenCase(pattern, `-W "${flag.words.join(' ')}"`)]
    case 'file':
      return [compgenCase(pattern, '-f')]
    case 'folder':
      return [compgenCase(pattern, '-d')]
  }
}

function compgenCase(pattern: string, generator: string): string {
  return `      ${pattern}) mapfile -t COMPREPLY < <(compgen ${generator} -- "$cur"); return ;;`
}

function flagNames(flags: readonly CompletedFlag[]): string {
  return flags.map(({ name }) => `--${name}`).join(' ')
}
