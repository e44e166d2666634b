import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findTestChrome } from '#test/equipment/browser/chrome.ts'
import {
  document,
  openRenderSetup,
  type RenderSetup,
  siteUrl,
  visitTimeout,
} from '#test/equipment/browser/render-setup.ts'
import { needs } from '#test/equipment/program/needs.ts'

const chrome = findTestChrome()
let world: RenderSetup

vi.setConfig(visitTimeout)

beforeAll(async () => {
  if (chrome !== null) world = await openRenderSetup()
})
afterAll(async () => {
  if (chrome !== null) await world[Symbol.asyncDispose]()
})

const live = ['sk', 'live', '51NqT8wKfGh2Lp9Zc4VbXe7Ry'].join('_')
const bundle = (before: string) => `${before}const key="${live}";console.debug(key.length)`

describe('a script of the site', needs({ Chromium: chrome !== null }), () => {
  test.each([
    ['has the secret key of a service', bundle(''), { id: 'secret-in-script', kind: 'secret' }],
    [
      'has it after a megabyte of code in one line',
      bundle(`var a=[${'"b",'.repeat(250_000)}0];`),
      { id: 'secret-in-script', kind: 'secret' },
    ],
    ['has a public key', bundle('').replace('sk_live', 'pk_live'), null],
    ['has an invented key', `const key="${['sk', 'live'].join('_')}_${'a1'.repeat(14)}"`, null],
  ])('%s', async (what, code, match) => {
    const path = `/${what.replaceAll(' ', '-')}`
    world.page(
      `${path}/app.js`,
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/javascript' }).end(code),
    )
    world.page(`${path}/`, document('<p>Hello there.</p><script src="app.js"></script>'))
    const { content } = await world.visit(`${siteUrl}${path}/`)
    expect(content?.signature_match).toEqual(match)
  })
})
