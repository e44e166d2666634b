import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

// Runs vitest inside Deno, on the binary that came with the lock file, because Deno's launcher would download a missing one.

const root = new URL('../..', import.meta.url).pathname
const { platform, arch } = process
const names = [`${platform}-${arch}-glibc`, `${platform}-${arch}-musl`, `${platform}-${arch}`]
const deno = names
  .map((name) => join(root, 'node_modules/@deno', name, 'deno'))
  .find((path) => existsSync(path))

if (deno === undefined) {
  process.stderr.write(`There is no packaged Deno for ${platform}-${arch}.\n`)
  process.exitCode = 1
} else {
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'config/vitest.deno.config.ts',
  ]
  spawn(deno, ['run', '--allow-all', '--no-lock', ...vitest, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DENO_NO_UPDATE_CHECK: '1' },
  }).on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
