import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openHttpConnection } from '#net/http/connection.ts'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import {
  floods,
  h2,
  h2Frame,
  hostileServer,
  says,
  saysAndEnds,
  saysAndResets,
} from '#test/equipment/network/hostile-server.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'
import { runs } from '#test/fuzz/runs.ts'
import {
  ask,
  CHUNKED,
  caps,
  connected,
  data,
  errorCode,
  head,
  OK,
  request,
  settings,
} from './exchange.ts'

describe('arbitrary server behaviour', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom(
        ...[OK, 'HTTP/1.1 ', '\r\n', '\r\n\r\n', 'Transfer-Encoding: chunked\r\n', '0\r\n\r\n'],
        ...['Content-Length: 3\r\n', 'Content-Encoding: gzip\r\n', '5\r\nhello\r\n', '204', ': '],
        ...[settings, head, data('x'), h2Frame(h2.rst, 0, 1, errorCode(1)), h2Frame(h2.ping, 0, 0)],
      ),
    ),
    { maxLength: 12 },
  )
  const small = { ...caps, headersTimeoutMs: 40, headerBytes: 2048, bodyBytes: 200 }

  test.each([null, 'h2'])(
    'an exchange (ALPN %s) settles, within its caps, and leaves nothing open',
    async (alpn) => {
      await fc.assert(
        fc.asyncProperty(pieces, fc.boolean(), async (parts, ends) => {
          const server = await hostileServer(ends ? saysAndEnds(...parts) : says(...parts))
          const connection = openHttpConnection(await connected(server.port), alpn, systemClock)
          const deadline = deadlineAfter(systemClock, 80)
          const waited = waitingTime()
          try {
            const result = await connection.exchange(request, caps, deadline)
            if (result.status === 'responded') {
              expect(result.response.body.wireBytes).toBeLessThanOrEqual(small.bodyBytes)
            } else expect(waited()).toBeLessThan(1000)
          } finally {
            deadline.close()
            connection.close()
            await server.drained()
            await server.close()
          }
        }),
        { numRuns: runs(60) },
      )
    },
  )

  test('a hundred broken exchanges leave no socket, stream or timer behind', async () => {
    const before = process.getActiveResourcesInfo()
    const behaviours = [
      saysAndEnds(`${OK}Content-Length: 9\r\n\r\nhi`),
      says(`${CHUNKED}zz`),
      saysAndResets(),
      floods(`${OK}\r\n`, 'x'.repeat(60_000)),
      says(`${OK}Content-Encoding: br\r\nContent-Length: 3\r\n\r\nabc`),
    ]
    for (let round = 0; round < 10; round += 1) {
      for (const behave of behaviours) {
        for (const alpn of [undefined, 'h2']) {
          const { connection, server } = await ask(behave, {
            headersTimeoutMs: 30,
            ...(alpn && { alpn }),
          })
          connection.close()
          await server.drained()
          await server.close()
        }
      }
    }
    // Resources of earlier tests may still be ending.
    await expect.poll(() => addedTo(before)).toEqual([])
  })
})

/** The active resources of this process that are not in `before`. */
function addedTo(before: readonly string[]): readonly string[] {
  const added = [...process.getActiveResourcesInfo()]
  for (const resource of before) {
    const at = added.indexOf(resource)
    if (at >= 0) added.splice(at, 1)
  }
  return added
}
