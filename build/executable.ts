import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Metafile } from 'esbuild'
import { baseNode } from './base-node.ts'
import { bundle } from './bundle.ts'
import { checkReproducible } from './check-reproducible.ts'
import { seal } from './seal.ts'
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

/** One self-contained executable, with what the bundler says is inside. Paths are under the checkout. */
export interface Built {
  readonly target: Target
  readonly file: string
  readonly contents: Metafile
}

/** Builds the executable for `target`; for this machine without a download, and tries that it runs. */
export async function buildExecutable(target: Target): Promise<Built> {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const file = executableFile(target)
  // Its path is part of the executable: the same for all targets.
  const program = 'dist/main.cjs'
  const contents = await bundle(target, program)
  seal({ target, node: baseNode(target), bundle: program, output: file })
  if (isHost(target)) execFileSync(join(root, file), ['version'], { env: {}, stdio: 'ignore' })
  return { target, file, contents }
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
      'check-reproducible': { type: 'boolean', default: false },
    },
  })
  const target = targetNamed(values.target)
  const built = await buildExecutable(target)
  process.stdout.write(`${summary(built)}\n`)
  if (values['check-reproducible']) process.stdout.write(`${checkReproducible(built)}\n`)
}
