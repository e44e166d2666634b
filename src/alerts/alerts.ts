import { fetchJson } from '#facilitator/http/json-client.ts'
import { repeatedly, rfc3339 } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Runtime } from '#runtime/runtime.ts'
import {
  type AlertCondition,
  type AlertName,
  conditions,
  type OperatingState,
} from './conditions.ts'

export interface AlertsOptions extends Pick<Runtime, 'clock' | 'log'> {
  /** The operator's webhook. It is a secret, since such URLs contain a token. */
  readonly url: string
  /** Topic on ntfy, which then accepts the JSON at its root; null: no member `topic`. */
  readonly topic: string | null
  readonly service: string
  readonly version: string
  readonly read: () => Promise<OperatingState>
  readonly announced: AnnouncedAlerts
  readonly fetch?: typeof globalThis.fetch
}

/**
 * Alerts that were sent and are not over, by name, with the time at which their condition began (epoch milliseconds).
 * They are kept across restarts.
 */
export interface AnnouncedAlerts {
  read(): Promise<ReadonlyMap<string, number>>
  add(name: AlertName, since: number): Promise<void>
  remove(name: AlertName): Promise<void>
}

/** An alert is sent at most this long plus the `holdMs` of its condition after the condition began. */
const CHECK_EVERY_MS = 30_000
const SEND_TIMEOUT_MS = 10_000
/** Wait after a failed request to the webhook; doubled with each further failure, up to the longest wait. */
const FIRST_RETRY_MS = 30_000
const MAX_RETRY_MS = 10 * 60_000

/**
 * Checks the state of the service in the background and sends each change of a condition to the webhook: once when
 * it begins and once when it ends, even across restarts. A message that was not accepted (2xx) is sent again while it is
 * true. A condition whose state cannot be read stays as it was.
 */
export function openAlerts(options: AlertsOptions): { close(): Promise<void> } {
  const { clock, log } = options
  const monitor = new Monitor(options)
  // The earlier alerts are read at once: a database that was just opened responds.
  const resumed = monitor.resume()
  const rounds = repeatedly(clock, CHECK_EVERY_MS, () =>
    monitor.check().catch((error: unknown) => log.error('alerts_failed', { error })),
  )
  return {
    close: async () => {
      const ended = rounds.close()
      monitor.close()
      await Promise.all([resumed, ended])
    },
  }
}

interface Progress {
  /** Epoch milliseconds; null while the condition is not met. */
  since: number | null
  /** When the condition of an announced alert was no longer met, epoch milliseconds; null while it is met. */
  clearSince: number | null
  /** When the announced condition began; null when none was announced. */
  announced: number | null
  /** The value of `announced` that was stored last. */
  stored: number | null
}

function newProgress(): Progress {
  return { since: null, clearSince: null, announced: null, stored: null }
}

class Monitor {
  readonly #options: AlertsOptions
  readonly #progress = new Map(conditions.map(({ name }) => [name, newProgress()]))
  readonly #closing = new AbortController()
  #isResumed = false
  #failures = 0
  #notBefore = 0

  constructor(options: AlertsOptions) {
    this.#options = options
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  close(): void {
    this.#closing.abort()
  }

  async check(): Promise<void> {
    await this.resume()
    const state = await this.#options.read()
    for (const condition of conditions) await this.#follow(condition, state)
  }

  async #follow(condition: AlertCondition, state: OperatingState): Promise<void> {
    const { now } = state
    const progress = this.#progress.get(condition.name)
    if (progress === undefined) return
    const detail = condition.detailOf(state)
    if (detail === null) await this.#recover(condition, progress, now)
    else if (detail !== undefined) await this.#fire(condition, progress, { now, detail })
    await this.#store(condition.name, progress)
  }

  async #fire(
    condition: AlertCondition,
    progress: Progress,
    { now, detail }: { readonly now: number; readonly detail: string },
  ): Promise<void> {
    progress.since ??= now
    progress.clearSince = null
    const { since, announced } = progress
    if (announced !== null || now - since < condition.holdMs) return
    if (await this.#send(condition, { state: 'firing', since, message: detail })) {
      progress.announced = since
    }
  }

  /** Ends an alert, but only after `holdMs`: a part counts as working between a restart and its first failure. */
  async #recover(condition: AlertCondition, progress: Progress, now: number): Promise<void> {
    progress.since = null
    progress.clearSince ??= now
    const { announced: since, clearSince } = progress
    if (since === null || now - clearSince < condition.holdMs) return
    if (await this.#send(condition, { state: 'resolved', since, message: condition.resolved })) {
      progress.announced = null
    }
  }

  /** Takes over the alerts of an earlier run. Every round retries it until they can be read. */
  async resume(): Promise<void> {
    if (this.#isResumed) return
    try {
      const earlier = await this.#options.announced.read()
      if (this.#isResumed) return
      for (const [name, progress] of this.#progress) {
        progress.stored = earlier.get(name) ?? null
        // An alert that this run has already sent takes precedence.
        progress.announced ??= progress.stored
        progress.since ??= progress.announced
      }
      this.#isResumed = true
    } catch (error) {
      this.#options.log.error('alerts_not_read', { error })
    }
  }

  /** With a full disk or without the database the state is only in memory, and is stored in a later round. */
  async #store(name: AlertName, progress: Progress): Promise<void> {
    const { announced, stored } = progress
    if (announced === stored) return
    try {
      if (announced === null) await this.#options.announced.remove(name)
      else await this.#options.announced.add(name, announced)
      progress.stored = announced
    } catch (error) {
      this.#options.log.error('alert_not_noted', { error })
    }
  }

  async #send(
    { name, title, resolved, priority }: AlertCondition,
    what: {
      readonly state: 'firing' | 'resolved'
      readonly since: number
      readonly message: string
    },
  ): Promise<boolean> {
    const { clock, log, url, topic, service, version, fetch = globalThis.fetch } = this.#options
    if (this.isClosed || clock.monotonicMs() < this.#notBefore) return false
    const isFiring = what.state === 'firing'
    const body = {
      ...(topic === null ? {} : { topic }),
      title: `urlwitness: ${isFiring ? title : resolved}`,
      message: `${what.message} (${service})`,
      priority: isFiring ? priority : 3,
      tags: [isFiring ? 'warning' : 'white_check_mark'],
      alert: name,
      state: what.state,
      since: rfc3339(what.since),
      service,
      version,
    }
    using deadline = deadlineAfter(clock, SEND_TIMEOUT_MS, this.#closing.signal)
    const { signal } = deadline
    const sent = await fetchJson(fetch, url, {
      method: 'POST',
      body: JSON.stringify(body),
      signal,
      // A receiver that sends a page, or a body without end, has accepted the message too.
      statusOnly: true,
    })
    if (sent.status === 'responded' && sent.httpStatus >= 200 && sent.httpStatus < 300) {
      this.#failures = 0
      log.info('alert_sent', { alert: name, state: what.state })
      return true
    }
    const detail = sent.status === 'responded' ? `HTTP ${sent.httpStatus}` : sent.detail
    if (this.#failures === 0)
      log.error('alert_not_sent', { alert: name, state: what.state, detail })
    const waitMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, MAX_RETRY_MS)
    this.#failures += 1
    this.#notBefore = clock.monotonicMs() + waitMs
    return false
  }
}
