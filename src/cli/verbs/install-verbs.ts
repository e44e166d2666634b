import { proxies } from '#cli/setup/proxy-example.ts'
import { defineVerb, json, oneOf, text, type Verb } from './verb.ts'

const completions = [
  ['bash', 'source <(urlwitness completion bash)', '/etc/bash_completion.d/urlwitness'],
  ['zsh', 'source <(urlwitness completion zsh)', '~/.zfunc/_urlwitness'],
  ['fish', 'urlwitness completion fish | source', '~/.config/fish/completions/urlwitness.fish'],
] as const

const shellSummary = 'Completion for bash, zsh, fish; the manual page'

/** Verbs for the installation. `all` returns every verb, for completion and the manual page. */
export const installVerbs = (all: () => readonly Verb[]) => [
  defineVerb({
    name: 'systemd',
    group: 'install',
    about: 'Print a systemd unit, or reverse proxy settings',
    flags: {
      user: text('NAME', 'Run as this user instead of a dynamic one'),
      backups: text('DIR', 'Print a service and a timer for daily backups into DIR instead'),
      proxy: oneOf(
        proxies,
        'PROXY',
        'Print settings of caddy or nginx instead, for TLS termination at base_url',
        null,
      ),
    },
    settings: true,
    more: [
      'With --config the unit copies that file and the TLS files at each start and reload, so they may belong to root, with mode 0600. Secrets named by URLWITNESS_*_FILE become credentials.',
      '`Forwarded` and `X-Forwarded-*` fields of a proxy are ignored.',
    ],
    examples: [
      'urlwitness systemd --config /etc/urlwitness.toml > /etc/systemd/system/urlwitness.service',
      'urlwitness systemd --proxy caddy --base-url https://verify.example.com',
      'urlwitness systemd --proxy nginx --config /etc/urlwitness.toml',
    ],
    load: async () => (await import('#cli/setup/systemd.ts')).systemd,
  }),
  defineVerb({
    name: 'browser path',
    group: 'install',
    about: 'Show which browser would be started, and its version',
    flags: { json },
    settings: true,
    more: [
      'The first of: chrome_path, the browser of `browser install`, a headless shell of this system, Chromium or Chrome.',
      'Exit status: 0 found, 1 none.',
    ],
    examples: ['urlwitness browser path', 'urlwitness browser path --json'],
    load: async () => (await import('#cli/browser/browser.ts')).browserPath,
  }),
  defineVerb({
    name: 'browser test',
    group: 'install',
    about: 'Start the browser, check that nothing bypasses its proxy, and take a screenshot',
    flags: { save: text('FILE', 'Also write the screenshot, as PNG'), json },
    settings: true,
    more: [
      'The page is built in, and nothing beyond this machine is contacted.',
      'Exit status: 0 when every check passed, 1 otherwise.',
    ],
    examples: ['urlwitness browser test', 'urlwitness browser test --save screenshot.png'],
    load: async () => (await import('#cli/browser/browser.ts')).browserTest,
  }),
  defineVerb({
    name: 'browser install',
    group: 'install',
    about: 'Download the Chrome headless shell that this version was tested with',
    flags: { from: text('URL', 'A mirror with the paths of chrome-for-testing-public') },
    settings: true,
    more: [
      'It goes into data_dir/browser; for root into /opt/urlwitness/browser, since Chrome then runs as another user. About 120 MB are downloaded over HTTPS from Google.',
      'It is tested before it is put in place, and preferred to the browsers of the system. Run it again after an upgrade of urlwitness: it does not update itself.',
      'Its libraries come with any Chromium package. On Debian, `apt-get install chromium-headless-shell` is all that is needed.',
      'Exit status: 0 installed, 4 not installed.',
    ],
    examples: [
      'urlwitness browser install',
      'urlwitness browser install --from https://mirror.example.com/chrome-for-testing-public',
    ],
    load: async () => (await import('#cli/browser/browser.ts')).browserInstall,
  }),
  ...completions.map(([shell, command, file]) =>
    defineVerb({
      name: `completion ${shell}`,
      group: 'install',
      about: `Print the completion for ${shell}`,
      summary: shellSummary,
      more: [`For the current shell only: ${command}`],
      examples: [`urlwitness completion ${shell} > ${file}`],
      load: async () => (await import('#cli/shell/print.ts')).printCompletion(shell, all()),
    }),
  ),
  defineVerb({
    name: 'man',
    group: 'install',
    about: 'Print the manual page',
    summary: shellSummary,
    examples: [
      'urlwitness man | man -l -',
      'urlwitness man > /usr/local/share/man/man1/urlwitness.1',
    ],
    load: async () => (await import('#cli/shell/print.ts')).printManPage(all()),
  }),
  defineVerb({
    name: 'version',
    group: 'install',
    about: 'Print the version',
    flags: { json },
    examples: ['urlwitness version'],
    load: async () => (await import('#cli/setup/version.ts')).printVersion,
  }),
]
