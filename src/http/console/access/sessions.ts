import type { Clock } from '#runtime/clock.ts'
import { base64Url, sha256Hex } from '#runtime/encoding.ts'
import type { Random } from '#runtime/random.ts'

/** What an action came to, for the next page. */
export interface Notice {
  readonly tone: 'good' | 'bad'
  readonly text: string
}

export interface Session {
  /** Stands in every form of the session's pages. */
  readonly formToken: string
  /** What a picture is called in this session: another session, or the disk, knows it by another name. */
  handleOf(name: string): string
  leaveNotice(notice: Notice): void
  /** The notice that was left, once. */
  takeNotice(): Notice | null
}

export interface Sessions {
  /** Value of the cookie. */
  begin(): string
  /** Null for what is unknown or over. `touch`: the operator did something, which keeps the session for longer. */
  find(cookie: string | undefined, touch: boolean): Session | null
  end(cookie: string | undefined): void
}

/** A working day; then the operator asks for a new link. */
export const SESSION_LIFE_MS = 12 * 3_600_000
/** A screen that was left alone: its pages go on asking, and that does not count. */
export const SESSION_IDLE_MS = 60 * 60_000
// 256 bits: nobody finds one by trying.
const SECRET_BYTES = 32
// A handful of operators with two devices each; the oldest goes.
const MOST_SESSIONS = 16

interface Kept {
  readonly session: Session
  readonly begunAt: number
  usedAt: number
}

/** In memory, by the hash of the cookie: a restart ends them all. */
export function openSessions({ clock, random }: { clock: Clock; random: Random }): Sessions {
  const sessions = new Map<string, Kept>()
  const secret = () => base64Url(random.bytes(SECRET_BYTES))
  const isOver = ({ begunAt, usedAt }: Kept) => {
    const now = clock.now()
    // A clock that was set back must not make a session longer.
    return now < usedAt || now - begunAt >= SESSION_LIFE_MS || now - usedAt >= SESSION_IDLE_MS
  }
  const sweep = () => {
    for (const [key, kept] of sessions) if (isOver(kept)) sessions.delete(key)
  }
  return {
    begin: () => {
      sweep()
      const [oldest] = sessions.keys()
      if (sessions.size >= MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest)
      const cookie = secret()
      const now = clock.now()
      sessions.set(sha256Hex(cookie), {
        session: openSession(secret(), secret()),
        begunAt: now,
        usedAt: now,
      })
      return cookie
    },
    find: (cookie, touch) => {
      sweep()
      const kept = cookie === undefined ? undefined : sessions.get(sha256Hex(cookie))
      if (kept === undefined) return null
      if (touch) kept.usedAt = clock.now()
      return kept.session
    },
    end: (cookie) => {
      if (cookie !== undefined) sessions.delete(sha256Hex(cookie))
    },
  }
}

function openSession(formToken: string, salt: string): Session {
  let left: Notice | null = null
  return {
    formToken,
    handleOf: (name) => sha256Hex(`${salt}${name}`).slice(0, 32),
    leaveNotice: (notice) => {
      left = notice
    },
    takeNotice: () => {
      const notice = left
      left = null
      return notice
    },
  }
}
