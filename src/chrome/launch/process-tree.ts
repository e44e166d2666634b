import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import process from 'node:process'
import { readTextOrNull, type ThreadTimes, threadTimes } from '#runtime/process/proc-files.ts'

/** A process as /proc shows it. */
export interface ProcessFacts {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** Start time, clock ticks since boot. Together with the pid it identifies one process until the next boot. */
  readonly startedAt: string
  /** Resident memory, pages. */
  readonly residentPages: number
  /** Processor time in user and in system mode, clock ticks. */
  readonly processorTicks: number
}

/** Facts about a process from /proc; null when it has ended, or without /proc. */
export function processFacts(pid: number): ProcessFacts | null {
  const stat = readTextOrNull(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The process name, in parentheses, may itself contain spaces and parentheses.
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

// USER_HZ, the unit of processor times in /proc, is 100 on all architectures that Chrome is packaged for.
const TICK_MS = 10

/** Processor time since its start, milliseconds. */
export function cpuMs({ processorTicks }: ProcessFacts): number {
  return processorTicks * TICK_MS
}

// Pages have 4 KiB on all 64-bit systems that Chrome is packaged for, except arm64 kernels with 16 or 64 KiB. Reading smaps
// instead is too slow.
const PAGE_BYTES = 4096

/**
 * Private memory of the tree, bytes: the memory that ending the tree would free. RSS counts shared pages (the executable itself)
 * in each process, so that a dozen renderers would seem to use gigabytes that exist only once. Null where nothing can be read.
 */
export function treeMemoryBytes(root: number): number | null {
  const tree = processTree(root)
  if (tree.length === 0) return null
  return tree.reduce((sum, facts) => sum + memoryOf(facts), 0)
}

/** Private memory of a process, bytes. */
export function memoryOf({ pid, residentPages }: ProcessFacts): number {
  return privateBytes(pid) ?? residentPages * PAGE_BYTES
}

function privateBytes(pid: number): number | null {
  const status = readTextOrNull(`/proc/${pid}/status`)
  const anonymous = /^RssAnon:\s+(\d+) kB$/m.exec(status ?? '')?.[1]
  const shared = /^RssShmem:\s+(\d+) kB$/m.exec(status ?? '')?.[1]
  if (anonymous === undefined || shared === undefined) return null
  return (Number(anonymous) + Number(shared)) * 1024
}

/** Whether a process is a renderer of Chrome, from its command line. False where there is no /proc. */
export function isRenderer(pid: number): boolean {
  return isCalledWith(pid, '--type=renderer')
}

/**
 * The GPU process, which draws for all pages of a browser, and the network process, which loads for them; null without /proc.
 * Reads all processes, which takes milliseconds.
 */
export function sharedProcesses(root: number): Record<'drawing' | 'network', ProcessFacts | null> {
  const all = processTree(root)
  const named = (mark: string) => all.find(({ pid }) => isCalledWith(pid, mark)) ?? null
  return {
    drawing: named('--type=gpu-process'),
    network: named('--utility-sub-type=network.mojom.NetworkService'),
  }
}

/**
 * How long each thread of the process has run, and was ready to run and had no processor so far, milliseconds. 0 where Linux does
 * not count it.
 */
export function threadTimesMs(pid: number): [thread: string, times: ThreadTimes][] {
  return readNumbers(`/proc/${pid}/task`).map((thread) => {
    const folder = `/proc/${pid}/task/${thread}`
    return [folder, threadTimes(folder) ?? { ranMs: 0, waitedMs: 0 }]
  })
}

/** The wait of the first thread of the process. */
export function mainThreadDelayMs(pid: number): number {
  return threadTimes(`/proc/${pid}`)?.waitedMs ?? 0
}

function isCalledWith(pid: number, mark: string): boolean {
  // The command line may be a single string with spaces: renderers are forked, and set their own process title.
  return readTextOrNull(`/proc/${pid}/cmdline`)?.includes(mark) === true
}

/** Kills `root` and its descendants. Processes that have already ended are ignored. */
export function killTree(root: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(root), '/t', '/f'], {
      windowsHide: true,
      stdio: 'ignore',
    })
    return
  }
  const members = processTree(root)
  // The process group is killed first, so that its members start no other processes. Zygotes in their own namespaces may have
  // left the group.
  kill(-root)
  killEach(members)
}

/** Kills these processes. Those that have already ended are ignored. */
export function killEach(members: readonly ProcessFacts[]): void {
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
