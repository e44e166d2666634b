import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly folder: string
  /** Fills it to the last byte. */
  fill(): void
  free(): void
  close(): void
}

/** A disk of this many MiB; null where this process may not mount one. */
export function openSmallDisk(mib = 2): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'none', folder], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: () => {
      for (const bytes of [65_536, 4_096, 1]) fillBy(filler, bytes)
    },
    free: () => rmSync(filler, { force: true }),
    close: () => {
      // Lazy, because a failed test may still have a file open. The mount ends when the file is closed.
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

function fillBy(file: string, bytes: number): void {
  const block = new Uint8Array(bytes)
  try {
    for (;;) appendFileSync(file, block)
  } catch {
    // Full, as requested.
  }
}
