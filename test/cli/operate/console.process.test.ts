import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { noResolver, runProgram, startService } from '#test/equipment/program/program.ts'
import { hasPseudoTerminal, startOnTerminal } from '#test/equipment/program/pseudo-terminal.ts'
import { keptBuild } from '../../../build/kept-build.mjs'

const main = keptBuild()
const node = process.execPath
// Without a browser, so that nothing but the service is started.
const off = { URLWITNESS_RENDER_PAGE_ENABLED: 'false', URLWITNESS_VERIFY_PAGE_ENABLED: 'false' }
let dataDir: string

beforeEach(() => {
  dataDir = temporaryFolder()
})

const env = () => ({ URLWITNESS_DATA_DIR: dataDir, ...off })
const run = (...args: string[]) => runProgram(node, [main, 'console', ...args], { env: env() })

describe('console', () => {
  test('prints a link that opens the console of the running service once: status 0', async () => {
    await using service = await startService(node, [main], env())
    const { code, stdout } = await run()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/enter\?token=[\w-]{43}\n$/)
    expect((await fetch(stdout.trim())).status).toBe(200)
    expect((await fetch(stdout.trim())).status).toBe(403)

    const { url, expires_at: expiresAt } = JSON.parse((await run('--json')).stdout)
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(9 * 60_000)
    expect((await fetch(url)).status).toBe(200)

    const { stdout: out, stderr } = await service.stop('SIGTERM')
    expect(out + stderr).toContain(` console --data-dir ${dataDir}  (prints a link)\n`)
    expect(out + stderr).not.toContain('token=')
  })

  test('the command that serve prints has its settings file and data folder', async () => {
    const config = join(dataDir, "the operator's.toml")
    writeFileSync(config, '')
    const flags = ['--config', config, '--data-dir', dataDir]
    await using service = await startService(node, [main], off, flags)
    const [, words = ''] = await service.says(
      /Console: .* urlwitness (console .*) {2}\(prints a link/,
    )
    const { code, stdout } = await runProgram('sh', ['-c', `"$0" "$1" ${words}`, node, main])
    expect([code, stdout]).toEqual([0, expect.stringContaining('token=')])
  })

  test('reports that no service runs, and creates nothing: status 1', async () => {
    const { code, stdout, stderr } = await run()
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^No service runs on .* Start one: .*urlwitness serve --data-dir .*\n/)
    expect(stderr).toContain(dataDir)
  })

  test('reports that the service does not respond: status 4', async () => {
    await using service = await startService(node, [main], env())
    process.kill(service.pid, 'SIGSTOP')
    const { code, stdout, stderr } = await run()
    process.kill(service.pid, 'SIGCONT')
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toContain('does not respond')
  })
})

test(
  'serve prints a link on a terminal, and nowhere else',
  needs({ 'program script': hasPseudoTerminal }),
  async () => {
    const flags = [
      '--listen',
      '127.0.0.1:0',
      '--admin-listen',
      '127.0.0.1:0',
      '--data-dir',
      dataDir,
      '--dns-servers',
      noResolver.URLWITNESS_DNS_SERVERS,
    ]
    const sold = ['--render-page-enabled', 'false', '--verify-page-enabled', 'false']
    await using terminal = startOnTerminal([node, main, 'serve', ...flags, ...sold], dataDir)
    await terminal.shows('once, within ten minutes')
    const [url = ''] = terminal.screen().match(/http:\/\/\S+token=\S+/) ?? []
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(url)).status).toBe(403)
    terminal.type('\u0003')
    await terminal.ended
  },
)
