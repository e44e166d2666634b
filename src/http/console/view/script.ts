import { consolePath } from '#http/console/access/paths.ts'

/** A look costs the service some milliseconds. */
const EVERY_MS = 2_000

/**
 * Asks for the page again while somebody looks at it, and puts its changed sections in place of the old ones. The browser
 * parses the answer into a document of its own, where no script runs, so that no text is ever turned into markup here.
 * A section stays as it is while the operator is in it, or has typed something there.
 */
export const script = `'use strict';
(() => {
  const told = document.getElementById('live')
  let timer = 0
  const tell = (text) => { if (told.textContent !== text) told.textContent = text }
  const inUse = (section) => section.contains(document.activeElement) ||
    [...section.querySelectorAll('input:not([type=hidden])')].some((input) => input.value !== input.defaultValue)
  const take = (page) => {
    for (const now of document.querySelectorAll('[data-live]')) {
      const next = page.getElementById(now.id)
      if (next === null || inUse(now)) continue
      for (const details of now.querySelectorAll('details[open][id]')) {
        const same = next.querySelector('#' + details.id)
        if (same !== null) same.open = true
      }
      if (!now.isEqualNode(next)) now.replaceWith(document.adoptNode(next))
    }
  }
  const look = () => {
    clearTimeout(timer)
    if (document.hidden) return
    const request = new XMLHttpRequest()
    request.open('GET', '${consolePath}/live' + location.search)
    request.responseType = 'document'
    request.timeout = 10000
    request.onloadend = () => {
      if (request.status === 401) {
        tell('Signed out. Get a new link: urlwitness console')
        return
      }
      const page = request.status === 200 ? request.responseXML : null
      if (page !== null) take(page)
      tell(page === null ? 'The service does not answer.' : 'Live')
      told.classList.toggle('bad', page === null)
      timer = setTimeout(look, ${EVERY_MS})
    }
    request.send()
  }
  document.addEventListener('visibilitychange', look)
  timer = setTimeout(look, ${EVERY_MS})
  tell('Live')
})()
`
