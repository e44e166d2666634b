import { execFileSync } from 'node:child_process'
import { pid } from 'node:process'

/**
 * Simulates a full disk for every file of this process, by the system's limit on file size, set to 0. A write then fails in the
 * kernel as on a full disk (EFBIG instead of ENOSPC). It needs no privileges and no mount, and ends with the process. Null
 * where there is no `prlimit`. `store/ledger/full-disk.process.test.ts` tests a disk that is really full.
 */
export function openFullDisk(): { fill(): void; free(): void } | null {
  try {
    const before = prlimit('--fsize', '--output=SOFT', '--noheadings', '--raw').trim()
    return {
      fill: () => void prlimit('--fsize=0:'),
      free: () => void prlimit(`--fsize=${before}:`),
    }
  } catch {
    return null
  }
}

function prlimit(...about: readonly string[]): string {
  return execFileSync('prlimit', ['--pid', String(pid), ...about], { encoding: 'utf8' })
}
