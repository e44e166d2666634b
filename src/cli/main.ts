import { createTerminal, shellWord } from '#cli/output/terminal.ts'
import { systemClock } from '#runtime/clock.ts'
import { guardFetch } from '#runtime/process/fetch-guard.ts'
import {
  environment,
  executablePath,
  exitWhenWritten,
  holdOpen,
  processArguments,
  programName,
  setTitle,
  stderr,
  stdout,
} from '#runtime/process/process.ts'
import { systemRandom } from '#runtime/random.ts'
import { readSettingsFile } from './bounded-file.ts'
import { runArguments } from './run.ts'

const env = environment()
setTitle('urlwitness')
guardFetch()

// No top-level await: the executable is one CommonJS file.
const release = holdOpen()
void runArguments(processArguments(), {
  clock: systemClock,
  random: systemRandom,
  fetch,
  env,
  terminal: createTerminal(stdout, stderr, env),
  program: programName().map(shellWord).join(' '),
  executable: executablePath(),
  readFile: readSettingsFile,
})
  .then(exitWhenWritten)
  .finally(release)
