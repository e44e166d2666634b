import { Fault } from '#fault.ts'
import { ResponseSlots } from '#job/call/response-slots.ts'
import type { Clock } from '#runtime/clock.ts'

type Content = ReadableStream<Uint8Array<ArrayBuffer>>

/** Limit of the evidence responses at a time. */
const MAX_RESPONSES = 32
/** Limit of the responses for one id at a time: enough for a page and a few agents that read the same report. */
const MAX_PER_ID = 4
/** Least rate of a reader, bytes per second: 3 MiB take little more than three minutes at most. */
const MIN_BYTES_PER_S = 16 * 1024
/** Milliseconds in which a reader may be slower: TCP starts slowly, and a machine may be busy. */
const GRACE_MS = 10_000
const CHECK_EVERY_MS = 5_000

/** Limits the evidence responses and the time of their readers: each holds a descriptor, a slot and one piece of the file. */
export class EvidenceSlots extends ResponseSlots {
  readonly #clock: Clock

  constructor(clock: Clock) {
    super({ max: MAX_RESPONSES, maxPerKey: MAX_PER_ID })
    this.#clock = clock
  }

  /** The same content, with an error when its reader is too slow. Calls `release` when the stream ends for any reason. */
  withMinRate(content: Content, release: () => void): Content {
    const reader = content.getReader()
    const startedMs = this.#clock.monotonicMs()
    let bytes = 0
    let stopTimer = () => {}
    const end = () => {
      stopTimer()
      release()
    }
    const watch = (controller: ReadableStreamDefaultController) => {
      stopTimer = this.#clock.after(CHECK_EVERY_MS, () => {
        const ms = this.#clock.monotonicMs() - startedMs
        if (ms < GRACE_MS || bytes >= (ms / 1000) * MIN_BYTES_PER_S) return watch(controller)
        end()
        controller.error(new Fault('evidence_reader_slow', 'The reader is too slow.'))
        reader.cancel().catch(() => {})
      })
    }
    return new ReadableStream(
      {
        start: watch,
        pull: async (controller) => {
          try {
            const { done, value } = await reader.read()
            if (done) {
              end()
              controller.close()
              return
            }
            bytes += value.byteLength
            controller.enqueue(value)
          } catch (cause) {
            end()
            throw cause
          }
        },
        cancel: async (reason) => {
          end()
          await reader.cancel(reason)
        },
      },
      { highWaterMark: 0 },
    )
  }
}
