import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { requestReport } from '#cli/client/report-request.ts'
import { resultOf } from '#cli/client/result-text.ts'
import { readCatalogue } from '#cli/client/service-client.ts'
import { explainResponse, postRequest } from '#cli/mcp/service-response.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'

// A clock on which a second takes 5 ms.
const clock: Clock = { ...systemClock, after: (ms, fn) => systemClock.after(ms / 200, fn) }

/** A service that responds like `listener`, with counts of its sent bytes and abandoned responses. */
async function serve(listener: RequestListener) {
  let sent = 0
  const abandoned: boolean[] = []
  const server = createServer((request, response) => {
    response.once('close', () => {
      sent += response.socket?.bytesWritten ?? 0
      abandoned.push(!response.writableFinished)
    })
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return { url, sent: () => sent, abandoned }
}

/** A response whose body never ends. */
function endless(status: number): RequestListener {
  const part = Buffer.alloc(1 << 20, 0x20)
  return (_request, response) => {
    response.writeHead(status)
    const write = () => {
      while (!response.destroyed && response.write(part));
      response.once('drain', write)
    }
    write()
  }
}

/** A response whose body begins and then stalls. */
function silent(status: number): RequestListener {
  return (_request, response) => response.writeHead(status).write('{')
}

const order = { url: 'https://site.example.com/', payment: null }
const paid = { ...order, payment: 'signed' }

test.each([
  ['a quote', 402, order],
  ['a paid 503', 503, paid],
  ['a paid report', 200, paid],
])(
  '%s without end is read up to a cap, and its connection is closed',
  async (_what, status, what) => {
    const service = await serve(endless(status))
    const response = await requestReport(service.url, what, { fetch, clock: systemClock })
    expect(response.status).toBe(status)
    await expect(response.text()).rejects.toThrow('larger than 16 MiB')
    await expect.poll(() => service.abandoned).toEqual([true])
    expect(service.sent()).toBeLessThan(64 * 1024 * 1024)
  },
)

test('a response that is too large is reported as such, with its status', async () => {
  const { url } = await serve(endless(200))
  const why = 'the response is larger than 16 MiB'
  const response = await requestReport(url, paid, { fetch, clock: systemClock })
  expect(await resultOf(response)).toMatchObject({ status: 'failed', problem: why })
  const { signal } = new AbortController()
  const reply = await postRequest(
    url,
    { ...order, header: 'signed' },
    { fetch, clock: systemClock },
    signal,
  )
  expect([reply.status, explainResponse(reply)]).toEqual([
    200,
    expect.stringContaining(`not a report: ${why}`),
  ])
  await expect(readCatalogue(url, { fetch, clock: systemClock })).rejects.toThrow(why)
})

test.each([
  ['a quote', 402, order],
  ['a paid report', 200, paid],
])('%s that stops in its body ends with the deadline', async (_what, status, what) => {
  const service = await serve(silent(status))
  await expect(requestReport(service.url, what, { fetch, clock })).rejects.toThrow('deadline')
  await expect.poll(() => service.abandoned).toEqual([true])
})

test.each([
  ['without end', endless(404)],
  ['that stops', silent(404)],
])('an error page %s in place of a catalogue leaves no connection', async (_what, listener) => {
  const service = await serve(listener)
  await expect(readCatalogue(service.url, { fetch, clock })).rejects.toThrow()
  await expect.poll(() => service.abandoned).toEqual([true])
})
