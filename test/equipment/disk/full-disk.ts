import { execFileSync } from 'node:child_process'
import { pid } from 'node:process'

/**
 * A disk that takes no byte more, for every file of this process: the system's own limit on their size, set to nothing. A
 * write then fails in the kernel as on a full disk (EFBIG for ENOSPC); it needs no rights, no mount, and goes with the
 * process. Null where there is no `prlimit`. `store/ledger/full-disk.process.test.ts` is about a disk that is really full.
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
