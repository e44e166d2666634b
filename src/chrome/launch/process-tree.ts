import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'

export interface ProcessFacts {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** Clock ticks since boot: with the pid, the name of one process for as long as the machine runs. */
  readonly startedAt: string
  /** Pages. */
  readonly residentPages: number
}

/** What /proc says of a process; null when it is gone, or where there is no /proc. */
export function processFacts(pid: number): ProcessFacts | null {
  const stat = readText(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name, in brackets, may hold blanks and brackets itself.
  const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === 'Z' || state === 'X') return null
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    startedAt: rest[16] ?? '',
    residentPages: Number(rest[18]),
  }
}

/** Every process that descends from `root` or stands in its group, `root` included. Empty where there is no /proc. */
export function processTree(root: number): readonly ProcessFacts[] {
  const all = readPids().flatMap((pid) => processFacts(pid) ?? [])
  const inside = new Set([root])
  let size = 0
  while (inside.size > size) {
    size = inside.size
    for (const { pid, parent, group } of all) {
      if (group === root || inside.has(parent)) inside.add(pid)
    }
  }
  return all.filter(({ pid }) => inside.has(pid))
}

// 4 KiB on every 64-bit system that Chrome is packaged for but arm64 kernels with 16 or 64 KiB; smaps knows, at a price.
const PAGE_BYTES = 4096

/**
 * Private memory of the tree, bytes: what would be free without it. Shared pages (the program itself) are counted in
 * each process by RSS, so a dozen renderers seem to hold gigabytes that are there once. Null where nothing can be read.
 */
export function treeMemoryBytes(root: number): number | null {
  const tree = processTree(root)
  if (tree.length === 0) return null
  return tree.reduce(
    (sum, { pid, residentPages }) => sum + (privateBytes(pid) ?? residentPages * PAGE_BYTES),
    0,
  )
}

function privateBytes(pid: number): number | null {
  const status = readText(`/proc/${pid}/status`)
  const anonymous = /^RssAnon:\s+(\d+) kB$/m.exec(status ?? '')?.[1]
  const shared = /^RssShmem:\s+(\d+) kB$/m.exec(status ?? '')?.[1]
  if (anonymous === undefined || shared === undefined) return null
  return (Number(anonymous) + Number(shared)) * 1024
}

/** Ends `root` and all that it started, at once. Processes that are gone already are no fault. */
export function killTree(root: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(root), '/t', '/f'], {
      windowsHide: true,
      stdio: 'ignore',
    })
    return
  }
  const members = processTree(root)
  // The group first: its members cannot start others any more. Zygotes in namespaces of their own may have left it.
  kill(-root)
  for (const { pid, startedAt } of members) {
    if (processFacts(pid)?.startedAt === startedAt) kill(pid)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

function readPids(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
