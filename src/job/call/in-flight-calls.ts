import type { AuthorizationKey } from '#payment/ledger/ledger.ts'

/** Holds an authorization for one job of this process. `end` releases it. */
export interface AuthorizationClaim {
  end(): void
}

// Upper limit of remembered resumptions: more buyers than can return within two seconds.
const MAX_REMEMBERED = 1_000

/**
 * The authorizations that this process works on: no second settlement begins for any of them, whatever the clock
 * shows.
 */
export class InFlightCalls {
  readonly #jobIds = new Map<string, string>()
  readonly #resumedAt = new Map<string, number>()
  #onIdle: (() => void)[] = []

  /** Claims the authorization for a job; null when another call of this process holds it. */
  begin(key: AuthorizationKey, jobId: string): AuthorizationClaim | null {
    const text = textOf(key)
    if (this.#jobIds.has(text)) return null
    this.#jobIds.set(text, jobId)
    return { end: () => this.#end(text) }
  }

  /**
   * Claims the authorization for a buyer who returned; null also when it was resumed less than `minIntervalMs` ago.
   * `now`: monotonic milliseconds.
   */
  resume(
    key: AuthorizationKey,
    jobId: string,
    { now, minIntervalMs }: { readonly now: number; readonly minIntervalMs: number },
  ): AuthorizationClaim | null {
    const text = textOf(key)
    const last = this.#resumedAt.get(text)
    if (last !== undefined && now - last < minIntervalMs) return null
    const claim = this.begin(key, jobId)
    if (claim === null) return null
    this.#resumedAt.delete(text)
    this.#resumedAt.set(text, now)
    const oldest = this.#resumedAt.keys().next()
    if (this.#resumedAt.size > MAX_REMEMBERED && !oldest.done) this.#resumedAt.delete(oldest.value)
    return claim
  }

  has(key: AuthorizationKey): boolean {
    return this.#jobIds.has(textOf(key))
  }

  jobIds(): readonly string[] {
    return [...this.#jobIds.values()]
  }

  /** Resolves when this process works on no authorization. */
  idle(): Promise<void> {
    if (this.#jobIds.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#onIdle.push(resolve))
  }

  #end(text: string): void {
    this.#jobIds.delete(text)
    if (this.#jobIds.size > 0) return
    for (const resolve of this.#onIdle) resolve()
    this.#onIdle = []
  }
}

function textOf({ network, asset, payer, nonce }: AuthorizationKey): string {
  return `${network} ${asset} ${payer} ${nonce}`
}
