import type { PageProcesses } from '#chrome/contract.ts'
import {
  cpuMs,
  isRenderer,
  killEach,
  mainThreadDelayMs,
  memoryOf,
  type ProcessFacts,
  processFacts,
  processTree,
  sharedProcesses,
  threadTimesMs,
} from './process-tree.ts'

interface Renderer {
  readonly startedAt: string
  /** Null for a renderer that belongs to no context. */
  owner: PageProcesses | null
  usedMs: number
}

/** Characters that the DevTools pipe carries in a millisecond. */
const CHARS_PER_MS = 150_000

/**
 * Processor time that the browser's main process and this one use for a DevTools message, milliseconds. Measured with floods of
 * rejections, sockets, broadcasts and frames: 0.13 to 0.44.
 */
const MESSAGE_MS = 0.13

/** What was done about too much memory: nothing, when only the end of the browser would free it. */
export interface MemoryEnd {
  readonly ended: 'page' | null
  /** Private memory of all processes before, bytes. */
  readonly bytes: number
}

/**
 * Tracks which renderer of a browser works for which context. Contexts share no renderer, and DevTools does not report which
 * renderer a context uses.
 */
export class Renderers {
  readonly #root: number
  readonly #known = new Map<number, Renderer>()
  /** The messages of each session, which those of one context count together. */
  readonly #sessions = new Map<string, { count: number; chars: number; failed: AbortController }>()
  /** Length of the messages of all sessions together. */
  #messageChars = 0
  #shared: ReturnType<typeof sharedProcesses> = { drawing: null, network: null }

  /** `root`: the pid of the browser, which has no context yet. */
  constructor(root: number) {
    this.#root = root
    this.#adopt(null)
  }

  /** To be called for each DevTools message of the browser. */
  readonly onMessage = (sessionId: string | null, length: number): void => {
    this.#messageChars += length
    const messages = this.#sessions.get(sessionId ?? '')
    if (messages === undefined) return
    messages.count += 1
    messages.chars += length
  }

  /** To be called when a message could not be handled. False when its session belongs to no context. */
  readonly onError = (sessionId: string | null, cause: unknown): boolean => {
    const messages = this.#sessions.get(sessionId ?? '')
    messages?.failed.abort(cause)
    return messages !== undefined
  }

