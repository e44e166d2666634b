import type { OutgoingHttpHeaders } from 'node:http'
import { document, html, renderSetupForFile } from './render-setup.ts'

export const prose = `<h1>Bakery</h1><p>${'Bread and rolls, baked each morning in our own oven. '.repeat(12)}</p>`
/** A coloured header above the prose, so that the screenshot has more than one colour. */
const frame = '<header style="background:#246;height:60px"></header>'

/** Opens one render setup for all tests of a file. */
export async function useShownPages() {
  const { page, visit } = await renderSetupForFile()
  /** Serves the markup below a header, renders that page, and returns the relevant evidence. */
  const shown = async (path: string, markup: string, fields: OutgoingHttpHeaders = {}) => {
    page(path, (_request, response) => {
      response.writeHead(200, { ...html, ...fields }).end(document(`${frame}${markup}`))
    })
    const { browser, content } = await visit(path)
    if (browser.dom === null) throw new Error('no document')
    const { characters, unseen } = browser.dom.text_in_view
    const isSeen = unseen * 2 < characters
    return { isSeen, failure: browser.dom.reported_failure, browser, content }
  }
  return { page, shown }
}
