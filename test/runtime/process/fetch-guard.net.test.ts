import { expect, onTestFinished, test } from 'vitest'
import { guardFetch } from '#runtime/process/fetch-guard.ts'
import { hostileServer } from '#test/equipment/network/hostile-server.ts'

guardFetch()

const field = (codings: number) => `Content-Encoding: ${Array(codings).fill('gzip').join(', ')}\r\n`

test.each([
  ['in one field', field(6)],
  ['in several fields', `${field(3)}content-encoding: br\r\n${field(2)}`],
])(
  'a response with six content codings %s is rejected, and nothing is thrown when its connection ends',
  async (_where, fields) => {
    const server = await hostileServer((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\n${fields}Content-Length: 9\r\n\r\nx`)
    })
    onTestFinished(() => server.close())
    const response = fetch(`http://127.0.0.1:${server.port}/`)
    await expect(response).rejects.toMatchObject({
      cause: { message: 'more than 5 content codings' },
    })
    await server.drained()
  },
)

test('a response with five is not', async () => {
  const server = await hostileServer((socket) => {
    socket.end(`HTTP/1.1 200 OK\r\n${field(5)}Content-Length: 0\r\n\r\n`)
  })
  onTestFinished(() => server.close())
  const response = await fetch(`http://127.0.0.1:${server.port}/`)
  expect(response.status).toBe(200)
  await response.body?.cancel()
})
