import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bashCompletion } from '#cli/shell/completion-bash.ts'
import { fishCompletion } from '#cli/shell/completion-fish.ts'
import { zshCompletion } from '#cli/shell/completion-zsh.ts'
import { manPage } from '#cli/shell/man-page.ts'
import { flagName, type Verb } from '#cli/verbs/verb.ts'
import { verbs } from '#cli/verbs/verbs.ts'
import { CONFIG_FLAG, keyNames } from '#settings/keys.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { hasProgram, needs } from '#test/equipment/program/needs.ts'

const flagsOf = ({ flags, settings }: Verb) => [
  ...Object.keys(flags).map(flagName),
  ...(settings ? [CONFIG_FLAG, ...keyNames.map(({ flag }) => flag)] : []),
  'help',
]

/** The completions that a real bash offers for this line, whose last word is being typed. */
function offered(line: string): string[] {
  const words = line.split(' ')
  const script = `${bashCompletion(verbs)}
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_urlwitness
printf '%s\n' "\${COMPREPLY[@]}"`
  const said = execFileSync('bash', ['--norc', '-uc', script, 'bash', ...words], {
    encoding: 'utf8',
    cwd: '/usr',
  })
  return said.split('\n').filter((word) => word !== '')
}

describe('bash', needs({ bash: hasProgram('bash') }), () => {
  test.each([
    ['urlwitness le', ['ledger']],
    ['urlwitness c', ['completion', 'check', 'config', 'console']],
    ['urlwitness ledger s', ['summary', 'show']],
    ['urlwitness ledger list --st', ['--state']],
    ['urlwitness ledger list --state set', ['settling', 'settled']],
    ['urlwitness check https://example.com/ --tool p', ['probe_url']],
    ['urlwitness serve --mode s', ['sandbox']],
    ['urlwitness serve --mod', ['--mode']],
    ['urlwitness pause ', ['probe_url', 'render_page', 'verify_page']],
    ['urlwitness buy http://127.0.0.1:8402 v', ['verify_page']],
    ['urlwitness serve --browser-sandbox ', ['true', 'false']],
    ['urlwitness serve --config sh', ['share']],
    ['urlwitness serve --data-dir sh', ['share']],
    ['urlwitness serve --listen ', []],
    ['urlwitness browser install --fr', ['--from']],
    ['urlwitness nonsense --', []],
    ['urlwitness version --json --', ['--json', '--help']],
  ])('%s: %j', (line, words) => {
    expect(offered(line).sort()).toEqual([...words].sort())
  })

  test('offers the flags of settings once a letter is typed', () => {
    const serve = verbs.find(({ name }) => name === 'serve')
    const known = serve === undefined ? [] : flagsOf(serve).map((name) => `--${name}`)
    const letters = new Set(known.map((flag) => flag.slice(0, 3)))
    const found = [...letters].flatMap((letter) => offered(`urlwitness serve ${letter}`))
    expect(found.sort()).toEqual(known.sort())
    expect(offered('urlwitness serve --')).toEqual(['--help'])
  })

  test('completes every verb, and every flag of each', () => {
    for (const spec of verbs) {
      const [first = '', second] = spec.name.split(' ')
      const at = second === undefined ? `urlwitness ${first}` : `urlwitness ${first} ${second}`
      expect(offered(at)).toContain(second ?? first)
      const own = [...Object.keys(spec.flags).map(flagName), 'help'].map((name) => `--${name}`)
      expect(offered(`urlwitness ${spec.name} --`).sort()).toEqual(own.sort())
    }
  })
})

describe.each([
  ['zsh', zshCompletion],
  ['fish', fishCompletion],
])('%s', (shell, script) => {
  test('its script names every verb', () => {
    const words = verbs.flatMap(({ name }) => name.split(' '))
    for (const word of words) expect(script(verbs)).toContain(word)
  })

  test('the shell reads its script without errors', needs({ [shell]: hasProgram(shell) }), () => {
    const folder = temporaryFolder()
    const file = join(folder, 'completion')
    writeFileSync(file, script(verbs))
    // fish takes -n for a file only: on standard input it is an interactive shell, and runs.
    const read = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
    expect([read.status, read.stderr]).toEqual([0, ''])
  })
})

describe('the manual page', () => {
  test('describes every verb, every example and every setting', () => {
    const page = manPage(verbs, '1.2.3').replaceAll('\\-', '-').replaceAll('\\(dq', '"')
    for (const spec of verbs) {
      expect(page).toContain(`.SS ${spec.name}`)
      for (const example of spec.examples) expect(page).toContain(example)
    }
    for (const { flag } of keyNames) expect(page).toContain(`--${flag}`)
  })

  test('groff reports no error', needs({ groff: hasProgram('groff') }), () => {
    const read = spawnSync('groff', ['-man', '-ww', '-z', '-Tascii'], {
      input: manPage(verbs, '1.2.3'),
      encoding: 'utf8',
    })
    expect([read.status, read.stderr]).toEqual([0, ''])
  })
})
