import { spawn, spawnSync } from 'node:child_process'
import { bareEnvironment } from './program.ts'

/** Whether this machine has util-linux's `script`, which runs a program on a pseudo-terminal. */
export const hasPseudoTerminal =
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true

export interface TerminalProgram extends AsyncDisposable {
  /** Resolves once the screen shows it; rejects when the program ends before. */
  shows(what: string): Promise<void>
  type(keys: string): void
  /** Resolves with the exit status. */
  readonly ended: Promise<number | null>
  /** All that was shown so far. */
  screen(): string
}

/** Runs a program on a real pseudo terminal. Words must need no quoting. */
export function startOnTerminal(words: readonly string[], cwd: string): TerminalProgram {
  const child = spawn('script', ['-qefc', words.join(' '), '/dev/null'], {
    cwd,
    env: bareEnvironment({ TERM: 'dumb', NO_COLOR: '1' }),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let shown = ''
  child.stdout.on('data', (chunk) => {
    shown += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    shows: (what) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (shown.includes(what)) resolve()
        }
        child.stdout.on('data', check)
        check()
        ended.then(() => reject(new Error(`it ended before ${what}: ${shown}`)), reject)
      }),
    type: (keys) => void child.stdin.write(keys),
    ended,
    screen: () => shown,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
