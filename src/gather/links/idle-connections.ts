import type { RedirectChain } from '#gather/http/follow-redirects.ts'
import type { HttpConnection } from '#net/http/contract.ts'
import type { Target } from '#target/target.ts'

/** Connections to the page's origin that one link leaves for the next. */
export interface IdleConnections {
  take(target: Target): HttpConnection | null
  /** What cannot serve another request to that origin is closed. */
  keep(journey: RedirectChain): void
  close(): void
}

export function openIdleConnections(page: Target): IdleConnections {
  const idle: HttpConnection[] = []
  return {
    take: (target) => {
      if (target.origin !== page.origin) return null
      for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
        if (last.reusable) return last
        last.close()
      }
      return null
    },
    keep: ({ last: { connection, target, tls } }) => {
      if (connection === null) return
      // A certificate that nobody trusts is said of every link, and only a handshake says it.
      const isTrusted = tls?.authorized !== false
      if (target.origin === page.origin && isTrusted && connection.reusable) idle.push(connection)
      else connection.close()
    },
    close: () => {
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}
