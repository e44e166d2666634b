#!/usr/bin/env node
// The command `urlwitness`: the compiled program of the installed package, or in a checkout the kept build of its source.
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const self = fileURLToPath(import.meta.url)
const root = dirname(dirname(self))
const args = process.argv.slice(2)

if (existsSync(join(root, 'src'))) await runCheckout()
else if (Number(process.versions.node.split('.')[0]) >= 24) run(join(root, 'dist/npm/main.cjs'))
else {
  const found = process.versions.node
  process.stderr.write(`urlwitness needs Node 24 or newer; this is Node ${found}.\n`)
  process.exitCode = 1
}

async function runCheckout() {
  const { runNode, setUp } = await import('./setup.mjs')
  const node = setUp({ browser: args[0] === 'serve' })
  if (realpathSync(node) !== realpathSync(process.execPath)) return runNode(node, [self, ...args])
  const { keptBuild } = await import('./kept-build.mjs')
  run(keptBuild())
}

/** A service gets a process with settings of its own; other verbs run in this one, which saves the start of another. */
function run(file) {
  if (args[0] !== 'serve' || process.execve === undefined) return createRequire(file)(file)
  // The young generation grows to 48 MiB while the program starts, and never shrinks: a service that idles keeps it.
  const flags = [...process.execArgv, '--max-semi-space-size=4']
  process.execve(process.execPath, [process.execPath, ...flags, file, ...args])
}
