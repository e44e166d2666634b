import { keeperArguments } from '#runtime/process/own-program.ts'

// The program runs as one of two processes. The keeper of a browser's network loads only its own module, to save
// memory.
const keeper = keeperArguments()
if (keeper === null) void import('#cli/main.ts')
else
  void import('#net/namespace/keeper-process.ts').then(({ keepNamespace }) =>
    keepNamespace(...keeper),
  )
