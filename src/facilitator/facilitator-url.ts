// A separate file: the choice of a trusted facilitator is independent of the HTTP client.
import { Fault } from '#fault.ts'
import { serviceUrl } from '#settings/values.ts'

/**
 * Returns the facilitator's base URL without a trailing slash. It must be https, or http on loopback: an
 * intermediary could otherwise forge `isValid` and `success`. Throws `bad_facilitator_url`.
 */
export function facilitatorBaseUrl(text: string): string {
  const { data, error } = serviceUrl.safeParse(text)
  if (data !== undefined) return data
  throw new Fault('bad_facilitator_url', `The facilitator URL ${error?.issues[0]?.message}.`)
}
