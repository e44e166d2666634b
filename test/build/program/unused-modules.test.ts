import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildProgram } from '../../../build/program/program.ts'
import { unused } from '../../../build/program/unused-modules.ts'
import { hostTarget } from '../../../build/target.ts'

test('the program contains no module that nothing calls, and nothing that only such a module imports', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-unused-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { inputs, outputs } = await buildProgram({
    folder,
    executableOf: hostTarget(),
    codeCache: false,
  })
  // Each is still imported: one that is not has moved, and is in the bundle under another name.
  for (const module of unused) {
    expect(inputs[`node_modules/${module}`]?.bytes, module).toBeLessThan(50)
  }
  const bundled = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
  expect(
    bundled.filter((file) => /node_modules\/(?:chromium-bidi|yargs|ajv)\//.test(file)),
  ).toEqual([])
})
