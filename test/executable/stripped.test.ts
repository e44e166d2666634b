import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needs } from '#test/equipment/program/needs.ts'
import { runProgram, startService } from '#test/equipment/program/program.ts'
import { buildExecutable } from '../../build/executable.ts'
import { hostTarget, root } from '../../build/target.ts'

const hasTool = spawnSync('x86_64-linux-gnu-strip', ['--version']).status === 0

// Needs binutils, which no other part of the build does.
describe(
  'an executable without debug symbols',
  needs({ 'x86_64-linux-gnu-strip': hasTool && process.arch === 'x64' }),
  () => {
    let folder: string
    let file: string

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'urlwitness-stripped-'))
      file = join(root, (await buildExecutable(hostTarget(), true)).file)
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test('is of at most 120 MB', () => {
      expect(statSync(file).size).toBeLessThanOrEqual(120e6)
    })

    test('loads its addon', async () => {
      const doctor = ['doctor', '--json', '--dns-servers', '127.0.0.1:1', '--data-dir', folder]
      const { stdout } = await runProgram(file, doctor)
      expect(JSON.parse(stdout).checks).toContainEqual(
        expect.objectContaining({ check: 'database', outcome: 'pass' }),
      )
    })

    test('serves, and ends at SIGTERM with status 0', async () => {
      await using service = await startService(file, [], { URLWITNESS_DATA_DIR: folder })
      expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
      expect((await service.stop('SIGTERM')).code).toBe(0)
    })
  },
)
