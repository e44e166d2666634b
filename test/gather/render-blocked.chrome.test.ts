import { describe, expect, test } from 'vitest'
import { evaluate } from '#findings/evaluate.ts'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { html, renderSetupForFile, siteUrl } from '#test/equipment/browser/render-setup.ts'
import { prose } from '#test/equipment/browser/shown-page.ts'
import { healthyRendering } from '#test/equipment/evidence/evidence.ts'

const { internet, page, visit } = await renderSetupForFile()
const silent = 'cdn.silent-assets.net'
await internet.addSite(silent, { ip: '93.184.215.77', http: () => {} })
page('/silent.css', () => {})
page('/silent.js', () => {})
page('/stalled.css', (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/css' }).write('body{color:#234}')
})
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
  if (screenshot === null) throw new Error('no screenshot')
  const { facts } = screenshot
  const unstored = { screenshot_evidence_id: null, url: null, expires_at: null }
  const rendered = healthyRendering({ browser, screenshot: { ...facts, ...unstored } })
  const { findings } = evaluate(rendered)
  return {
    navigation: browser.navigation,
    finding: findings.find(({ code }) => code === 'RENDER_BLOCKED'),
    codes: findings.map(({ code }) => code),
    picture: [facts.dominant_color, facts.dominant_color_ratio, facts.width, facts.height],
  }
}

describe('a file in the head without a response', needsChrome, () => {
  test.each([
    [
      'a style sheet of the site',
      '<link rel="stylesheet" href="/silent.css">',
      `${siteUrl}/silent.css`,
    ],
    [
      'a style sheet that stops after its head',
      '<link rel="stylesheet" href="/stalled.css">',
      `${siteUrl}/stalled.css`,
    ],
    ['a script of the site', '<script src="/silent.js"></script>', `${siteUrl}/silent.js`],
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
      const { navigation, finding, codes, picture } = await look(
        `/blocked-${what.replaceAll(' ', '-')}`,
        withHead(head),
      )
      expect(navigation).toMatchObject({ settle_reason: 'render_blocked', unresponsive: false })
      expect(navigation.settled_ms).toBeLessThan(15_000)
      expect(codes).toEqual(['RENDER_BLOCKED'])
      expect(finding).toMatchObject({
        url: file,
        observed: { host: URL.parse(file)?.host },
        effect: file.startsWith(siteUrl) ? 'ISSUE' : 'REVIEW',
      })
      expect(picture).toEqual(['#ffffff', 1, 1366, 768])
    },
  )

  test.each([
    ['an async script', `<script async src="http://${silent}/c.js"></script>`, ''],
    ['a style sheet for print', '<link rel="stylesheet" media="print" href="/silent.css">', ''],
    ['a slow style sheet', '<link rel="stylesheet" href="/late.css">', ''],
    ['a script at the end', '', `<script src="http://${silent}/d.js"></script>`],
  ])('leaves a page that is shown: %s', async (what, head, foot) => {
    const { navigation, codes, picture } = await look(
      `/shown-${what.replaceAll(' ', '-')}`,
      withHead(head, foot),
    )
    expect(navigation.settle_reason).not.toBe('render_blocked')
    expect(codes).not.toContain('RENDER_BLOCKED')
    expect(picture[1]).toBeLessThan(1)
  })
})
