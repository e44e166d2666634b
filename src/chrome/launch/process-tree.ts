import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import process from 'node:process'
import { queuedMs, textOf } from '#runtime/process/proc-files.ts'

export interface ProcessFacts {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** Clock ticks since boot: together with the pid this identifies one process until the next boot. */
  readonly startedAt: string
  /** Pages. */
  readonly residentPages: number
  /** In user and in system mode, clock ticks. */
  readonly processorTicks: number
}

/** Facts about a process from /proc; null when it is gone, or without /proc. */
export function processFacts(pid: number): ProcessFacts | null {
  const stat = textOf(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name, in brackets, may itself contain blanks and brackets.
  const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === 'Z' || state === 'X') return null
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    startedAt: rest[16] ?? '',
    residentPages: Number(rest[18]),
    processorTicks: Number(rest[8]) + Number(rest[9]),
  }
}

/** All processes that descend from `root` or are in its group, `root` included. Empty without /proc. */
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

// USER_HZ, in which Linux shows times to all programs, is 100 on all architectures that Chrome is packaged for.
const TICK_MS = 10

/** Processor time since its start, milliseconds. */
export function cpuMs({ processorTicks }: ProcessFacts): number {
  return processorTicks * TICK_MS
}

// 4 KiB on all 64-bit systems that Chrome is packaged for, except arm64 kernels with 16 or 64 KiB; reading smaps is too slow.
const PAGE_BYTES = 4096

/**
 * Private memory of the tree, bytes: what ending it would free. RSS counts shared pages (the program itself) in each process,
 * so a dozen renderers would seem to use gigabytes that exist once. Null where nothing can be read.
 */
export function treeMemoryBytes(root: number): number | null {
  const tree = processTree(root)
  if (tree.length === 0) return null
  return tree.reduce((sum, facts) => sum + memoryOf(facts), 0)
}

function memoryOf({ pid, residentPages }: ProcessFacts): number {
  return privateBytes(pid) ?? residentPages * PAGE_BYTES
}

function privateBytes(pid: number): number | null {
  const status = textOf(`/proc/${pid}/status`)
  const anonymous = /^RssAnon:\s+(\d+) kB$/m.exec(status ?? '')?.[1]
  const shared = /^RssShmem:\s+(\d+) kB$/m.exec(status ?? '')?.[1]
  if (anonymous === undefined || shared === undefined) return null
  return (Number(anonymous) + Number(shared)) * 1024
}

/**
 * Kills the renderer of this tree that has most private memory, if the whole tree has more than `mostBytes`. Returns what the
 * tree had then; null when nothing was killed.
 */
export function killLargestRenderer(root: number, mostBytes: number): number | null {
  const members = processTree(root).map((facts) => ({ ...facts, bytes: memoryOf(facts) }))
  const treeBytes = members.reduce((sum, { bytes }) => sum + bytes, 0)
  if (treeBytes <= mostBytes) return null
  const [largest] = members
    .toSorted((one, other) => other.bytes - one.bytes)
    .filter(({ pid }) => isRenderer(pid))
  if (largest === undefined || processFacts(largest.pid)?.startedAt !== largest.startedAt) {
    return null
  }
  kill(largest.pid)
  return treeBytes
}

export function isRenderer(pid: number): boolean {
  return isCalledWith(pid, '--type=renderer')
}

/**
 * The processes that draw for all pages of a browser, and load for them; null without /proc. Reads all processes, which takes
 * milliseconds.
 */
export function sharedProcesses(root: number): Record<'drawing' | 'network', ProcessFacts | null> {
  const all = processTree(root)
  const named = (mark: string) => all.find(({ pid }) => isCalledWith(pid, mark)) ?? null
  return {
    drawing: named('--type=gpu-process'),
    network: named('--utility-sub-type=network.mojom.NetworkService'),
  }
}

/** Time that the thread of a process which waited longest was ready to run and had no processor, milliseconds; 0 where Linux does not count it. */
export function delayMs(pid: number): number {
  const delays = readNumbers(`/proc/${pid}/task`).map(
    (thread) => queuedMs(`/proc/${pid}/task/${thread}`) ?? 0,
  )
  return Math.max(0, ...delays)
}

function isCalledWith(pid: number, mark: string): boolean {
  // One text with blanks: renderers are forked, and name themselves.
  return textOf(`/proc/${pid}/cmdline`)?.includes(mark) === true
}

/** Kills `root` and its descendants. Processes that are already gone are ignored. */
export function killTree(root: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(root), '/t', '/f'], {
      windowsHide: true,
      stdio: 'ignore',
    })
    return
  }
  const members = processTree(root)
  // The group first, so that its members start no others. Zygotes in their own namespaces may have left the group.
  kill(-root)
  for (const { pid, startedAt } of members) {
    if (processFacts(pid)?.startedAt === startedAt) kill(pid)
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}

function readPids(): number[] {
  return readNumbers('/proc')
}

function readNumbers(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}
