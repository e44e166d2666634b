import type { VerbSpec } from './verb.ts'

const shells = [
  [
    'bash',
    'source <(urlwitness completion bash)',
    'urlwitness completion bash > /etc/bash_completion.d/urlwitness',
  ],
  [
    'zsh',
    'source <(urlwitness completion zsh)',
    'urlwitness completion zsh > ~/.zfunc/_urlwitness',
  ],
  [
    'fish',
    'urlwitness completion fish | source',
    'urlwitness completion fish > ~/.config/fish/completions/urlwitness.fish',
  ],
] as const

/** What the shell and `man` know of us. */
export const completionVerbs: readonly VerbSpec[] = [
  ...shells.map(
    ([shell, now, always]): VerbSpec => ({
      verb: `completion ${shell}`,
      operands: [],
      about: `Print the completion for ${shell}`,
      flags: [],
      settings: false,
      more: [`For this shell only: ${now}`],
      examples: [always],
    }),
  ),
  {
    verb: 'man',
    operands: [],
    about: 'Print the manual page',
    flags: [],
    settings: false,
    more: [],
    examples: [
      'urlwitness man | man -l -',
      'urlwitness man > /usr/local/share/man/man1/urlwitness.1',
    ],
  },
]
