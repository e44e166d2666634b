import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '#runtime/version.ts'
import { copyCheckout } from '#test/equipment/program/checkout.ts'
import { type ProgramRun, runProgram, startService } from '#test/equipment/program/program.ts'

let folder: string
/** The folder in which the package is installed. */
let place: string

const npm = async (cwd: string, args: readonly string[]): Promise<ProgramRun> => {
  const env = {
    // No registry, because the package must need none.
    npm_config_registry: 'http://127.0.0.1:2',
    npm_config_fetch_retries: '0',
    npm_config_cache: join(folder, 'cache'),
  }
  const run = await runProgram('npm', args, { cwd, env })
  if (run.code !== 0) throw new Error(run.stderr)
  return run
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'urlwitness-package-'))
  const checkout = copyCheckout(join(folder, 'checkout'))
  mkdirSync(join(checkout, 'test'))
  writeFileSync(join(checkout, 'test/a.test.ts'), '')
  await npm(checkout, ['pack', '--pack-destination', folder])
  place = join(folder, 'place')
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{}')
  await npm(place, ['install', join(folder, `urlwitness-${version}.tgz`)])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const command = () => join(place, 'node_modules/.bin/urlwitness')
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runProgram(process.execPath, [command(), ...args], { cwd: place, env })
/** Settings without a browser, whose start would take most of the time. */
const off = { URLWITNESS_RENDER_PAGE_ENABLED: 'false', URLWITNESS_VERIFY_PAGE_ENABLED: 'false' }

test('the package is compiled code without sources, tests or dependencies', async () => {
  const { stdout } = await runProgram('tar', ['-tf', join(folder, `urlwitness-${version}.tgz`)])
  const files = stdout.trim().split('\n').sort()
  expect(files.filter((file) => !file.endsWith('.node'))).toEqual([
    'package/LICENSE',
    'package/README.md',
    'package/config/urlwitness.example.toml',
    'package/dist/npm/THIRD-PARTY-LICENSES.txt',
    'package/dist/npm/bin/urlwitness',
    'package/dist/npm/lib/main.cjs',
    'package/dist/npm/lib/program.cjs',
    'package/dist/npm/package.json',
    'package/package.json',
  ])
  expect(files).toContain('package/dist/npm/prebuilds/linux-x64.node')
  const manifest = JSON.parse(
    readFileSync(join(place, 'node_modules/urlwitness/package.json'), 'utf8'),
  )
  expect(manifest).toMatchObject({ name: 'urlwitness', version, license: 'MIT' })
  for (const key of ['private', 'dependencies', 'optionalDependencies', 'bin']) {
    expect(manifest).not.toHaveProperty(key)
  }
})

test('npx finds the command of the installed package', async () => {
  const { stdout } = await npm(place, ['exec', '--', 'urlwitness', 'version'])
  expect(stdout).toBe(`urlwitness ${version}\n`)
})

test('the installed package opens its database', async () => {
  const data = join(folder, 'data')
  const args = ['doctor', '--json', '--dns-servers', '127.0.0.1:1', '--data-dir', data]
  const doctor = await run(args, off)
  expect(JSON.parse(doctor.stdout).checks).toContainEqual(
    expect.objectContaining({ check: 'database', detail: 'SQLite opens and writes' }),
  )
})

test('the installed package serves, and ends at SIGTERM with status 0', async () => {
  const env = { URLWITNESS_DATA_DIR: join(folder, 'data'), ...off }
  await using service = await startService(process.execPath, [command()], env)
  expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
  expect((await service.stop('SIGTERM')).code).toBe(0)
})

test.each(['18.20.8', '20.20.2', '22.22.0'])('Node %s is refused in one sentence', async (old) => {
  const disguise = join(folder, 'old-node.cjs')
  writeFileSync(
    disguise,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${old}' } })`,
  )
  expect(await run(['version'], { NODE_OPTIONS: `--require ${disguise}` })).toEqual({
    code: 1,
    stdout: '',
    stderr: `urlwitness needs Node 24 or newer, and this is Node ${old}.\n`,
  })
})

test('packing leaves nothing behind in the checkout', async () => {
  const { stdout } = await runProgram('ls', [join(folder, 'checkout/dist')])
  expect(stdout).toBe('')
})
