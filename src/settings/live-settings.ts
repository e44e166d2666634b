import type { Settings } from './settings.ts'

/** The settings of a running service. Read `current()` each time: a reload replaces them. */
export class LiveSettings {
  #current: Settings

  constructor(settings: Settings) {
    this.#current = settings
  }

  current(): Settings {
    return this.#current
  }

  replace(settings: Settings): void {
    this.#current = settings
  }

  /** How long reports, stored responses and screenshots are kept, milliseconds. */
  responseRetentionMs(): number {
    return this.#current.evidence.ttlHours * 3_600_000
  }

  /** How long the ledger keeps the host, verdict and finding codes of a call, milliseconds. */
  detailsRetentionMs(): number {
    return this.#current.ledger.detailsDays * 86_400_000
  }
}
