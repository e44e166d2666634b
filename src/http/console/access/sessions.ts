import type { Clock } from '#runtime/clock.ts'
import { base64Url, sha256Hex } from '#runtime/encoding.ts'
import type { Random } from '#runtime/random.ts'

/** The outcome of an action, shown on the next page. */
export interface Notice {
  readonly tone: 'good' | 'bad'
  readonly text: string
}

/** What one signed-in browser of an operator has. */
export interface Session {
  /** Part of every form of the session's pages. */
  readonly formToken: string
  /** The handle of a screenshot in this session. Other sessions and the disk use other names. */
  handleOf(name: string): string
  setNotice(notice: Notice): void
  /** Returns the pending notice and clears it. */
  takeNotice(): Notice | null
}

export interface Sessions {
  /** Starts a session and returns the value of its cookie. */
  begin(): string
  /** Null if unknown or expired. Does not extend the session: for requests that no operator made, such as a refresh. */
  find(cookie: string | undefined): Session | null
  /** Like `find`, for an action of the operator: extends the session. */
  use(cookie: string | undefined): Session | null
  end(cookie: string | undefined): void
}

/** Lifetime of a session: a working day. After that the operator needs a new link. */
export const SESSION_LIFETIME_MS = 12 * 3_600_000
/** Idle time after which a session ends, for an unattended screen: automatic refreshes do not count as use. */
export const SESSION_IDLE_MS = 60 * 60_000
// 256 bits cannot be guessed.
const SECRET_BYTES = 32
// Enough for a handful of operators with two devices each; beyond it the oldest session is dropped.
const MAX_SESSIONS = 16

interface Entry {
  readonly session: Session
  readonly begunAt: number
  usedAt: number
}

/** Sessions in memory, keyed by the hash of the cookie: a restart ends all of them. */
export function createSessions({ clock, random }: { clock: Clock; random: Random }): Sessions {
  const sessions = new Map<string, Entry>()
  const secret = () => base64Url(random.bytes(SECRET_BYTES))
  const isExpired = ({ begunAt, usedAt }: Entry) => {
    const now = clock.now()
    // A clock that was set back must not extend a session.
    return now < usedAt || now - begunAt >= SESSION_LIFETIME_MS || now - usedAt >= SESSION_IDLE_MS
  }
  const sweep = () => {
    for (const [key, entry] of sessions) if (isExpired(entry)) sessions.delete(key)
  }
  const entryOf = (cookie: string | undefined) => {
    sweep()
    return cookie === undefined ? undefined : sessions.get(sha256Hex(cookie))
  }
  return {
    begin: () => {
      sweep()
      const [oldest] = sessions.keys()
      if (sessions.size >= MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest)
      const cookie = secret()
      const now = clock.now()
      sessions.set(sha256Hex(cookie), {
        session: createSession(secret(), secret()),
        begunAt: now,
        usedAt: now,
      })
      return cookie
    },
    find: (cookie) => entryOf(cookie)?.session ?? null,
    use: (cookie) => {
      const entry = entryOf(cookie)
      if (entry === undefined) return null
      entry.usedAt = clock.now()
      return entry.session
    },
    end: (cookie) => {
      if (cookie !== undefined) sessions.delete(sha256Hex(cookie))
    },
  }
}

function createSession(formToken: string, salt: string): Session {
  let pending: Notice | null = null
  return {
    formToken,
    handleOf: (name) => sha256Hex(`${salt}${name}`).slice(0, 32),
    setNotice: (notice) => {
      pending = notice
    },
    takeNotice: () => {
      const notice = pending
      pending = null
      return notice
    },
  }
}
