import { expect, test } from 'vitest'
import { createSoldReports } from '#http/mcp/sold-reports.ts'
import { createToolCalls } from '#http/mcp/tool-call.ts'
import { openRecordedLog } from '#test/equipment/service/recorded-log.ts'

const url = 'https://example.com/'

test.each([
  ['without a payment', undefined, 'job_failed', 'not_taken'],
  ['with a payment', { x402Version: 2 }, 'settlement_unknown', 'unknown'],
])(
  'a fault during a call %s is %s, and its message stays in the log',
  async (_what, payment, code, state) => {
    const log = openRecordedLog()
    const call = createToolCalls({
      paidCall: async () => {
        throw new Error('the secret of the operator')
      },
      baseUrl: 'https://verify.example.com',
      soldReports: createSoldReports({ find: async () => null }),
      log,
    })
    const meta = payment === undefined ? {} : { _meta: { 'x402/payment': payment } }
    const request = new Request('https://verify.example.com/mcp', { method: 'POST' })
    const outcome = await call(
      { name: 'probe_url', arguments: { url }, ...meta },
      { request, exchange: undefined },
    )
    const result = 'result' in outcome ? outcome.result : ''
    expect(JSON.parse(result)).toMatchObject({
      isError: true,
      structuredContent: { code, payment: { state } },
    })
    expect(result).not.toContain('secret')
    expect(log.lines).toMatchObject([
      { event: 'unhandled', fields: { error: new Error('the secret of the operator') } },
    ])
  },
)
