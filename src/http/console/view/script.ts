import { consolePath } from '#http/console/access/paths.ts'

/** Milliseconds between two refreshes. Each costs the service a few milliseconds. */
const refreshMs = 2_000

/**
 * Fetches the page again while it is visible, and replaces the sections that have changed. The browser parses the response
 * into a separate document where no script runs, so the script never converts text to markup. A section with the focus or
 * with edited input is not replaced.
 */
export const script = `'use strict';
(() => {
  const status = document.getElementById('live')
  let timer = 0
  const show = (text) => { if (status.textContent !== text) status.textContent = text }
  const inUse = (section) => section.contains(document.activeElement) ||
    [...section.querySelectorAll('input:not([type=hidden])')].some((input) => input.value !== input.defaultValue)
  const update = (page) => {
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
  const refresh = () => {
    clearTimeout(timer)
    if (document.hidden) return
    const request = new XMLHttpRequest()
    request.open('GET', '${consolePath}/live' + location.search)
    request.responseType = 'document'
    request.timeout = 10000
    request.onloadend = () => {
      if (request.status === 401) {
        show('Signed out. Get a new link: urlwitness console')
        return
      }
      const page = request.status === 200 ? request.responseXML : null
      if (page !== null) update(page)
      show(page === null ? 'The service does not respond.' : 'Live')
      status.classList.toggle('bad', page === null)
      timer = setTimeout(refresh, ${refreshMs})
    }
    request.send()
  }
  document.addEventListener('visibilitychange', refresh)
  timer = setTimeout(refresh, ${refreshMs})
  show('Live')
})()
`
