import { z } from 'zod'
import { boundedFetch, readText, reasonOf } from '#cli/client/service-client.ts'
import { codeOf } from '#fault.ts'
import { parseJson } from '#payment/json-text.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Settings } from '#settings/settings.ts'
import { formatHostPort, isLoopback } from '#settings/values.ts'
import { type CheckResult, fail, pass, skip, warn } from './check.ts'

/** Checks that a receiving address is set. The settings have verified its checksum, and that it is not a token contract. */
export function checkPayTo({ mode, payTo, terms }: Settings): CheckResult {
  if (mode === 'sandbox') return skip('pay_to', 'simulated payments: not needed')
  return payTo === null
    ? fail('pay_to', 'not set', 'Set pay_to: until then paid routes return 503 not_configured.')
    : pass(
        'pay_to',
        `${payTo} receives ${terms.symbol} on ${terms.network}; compare it with your wallet`,
      )
}

interface BaseUrlCheckContext {
  readonly settings: Settings
  readonly clock: Clock
  readonly fetch: typeof globalThis.fetch
}

const TIMEOUT_MS = 5_000
const healthShape = z.object({ status: z.literal('ok') })

/** Checks whether buyers reach the service at the quoted address, with a request for `/health`. */
export async function checkBaseUrl({
  settings,
  clock,
  fetch,
}: BaseUrlCheckContext): Promise<CheckResult> {
  const { baseUrl, mode } = settings
  const localAddress = formatHostPort(settings.listen)
  if (baseUrl === null) {
    return mode === 'sandbox'
      ? skip(
          'base_url',
          `not set: http://${localAddress} is quoted, which only this machine reaches`,
        )
      : warn('base_url', 'not set', 'Set base_url: quotes name a loopback address.')
  }
  const deadline = deadlineAfter(clock, TIMEOUT_MS)
  try {
    const response = await boundedFetch(fetch, deadline)(`${baseUrl}/health`)
    const text = (await readText(response)) ?? ''
    const isUrlwitness = response.status === 200 && healthShape.safeParse(parseJson(text)).success
    if (!isUrlwitness) {
      return fail(
        'base_url',
        `${baseUrl}/health is not served by urlwitness: it returns ${response.status}`,
        `Let your reverse proxy pass this name to http://${localAddress}, and start the service.`,
      )
    }
    return isLoopback(new URL(baseUrl).hostname) && mode !== 'sandbox'
      ? warn(
          'base_url',
          `${baseUrl} responds, on this machine only`,
          'Set base_url to a public name.',
        )
      : pass('base_url', `${baseUrl} responds`)
  } catch (cause) {
    return unreachableResult(baseUrl, localAddress, cause)
  } finally {
    deadline.close()
  }
}

/** No response is a warning only, because nothing responds there before the first start. A certificate error is a failure. */
function unreachableResult(baseUrl: string, localAddress: string, cause: unknown): CheckResult {
  const code = codesOf(cause).find((candidate) => CERTIFICATE_ERROR.test(candidate))
  return code === undefined
    ? warn(
        'base_url',
        `${baseUrl} does not respond: ${reasonOf(cause)}`,
        `Let your reverse proxy pass this name to http://${localAddress}, and start the service. If your router does not support NAT loopback, test from another network.`,
      )
    : fail(
        'base_url',
        `buyers do not trust the certificate of ${baseUrl} (${code})`,
        'Let the reverse proxy get one for this name: Caddy does by itself, certbot for nginx.',
      )
}

const CERTIFICATE_ERROR = /CERT|SELF_SIGNED|SIGNATURE|ISSUER|ALTNAME/

function codesOf(cause: unknown): string[] {
  const codes: string[] = []
  let error = cause
  for (let depth = 0; depth < 6 && error instanceof Error; depth++) {
    const code = codeOf(error)
    if (code !== null) codes.push(code)
    error = error.cause
  }
  return codes
}
