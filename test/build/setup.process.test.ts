import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { runProgram, startProgram } from '#test/equipment/program/program.ts'

const root = new URL('../../', import.meta.url).pathname
let checkout: string

/** A checkout with the real set-up script and the package files of this one. */
beforeEach(() => {
  checkout = temporaryFolder()
  for (const path of ['build/setup.mjs', 'package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(root, path), join(checkout, path))
  }
})

const script = (source: string) => {
  writeFileSync(join(checkout, 'script.mjs'), source)
  return [join(checkout, 'build/setup.mjs'), join(checkout, 'script.mjs')]
}
/** Locks one package instead of hundreds: reading the whole lock file would take most of the test. */
function lockOnePackage(): void {
  const project = { name: 'checkout', version: '1.0.0', dependencies: { absent: '1.0.0' } }
  const absent = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` }
  const packages = { '': project, 'node_modules/absent': absent }
  writeFileSync(join(checkout, 'package.json'), JSON.stringify(project))
  const lock = { name: 'checkout', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(lock))
}
const linkPackages = () => symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))

test('runs the Node of the project, and returns its status', async () => {
  linkPackages()
  const args = script('process.stdout.write(process.execPath); process.exitCode = 7')
  const { code, stdout, stderr } = await runProgram(process.execPath, args)
  expect({ code, stderr }).toEqual({ code: 7, stderr: '' })
  expect(stdout).toContain(join('node_modules', `node-${process.platform}-${process.arch}`))
})

test.each(['SIGTERM', 'SIGINT'] as const)('forwards %s, and waits for the end', async (signal) => {
  linkPackages()
  const args = script(`
    process.on('${signal}', () => setTimeout(() => process.exit(5), 200))
    setInterval(() => {}, 1000)
    process.stdout.write('ready')
  `)
  await using program = startProgram(process.execPath, args)
  await program.says('ready')
  expect((await program.stop(signal)).code).toBe(5)
})

test.each([
  ['are missing', () => {}],
  [
    'are not those of the lock file',
    () => {
      mkdirSync(join(checkout, 'node_modules'))
      writeFileSync(join(checkout, 'node_modules/.package-lock.json'), '{"packages":{}}')
    },
  ],
])(
  'reports in one sentence that the registry is unreachable when packages %s',
  async (_why, prepare) => {
    lockOnePackage()
    prepare()
    const { code, stdout, stderr } = await runProgram(process.execPath, script(''), {
      cwd: checkout,
      env: {
        npm_config_registry: 'http://127.0.0.1:2',
        npm_config_cache: join(checkout, 'cache'),
        npm_config_fetch_retries: '0',
      },
    })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/registry cannot be reached \(ECONNREFUSED\)/)
  },
)
