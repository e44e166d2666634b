import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readArguments } from '#cli/verbs/parse.ts'
import { flagName } from '#cli/verbs/verb.ts'
import { verbs } from '#cli/verbs/verbs.ts'
import { keyNames } from '#settings/keys.ts'

describe('a command', () => {
  test('is a verb with its operands, its own flags, and flags of settings', () => {
    const args = [
      'check',
      'https://a.example.com/',
      '--json',
      '--tool',
      'probe_url',
      '--limits-links=3',
    ]
    expect(readArguments(args)).toEqual({
      status: 'verb',
      verb: expect.objectContaining({ name: 'check' }),
      options: {
        url: 'https://a.example.com/',
        tool: 'probe_url',
        json: true,
        save: null,
        html: null,
      },
      settingFlags: { 'limits-links': '3' },
    })
  })

  test('may have two words', () => {
    expect(readArguments(['config', 'check', '--json'])).toMatchObject({
      verb: { name: 'config check' },
    })
  })

  test('takes the words after -- as operands', () => {
    expect(readArguments(['check', '--', '--json'])).toMatchObject({
      options: { url: '--json', json: false },
    })
  })

  test('uses the last value of a flag that is given twice', () => {
    expect(readArguments(['serve', '--mode', 'a', '--mode', 'b'])).toMatchObject({
      settingFlags: { mode: 'b' },
    })
  })

  test.each(['--version', '-v', 'version'])('%s is the version', (arg) => {
    expect(readArguments([arg])).toMatchObject({ verb: { name: 'version' } })
  })
})

describe('wrong usage', () => {
  test.each([
    [[], 'Usage: urlwitness <verb>'],
    [
      ['ledger', 'list', '--limit', '0'],
      'allowed for --limit: a whole number from 1 to 100000; not 0',
    ],
    [['check', 'a', '--tool', 'prob_url'], 'not prob_url; did you mean probe_url?'],
    [['srve'], 'unknown verb "srve"; did you mean serve?'],
    [['config'], 'config needs a verb: check'],
    [['ledger'], 'ledger needs a verb: list, show, reconcile, audit, summary, export'],
    [['ledgr'], 'unknown verb "ledgr"; did you mean ledger?'],
    [['export', 'nothing'], 'unknown verb "export nothing"; export needs a verb: openapi, llms,'],
    [['config', 'chekc'], 'unknown verb "config chekc"; did you mean config check?'],
    [['--json', 'check'], 'the verb comes before "--json"'],
    [['check'], 'check needs <url>'],
    [['buy', 'http://a'], 'buy needs <tool> <url>'],
    [['check', 'a', 'b'], 'check: unexpected argument "b"'],
    [['check', 'a', '--jsn'], 'check has no flag "--jsn"; did you mean --json?'],
    [['check', 'a', '-j'], 'check has no flag "-j"'],
    [['buy', 'a', 'b', 'c', '--listen', 'x'], 'buy has no flag "--listen"'],
    [['check', 'a', '--json=yes'], '--json takes no value'],
    [['check', 'a', '--save'], '--save needs a value: --save DIR'],
    [['check', 'a', '--save', '--json'], '--save needs a value: --save DIR'],
    [['help', 'chek'], 'unknown verb "chek"; did you mean check?'],
    [['chek', '--help'], 'unknown verb "chek"; did you mean check?'],
    [['help', 'ledger', 'lst'], 'unknown verb "ledger lst"; did you mean ledger list?'],
    [['__proto__'], 'unknown verb "__proto__"'],
    [['serve', '--__proto__', 'x'], 'serve has no flag "--__proto__"'],
  ])('%j: %s', (args, message) => {
    const command = readArguments(args)
    expect(command.status).toBe('misuse')
    expect(command.status === 'misuse' && command.message.split('\n')[0]).toContain(message)
  })

  test('never throws for arbitrary arguments', () => {
    const word = fc.oneof(
      fc.constantFrom('check', 'buy', 'config', '--json', '--', '-', '--tool', '--help', '='),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (args) => {
        expect(['verb', 'help', 'misuse']).toContain(readArguments(args).status)
      }),
    )
  })
})

test('help settings lists every setting with its default', () => {
  const help = readArguments(['help', 'settings'])
  const text = help.status === 'help' ? help.text : ''
  for (const { flag } of keyNames) expect(text).toContain(`--${flag}\n`)
  expect(text).toContain('Default: 127.0.0.1:8402.')
})

describe('help', () => {
  test.each([['--help'], ['-h'], ['help']])('%s lists every verb', (arg) => {
    const command = readArguments([arg])
    const text = command.status === 'help' ? command.text : ''
    for (const { name } of verbs) {
      for (const word of name.split(' ')) expect(text).toContain(word)
    }
    const lines = text.trimEnd().split('\n')
    // The text and the prompt fit on a screen of 80x24.
    expect(lines.length).toBeLessThanOrEqual(23)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  })

  test.each([['ledger --help'], ['ledger -h'], ['help ledger']])(
    '%s lists the possible next words, and nothing else',
    (typed) => {
      const command = readArguments(typed.split(' '))
      const text = command.status === 'help' ? command.text : ''
      expect(text).toContain('Usage: urlwitness ledger <verb>')
      expect(text).toMatch(/^Verbs:\n(?: .*\n)* {2}summary /m)
      expect(text).not.toContain('backup')
    },
  )

  test('help before a verb equals --help after it', () => {
    expect(readArguments(['help', 'ledger', 'list'])).toEqual(
      readArguments(['ledger', 'list', '--help']),
    )
  })

  test.each(verbs.map((spec) => [spec.name, spec] as const))(
    '%s --help lists its flags',
    (verb, spec) => {
      const command = readArguments([...verb.split(' '), '--help'])
      const text = command.status === 'help' ? command.text : ''
      expect(text).toContain(`Usage: urlwitness ${verb}`)
      for (const key of Object.keys(spec.flags)) expect(text).toContain(`--${flagName(key)}`)
      expect(text.includes('urlwitness help settings')).toBe(spec.settings)
    },
  )

  test.each(verbs.flatMap(({ name, examples }) => examples.map((example) => [name, example])))(
    'the example of %s is a command: %s',
    (verb, example) => {
      const [typed = ''] = example.split(/ [|>] /)
      // A shell splits the example, as the operator's would.
      const words = execFileSync('sh', ['-c', `printf '%s\\n' ${typed}`], { encoding: 'utf8' })
        .trimEnd()
        .split('\n')
      expect(words[0]).toBe('urlwitness')
      expect(readArguments(words.slice(1))).toMatchObject({ status: 'verb', verb: { name: verb } })
    },
  )

  test('every verb has an example', () => {
    expect(verbs.filter(({ examples }) => examples.length === 0)).toEqual([])
  })
})
