import { readFileSync } from 'node:fs'
import { Fault } from '#fault.ts'
import { ownUserId } from '#runtime/process/process.ts'

/** The user that Chrome runs as. */
export interface BrowserUser {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * The user to start Chrome as. When we are root it is `setting` (a name in /etc/passwd, or a number), because Chrome has no
 * sandbox as root. Null starts Chrome as our own user. Throws `browser_unavailable` for a user that does not exist, or that is
 * root.
 */
export function browserUser(setting: string): BrowserUser | null {
  if (ownUserId() !== 0) return null
  const user = findUser(setting)
  if (user === null) throw unfit(`there is no user ${setting}`)
  if (user.uid === 0) throw unfit('root runs Chrome without its sandbox')
  return user
}

function unfit(why: string): Fault {
  return new Fault(
    'browser_unavailable',
    `browser.user: ${why}. Set it to a user without rights, such as nobody.`,
  )
}

function findUser(setting: string): BrowserUser | null {
  for (const line of passwdLines()) {
    const [name, , uid, gid] = line.split(':')
    if (name === undefined || uid === undefined || gid === undefined) continue
    if (name === setting || uid === setting) return { name, uid: Number(uid), gid: Number(gid) }
  }
  // A numeric id needs no entry in /etc/passwd.
  return /^\d{1,9}$/.test(setting)
    ? { name: setting, uid: Number(setting), gid: Number(setting) }
    : null
}

function passwdLines(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return [] // A container image without accounts: only numeric ids work there.
  }
}
