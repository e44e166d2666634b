import { paymentModes } from '#payment/terms.ts'
import type { VerbSpec } from './verb.ts'

export const DEFAULT_CONFIG = 'urlwitness.toml'

export const initVerb: VerbSpec = {
  verb: 'init',
  operands: [],
  about: 'Write a settings file, from answers or flags',
  flags: [
    { name: 'config', value: 'FILE', about: `The file to write (${DEFAULT_CONFIG})` },
    {
      name: 'mode',
      value: 'MODE',
      about: 'sandbox, testnet or production',
      choices: paymentModes,
    },
    { name: 'base-url', value: 'URL', about: 'The address that buyers use' },
    { name: 'pay-to', value: 'ADDRESS', about: 'Who receives the money' },
    { name: 'facilitator-url', value: 'URL', about: 'Who verifies and settles payments' },
    {
      name: 'data-dir',
      value: 'DIR',
      about: 'Ledger and evidence live here (data, beside the file)',
    },
    { name: 'yes', value: null, about: 'Take the defaults of what is not given, and ask nothing' },
    { name: 'force', value: null, about: 'Replace a file that is there' },
  ],
  settings: false,
  more: [
    'On a terminal it asks for what the flags leave open. The file is readable by you only, and appears whole or not at all.',
    'Nothing is contacted. A receiving address with a wrong checksum, the zero address and a token contract are refused.',
    'Exit status: 0 written, 2 answers that do not hold or a file that is there, 4 the file cannot be written.',
  ],
  examples: [
    'urlwitness init',
    'urlwitness init --yes',
    'urlwitness init --mode testnet --base-url https://verify.example.com --pay-to 0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  ],
}
