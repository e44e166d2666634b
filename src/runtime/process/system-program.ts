import { existsSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'

const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']

/** Path of a program of the system; null when it is missing, or is that of busybox, which has other options. */
export function systemProgram(name: string): string | null {
  const path = folders.map((folder) => join(folder, name)).find((it) => existsSync(it))
  return path === undefined || basename(realpathSync(path)) === 'busybox' ? null : path
}
