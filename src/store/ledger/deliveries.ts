import type { AuthorizationKey, LedgerEntry } from '#payment/ledger/ledger.ts'

/** A response that was sent. */
export interface Delivery {
  readonly key: AuthorizationKey
  readonly at: number
}

/** Records of sent responses that are not yet written to the ledger. This process sees them at once. */
export class Deliveries {
  readonly #write: (deliveries: readonly Delivery[]) => Promise<void>
  readonly #pending = new Map<string, Delivery>()

  /** `write` resolves once they are durable. */
  constructor(write: (deliveries: readonly Delivery[]) => Promise<void>) {
    this.#write = write
  }

  record(key: AuthorizationKey, at: number): void {
    this.#pending.set(textOf(key), { key, at })
  }

  withDelivery(entry: LedgerEntry): LedgerEntry {
    const delivery = this.#pending.get(textOf(entry.key))
    return delivery === undefined ? entry : { ...entry, deliveredAt: delivery.at }
  }

  /** Writes the pending records in the same commit as the write that follows in this turn of the event loop. */
  flushInBackground(): void {
    // After a failure the records stay pending and join the next write.
    this.flush().catch(() => {})
  }

  async flush(): Promise<void> {
    const written = [...this.#pending]
    if (written.length === 0) return
    await this.#write(written.map(([, delivery]) => delivery))
    for (const [text, delivery] of written) {
      if (this.#pending.get(text) === delivery) this.#pending.delete(text)
    }
  }
}

function textOf({ network, asset, payer, nonce }: AuthorizationKey): string {
  return `${network} ${asset} ${payer} ${nonce}`.toLowerCase()
}
