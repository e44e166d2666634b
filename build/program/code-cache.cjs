// `node code-cache.cjs PROGRAM CACHE [ARGUMENT ...]`: the code that V8 compiles from PROGRAM; with arguments, also of the functions
// that a run with them calls.
const { readFileSync, writeFileSync } = require('node:fs')
const { constants, Script } = require('node:vm')

const [node, , program, cache, ...args] = process.argv
const script = new Script(readFileSync(program).latin1Slice(), {
  filename: 'program.cjs',
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})
process.on('exit', () => {
  writeFileSync(cache, script.createCachedData())
  // The status is that of this script.
  process.exitCode = 0
})
if (args.length > 0) {
  process.argv = [node, program, ...args]
  script.runInThisContext()(exports, require, module, program, __dirname)
}
