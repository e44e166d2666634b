import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execArgv } from '../../../build/pack.ts'
import { buildProgram, programFiles } from '../../../build/program/program.ts'
import { unused } from '../../../build/program/unused-modules.ts'
import { sha256 } from '../../../build/sha256.ts'
import { hostTarget } from '../../../build/target.ts'

const buildHere = (place: string) =>
  buildProgram({ folder: place, executableOf: hostTarget(), codeCache: true })
let folder: string
let built: Awaited<ReturnType<typeof buildHere>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'urlwitness-program-'))
  built = await buildHere(join(folder, 'one'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a second build in another folder has the same bytes, the code cache included', async () => {
  await buildHere(join(folder, 'elsewhere/two'))
  for (const name of Object.values(programFiles)) {
    expect(sha256(join(folder, 'elsewhere/two', name))).toBe(sha256(join(folder, 'one', name)))
  }
})

// V8 compares version and flags, and silently compiles whatever it does not accept.
test.each([
  ['the executable', execArgv],
  ['a plain Node', []],
])('V8 accepts the code cache under the flags of %s', (_what, flags) => {
  const files = [programFiles.source, programFiles.codeCache].map((name) =>
    join(folder, 'one', name),
  )
  const args = [...flags, '-e', loadAndReport, ...files]
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('accepted')
})

const loadAndReport = `
  const [source, cache] = process.argv.slice(1).map((file) => require('node:fs').readFileSync(file))
  const { cachedDataRejected } = new (require('node:vm').Script)(source.latin1Slice(), { cachedData: cache })
  process.stdout.write(cachedDataRejected ? 'rejected' : 'accepted')`

test('the program contains no module that nothing calls, and nothing that only such a module imports', () => {
  // Each module is still imported: a module that is not was moved, and is in the bundle under another name.
  for (const module of unused) {
    expect(built.inputs[`node_modules/${module}`]?.bytes, module).toBeLessThan(50)
  }
  const bundled = Object.values(built.outputs).flatMap((output) => Object.keys(output.inputs))
  expect(
    bundled.filter((file) => /node_modules\/(?:chromium-bidi|yargs|ajv)\//.test(file)),
  ).toEqual([])
})
