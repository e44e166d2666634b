import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { beforeEach, describe, expect, test } from 'vitest'
import { dataDirFor } from '#cli/setup/init.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { runProgram, startProgram } from '#test/equipment/program/program.ts'
import { hasPseudoTerminal, startOnTerminal } from '#test/equipment/program/pseudo-terminal.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'
import { keptBuild } from '../../../build/kept-build.mjs'

const main = keptBuild()
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const production = [
  ...['--mode', 'production', '--base-url', 'https://verify.example.com'],
  ...['--pay-to', payTo, '--facilitator-url', 'https://facilitator.example.com/x402'],
  ...['--rpc-url', 'https://rpc.example.com/key'],
]
let folder: string

beforeEach(() => {
  folder = temporaryFolder()
})

const run = (...args: string[]) => runProgram(process.execPath, [main, ...args], { cwd: folder })
/** The same in this process, which has no terminal either. */
const here = async (...args: string[]) => {
  const { code, err } = await runVerb([
    'init',
    '--config',
    join(folder, 'urlwitness.toml'),
    ...args,
  ])
  return [code, err]
}
const written = (name = 'urlwitness.toml') => readFileSync(join(folder, name), 'utf8')

describe('with flags', () => {
  test('writes the given values, for its owner only, and config check accepts the file', async () => {
    const { code, stdout, stderr } = await run('init', ...production)
    expect([code, stdout]).toEqual([0, ''])
    expect(parse(written())).toEqual({
      mode: 'production',
      base_url: 'https://verify.example.com',
      pay_to: payTo,
      facilitator_url: 'https://facilitator.example.com/x402',
      rpc_url: 'https://rpc.example.com/key',
      data_dir: join(folder, 'data'),
    })
    expect(statSync(join(folder, 'urlwitness.toml')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['urlwitness.toml'])
    expect(stderr).toContain('npx urlwitness serve --config urlwitness.toml\n')
    expect(await run('config', 'check', '--config', 'urlwitness.toml')).toMatchObject({
      code: 0,
      stderr: '',
    })
  })

  test('--yes writes a sandbox, and the printed command starts it', async () => {
    const file = join(folder, "op's settings.toml")
    const { stderr } = await run('init', '--yes', '--config', file)
    const [, words = ''] = /^ {2}npx urlwitness (serve .*)$/m.exec(stderr) ?? []
    const shell = ['-c', `exec "$0" "$1" ${words} --listen 127.0.0.1:0`, process.execPath, main]
    await using service = startProgram('sh', shell)
    const [, baseUrl = ''] = await service.says(/ at (http:\S+) \(sandbox/)
    expect((await fetch(`${baseUrl}/health`)).status).toBe(200)
    expect(await service.stop('SIGTERM')).toMatchObject({ code: 0 })
    expect(readdirSync(join(folder, 'data'))).toContain('urlwitness.sqlite')
  })

  test.each([
    ['--pay-to', '0x209693bc6afc0C5328bA36FaF03C514EF312287C', 'wrong EIP-55 checksum'],
    ['--pay-to', `0x${'0'.repeat(40)}`, 'zero address'],
    ['--pay-to', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'token contract'],
    [
      '--pay-to',
      '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
      'token contract of USDC on Base Sepolia',
    ],
    ['--pay-to', '0x4020402040204020402040204020402040204020', 'key is unknown'],
    ['--pay-to', 'me.eth', '40 hexadecimal digits'],
    ['--base-url', 'http://verify.example.com', 'only loopback may use'],
    ['--base-url', 'https://verify.example.com/v1', 'has a path'],
    ['--base-url', 'verify.example.com', 'not an absolute URL'],
    ['--facilitator-url', 'http://10.0.0.1/', 'only loopback may use'],
    ['--rpc-url', 'http://rpc.example.com', 'its responses affect payments'],
    ['--mode', 'prod', 'allowed for --mode: sandbox, testnet, production'],
    ['--data-dir', '', 'too short'],
    ['--data-dir', '/etc/urlwitness', 'which is for settings'],
    ['--data-dir', '/var/../etc', 'which is for settings'],
  ])('refuses %s %s: %s', async (flag, value, why) => {
    expect(await here(...production, flag, value)).toEqual([64, expect.stringContaining(why)])
    expect(readdirSync(folder)).toEqual([])
  })

  test('accepts an address without a checksum, writes it with one, and warns that it could not be checked', async () => {
    const { code, stderr } = await run('init', ...production, '--pay-to', payTo.toLowerCase())
    expect([code, stderr]).toEqual([0, expect.stringContaining('compare it with your wallet')])
    expect(parse(written())).toMatchObject({ pay_to: payTo })
  })

  test('keeps an existing file, and replaces it with --force; behind a link too', async () => {
    writeFileSync(join(folder, 'mine.toml'), 'mine')
    symlinkSync('mine.toml', join(folder, 'urlwitness.toml'))
    expect(await run('init', '--yes')).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('--force'),
    })
    expect(written('mine.toml')).toBe('mine')
    expect(await run('init', '--yes', '--force')).toMatchObject({ code: 0 })
    expect(parse(written('mine.toml'))).toMatchObject({ mode: 'sandbox' })
    expect(readdirSync(folder).sort()).toEqual(['mine.toml', 'urlwitness.toml'])
  })

  test.each([
    ['none/u.toml', 'it does not exist, or its folder does not; check the path'],
    ['file/u.toml', 'a part of its path is a file, not a folder; check the path'],
  ])('a file at %s cannot be written: %s', async (path, why) => {
    writeFileSync(join(folder, 'file'), '')
    const { code, stderr } = await run('init', '--yes', '--config', path)
    expect([code, stderr]).toEqual([4, expect.stringContaining(why)])
    expect(readdirSync(folder)).toEqual(['file'])
  })

  test('a pipe or a device in its place stays', async () => {
    const pipe = join(folder, 'urlwitness.toml')
    execFileSync('mkfifo', [pipe])
    expect(await run('init', '--yes', '--force')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('it is a device or a pipe'),
    })
    expect(statSync(pipe).isFIFO()).toBe(true)
  })

  test('a folder in its place is reported', async () => {
    mkdirSync(join(folder, 'urlwitness.toml'))
    expect(await run('init', '--yes', '--force')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('it is a folder'),
    })
  })

  test.each([
    [[], '--mode'],
    [['--mode', 'production', '--pay-to', payTo], '--base-url, --facilitator-url'],
    [['--mode', 'testnet', '--yes'], '--base-url, --pay-to'],
  ])('without a terminal %j is not enough, and the message names %s', async (args, missing) => {
    expect(await here(...args)).toEqual([64, expect.stringContaining(missing)])
    expect(readdirSync(folder)).toEqual([])
  })

  test('a settings file that was not named is not used, and serve warns of it', async () => {
    await run('init', ...production)
    const start = [
      '-c',
      'cd "$2" && exec "$0" "$1" serve --listen 127.0.0.1:0',
      process.execPath,
      main,
    ]
    await using service = startProgram('sh', [...start, folder])
    await service.says(/\(sandbox/)
    await service.says('urlwitness.toml in this folder is not used')
  })
})

