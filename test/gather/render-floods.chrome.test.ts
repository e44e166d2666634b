import { describe, expect, test } from 'vitest'
import { needsChrome } from '#test/equipment/browser/chrome.ts'
import { floods } from '#test/equipment/browser/flooding-pages.ts'
import { document, html, renderSetupForFile } from '#test/equipment/browser/render-setup.ts'

const world = await renderSetupForFile()

world.page('/flood', (request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  response.writeHead(200, html).end(floods[searchParams.get('of') ?? '']?.[0])
})
world.page('/none', (_request, response) => void response.writeHead(204).end())
world.page('/file', (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('bytes')
})
world.page('/next', document('<p>next</p>'))

describe('what floods the browser is a report that can be sold', needsChrome, () => {
  test.each(Object.keys(floods))('%s', async (kind) => {
    const { limitsHit, browser, http } = await world.visit(`/flood?of=${encodeURIComponent(kind)}`)
    const limit = floods[kind]?.[1] ?? null
    expect({ status: http.status, limitsHit, navigation: browser.navigation }).toMatchObject({
      status: 200,
      limitsHit: limit === null ? expect.any(Array) : expect.arrayContaining([limit]),
      navigation: { main_status: 200 },
    })
  })
})

test('a page is captured as usual beside pages that flood the browser', needsChrome, async () => {
  const attacks = ['console lines', 'busy workers', 'busy workers'].map((kind) =>
    world.visit(`/flood?of=${encodeURIComponent(kind)}`),
  )
  const { browser, limitsHit } = await world.visit('/next')
  expect(browser.navigation).toMatchObject({ outcome: 'loaded', unresponsive: false })
  expect(limitsHit).toEqual([])
  for (const { limitsHit: reached } of await Promise.all(attacks)) expect(reached).not.toEqual([])
})
