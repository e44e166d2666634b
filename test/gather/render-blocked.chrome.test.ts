import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { html, renderSetupForFile } from '#test/equipment/browser/render-setup.ts'
import { prose } from '#test/equipment/browser/shown-page.ts'

const { internet, page, visit } = await renderSetupForFile()
const silent = 'cdn.silent-assets.net'
await internet.addSite(silent, { ip: '93.184.215.77', http: () => {} })
page('/silent.css', () => {})
page('/silent.js', () => {})
page('/late.css', (_request, response) => {
  setTimeout(
    () => void response.writeHead(200, { 'content-type': 'text/css' }).end('body{color:#234}'),
    3_000,
  )
})

const withHead = (head: string, foot = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head><body>${prose}${foot}</body></html>`

async function look(path: string, markup: string) {
  page(path, (_request, response) => void response.writeHead(200, html).end(markup))
  const { browser, screenshot } = await visit(path)
  const { navigation } = browser
  return {
    navigation,
    blocking: navigation.pending.filter((one) => one.render_blocking).map(({ url }) => url),
    whiteShare: screenshot?.facts.dominant_color_ratio,
  }
}

describe('a file in the head without a response', needsChrome, () => {
  test.each([
    ['a style sheet of the site', '<link rel="stylesheet" href="/silent.css">', '/silent.css'],
    ['a script of the site', '<script src="/silent.js"></script>', '/silent.js'],
    [
      'a style sheet of another site',
      `<link rel="stylesheet" href="http://${silent}/a.css">`,
      `http://${silent}/a.css`,
    ],
    [
      'a script of another site',
      `<script src="http://${silent}/a.js"></script>`,
      `http://${silent}/a.js`,
    ],
    [
      'an imported style sheet',
      `<style>@import url(http://${silent}/b.css);body{color:#234}</style>`,
      `http://${silent}/b.css`,
    ],
  ])(
    'leaves a white page, decided before the time for loading is over: %s',
    async (what, head, file) => {
      const { navigation, blocking, whiteShare } = await look(
        `/blocked-${what.replaceAll(' ', '-')}`,
        withHead(head),
      )
      expect(navigation.settle_reason).toBe('render_blocked')
      expect(blocking.map((url) => url.replace('http://www.site.example.com', ''))).toEqual([file])
      expect(navigation.unresponsive).toBe(false)
      expect(whiteShare).toBe(1)
    },
  )

  test.each([
    ['an async script', `<script async src="http://${silent}/c.js"></script>`, ''],
    ['a style sheet for print', '<link rel="stylesheet" media="print" href="/silent.css">', ''],
    ['a slow style sheet', '<link rel="stylesheet" href="/late.css">', ''],
    ['a script at the end', '', `<script src="http://${silent}/d.js"></script>`],
  ])('leaves a page that is shown: %s', async (what, head, foot) => {
    const { navigation, whiteShare } = await look(
      `/shown-${what.replaceAll(' ', '-')}`,
      withHead(head, foot),
    )
    expect(navigation.settle_reason).not.toBe('render_blocked')
    expect(whiteShare).toBeLessThan(1)
  })
})
