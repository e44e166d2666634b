import type { CliContext } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { clean } from '#cli/output/terminal.ts'
import { Fault } from '#fault.ts'
import { atomicToUsd, priceToAtomic } from '#payment/terms.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { BUYER_KEY_ENV } from '#settings/keys.ts'
import type { Purchase } from './buyer.ts'
import { payingFetch, readKey, termsOfCatalogue, throwawayKey } from './buyer.ts'
import { no, type Step, serviceOf, toolOf } from './order.ts'
import { printResult, resultOf } from './result-text.ts'
import type { Catalogue } from './service-client.ts'
import { readCatalogue, reasonOf } from './service-client.ts'

export interface BuyOptions {
  readonly service: string
  readonly tool: string
  readonly url: string
  readonly json: boolean
  readonly keyFile: string | null
  /** Decimal dollars. */
  readonly maxUsd: string | null
}

type BuyContext = Pick<CliContext, 'fetch' | 'clock' | 'env' | 'readFile' | 'terminal'>

// Twice the price of the most expensive tool; a mistake in the service's price list still costs little.
const DEFAULT_MAX_USD = '0.10'
// Longer than the longest deadline of a service: giving up earlier would lose a report that was paid for.
const CALL_TIMEOUT_MS = 150_000

/** `urlwitness buy <service-url> <tool> <url>`: reads the catalogue, pays, prints the report and the receipt. */
export async function buy(options: BuyOptions, context: BuyContext): Promise<number> {
  const { err } = context.terminal
  const order = await prepare(options, context)
  if (!order.ok) {
    err.write(`${clean(order.problem)}\n`)
    return order.code
  }
  const { endpoint, purchase, key } = order.value
  err.write(
    `paying at most ${atomicToUsd(purchase.priceAtomic)} USD on ${purchase.terms.network} ...\n`,
  )
  const deadline = deadlineAfter(context.clock, CALL_TIMEOUT_MS)
  try {
    const pay = payingFetch(context.fetch, key, purchase)
    const response = await pay(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: options.url }),
      redirect: 'manual',
      signal: deadline.signal,
    })
    return printResult(await resultOf(response), options, context.terminal)
  } catch (cause) {
    err.write(
      `no response: ${clean(reasonOf(cause))}\nA payment may have been made if it was signed: look at the payments received by ${purchase.payTo} before paying again.\n`,
    )
    return exitCode.failed
  } finally {
    deadline.close()
  }
}

interface Order {
  readonly endpoint: URL
  readonly purchase: Purchase
  readonly key: `0x${string}`
}

/** Everything that is checked before anything is signed. */
async function prepare(options: BuyOptions, context: BuyContext): Promise<Step<Order>> {
  const service = serviceOf(options.service)
  if (!service.ok) return service
  const cap = capOf(options.maxUsd ?? DEFAULT_MAX_USD)
  if (!cap.ok) return cap
  const reading = await readCatalogue(service.value, context.fetch, context.clock)
  if (reading.status === 'failed') return no(exitCode.failed, reading.problem)
  const purchase = purchaseOf(reading.catalogue, options.tool, cap.value)
  if (!purchase.ok) return purchase
  const key = keyFor(reading.catalogue.mode, options.keyFile, context)
  if (!key.ok) return key
  const endpoint = new URL(purchase.value.endpoint, service.value)
  return { ok: true, value: { endpoint, purchase: purchase.value.purchase, key: key.value } }
}

function capOf(text: string): Step<bigint> {
  try {
    return { ok: true, value: priceToAtomic(text) }
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    return no(exitCode.misuse, `--max-usd: ${cause.message}`)
  }
}

function purchaseOf(
  catalogue: Catalogue,
  tool: string,
  cap: bigint,
): Step<{ endpoint: string; purchase: Purchase }> {
  const known = toolOf(catalogue, tool)
  if (!known.ok) return known
  const entry = known.value
  const { pay_to: payTo } = catalogue.payment
  if (payTo === null)
    return no(exitCode.refused, 'the service has no receiving address yet and sells nothing')
  const terms = termsOfCatalogue(catalogue)
  if (terms === null) {
    return no(
      exitCode.refused,
      `the service wants ${catalogue.payment.asset} on ${catalogue.payment.network}, which is not USDC on the network of mode ${catalogue.mode}: not paid`,
    )
  }
  const priceAtomic = BigInt(entry.price_atomic)
  if (priceAtomic > cap) {
    return no(
      exitCode.refused,
      `${tool} costs ${atomicToUsd(priceAtomic)} USD, more than --max-usd ${atomicToUsd(cap)}: not paid`,
    )
  }
  return { ok: true, value: { endpoint: entry.endpoint, purchase: { terms, payTo, priceAtomic } } }
}

/** Never a real key in sandbox mode: a service that only claims to be a sandbox would get its signature. */
/** The key for the mode of a service: made for the occasion in sandbox mode, else from a file or the environment. */
export function keyFor(
  mode: string,
  keyFile: string | null,
  context: Pick<CliContext, 'env' | 'readFile'>,
): Step<`0x${string}`> {
  if (mode === 'sandbox') return { ok: true, value: throwawayKey() }
  const file = keyFile ?? (context.env[`${BUYER_KEY_ENV}_FILE`] || null)
  const direct = context.env[BUYER_KEY_ENV]
  if (file === null && !direct) {
    return no(
      exitCode.misuse,
      `mode ${mode} needs a real signature: give a key with --key-file, ${BUYER_KEY_ENV} or ${BUYER_KEY_ENV}_FILE`,
    )
  }
  const text = file === null ? (direct ?? '') : readOr(file, context)
  if (text === null) return no(exitCode.misuse, `the key file ${file} cannot be read`)
  const key = readKey(text)
  // The key itself must not be in the message, which may be logged.
  return key === null
    ? no(exitCode.misuse, `the key in ${file ?? BUYER_KEY_ENV} is not 0x and 64 hexadecimal digits`)
    : { ok: true, value: key }
}

function readOr(path: string, context: Pick<CliContext, 'readFile'>): string | null {
  try {
    return context.readFile(path)
  } catch {
    return null // The caller reports it, with the path.
  }
}
