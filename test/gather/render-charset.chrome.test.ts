import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { renderSetupForFile, siteUrl } from '#test/equipment/browser/render-setup.ts'
import { charsetRows, misread, words } from '#test/equipment/content/charset-rows.ts'
import { healthyRendering } from '#test/equipment/evidence/evidence.ts'
import { verdict } from '#test/equipment/evidence/verdict.ts'

const world = await renderSetupForFile()
const pages = charsetRows.filter(({ contentType }) => contentType.startsWith('text/html'))

describe('Chrome reads a charset as we do', needsChrome, () => {
  test.each(pages.map((row, i) => ({ ...row, path: `/charset-${i}` })))(
    '$name',
    async ({ contentType, body, isRight, path }) => {
      world.page(path, (_request, response) => {
        response.setHeader('content-type', contentType)
        response.end(body)
      })
      const { content } = await world.visit(`${siteUrl}${path}`)
      expect(content).toMatchObject({ source: 'dom', h1: [isRight ? words : misread] })
      const codes = verdict(healthyRendering({ content })).map((one) => one.split(' ')[0])
      expect(codes.includes('CONTENT_GARBLED')).toBe(!isRight)
    },
  )
})
