import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logText } from '#cli/output/log-text.ts'
import { noPaint } from '#cli/output/terminal.ts'
import { Fault } from '#fault.ts'
import { systemClock } from '#runtime/clock.ts'
import type { LogLevel } from '#runtime/log.ts'
import { createLog } from '#runtime/log.ts'

const AT = Date.parse('2026-11-20T12:00:00.250Z')

function openLines(options: { level?: LogLevel; pretty?: boolean } = {}) {
  const lines: string[] = []
  const now = { level: options.level ?? 'info' }
  const log = createLog({
    get level() {
      return now.level
    },
    clock: { ...systemClock, now: () => AT },
    write: (line) => lines.push(line),
    ...(options.pretty ? { format: logText(noPaint) } : {}),
  })
  return { log, lines, now }
}

test('is one JSON object per line for arbitrary fields', () => {
  const { log, lines } = openLines()
  log.info('said', {
    text: 'two\nlines',
    amount: 5n,
    error: new Fault('ledger_unavailable', 'It is full.'),
  })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    time: '2026-11-20T12:00:00.250Z',
    level: 'info',
    event: 'said',
    text: 'two\nlines',
    amount: '5',
    error: [{ code: 'ledger_unavailable', message: 'It is full.', facts: {} }],
  })
})

test('omits the query of a URL anywhere in the text', () => {
  const { log, lines } = openLines()
  const cause = new Fault(
    'rpc_failed',
    'GET https://rpc.example.com/v2?key=s3cret&x=1 failed: why?',
  )
  log.warn('said', { url: 'http://a.example.com/p?s3cret#s3cret', nested: [{ error: cause }] })
  expect(lines[0]).not.toContain('s3cret')
  expect(lines[0]).toContain('https://rpc.example.com/v2?… failed: why?')
  expect(lines[0]).toContain('"http://a.example.com/p?…"')
})

test('no query of any URL is written', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.string(), (url, around) => {
      const [before, query = ''] = url.split('?')
      const { log, lines } = openLines()
      log.info('said', { text: `${around} ${before}?q9Z${query}9Zq` })
      expect(lines[0]).not.toContain('q9Z')
    }),
  )
})

test('follows a level that changes', () => {
  const { log, lines, now } = openLines({ level: 'error' })
  log.warn('unseen')
  now.level = 'warn'
  log.warn('seen')
  now.level = 'silent'
  log.error('unseen')
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['seen'])
})

test('on a terminal it is a readable line, without control sequences', () => {
  const { log, lines } = openLines({ pretty: true })
  log.info('paid_call', {
    tool: 'probe_url',
    reason: null,
    said: 'a \u001b[2J\u202eb',
    egress: { allowed: 2 },
    error: new Fault('ledger_unavailable', 'It is full.'),
  })
  expect(lines).toEqual([
    '12:00:00.250 info  paid_call tool=probe_url said="a \\u001b[2J\ufffdb" egress={"allowed":2} error=[{"code":"ledger_unavailable","message":"It is full.","facts":{}}]\n',
  ])
})
