// `node --random-seed=1 code-cache.cjs PROGRAM CACHE`: the code that V8 compiles from PROGRAM. The seed of V8's hashes is
// drawn anew in each process and shows in the cache, so it is fixed for reproducible bytes.
const { readFileSync, writeFileSync } = require('node:fs')
const { constants, Script } = require('node:vm')

const [program, cache] = process.argv.slice(2)
const script = new Script(readFileSync(program, 'latin1'), {
  filename: 'program.cjs',
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})
writeFileSync(cache, script.createCachedData())