test.each([
  ['/etc/urlwitness.toml', '/var/lib/urlwitness'],
  ['/etc/urlwitness/shop.toml', '/var/lib/urlwitness'],
  ['/srv/shop/urlwitness.toml', '/srv/shop/data'],
])('the data of %s is stored in %s', (config, dataDir) => {
  expect(dataDirFor(config)).toBe(dataDir)
})

describe('on a terminal', needs({ 'program script': hasPseudoTerminal }), () => {
  const start = (...args: string[]) =>
    startOnTerminal([process.execPath, main, 'init', ...args], folder)

  test('prompts one value at a time, explains an invalid answer, and prompts again', async () => {
    await using program = start()
    await program.shows('mode [sandbox]: ')
    program.type('testnet\r')
    await program.shows('base_url: ')
    program.type('http://verify.example.com\r')
    await program.shows(
      'base_url = "http://verify.example.com" is http, which only loopback may use',
    )
    program.type('https://verify.example.com\r')
    await program.shows('pay_to: ')
    program.type('\r')
    await program.shows('pay_to is needed in mode testnet.')
    program.type(`${payTo}\r`)
    await program.shows('facilitator_url [https://www.x402.org/facilitator]: ')
    program.type('\r')
    await program.shows('rpc_url: ')
    program.type('https://sepolia.example.com\r')
    expect(await program.ended).toBe(0)
    expect(program.screen()).toContain('npx urlwitness serve --config urlwitness.toml')
    expect(parse(written())).toEqual({
      mode: 'testnet',
      base_url: 'https://verify.example.com',
      pay_to: payTo,
      facilitator_url: 'https://www.x402.org/facilitator',
      rpc_url: 'https://sepolia.example.com',
      data_dir: join(folder, 'data'),
    })
  })

  test('an empty answer selects the sandbox, which needs no further answers', async () => {
    await using program = start()
    await program.shows('mode [sandbox]: ')
    program.type('\r')
    expect(await program.ended).toBe(0)
    expect(parse(written())).toEqual({ mode: 'sandbox', data_dir: join(folder, 'data') })
  })

  test('keeps pasted lines for their questions, and does not prompt for values of flags', async () => {
    await using program = start('--mode', 'production', '--base-url', 'https://verify.example.com')
    await program.shows('pay_to: ')
    program.type(`${payTo}\rhttps://facilitator.example.com\r\r`)
    expect(await program.ended).toBe(0)
    expect(program.screen()).toContain('rpc_url is not set')
    expect(written()).toContain('# rpc_url = ')
    expect(program.screen()).not.toContain('base_url: ')
    expect(parse(written())).toMatchObject({
      pay_to: payTo,
      facilitator_url: 'https://facilitator.example.com',
    })
  })

  test.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('%s cancels, and nothing is written', async (_name, key) => {
    await using program = start()
    await program.shows('mode [sandbox]: ')
    program.type(key)
    expect(await program.ended).toBe(64)
    expect(program.screen()).toContain('nothing was written')
    expect(readdirSync(folder)).toEqual([])
  })
})
