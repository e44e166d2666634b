import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import {
  document,
  html,
  renderSetupForFile,
  siteUrl,
} from '#test/equipment/browser/render-setup.ts'

const { page, visit } = await renderSetupForFile({ trusting: true })

const json = { 'content-type': 'application/json' }
const answer =
  (fields: Record<string, string>, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, fields).end(body)

let visits = 0

/** Why the responses to the calls of a page are unusable. The page is served at `/` of a folder, and `answers` below it. */
async function refused(
  script: string,
  answers: Readonly<Record<string, RequestListener>>,
  { head = '<!doctype html><html lang="en"><title>Page</title>', scheme = 'https:' } = {},
) {
  visits += 1
  const folder = `/calls-${visits}`
  const markup = `${head}<h1>Page</h1><p>Some text of the page.</p><script type="module">${script}</script>`
  page(`${folder}/`, answer(html, markup))
  for (const [path, listener] of Object.entries(answers)) page(`${folder}/${path}`, listener)
  // Caches and service workers need a secure context.
  const { browser } = await visit(`${siteUrl.replace('http:', scheme)}${folder}/`)
  return {
    reasons: browser.requests.failed.filter((one) => !one.favicon).map((one) => one.blocked_reason),
    calls: browser.requests.items
      .map(({ url }) => url.slice(url.indexOf(folder) + folder.length + 1))
      .filter((path) => path in answers),
    markup,
  }
}

describe('the content of a response to a call', needsChrome, () => {
  const data = answer(json, '{"items":[1,2,3]}')
  const worker = (script: string) => answer({ 'content-type': 'text/javascript' }, script)

  test.each<[string, string, Readonly<Record<string, RequestListener>>]>([
    ['cache.add', "await (await caches.open('a')).add('./a.json')", { 'a.json': data }],
    [
      'cache.addAll',
      "await (await caches.open('a')).addAll(['./a.json', './b.json'])",
      { 'a.json': data, 'b.json': data },
    ],
    [
      'cache.put',
      "const got = await fetch('./a.json'); await (await caches.open('a')).put('./a.json', got)",
      { 'a.json': data },
    ],
    [
      'a cache of a service worker',
      "await navigator.serviceWorker.register('./sw.js'); await navigator.serviceWorker.ready",
      {
        'sw.js': worker(
          "self.oninstall = (event) => event.waitUntil(caches.open('a').then((cache) => cache.addAll(['./a.json'])))",
        ),
        'a.json': data,
      },
    ],
    ['a call that is not read', "await fetch('./a.json')", { 'a.json': data }],
    [
      'a POST without content in return',
      "await fetch('./a', { method: 'POST', body: '{}' })",
      { a: answer(json, '') },
    ],
  ])('is unknown, and no fault: %s', async (_what, script, answers) => {
    const { reasons, calls } = await refused(script, answers)
    expect(calls).toContain(Object.keys(answers).at(-1))
    expect(reasons).toEqual([])
  })

  test.each<[string, string, RequestListener]>([
    ['a length of 0', 'https:', answer({ ...json, 'content-length': '0' }, '')],
    [
      'no chunk but the last',
      'http:',
      (_request, response) => {
        response.writeHead(200, json).flushHeaders()
        response.end()
      },
    ],
  ])('is empty with %s', async (_what, scheme, listener) => {
    const { reasons } = await refused(
      "const got = await fetch('./a.json'); await got.json().catch(() => {})",
      { 'a.json': listener },
      { scheme },
    )
    expect(reasons).toEqual(['empty-json'])
  })

  const read = (path: string) => `const got = await fetch('${path}'); await got.json()`

  test.each<[string, string, string, RequestListener]>([
    ['JSON with the type of a page', 'api/items', read('./api/items'), answer(html, '{"a":1}')],
    [
      'a fragment',
      'api/rows',
      "document.querySelector('p').innerHTML = await (await fetch('./api/rows')).text()",
      answer(html, '<table><tr><td>Rye bread</td></tr></table>'),
    ],
    [
      'a page of the site, which a script inserts',
      'next',
      "document.querySelector('p').innerHTML = await (await fetch('./next')).text()",
      answer(html, document('<p>Next</p>')),
    ],
  ])('is what it is, whatever its type and path: %s', async (_what, path, script, listener) => {
    const { reasons } = await refused(script, { [path]: listener })
    expect(reasons).toEqual([])
  })

  test.each<[string, string, string]>([
    ['at a path of data', 'api/items', read('./api/items')],
    ['that is read as JSON', 'shop', read('./shop')],
    [
      'that is read as JSON, with a message',
      'shop',
      `try { ${read('./shop')} } catch (e) { console.error('shop', e) }`,
    ],
  ])('is a page in place of data: %s', async (_what, path, script) => {
    const { reasons } = await refused(script, { [path]: answer(html, document('<p>Shop</p>')) })
    expect(reasons).toEqual(['not-json'])
  })

  test('is the document itself, without a root element, in place of data', async () => {
    let sent = ''
    const script = read('./api/items')
    const head = { head: '<title>Page</title>' }
    const { reasons, markup } = await refused(
      script,
      { 'api/items': (_request, response) => void response.writeHead(200, html).end(sent) },
      head,
    )
    // The first visit shows what the document is.
    expect(reasons).toEqual([])
    sent = markup
    expect((await refused(script, { 'api/items': answer(html, sent) }, head)).reasons).toEqual([
      'not-json',
    ])
  })
})
