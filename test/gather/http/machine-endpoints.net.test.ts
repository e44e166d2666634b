import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { openInternet } from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { hsts, openSiteProbe, type SiteResponse } from '#test/equipment/service/site-probe.ts'

const internet = await forFile(openInternet())
const { probe, run } = await forFile(openSiteProbe(internet))

describe.concurrent('other endpoints for machines', { timeout: 60_000 }, () => {
  const rpcError = (code = -32000, message = 'Method not allowed.') =>
    JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
  const json = { 'content-type': 'application/json' }
  test.each<[string, string[], SiteResponse, string?, string?]>([
    [
      '405 with Allow: POST',
      ['REVIEW', 'HTTP_NO_GET'],
      { status: 405, fields: { allow: 'POST, OPTIONS' } },
    ],
    [
      '405 with a message in JSON',
      ['REVIEW', 'HTTP_NO_GET'],
      { status: 405, fields: { allow: 'POST', ...json }, body: '{"detail":"Method Not Allowed"}' },
    ],
    [
      '405 with Allow: GET',
      ['ISSUE', 'HTTP_CLIENT_ERROR'],
      { status: 405, fields: { allow: 'GET, HEAD' } },
    ],
    ['405 without Allow', ['ISSUE', 'HTTP_CLIENT_ERROR'], { status: 405, body: 'no' }],
    [
      '405 with an error of JSON-RPC',
      ['REVIEW', 'HTTP_NO_GET'],
      { status: 405, fields: json, body: rpcError() },
    ],
    [
      'an MCP server (405)',
      ['REVIEW', 'HTTP_NO_GET'],
      { status: 405, fields: { allow: 'POST', ...json }, body: rpcError() },
      '/mcp',
      'HTTP_MCP_ENDPOINT',
    ],
    [
      'an MCP server (406)',
      ['REVIEW', 'HTTP_NO_GET'],
      {
        status: 406,
        fields: { ...json, 'access-control-expose-headers': 'Mcp-Session-Id' },
        body: rpcError(-32000, 'Not Acceptable: Client must accept text/event-stream'),
      },
      '/api',
      'HTTP_MCP_ENDPOINT',
    ],
    [
      'a JSON-RPC server (400)',
      ['REVIEW', 'HTTP_NO_GET'],
      { status: 400, fields: json, body: rpcError(-32600, 'Invalid Request') },
    ],
    [
      'a 404 at /mcp',
      ['ISSUE', 'HTTP_CLIENT_ERROR'],
      { status: 404, fields: json, body: '{"error":"Not Found"}' },
      '/mcp',
    ],
  ])('%s', async (_what, expected, answer, path, note) => {
    const { verdict, codes } = await probe(answer, undefined, path)
    expect(verdict).toEqual(expected)
    expect(codes.includes('HTTP_MCP_ENDPOINT')).toBe(note !== undefined)
  })
})

describe.concurrent('an event stream', { timeout: 60_000 }, () => {
  test.each([
    ['with a first event', 'data: {"tick":1}\n\n', 2_500],
    ['that is silent', '', 8_000],
    ['with comments only', ': keep-alive\n\n', 8_000],
  ])('%s passes without a limit', async (_what, start, withinMs) => {
    const serve: RequestListener = (_request, response) => {
      response.writeHead(200, { ...hsts, 'content-type': 'text/event-stream' })
      response.flushHeaders()
      if (start !== '') response.write(start)
    }
    const startedMs = performance.now()
    const { verdict, report } = await run(serve, '/events')
    expect(performance.now() - startedMs).toBeLessThan(withinMs)
    expect(verdict).toEqual(['PASS'])
    expect(report.limits_hit).toEqual([])
    expect(report.http).toMatchObject({ status: 200, error: null, body_truncated: false })
  })
})

test('our own service: what its tools say about it', { timeout: 60_000 }, async () => {
  await using service = await openTestService({ internet })
  // The proxy that ends TLS in front of a service.
  const serve: RequestListener = (request, response) => {
    void fetch(new URL(request.url ?? '/', service.service.baseUrl), {
      method: request.method ?? 'GET',
    }).then(async (answer) => {
      const {
        'content-encoding': _encoding,
        connection: _connection,
        'keep-alive': _alive,
        'content-length': _length,
        ...fields
      } = Object.fromEntries(answer.headers)
      response.writeHead(answer.status, { ...hsts, ...fields })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  }
  const results: Record<string, readonly string[]> = {}
  for (const path of ['/v1/probe-url', '/mcp', '/health', '/v1/tools', '/openapi.json']) {
    results[path] = (await run(serve, path)).verdict
  }
  expect(results).toEqual({
    '/v1/probe-url': ['REVIEW', 'HTTP_NO_GET'],
    '/mcp': ['REVIEW', 'HTTP_NO_GET'],
    '/health': ['PASS'],
    '/v1/tools': ['PASS'],
    '/openapi.json': ['PASS'],
  })
})
