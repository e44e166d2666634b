import type { OutgoingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, vi } from 'vitest'
import { findTestChrome } from './chrome.ts'
import { document, openRenderSetup, type RenderSetup, visitTimeout } from './render-setup.ts'

export const prose = `<h1>Bakery</h1><p>${'Bread and rolls, baked each morning in our own oven. '.repeat(12)}</p>`
/** A coloured header above the prose, so that the screenshot has more than one colour. */
const frame = '<header style="background:#246;height:60px"></header>'

/** Opens one setup for all tests of a file, if the machine has a browser. */
export function useShownPages() {
  const hasChrome = findTestChrome() !== null
  let world: RenderSetup
  vi.setConfig(visitTimeout)
  beforeAll(async () => {
    if (hasChrome) world = await openRenderSetup()
  })
  afterAll(async () => {
    if (hasChrome) await world[Symbol.asyncDispose]()
  })
  return {
    hasChrome,
    page: (...args: Parameters<RenderSetup['page']>) => world.page(...args),
    shown: (path: string, markup: string, fields: OutgoingHttpHeaders = {}) =>
      shownPage(world, path, markup, fields),
  }
}

/** Serves the markup below a header, renders that page, and returns the relevant evidence. */
async function shownPage(
  world: RenderSetup,
  path: string,
  markup: string,
  fields: OutgoingHttpHeaders,
) {
  world.page(path, (_request, response) => {
    const all = { 'content-type': 'text/html; charset=utf-8', ...fields }
    response.writeHead(200, all).end(document(`${frame}${markup}`))
  })
  const { browser, content } = await world.visit(path)
  if (browser.dom === null) throw new Error('no document')
  const { characters, unseen } = browser.dom.text_in_view
  const isSeen = unseen * 2 < characters
  return { isSeen, failure: browser.dom.reported_failure, browser, content }
}
