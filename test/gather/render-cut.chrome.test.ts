import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { document, html, renderSetupForFile } from '#test/equipment/browser/render-setup.ts'
import { healthyRendering } from '#test/equipment/evidence/evidence.ts'
import { verdict } from '#test/equipment/evidence/verdict.ts'

const page = document(`<p>${'Words of the page. '.repeat(40)}</p>`)
const world = await renderSetupForFile()

/** The evidence of a path in Chrome, and the codes that the rules give for it. */
// The second try takes six seconds of the deadline at least; two browsers on a busy machine need the rest.
async function judged(path: string) {
  const visit = await world.visit(path, { deadlineMs: 50_000 })
  const { browser, http, content, redirects, limitsHit } = visit
  return {
    visit,
    codes: verdict(
      healthyRendering({ browser, http, content, redirects, limits_hit: [...limitsHit] }),
    ),
  }
}

describe.concurrent('an incomplete document', needsChrome, () => {
  test('because a script of its own never arrives does not pass', async () => {
    world.page(
      '/hanging-script',
      document('<p>Seen.</p><script src="/never.js"></script><p>No.</p>'),
    )
    world.page('/never.js', () => {})
    const { visit, codes } = await judged('/hanging-script')
    expect(visit.browser.navigation).toMatchObject({
      outcome: 'partial',
      settle_reason: 'load_timeout',
      dom_content_loaded_ms: null,
    })
    expect(codes).toContain('NAV_TIMEOUT ISSUE')
  })

  test('because the server goes silent inside it does not pass', async () => {
    world.page('/silent', (_request, response) => {
      response.writeHead(200, html).write(page.slice(0, 600))
    })
    expect((await judged('/silent')).codes).toContain('NAV_TIMEOUT ISSUE')
  })
})

const cutAfterHeaders =
  (fields: Record<string, string>, body: string | Uint8Array): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { ...html, ...fields }).write(body)
    setTimeout(() => response.socket?.destroy(), 50)
  }

describe.concurrent('a document whose content breaks off', needsChrome, () => {
  test.each<[string, RequestListener, string]>([
    [
      'before its length',
      cutAfterHeaders({ 'content-length': '9000' }, page),
      'HTTP_BODY_INCOMPLETE ISSUE',
    ],
    ['before its last chunk', cutAfterHeaders({}, page), 'HTTP_BODY_INCOMPLETE ISSUE'],
    [
      'because it is not in the coding that it names',
      (_request, response) =>
        void response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(page),
      'HTTP_DECODE_ERROR ISSUE',
    ],
  ])('%s is reported after a second try, as by the probe', async (name, listener, code) => {
    const path = `/${name.replaceAll(' ', '-')}`
    world.page(path, listener)
    const { visit, codes } = await judged(path)
    expect(visit.http.attempts.map(({ status, error }) => [status, error?.phase])).toEqual([
      [200, 'body'],
      [200, 'body'],
    ])
    expect(codes).toContain(code)
  })

  test('once, and not again, is a note', async () => {
    let asked = 0
    world.page('/once', (request, response) => {
      asked += 1
      if (asked === 1) cutAfterHeaders({ 'content-length': '9000' }, page)(request, response)
      else response.writeHead(200, html).end(page)
    })
    const { visit, codes } = await judged('/once')
    expect([visit.http.attempts.length, visit.http.error]).toEqual([2, null])
    expect(codes).toEqual(['HTTP_FLAPPING NONE'])
  })
})
