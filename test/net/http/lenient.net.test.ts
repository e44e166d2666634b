import { describe, expect, test } from 'vitest'
import { standardCaps } from '#net/http/contract.ts'
import { drips, says, saysAndEnds } from '#test/equipment/network/hostile-server.ts'
import { lenientRows, pageText } from '#test/equipment/network/lenient-rows.ts'
import { ask, OK } from './exchange.ts'

const { headerBytes } = standardCaps
/** Deviations that only a second reading after a strict one, or the evidence, adds. */
const isOfMessage = /^(?:chunked_coding|large_header_section)$/

describe('a lenient reading of HTTP/1.1', () => {
  test.each(lenientRows)('accepts what Chrome accepts, and nothing else: $name', async (row) => {
    const behave = (row.ends ? saysAndEnds : says)(Buffer.from(row.sent, 'latin1'))
    const { result } = await ask(behave, { isLenient: true, headerBytes })
    if (row.kinds === null) {
      const error = result.status === 'failed' ? result.error : result.response.bodyError
      expect(error?.code).toMatch(/^(?:protocol_error|headers_too_large)$/)
      return
    }
    if (result.status === 'failed') throw new Error(`${result.error.code} ${result.error.raw}`)
    const { body, bodyError, deviations, status } = result.response
    expect([status, new TextDecoder().decode(body.decoded), bodyError]).toEqual([
      200,
      pageText,
      null,
    ])
    expect(deviations.map(({ kind }) => kind)).toEqual(
      row.kinds.filter((kind) => !isOfMessage.test(kind)),
    )
  })

  test.each(lenientRows.filter(({ kinds }) => kinds?.length === 0))(
    'changes nothing of a strict response: $name',
    async (row) => {
      const behave = (row.ends ? saysAndEnds : says)(Buffer.from(row.sent, 'latin1'))
      const [strict, lenient] = [await ask(behave), await ask(behave, { isLenient: true })]
      if (strict.result.status === 'failed' || lenient.result.status === 'failed') throw new Error()
      const { fields, status, body } = strict.result.response
      expect(lenient.result.response).toMatchObject({ fields, status, body })
    },
  )

  test('names the line of each deviation, the status line being the first', async () => {
    const { result } = await ask(
      says(`${OK}A: 1\r\nB : 2\r\n 3\nC: \x014\r\nContent-Length: 0\r\n\r\n`),
      { isLenient: true },
    )
    expect(result).toMatchObject({
      response: {
        fields: [
          ['a', '1'],
          ['b', '2 3'],
          ['c', '4'],
          ['content-length', '0'],
        ],
        deviations: [
          { line: 3, kind: 'space_before_colon' },
          { line: 4, kind: 'bare_line_feed' },
          { line: 4, kind: 'folded_line' },
          { line: 5, kind: 'control_character' },
        ],
      },
    })
  })

  test('reads a header section that arrives byte by byte', async () => {
    const sent = `${OK}A: 1\r\n 2\r\nContent-Length: 2\r\n\r\nhi`
    const { result } = await ask(
      (socket) => {
        socket.setNoDelay()
        const bytes = [...sent]
        const timer = setInterval(() => {
          const next = bytes.shift()
          if (next === undefined) clearInterval(timer)
          else socket.write(next)
        }, 1)
      },
      { isLenient: true, headersTimeoutMs: 5_000, deadlineMs: 10_000 },
    )
    expect(result).toMatchObject({
      response: {
        fields: [
          ['a', '1 2'],
          ['content-length', '2'],
        ],
      },
    })
  })

  test('keeps the caps: a header section without end', async () => {
    const { result } = await ask(drips(OK, `X: ${'y'.repeat(4_000)}\n`, 1), {
      isLenient: true,
      headersTimeoutMs: 8_000,
      deadlineMs: 15_000,
    })
    expect(result).toMatchObject({ status: 'failed', error: { code: 'headers_too_large' } })
  })
})
