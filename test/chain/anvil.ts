import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { arch, platform } from 'node:process'
import { createInterface } from 'node:readline'

const packageName = `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}`

/** Path of the anvil program, or why it is missing. */
export function findAnvil(): { path: string } | { missing: string } {
  try {
    const require = createRequire(import.meta.url)
    return { path: join(dirname(require.resolve(`${packageName}/package.json`)), 'bin/anvil') }
  } catch {
    // Optional: npm installs it only where it exists for the platform.
    return { missing: `${packageName} is not installed: the tests on a real chain are skipped` }
  }
}

export interface Anvil {
  readonly url: string
  close(): Promise<void>
}

// A start takes a fraction of a second; on a busy machine it may take longer.
const START_TIMEOUT_MS = 20_000

/** Starts a separate chain, on loopback, that mines each transaction on arrival. */
export async function startAnvil(path: string, chainId: number): Promise<Anvil> {
  const child = spawn(
    path,
    ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId), '--accounts', '1'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    return { url: `http://${await listening(child)}`, close: () => stop(child) }
  } catch (cause) {
    await stop(child)
    throw cause
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TypeError('anvil does not start')), START_TIMEOUT_MS)
    child.once('error', reject)
    child.once('exit', (code) => reject(new TypeError(`anvil ended with ${code}`)))
    if (child.stdout === null) return reject(new TypeError('anvil has no output'))
    // The output is read until anvil ends: a full pipe would stop it.
    createInterface(child.stdout).on('line', (line) => {
      const address = /^Listening on (127\.0\.0\.1:[0-9]+)/.exec(line)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
