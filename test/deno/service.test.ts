import { beforeEach, expect, test } from 'vitest'
import { version } from '#runtime/version.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { runProgram, startService } from '#test/equipment/program/program.ts'

const main = new URL('../../src/main.ts', import.meta.url).pathname
let folder: string

beforeEach(() => {
  folder = temporaryFolder()
})

test('this is Deno', () => {
  expect(process.versions['deno']).toMatch(/^2\./)
})

test('the whole program loads and prints its version', async () => {
  const { code, stdout } = await runProgram(process.execPath, ['run', '-A', main, 'version'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: `urlwitness ${version}\n` })
})

test('serves with the minimal rights: quotes, refuses, ends at SIGTERM with status 0', async () => {
  const rights = [
    '--allow-env',
    '--allow-sys',
    '--allow-net',
    '--allow-read',
    `--allow-write=${folder}`,
    '--allow-ffi',
    '--no-prompt',
  ]
  await using service = await startService(process.execPath, ['run', ...rights, main], {
    URLWITNESS_DATA_DIR: folder,
    // A browser needs further permissions: to run programs, and to read and write below the temporary folder.
    URLWITNESS_RENDER_PAGE_ENABLED: 'false',
    URLWITNESS_VERIFY_PAGE_ENABLED: 'false',
  })
  const post = (url: string) =>
    fetch(`${service.baseUrl}/v1/probe-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    })
  expect((await fetch(`${service.baseUrl}/ready`)).status).toBe(200)
  expect((await post('http://93.184.215.14/')).status).toBe(402)
  expect((await post('http://10.0.0.1/')).status).toBe(422)
  const { code } = await service.stop('SIGTERM')
  expect(code).toBe(0)
})

test('a buyer on the official client gets the refusal of a private target, unpaid', async () => {
  await using service = await startService(process.execPath, ['run', '-A', main], {
    URLWITNESS_DATA_DIR: folder,
  })
  const args = ['run', '-A', main, 'buy', service.baseUrl, 'probe_url', 'http://192.168.0.1/']
  const { code, stdout, stderr } = await runProgram(process.execPath, args)
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toContain('url_host_not_public')
})
