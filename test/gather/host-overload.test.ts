import { expect, test } from 'vitest'
import { wasOverloaded } from '#gather/host-overload.ts'

const limits = { connectTimeoutMs: 5_000, headersTimeoutMs: 10_000 }
const nothing = { http: { error: null }, tls: null, links: null }
const http = (code: string) => ({ ...nothing, http: { error: { code } } })
const links = { ...nothing, links: { items: [{ code: 'timeout' }] } }
const handshake = { ...nothing, tls: { failure: { code: 'timeout' } } }

test.each<[string, object, string[], number, boolean]>([
  ['nothing timed out', nothing, [], 25_000, false],
  ['a connection, 2 s lost', http('connect_timeout'), [], 2_000, false],
  ['a connection, 3 s lost', http('connect_timeout'), [], 3_000, true],
  ['a handshake, 3 s lost', http('tls_timeout'), [], 3_000, false],
  ['a handshake, 5 s lost', http('tls_timeout'), [], 5_000, true],
  ['a handshake beside it, 4 s lost', handshake, [], 4_000, false],
  ['a handshake beside it, 6 s lost', handshake, [], 6_000, true],
  ['a response, 4 s lost', http('headers_timeout'), [], 4_000, false],
  ['a response, 5 s lost', http('headers_timeout'), [], 5_000, true],
  ['a body, 9 s lost', http('body_timeout'), [], 9_000, false],
  ['a body, 12 s lost', http('body_timeout'), [], 12_000, true],
  ['a link, 2 s lost', links, [], 2_000, false],
  ['a link, 3 s lost', links, [], 3_000, true],
  ['the deadline, 9 s lost', nothing, ['deadline'], 9_000, false],
  ['the deadline, 10 s lost', nothing, ['deadline'], 10_000, true],
  ['a refused connection, 9 s lost', http('connect_refused'), [], 9_000, false],
  ['another limit, 9 s lost', nothing, ['body_bytes'], 9_000, false],
])('of a job of 20 s: %s', (_what, observed, limitsHit, lostMs, isOurs) => {
  // The whole loss is in one piece.
  const lost = { totalMs: () => lostMs, mostWithin: (ms: number) => Math.min(ms, lostMs) }
  const job = { limitsHit, limits, durationMs: 20_000 }
  expect(wasOverloaded(lost, observed as never, job as never)).toBe(isOurs)
})
