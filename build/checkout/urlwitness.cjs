#!/usr/bin/env node
// The command `urlwitness`. In a checkout it runs the kept build of the source. In an installed package it is bin/urlwitness,
// without an extension, and runs the compiled program in ../lib.
const isCheckout = __filename.endsWith('.cjs')
const args = process.argv.slice(2)

if (isCheckout) void runCheckout()
else if (Number(process.versions.node.split('.')[0]) >= 24) run(`${__dirname}/../lib/main.cjs`)
else {
  process.stderr.write(
    `urlwitness needs Node 24 or newer, and this is Node ${process.versions.node}.\n`,
  )
  process.exitCode = 1
}

async function runCheckout() {
  const { keptBuild, unchangedBuild } = await import('../kept-build.mjs')
  const file = args[0] === 'serve' ? null : unchangedBuild()
  if (file !== null) return run(file)
  const { realpathSync } = require('node:fs')
  const { runNode, setUp } = await import('../setup.mjs')
  const node = setUp({ browser: args[0] === 'serve' })
  if (realpathSync(node) !== realpathSync(process.execPath)) {
    return runNode(node, [__filename, ...args])
  }
  run(keptBuild())
}

/** A service gets a process with its own flags; other verbs run in this process, which saves starting another one. */
function run(file) {
  if (args[0] !== 'serve' || process.execve === undefined) return require(file)
  // V8's young generation would grow to 48 MiB while the program starts, and never shrink: an idle service would keep it.
  const flags = [...process.execArgv, '--max-semi-space-size=4']
  process.execve(process.execPath, [process.execPath, ...flags, file, ...args])
}
