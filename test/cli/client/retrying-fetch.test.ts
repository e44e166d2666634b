import { expect, test } from 'vitest'
import { retryingFetch } from '#cli/client/retrying-fetch.ts'
import { systemClock } from '#runtime/clock.ts'

/** Sends replies in order, without waiting, and counts the milliseconds that it was to wait. */
function scripted(replies: readonly (Response | Error)[]) {
  const sent: (string | null)[] = []
  const retried: unknown[] = []
  let waited = 0
  const clock = {
    ...systemClock,
    monotonicMs: () => waited,
    sleep: async (ms: number) => {
      waited += ms
    },
  }
  const attempt: typeof globalThis.fetch = async (_input, init) => {
    sent.push(new Headers(init?.headers).get('payment-signature'))
    const reply = replies[Math.min(sent.length, replies.length) - 1]
    if (reply instanceof Error) throw reply
    return reply?.clone() ?? Response.error()
  }
  const fetch = retryingFetch(attempt, clock, (reply) => retried.push(reply))
  const paid = { headers: { 'payment-signature': 'signed' } }
  return { fetch, sent, retried, paid, waited: () => waited }
}

const problem = (state: string, changes = {}) =>
  Response.json(
    { retryable: true, retry_after_s: 5, payment: { state }, ...changes },
    { status: 503 },
  )
const report = Response.json({ result_status: 'PASS' })

test('a paid request is sent again after a lost response', async () => {
  const { fetch, sent, paid } = scripted([new TypeError('fetch failed'), report])
  expect((await fetch('http://service/', paid)).status).toBe(200)
  expect(sent).toEqual(['signed', 'signed'])
})

test.each(['unknown', 'not_taken'])(
  'a 503 with the payment %s is repeated after its time',
  async (state) => {
    const { fetch, sent, paid, waited } = scripted([problem(state), report])
    expect((await fetch('http://service/', paid)).status).toBe(200)
    expect([sent.length, waited()]).toEqual([2, 5_000])
  },
)

test.each([
  [-5, 2_000],
  [0, 2_000],
  [0.000_1, 2_000],
  [1e9, 30_000],
])('a time to retry of %d s is a wait of %d ms', async (seconds, ms) => {
  const soon = problem('unknown', { retry_after_s: seconds })
  const { fetch, paid, waited } = scripted([soon, report])
  await fetch('http://service/', paid)
  expect(waited()).toBe(ms)
})

test.each([
  ['a settled payment', problem('settled')],
  ['a payment that was not settled', problem('not_settled')],
  ['a problem that is not retryable', problem('unknown', { retryable: false })],
  ['a 503 that is no problem', new Response('busy', { status: 503 })],
  ['a refusal', Response.json({ error: 'insufficient_funds' }, { status: 402 })],
])('%s is final', async (_what, reply) => {
  const { fetch, sent, paid } = scripted([reply, report])
  expect((await fetch('http://service/', paid)).status).toBe(reply.status)
  expect(sent).toHaveLength(1)
})

test('only the first repetition is reported', async () => {
  const error = new TypeError('fetch failed')
  const { fetch, sent, retried, paid } = scripted([error, error, report])
  expect((await fetch('http://service/', paid)).status).toBe(200)
  expect([sent.length, retried]).toEqual([3, [{ error }]])
})

test('an unpaid request is sent once', async () => {
  const { fetch, sent } = scripted([new TypeError('fetch failed')])
  await expect(fetch('http://service/')).rejects.toThrow('fetch failed')
  expect(sent).toHaveLength(1)
})

test('repetition ends after its patience, with the last reply', async () => {
  const { fetch, paid, waited } = scripted([problem('unknown')])
  expect((await fetch('http://service/', paid)).status).toBe(503)
  expect(waited()).toBe(90_000)
})
