import { type ChildProcess, spawn } from 'node:child_process'

export interface ProgramRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The environment of a test process: PATH, HOME and `extra`, without our own variables. */
export function bareEnvironment(
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', ...extra }
}

/** Runs a program to its end. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { env?: Readonly<Record<string, string>>; cwd?: string } = {},
): Promise<ProgramRun> {
  const child = spawn(file, args, {
    env: bareEnvironment(options.env),
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collected(child)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...output() }))
  })
}

export interface RunningProgram extends AsyncDisposable {
  readonly pid: number
  /** Resolves once its output has matched; rejects when it ends before. */
  says(what: string | RegExp): Promise<RegExpMatchArray>
  /** Sends the signal; resolves with the exit status and all output. */
  stop(signal: NodeJS.Signals): Promise<ProgramRun>
}

/** Starts a program that runs until it is stopped. Disposing it kills the program. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningProgram {
  const child = spawn(file, args, { env: bareEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] })
  const output = collected(child)
  const ended = new Promise<ProgramRun>((resolve) =>
    child.on('close', (code) => resolve({ code, ...output() })),
  )
  const stop = (signal: NodeJS.Signals) => {
    // Deno's child.kill() reports the signal that it sent instead of the program's exit status.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(child.pid, signal)
    }
    return ended
  }
  return {
    // Without a pid the start has failed, and says() rejects.
    pid: child.pid ?? 0,
    says: (what) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const { stdout, stderr } = output()
          const match = (stdout + stderr).match(what)
          if (match !== null) resolve(match)
        }
        child.stdout.on('data', check)
        child.stderr.on('data', check)
        check()
        ended.then(({ stderr }) => reject(new Error(`it ended: ${stderr}`)), reject)
      }),
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop('SIGKILL')
    },
  }
}

export interface RunningService extends RunningProgram {
  /** The URL of its listening message. */
  readonly baseUrl: string
}

const serveAnywhere = ['serve', '--listen', '127.0.0.1:0', '--admin-listen', '127.0.0.1:0']

/** A service looks up its network at its start. No test asks the resolver of this machine: nothing listens here. */
export const noResolver = { URLWITNESS_DNS_SERVERS: '127.0.0.1:1' }

/** Starts `serve` on a free port and waits until it reports its address. */
export async function startService(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<RunningService> {
  const program = startProgram(file, [...args, ...serveAnywhere, ...flags], {
    ...noResolver,
    ...env,
  })
  const [, baseUrl = ''] = await program.says(/ at (http:\S+) /)
  return { ...program, baseUrl }
}

function collected(child: ChildProcess): () => { stdout: string; stderr: string } {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  return () => ({ stdout, stderr })
}
