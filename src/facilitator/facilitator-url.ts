import { Fault } from '#fault.ts'

/**
 * Returns the facilitator's base URL without a trailing slash. It must be https, or http on loopback: an
 * intermediary could otherwise forge `isValid` and `success`. Throws `bad_facilitator_url`.
 */
export function facilitatorBase(text: string): string {
  if (!URL.canParse(text)) throw bad('is not an absolute URL')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw bad('must be an https URL')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw bad('must be https; plain http is for loopback only')
  }
  if (url.username !== '' || url.password !== '')
    throw bad('must not carry a user name or password')
  if (url.search !== '' || url.hash !== '') throw bad('must not carry a query or fragment')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Takes the host as WHATWG serialises it: `127.1` and `0x7f000001` are already `127.0.0.1`. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    /^127\.[0-9]+\.[0-9]+\.[0-9]+$/.test(hostname)
  )
}

function bad(reason: string): Fault {
  return new Fault('bad_facilitator_url', `The facilitator URL ${reason}.`)
}
