import { json, type VerbSpec } from './verb.ts'

/** About the browser that render_page and verify_page need. */
export const browserVerbs: readonly VerbSpec[] = [
  {
    verb: 'browser path',
    operands: [],
    about: 'Say which browser would be started, and its version',
    flags: [json],
    settings: true,
    more: [
      'chrome_path where it is set, else what `browser install` fetched, else a headless shell of this system, else Chromium or Chrome.',
      'Exit status: 0 found, 1 none.',
    ],
    examples: ['urlwitness browser path', 'urlwitness browser path --json'],
  },
  {
    verb: 'browser test',
    operands: [],
    about: 'Start the browser, check that nothing gets past its gate, and take a picture',
    flags: [{ name: 'save', value: 'FILE', about: 'Also write the picture, as PNG' }, json],
    settings: true,
    more: [
      'The page is built in, and nothing beyond this machine is contacted.',
      'Exit status: 0 when all is well, 1 otherwise.',
    ],
    examples: ['urlwitness browser test', 'urlwitness browser test --save picture.png'],
  },
  {
    verb: 'browser install',
    operands: [],
    about: 'Fetch the Chrome headless shell that this version was tested with',
    flags: [
      {
        name: 'from',
        value: 'URL',
        about: 'A mirror with the paths of chrome-for-testing-public',
      },
    ],
    settings: true,
    more: [
      'It goes into data_dir/browser; for root into /opt/urlwitness/browser, since Chrome then runs as another user. Some 120 MB come over HTTPS from Google.',
      'It is tried before it gets its place, and comes before the browsers of the system. Run it again after an upgrade of urlwitness: it does not update itself.',
      'Its libraries come with any Chromium package; a Debian without one: apt-get install chromium-headless-shell, which is all that is needed.',
      'Exit status: 0 installed, 4 not installed.',
    ],
    examples: [
      'urlwitness browser install',
      'urlwitness browser install --from https://mirror.example.com/chrome-for-testing-public',
    ],
  },
]
