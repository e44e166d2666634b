import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import type { Minted } from './certificates.ts'
import type { Endpoint } from './tls-probe.ts'

/**
 * Starts `openssl s_server` with these arguments on a free port of loopback, until the end of the test. Rejects when it ends
 * before it listens.
 */
export async function startOpensslServer(
  leaf: Minted,
  issuer: Minted,
  args: readonly string[],
): Promise<Endpoint> {
  const folder = temporaryFolder()
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const credentials = [
    ['-cert', file('leaf.pem', leaf.pem)],
    ['-cert_chain', file('chain.pem', issuer.pem)],
    ['-key', file('key.pem', leaf.keyPem)],
  ].flat()
  const command = ['s_server', '-accept', '127.0.0.1:0', ...credentials, ...args]
  const server = spawn('openssl', command, { stdio: ['pipe', 'pipe', 'ignore'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  const port = await new Promise<number>((resolve, reject) => {
    let printed = ''
    server.stdout.on('data', (chunk: Uint8Array) => {
      printed += chunk.toString()
      const accepted = /^ACCEPT \S+:(\d+)$/m.exec(printed)?.[1]
      if (accepted !== undefined) resolve(Number(accepted))
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`openssl ${args.join(' ')} does not listen.`)))
  })
  return { host: '127.0.0.1', port }
}
