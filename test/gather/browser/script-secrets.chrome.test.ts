import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { document, renderSetupForFile, siteUrl } from '#test/equipment/browser/render-setup.ts'

const world = await renderSetupForFile()

const live = ['sk', 'live', '51NqT8wKfGh2Lp9Zc4VbXe7Ry'].join('_')
const bundle = (before: string) => `${before}const key="${live}";console.debug(key.length)`

describe('a script of the site', needsChrome, () => {
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
