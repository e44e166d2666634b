import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPipeTransport } from '#chrome/launch/pipe-transport.ts'
import { messageOf } from '#fault.ts'

/** The transport with a pipe that stands in for Chrome. */
function listening() {
  const fromChrome = new PassThrough()
  const heard: string[] = []
  const counted: (readonly [string | null, number])[] = []
  const failed: (readonly [string | null, string])[] = []
  const transport = openPipeTransport(new PassThrough(), fromChrome, {
    onChunk: () => {},
    onMessage: (sessionId, length) => counted.push([sessionId, length]),
    onError: (sessionId, cause) => failed.push([sessionId, messageOf(cause)]),
  })
  transport.onmessage = (message) => void heard.push(message)
  return { transport, fromChrome, heard, counted, failed }
}

async function say(pipe: PassThrough, text: string | Uint8Array) {
  if (!pipe.write(text)) await once(pipe, 'drain')
  await turn()
}

test('messages arrive complete and in order, for any chunks of the pipe', async () => {
  const { fromChrome, heard } = listening()
  const bytes = new TextEncoder().encode('{"a":"é€😀"}\0{"b":2}\0\0{"c":3}\0')
  for (const byte of bytes) await say(fromChrome, Uint8Array.of(byte))
  await turn()
  expect(heard).toEqual(['{"a":"é€😀"}', '{"b":2}', '', '{"c":3}'])
})

test('a message larger than any string is skipped, and the next one is received', async () => {
  const { fromChrome, heard } = listening()
  const piece = 'x'.repeat(1024 * 1024)
  await say(fromChrome, '{"first":1}\0')
  // V8 throws at 512 MiB of characters.
  for (let n = 0; n < 600; n += 1) await say(fromChrome, piece)
  await say(fromChrome, '\0{"second":2}\0')
  await turn()
  expect(heard).toEqual(['{"first":1}', '{"second":2}'])
})

test('a long reply is received, in any chunks, and an event of the same length is not', async () => {
  const { fromChrome, heard } = listening()
  const piece = 'x'.repeat(1024 * 1024)
  for (const start of ['{"id":1,"result":"', '{"method":"a","params":"']) {
    await say(fromChrome, start.slice(0, 2))
    await say(fromChrome, start.slice(2))
    for (let n = 0; n < 9; n += 1) await say(fromChrome, piece)
    await say(fromChrome, '"}\0')
  }
  await turn()
  expect(heard.map((message) => [message.slice(0, 7), message.length])).toEqual([
    ['{"id":1', 9 * piece.length + 20],
  ])
})

test('every message counts for its session, also one that is skipped', async () => {
  const { fromChrome, heard, counted } = listening()
  await say(fromChrome, '{"method":"a","params":{},"sess')
  await say(fromChrome, 'ionId":"A1"}\0{"id":1}\0{"method":"')
  for (let n = 0; n < 9; n += 1) await say(fromChrome, 'x'.repeat(1024 * 1024))
  await say(fromChrome, '","sessionId":"B2"}\0')
  await turn()
  expect(heard).toEqual(['{"method":"a","params":{},"sessionId":"A1"}', '{"id":1}'])
  expect(counted).toEqual([
    ['A1', 43],
    [null, 8],
    ['B2', 9 * 1024 * 1024 + 30],
  ])
})

test('an exception of a listener, now or later, is reported with its session, and the next message is received', async () => {
  const { transport, fromChrome, heard, failed } = listening()
  transport.onmessage = (message) => {
    heard.push(message)
    if (message.includes('now')) throw new TypeError('at once')
    return message.includes('later') ? Promise.reject(new TypeError('as a promise')) : undefined
  }
  await say(fromChrome, '{"a":"now","sessionId":"A1"}\0{"a":"later"}\0{"b":2}\0')
  await turn()
  expect(heard).toHaveLength(3)
  expect(failed).toEqual([
    ['A1', 'at once'],
    [null, 'as a promise'],
  ])
})
