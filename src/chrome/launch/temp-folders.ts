import {
  chmodSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { Fault, messageOf } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import { hexOf } from '#runtime/encoding.ts'
import { makeFolder } from '#runtime/folder.ts'
import { isRunning } from '#runtime/process/holder.ts'
import { ownUserId } from '#runtime/process/process.ts'
import type { Random } from '#runtime/random.ts'
import { processFacts } from './process-tree.ts'

/** Temporary folders for the browsers of one pool, below a root that several services may share. */
export interface BrowserFolderRoot {
  /**
   * The path of a new folder for one browser, which is not created yet. Creates the root, and removes the folders of services
   * that have ended. Throws `browser_unavailable` if the root cannot be created or does not belong to this user.
   */
  next(): string
  /** Marks our folders as in use, for services that cannot see our process. */
  touch(): void
  remove(folder: string): void
}

/**
 * A folder's name identifies its process by pid and start time, so that a reused pid does not keep the folder. Nothing is created
 * here: without a folder the service has no browser, and still sells what needs none.
 */
export function createFolderRoot(options: {
  readonly root: string
  readonly clock: Clock
  readonly random: Random
}): BrowserFolderRoot {
  const { root, clock, random } = options
  const owner = ownName()
  return {
    next: () => {
      makeRoot(root)
      sweep(root, clock.now())
      const id = hexOf(random.bytes(4))
      return join(root, `${owner}.${id}`)
    },
    touch: () => {
      const now = clock.now() / 1000
      for (const name of namesIn(root)) {
        if (name.startsWith(`${owner}.`)) quietly(() => utimesSync(join(root, name), now, now))
      }
    },
    remove: removeFolder,
  }
}

/** Retries, because Chrome's last child processes may still be writing. Anything left is removed by the next service. */
function removeFolder(folder: string): void {
  quietly(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }))
}

function makeRoot(root: string): void {
  try {
    makeFolder(root)
  } catch (cause) {
    throw notCreated(root, cause)
  }
  const { uid } = lstatSync(root)
  const isFolder = lstatSync(root).isDirectory()
  // In /tmp another user may have created the folder first, and could then replace the files that Chrome reads.
  const ownId = ownUserId()
  if (!isFolder || (ownId !== null && uid !== ownId)) {
    throw new Fault('browser_unavailable', `${root} is not a folder of this user: remove it.`)
  }
  // The user that Chrome runs as must reach its own folder, and must not list the others.
  chmodSync(root, 0o711)
}

function notCreated(root: string, cause: unknown): Fault {
  return new Fault(
    'browser_unavailable',
    `The browser's temporary folder ${root} cannot be created (${messageOf(cause)}). Set TMPDIR to a folder of at most 10 characters that this user may write to.`,
    { cause },
  )
}

/**
 * Pid namespace, pid and start time: unique among running processes. The name is short, because full Chrome creates a socket
 * below the folder, whose path may have at most 107 characters.
 */
function ownName(): string {
  const startedAt = processFacts(process.pid)?.startedAt ?? '0'
  return `${pidNamespace()}.${short(process.pid)}.${short(Number(startedAt))}`
}

function short(value: number): string {
  return value.toString(36)
}

function pidNamespace(): string {
  try {
    return short(Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? 0))
  } catch {
    return '0'
  }
}

// A running service touches its folders every few seconds; an hour allows for a machine that was suspended.
const FOREIGN_MAX_AGE_MS = 3_600_000

function sweep(root: string, now: number): void {
  for (const name of namesIn(root)) {
    const [, namespace, pid, startedAt] =
      /^([0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+)\.[0-9a-f]{8}$/.exec(name) ?? []
    if (namespace === undefined || pid === undefined || startedAt === undefined) continue
    const path = join(root, name)
    const isAlive =
      namespace === pidNamespace()
        ? isSameProcess(Number.parseInt(pid, 36), String(Number.parseInt(startedAt, 36)))
        : isFresh(path, now)
    if (!isAlive) removeFolder(path)
  }
}

function isSameProcess(pid: number, startedAt: string): boolean {
  const facts = processFacts(pid)
  if (facts !== null) return facts.startedAt === startedAt
  // Without /proc the start time is not known.
  return processFacts(process.pid) === null && isRunning(pid)
}

/** For a process of another container, which is not visible here. */
function isFresh(path: string, now: number): boolean {
  try {
    return now - statSync(path).mtimeMs < FOREIGN_MAX_AGE_MS
  } catch {
    return false
  }
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(root)
  } catch {
    return []
  }
}

function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // Already removed, or removed by the next service.
  }
}
