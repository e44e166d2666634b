import { execFile } from 'node:child_process'
import { explainFailedStart } from '#chrome/launch/launch-failure.ts'
import type { BrowserUser } from '#chrome/launch/run-as-user.ts'
import { Fault } from '#fault.ts'

// A cold disk on a busy machine; else it takes some 50 ms.
const PATIENCE_MS = 20_000

/**
 * The dotted version that a browser says it is, started for nothing else. Rejects with a Fault `browser_unavailable` that
 * says what to do.
 */
export function readBrowserVersion(program: string, user: BrowserUser | null): Promise<string> {
  const as = user === null ? {} : { uid: user.uid, gid: user.gid }
  const options = { ...as, timeout: PATIENCE_MS, env: { PATH: '/nonexistent' }, cwd: '/' }
  return new Promise((resolve, reject) => {
    execFile(program, ['--version'], options, (cause, said, complaint) => {
      const version = /\d+(?:\.\d+){3}/.exec(said)?.[0]
      if (cause === null && version !== undefined) resolve(version)
      else if (cause === null) reject(mute(program))
      else reject(explainFailedStart({ cause, said: complaint, program, user }))
    })
  })
}

function mute(program: string): Fault {
  return new Fault('browser_unavailable', `${program} does not say its version: is it a Chrome?`)
}