  open(): PageProcesses {
    const seen = new Set<string>()
    let hasMore = false
    const messages = { count: 0, chars: 0, failed: new AbortController() }
    const owner: PageProcesses = {
      failed: messages.failed.signal,
      claim: (requestId) => {
        const pid = /^(\d{1,10})\.\d+$/.exec(requestId)?.[1]
        if (pid === undefined || seen.has(pid)) return
        seen.add(pid)
        this.#own(Number(pid), owner)
      },
      // Done at the next reading: reading all processes takes milliseconds, and a page may start any number of workers.
      adopt: () => {
        hasMore = true
      },
      addSession: (sessionId) => {
        this.#sessions.set(sessionId, messages)
      },
      usedMs: () => {
        if (hasMore) this.#adopt(owner)
        hasMore = false
        return this.#usedMs(owner) + messages.count * MESSAGE_MS
      },
      drawingMs: () => {
        const { drawing } = this.#sharedNow()
        return drawing === null ? 0 : cpuMs(drawing)
      },
      measureDelay: () => {
        const othersMs = () => (this.#messageChars - messages.chars) / CHARS_PER_MS
        const othersBefore = othersMs()
        // The whole wait of a thread may be that of hours, and would hide a short one of another thread.
        const before = this.#waitsOf(owner)
        return () => {
          const waits = [...this.#waitsOf(owner)]
          const sinceMs = waits.map(([thread, ms]) => ms - (before.get(thread) ?? 0))
          return othersMs() - othersBefore + Math.max(0, ...sinceMs)
        }
      },
      messages: () => messages.count,
      measureDemand: () => {
        const demandMs = () =>
          this.#pidsOf(owner)
            .flatMap(threadTimesMs)
            .reduce((sum, [, { ranMs, waitedMs }]) => sum + ranMs + waitedMs, 0)
        const before = demandMs()
        // A process that has ended takes its times with it.
        return () => Math.max(0, demandMs() - before)
      },
      close: () => {
        for (const [pid, renderer] of this.#known) {
          if (renderer.owner === owner) this.#known.delete(pid)
        }
        for (const [id, counted] of this.#sessions) {
          if (counted === messages) this.#sessions.delete(id)
        }
      },
    }
    return owner
  }

  /**
   * Ends the page whose renderers have the most private memory, if all processes of the browser have more than `maxBytes`. Ends
   * nothing when that would not help: the browser's shared processes keep what pages store (blobs, databases, textures), and do
   * not report for which page.
   */
  endLargest(maxBytes: number): MemoryEnd | null {
    const members = processTree(this.#root).map((facts) => ({ ...facts, bytes: memoryOf(facts) }))
    const bytes = sumOf(members)
    if (bytes <= maxBytes) return null
    const pages = new Map<PageProcesses | number, typeof members>()
    for (const member of members) {
      const page = this.#pageOf(member)
      if (page !== null) pages.set(page, [...(pages.get(page) ?? []), member])
    }
    const [largest = []] = [...pages.values()].sort((one, other) => sumOf(other) - sumOf(one))
    const sharedBytes = bytes - sumOf([...pages.values()].flat())
    if (sharedBytes > maxBytes / 2 && sharedBytes > sumOf(largest)) return { ended: null, bytes }
    killEach(largest)
    return { ended: 'page', bytes }
  }

  /** The context that a renderer works for, or the renderer itself if that is not known; null for other processes. */
  #pageOf({ pid, startedAt }: ProcessFacts): PageProcesses | number | null {
    if (!isRenderer(pid)) return null
    const known = this.#known.get(pid)
    return known?.startedAt === startedAt ? (known.owner ?? pid) : pid
  }

  #adopt(owner: PageProcesses | null): void {
    for (const { pid, startedAt } of processTree(this.#root)) {
      if (this.#known.get(pid)?.startedAt !== startedAt) this.#own(pid, owner)
    }
  }

  #own(pid: number, owner: PageProcesses | null): void {
    const facts = processFacts(pid)
    if (facts === null || !isRenderer(pid)) return
    const { startedAt } = facts
    const known = this.#known.get(pid)
    if (known?.startedAt === startedAt) known.owner = owner
    else this.#known.set(pid, { startedAt, owner, usedMs: 0 })
  }

  /** Searches all processes only when one of the two is missing, as after its restart. */
  #sharedNow(): ReturnType<typeof sharedProcesses> {
    const drawing = sameProcess(this.#shared.drawing)
    const network = sameProcess(this.#shared.network)
    const isMissing = drawing === null || network === null
    this.#shared = isMissing ? sharedProcesses(this.#root) : { drawing, network }
    return this.#shared
  }

  #pidsOf(owner: PageProcesses): number[] {
    return [...this.#known].flatMap(([pid, renderer]) => (renderer.owner === owner ? [pid] : []))
  }

  /** What each thread that a page depends on has waited for a processor so far, milliseconds. */
  #waitsOf(owner: PageProcesses): Map<string, number> {
    const { drawing, network } = this.#sharedNow()
    const shared = [drawing, network].flatMap((one) => one?.pid ?? [])
    const times = [...this.#pidsOf(owner), ...shared].flatMap(threadTimesMs)
    const waits = times.map(([thread, { waitedMs }]) => [thread, waitedMs] as const)
    // Commands to all pages pass through this thread, and history entries, cookies and blobs of any page may keep it busy.
    return new Map([...waits, [`${this.#root}`, mainThreadDelayMs(this.#root)]])
  }

  #usedMs(owner: PageProcesses): number {
    let sum = 0
    for (const [pid, renderer] of this.#known) {
      if (renderer.owner !== owner) continue
      const facts = processFacts(pid)
      if (facts?.startedAt === renderer.startedAt) renderer.usedMs = cpuMs(facts)
      sum += renderer.usedMs
    }
    return sum
  }
}

/** Facts about the same process now; null when it has ended. */
function sameProcess(known: ProcessFacts | null): ProcessFacts | null {
  const facts = known === null ? null : processFacts(known.pid)
  return facts?.startedAt === known?.startedAt ? facts : null
}

function sumOf(members: readonly { readonly bytes: number }[]): number {
  return members.reduce((sum, { bytes }) => sum + bytes, 0)
}
