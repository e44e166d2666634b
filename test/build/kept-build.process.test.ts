import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findTestChrome, namespacesWork } from '#test/equipment/browser/chrome.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { copyCheckout } from '#test/equipment/program/checkout.ts'
import { runProgram } from '#test/equipment/program/program.ts'
import { keptBuild } from '../../build/kept-build.mjs'

let folder: string

beforeEach(() => {
  folder = temporaryFolder()
})

const buildsOf = (checkout: string) =>
  readdirSync(join(checkout, 'dist/kept'))
    .filter((name) => name !== 'latest.json')
    .sort()
const version = (checkout: string) =>
  runProgram(process.execPath, [join(checkout, 'build/checkout/urlwitness.cjs'), 'version'])

/** A program that is built in a moment. It listens like a service, for the code cache of its build. */
const smallProgram = `import { version } from './runtime/version.ts'
if (process.argv[2] === 'serve') process.stderr.write('small at http://127.0.0.1:1')
else process.stdout.write(\`urlwitness \${version}\\n\`)
`

test('processes that build the same source concurrently leave one build; a changed source is built again, and the build of the former source is kept', async () => {
  const checkout = copyCheckout(folder)
  writeFileSync(join(checkout, 'src/main.ts'), smallProgram)
  const file = join(checkout, 'src/runtime/version.ts')
  const source = readFileSync(file, 'utf8')
  const runs = await Promise.all([version(checkout), version(checkout)])
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    runs.map(() => ({ code: 0, stderr: '' })),
  )
  const firstBuilds = buildsOf(checkout)
  expect(firstBuilds).toHaveLength(1)

  writeFileSync(file, source.replace(/version = '.*'/, "version = '77.0.0'"))
  expect((await version(checkout)).stdout).toBe('urlwitness 77.0.0\n')
  expect(buildsOf(checkout)).toEqual(expect.arrayContaining(firstBuilds))
  expect(buildsOf(checkout)).toHaveLength(2)

  writeFileSync(file, source)
  expect(await version(checkout)).toEqual(runs[0])
  expect(buildsOf(checkout)).toHaveLength(2)
})

test('a source that cannot be built ends with the reason of the bundler', async () => {
  const checkout = copyCheckout(folder)
  writeFileSync(join(checkout, 'src/runtime/version.ts'), 'export const version = ')
  const { code, stderr } = await version(checkout)
  expect(code).toBe(1)
  expect(stderr).toContain('src/runtime/version.ts')
  expect(buildsOf(checkout)).toEqual([])
})

test('the kept build opens its database, and starts the keeper of a network namespace', async () => {
  const doctor = ['doctor', '--json', '--dns-servers', '127.0.0.1:1', '--data-dir', folder]
  const { stdout } = await runProgram(process.execPath, [keptBuild(), ...doctor])
  const { checks } = JSON.parse(stdout) as { checks: { check: string; detail: string }[] }
  expect(checks).toContainEqual(
    expect.objectContaining({ check: 'database', detail: 'SQLite opens and writes' }),
  )
  if (findTestChrome() === null || !(await namespacesWork())) return
  expect(checks).toContainEqual(
    expect.objectContaining({
      check: 'namespace',
      detail: 'Chrome is in a separate network namespace',
    }),
  )
})
