import { execFileSync } from 'node:child_process'
import { root } from './target.ts'

/**
 * The time that everything in a release bears: https://reproducible-builds.org/specs/source-date-epoch/, without it the time
 * of the commit, and 1970 outside git. A TypeError tells of a bad value.
 */
export function sourceDate(given = process.env['SOURCE_DATE_EPOCH'] ?? commitTime()): Date {
  if (/^\d{1,11}$/.test(given)) return new Date(Number(given) * 1000)
  throw new TypeError(`SOURCE_DATE_EPOCH must be whole seconds since 1970, not "${given}".`)
}

function commitTime(): string {
  try {
    const args = ['log', '-1', '--format=%ct']
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return '0' // An unpacked source archive, or no git here.
  }
}
