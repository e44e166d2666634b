// A separate file: the choice of a trusted facilitator is independent of the HTTP client.
import { Fault } from '#fault.ts'
import { isLoopback } from '#settings/values.ts'

/**
 * Returns the facilitator's base URL without a trailing slash. It must be https, or http on loopback: an
 * intermediary could otherwise forge `isValid` and `success`. Throws `bad_facilitator_url`.
 */
export function facilitatorBaseUrl(text: string): string {
  if (!URL.canParse(text)) throw invalidUrl('is not an absolute URL')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw invalidUrl('must be an https URL')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw invalidUrl('must be https; plain http is for loopback only')
  }
  if (url.username !== '' || url.password !== '')
    throw invalidUrl('must not carry a user name or password')
  if (url.search !== '' || url.hash !== '') throw invalidUrl('must not carry a query or fragment')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function invalidUrl(reason: string): Fault {
  return new Fault('bad_facilitator_url', `The facilitator URL ${reason}.`)
}
