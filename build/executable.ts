import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Metafile } from 'esbuild'
import { baseNode } from './base-node.ts'
import { checkReproducible } from './check-reproducible.ts'
import { pack } from './pack.ts'
import { buildProgram } from './program/program.ts'
import { sha256 } from './sha256.ts'
import {
  executableFile,
  hostTarget,
  isHost,
  root,
  type Target,
  targetName,
  targetNamed,
} from './target.ts'

/** One self-contained executable, with the bundler's list of its contents. Paths are relative to the checkout. */
export interface Built {
  readonly target: Target
  readonly file: string
  readonly contents: Metafile
}

/**
 * Builds the executable for `target`; for this machine without a download, and checks that it runs. `stripped` leaves out the
 * symbols that only a debugger reads, and writes a file with another name.
 */
export async function buildExecutable(target: Target, stripped = false): Promise<Built> {
  const file = executableFile(target) + (stripped ? '-stripped' : '')
  const program = 'dist/program'
  const contents = await buildProgram({
    folder: program,
    executableOf: target,
    codeCache: isHost(target),
  })
  const node = stripped ? strippedNode(target) : baseNode(target)
  await pack({ target, node, program, output: file })
  if (isHost(target)) execFileSync(join(root, file), ['version'], { env: {}, stdio: 'ignore' })
  return { target, file, contents }
}

/** Strips Node before anything is added: what is stripped afterwards crashes. The bytes depend on the version of binutils. */
function strippedNode(target: Target): string {
  if (target.platform !== 'linux') throw new TypeError('--strip is for Linux.')
  const tool = target.arch === 'x64' ? 'x86_64-linux-gnu-strip' : 'aarch64-linux-gnu-strip'
  const file = join(root, 'dist', `node-${targetName(target)}-stripped`)
  const { error, status } = spawnSync(tool, ['--strip-unneeded', '-o', file, baseNode(target)])
  if (error === undefined && status === 0) return file
  throw new TypeError(
    `--strip needs ${tool}: apt-get install binutils (arm64: binutils-aarch64-linux-gnu)`,
  )
}

/** One line about what was built. */
export function summary({ target, file }: Built): string {
  const megabytes = Math.round(statSync(join(root, file)).size / 1e6)
  return `${file}: ${targetName(target)}, ${megabytes} MB, sha256 ${sha256(join(root, file))}`
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      target: { type: 'string', default: targetName(hostTarget()) },
      strip: { type: 'boolean', default: false },
      'check-reproducible': { type: 'boolean', default: false },
    },
  })
  if (values.strip && values['check-reproducible']) {
    throw new TypeError('--strip and --check-reproducible do not go together.')
  }
  const target = targetNamed(values.target)
  const built = await buildExecutable(target, values.strip)
  process.stdout.write(`${summary(built)}\n`)
  if (values['check-reproducible']) process.stdout.write(`${checkReproducible(built)}\n`)
}
