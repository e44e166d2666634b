import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readArguments } from '#cli/verbs/parse.ts'
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
      status: 'command',
      verb: 'check',
      operands: ['https://a.example.com/'],
      flags: { json: true, tool: 'probe_url' },
      settingFlags: { 'limits-links': '3' },
    })
  })

  test('may have two words', () => {
    expect(readArguments(['config', 'check', '--json'])).toMatchObject({ verb: 'config check' })
  })

  test('takes what follows -- as it is', () => {
    expect(readArguments(['check', '--', '--json'])).toMatchObject({
      operands: ['--json'],
      flags: {},
    })
  })

  test('takes the last of a flag that is given twice', () => {
    expect(readArguments(['serve', '--mode', 'a', '--mode', 'b'])).toMatchObject({
      settingFlags: { mode: 'b' },
    })
  })

  test.each(['--version', '-v', 'version'])('%s is the version', (arg) => {
    expect(readArguments([arg])).toMatchObject({ status: 'command', verb: 'version' })
  })
})

describe('misuse', () => {
  test.each([
    [[], 'no verb is given'],
    [['srve'], 'unknown verb "srve"; did you mean serve?'],
    [['config'], 'config is followed by check'],
    [['ledger'], 'ledger is followed by list, show, reconcile, summary, export'],
    [['ledgr'], 'unknown verb "ledgr"; did you mean ledger?'],
    [['export', 'nothing'], 'unknown verb "export nothing"; export is followed by openapi, llms,'],
    [['config', 'chekc'], 'unknown verb "config chekc"; did you mean config check?'],
    [['--json', 'check'], 'the verb comes before "--json"'],
    [['check'], 'check needs <url>'],
    [['buy', 'http://a'], 'buy needs <tool> <url>'],
    [['check', 'a', 'b'], 'check does not know what to do with "b"'],
    [['check', 'a', '--jsn'], 'check has no flag "--jsn"; did you mean --json?'],
    [['check', 'a', '-j'], 'check has no flag "-j"'],
    [['buy', 'a', 'b', 'c', '--listen', 'x'], 'buy has no flag "--listen"'],
    [['check', 'a', '--json=yes'], '--json takes no value'],
    [['check', 'a', '--save'], '--save needs a value: --save DIR'],
    [['check', 'a', '--save', '--json'], '--save needs a value: --save DIR'],
    [['__proto__'], 'unknown verb "__proto__"'],
    [['serve', '--__proto__', 'x'], 'serve has no flag "--__proto__"'],
  ])('%j: %s', (args, message) => {
    const command = readArguments(args)
    expect(command.status).toBe('misuse')
    expect(command.status === 'misuse' && command.message.split('\n')[0]).toContain(message)
  })

  test('no arguments make it throw', () => {
    const word = fc.oneof(
      fc.constantFrom('check', 'buy', 'config', '--json', '--', '-', '--tool', '--help', '='),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (args) => {
        expect(['command', 'help', 'misuse']).toContain(readArguments(args).status)
      }),
    )
  })
})

describe('help', () => {
  test.each([['--help'], ['-h'], ['help']])('%s lists every verb', (arg) => {
    const command = readArguments([arg])
    const text = command.status === 'help' ? command.text : ''
    for (const { verb, about } of verbs) expect(text).toMatch(new RegExp(`${verb} .*${about}`))
  })

  test.each([['ledger --help'], ['ledger -h'], ['help ledger']])(
    '%s lists what may follow, and nothing else',
    (typed) => {
      const command = readArguments(typed.split(' '))
      const text = command.status === 'help' ? command.text : ''
      expect(text).toContain('Usage: urlwitness ledger <verb>')
      expect(text).toContain('ledger summary')
      expect(text).not.toContain('backup')
    },
  )

  test('help before a verb is --help behind it', () => {
    expect(readArguments(['help', 'ledger', 'list'])).toEqual(
      readArguments(['ledger', 'list', '--help']),
    )
  })

  test.each(verbs.map((spec) => [spec.verb, spec] as const))(
    '%s --help tells its flags',
    (verb, spec) => {
      const command = readArguments([...verb.split(' '), '--help'])
      const text = command.status === 'help' ? command.text : ''
      expect(text).toContain(`Usage: urlwitness ${verb}`)
      for (const { name } of spec.flags) expect(text).toContain(`--${name}`)
      expect(text.includes(`--${keyNames[0]?.flag} VALUE`)).toBe(spec.settings)
    },
  )

  test.each(verbs.flatMap(({ verb, examples }) => examples.map((example) => [verb, example])))(
    'the example of %s is a command: %s',
    (verb, example) => {
      const [typed = ''] = example.split(/ [|>] /)
      // The shell splits it as the operator's would.
      const words = execFileSync('sh', ['-c', `printf '%s\\n' ${typed}`], { encoding: 'utf8' })
        .trimEnd()
        .split('\n')
      expect(words[0]).toBe('urlwitness')
      expect(readArguments(words.slice(1))).toMatchObject({ status: 'command', verb })
    },
  )

  test('every verb has an example', () => {
    expect(verbs.filter(({ examples }) => examples.length === 0)).toEqual([])
  })
})
