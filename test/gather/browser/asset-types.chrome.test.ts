import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import {
  document,
  html,
  renderSetupForFile,
  siteUrl,
} from '#test/equipment/browser/render-setup.ts'
import { healthyRendering } from '#test/equipment/evidence/evidence.ts'
import { verdict } from '#test/equipment/evidence/verdict.ts'

const world = await renderSetupForFile()

const nosniff = { 'x-content-type-options': 'nosniff' }
const answer =
  (status: number, fields: Record<string, string>, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, fields).end(body)
const fallback = (status: number, fields = {}) =>
  answer(status, { ...html, ...fields }, '<!doctype html><title>The application</title>')
const script = (type: string, fields = {}) =>
  answer(200, { 'content-type': type, ...fields }, 'document.body.dataset.ran = 1')

/** Renders a page with one asset that `asset` serves: `status` and `blocked_reason` of its failures, and codes. */
async function judged(name: string, tag: string, asset: RequestListener) {
  world.page(`/${name}/asset`, asset)
  const page = document(`<p>Hello there.</p>${tag}`)
  world.page(`/${name}/`, tag.includes('quirks') ? page.replace('<!doctype html>', '') : page)
  const { browser } = await world.visit(`${siteUrl}/${name}/`)
  // The favicon is requested at an unpredictable time.
  const failed = browser.requests.failed
    .filter(({ favicon }) => !favicon)
    .map(({ status, blocked_reason }) => [status, blocked_reason])
  const items = browser.requests.items.filter(({ url }) => !url.endsWith('/favicon.ico'))
  return { failed, codes: verdict(healthyRendering({ browser })), items }
}

const style = '<link rel="stylesheet" href="asset">'
const classic = '<script src="asset"></script>'
const module = '<script type="module" src="asset"></script>'
const broken = ['REQ_FIRST_PARTY_ASSET_FAILED ISSUE']

describe('an asset of the site', needsChrome, () => {
  test.each<[string, string, RequestListener, readonly unknown[]]>([
    ['a style sheet that is not there', style, fallback(404, nosniff), [404, null]],
    ['a style sheet that the server fails at', style, fallback(500, nosniff), [500, null]],
    ['a page for a style sheet', style, fallback(200, nosniff), [200, 'content-type']],
    ['a page for a style sheet, sniffed', style, fallback(200), [200, 'content-type']],
    ['a page for a script', classic, fallback(200, nosniff), [200, 'content-type']],
    ['a page for a module', module, fallback(200), [200, 'content-type']],
    ['a script as plain text', classic, script('text/plain', nosniff), [200, 'content-type']],
  ])('is broken when it is %s, though Chrome only rejects it', async (name, tag, asset, seen) => {
    const { failed, codes } = await judged(name.replaceAll(/\W/g, '-'), tag, asset)
    // Chrome repeats a request that failed before the parser reached its element.
    expect([...new Set(failed.map(String))]).toEqual([String(seen)])
    expect(codes).toEqual(broken)
  })

  test.each<[string, string, RequestListener]>([
    ['a script of an old name', classic, script('application/x-javascript', nosniff)],
    ['a script with a charset', module, script('text/javascript; charset=utf-8', nosniff)],
    ['a script that calls itself a page, and runs', classic, script('text/html')],
    ['a style sheet', style, answer(200, { 'content-type': 'text/css', ...nosniff }, 'p{}')],
  ])('is not broken by being %s', async (name, tag, asset) => {
    const { failed, codes, items } = await judged(name.replaceAll(/\W/g, '-'), tag, asset)
    expect([failed, codes]).toEqual([[], []])
    expect(items.at(-1)).toMatchObject({ status: 200 })
  })

  test('is accepted in quirks mode though it is a page, and then has no rules', async () => {
    const { failed, codes } = await judged('quirks', `${style}<!--quirks-->`, fallback(200))
    expect([failed, codes]).toEqual([[], ['REQ_STYLES_EMPTY ISSUE']])
  })
})
