// `node code-cache.cjs PROGRAM CACHE [ARGUMENT ...]` writes the code that V8 compiles from PROGRAM; with arguments, also that of
// the functions that the service calls until it reports that it listens. Its data folder is removed afterwards.
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { dirname, join } = require('node:path')
const { constants, Script } = require('node:vm')

const [node, , program, cache, ...args] = process.argv
const script = new Script(readFileSync(program).latin1Slice(), {
  filename: 'program.cjs',
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})
if (args.length === 0) writeFileSync(cache, script.createCachedData())
else rehearse()

function rehearse() {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-build-'))
  process.env.URLWITNESS_DATA_DIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true }))
  const write = process.stderr.write.bind(process.stderr)
  process.stderr.write = (line) => {
    if (!line.includes(' at http')) return write(line)
    writeFileSync(cache, script.createCachedData())
    process.exit()
  }
  process.argv = [node, program, ...args]
  // A bundled better-sqlite3 searches for its addon relative to `__dirname`, which is the folder of the package here.
  const lib = dirname(require.resolve('better-sqlite3'))
  script.runInThisContext()(exports, require, module, program, lib)
}
