import type { AuthorizationKey } from '#payment/ledger/ledger.ts'

/** The authorizations that this process works on: no second settlement begins for one of them, whatever the clock says. */
export class CallsUnderWay {
  readonly #jobIds = new Map<string, string>()

  /** Takes the authorization for a job; null when a call of this process has it. */
  begin(key: AuthorizationKey, jobId: string): { end(): void } | null {
    const text = textOf(key)
    if (this.#jobIds.has(text)) return null
    this.#jobIds.set(text, jobId)
    return { end: () => void this.#jobIds.delete(text) }
  }

  has(key: AuthorizationKey): boolean {
    return this.#jobIds.has(textOf(key))
  }

  jobIds(): readonly string[] {
    return [...this.#jobIds.values()]
  }
}

function textOf({ network, asset, payer, nonce }: AuthorizationKey): string {
  return `${network} ${asset} ${payer} ${nonce}`
}
