import { type ChildProcess, spawn } from 'node:child_process'

export interface ProgramRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The environment of a test with nothing of ours in it. */
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
  readonly child: ChildProcess
  /** The URL that it says it listens at. */
  readonly baseUrl: string
  /** Sends the signal; resolves with what it left behind. */
  stop(signal: NodeJS.Signals): Promise<ProgramRun>
}

/** Starts `serve` on a free port and waits until it says where it listens. */
export async function startService(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> {
  const child = spawn(file, [...args, 'serve', '--listen', '127.0.0.1:0'], {
    env: bareEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collected(child)
  const ended = new Promise<ProgramRun>((resolve) =>
    child.on('close', (code) => resolve({ code, ...output() })),
  )
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', () => {
      const url = / at (http:\S+) /.exec(output().stderr)?.[1]
      if (url !== undefined) resolve(url)
    })
    ended.then(({ stderr }) => reject(new Error(`the service ended: ${stderr}`)), reject)
  })
  const stop = (signal: NodeJS.Signals) => {
    // Deno's child.kill() reports the signal that it sent in place of the status that came back.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(child.pid, signal)
    }
    return ended
  }
  return {
    child,
    baseUrl,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop('SIGKILL')
    },
  }
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
