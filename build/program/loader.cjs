// The entry of every build: runs program.cjs with program.cache, the code that V8 compiled from it. They are files beside this
// one, or assets of the executable. V8 ignores a cache of another V8 version, and a build for another machine has none.
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const sea = require('node:sea')
const { constants, Script } = require('node:vm')

const read = sea.isSea()
  ? (name) => Buffer.from(sea.getRawAsset(name))
  : (name) => readFileSync(join(__dirname, name))

function readIfThere(name) {
  try {
    return read(name)
  } catch {
    return undefined
  }
}

// Node warns at the first import() of such a script. An operator cannot do anything about that.
const { emitWarning } = process
process.emitWarning = (warning, ...rest) => {
  if (!String(warning).startsWith('vm.USE_MAIN_CONTEXT_DEFAULT_LOADER ')) {
    emitWarning.call(process, warning, ...rest)
  }
}

// The source is ASCII: as Latin-1 it takes one byte for each character, outside of V8's heap.
const script = new Script(read('program.cjs').latin1Slice(), {
  filename: 'program.cjs',
  cachedData: readIfThere('program.cache'),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
})
script.runInThisContext()(exports, require, module, __filename, __dirname)
