import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../../build/target.ts'

/**
 * A package that only a benchmark compares with, in an exact version. It is installed into a cache at its first use, so that
 * `npm ci` does not install it. Null, with a line about it, where it cannot be installed. `T` is the part of its exports that
 * is used.
 */
export function contenderPackage<T>(name: string, version: string): T | null {
  const folder = join(root, 'node_modules/.cache/bench', `${name}-${version}`)
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
  try {
    if (!existsSync(join(folder, 'node_modules', name))) {
      mkdirSync(folder, { recursive: true })
      const args = ['install', '--prefix', folder, ...options, `${name}@${version}`]
      execFileSync('npm', args, { cwd: folder, stdio: 'ignore', timeout: 120_000 })
    }
    return createRequire(join(folder, 'package.json'))(name)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    console.log(`${name} ${version} is not compared: ${reason}`)
    return null
  }
}
