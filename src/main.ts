import { keeperArguments } from '#runtime/process/own-program.ts'

// One program, two processes: the keeper of a browser's network loads nothing of the rest, which would be memory for nothing.
const keeper = keeperArguments()
if (keeper === null) void import('#cli/main.ts')
else
  void import('#net/namespace/keeper-process.ts').then(({ keepNamespace }) =>
    keepNamespace(...keeper),
  )
