import { statSync } from 'node:fs'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import { z } from 'zod'
import { requireWritable } from '#cli/check/report-file.ts'
import { type CliContext, UsageError, VerbError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { withProgress } from '#cli/output/progress.ts'
import { sanitize } from '#cli/output/terminal.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { beforeTermination, runtimeFacts } from '#runtime/process/process.ts'
import { BUYER_KEY_ENV } from '#settings/keys.ts'
import { usd } from '#settings/values.ts'
import { showBoughtReport } from './bought-page.ts'
import type { AgreedPurchase } from './buyer.ts'
import { ephemeralKey, newPaymentId, readKey, signQuote, termsOfCatalogue } from './buyer.ts'
import { findTool, parseServiceUrl } from './order.ts'
import { PAID_TIMEOUT_MS, quoteOf, requestReport } from './report-request.ts'
import { printResult, resultOf } from './result-text.ts'
import { RETRY_WINDOW_MS, type Reply } from './retrying-fetch.ts'
import type { Catalogue } from './service-client.ts'
import { readCatalogue, reasonOf } from './service-client.ts'

export interface BuyOptions {
  readonly service: string
  readonly tool: string
  readonly url: string
  readonly json: boolean
  readonly keyFile: string | null
  /** The highest acceptable price in decimal dollars. */
  readonly maxUsd: string | null
  /** File for the report as one HTML page. */
  readonly html: string | null
  /** Whether to open that file in a browser, or without one `report_url`. */
  readonly open: boolean
}

type BuyContext = Pick<CliContext, 'fetch' | 'clock' | 'random' | 'env' | 'readFile' | 'terminal'>

// Twice the price of the most expensive tool; a mistake in the service's price list still costs little.
const DEFAULT_MAX_USD = '0.10'

/** `urlwitness buy <service-url> <tool> <url>`: reads the catalogue, pays, prints the report and the receipt. */
export async function buy(options: BuyOptions, context: BuyContext): Promise<number> {
  const { err } = context.terminal
  const { endpoint, purchase, key } = await prepare(options, context)
  err.write(
    `paying at most ${atomicToUsd(purchase.priceAtomic)} USD on ${sanitize(purchase.terms.network)} ...\n`,
  )
  const id = newPaymentId(context.clock, context.random)
  let isSigned = false
  const advice = `A payment may have been made: look at the payments received by ${sanitize(purchase.payTo)} before paying again.`
  let removeHandlers = () => {}
  try {
    const result = await withProgress(
      context,
      { what: `buying ${sanitize(options.tool, 40)}`, limitMs: PAID_TIMEOUT_MS },
      async (note) => {
        const send = (payment: string | null) =>
          requestReport(
            endpoint,
            { url: options.url, payment },
            { ...context, onFirstRetry: (reply) => note(retryText(reply)) },
          )
        const response = await send(null)
        if (response.status !== 402) return resultOf(response)
        const quote = quoteOf(response)
        if (quote === null) throw new VerbError('the response is a 402 without a quote')
        const payload = await signQuote(quote, purchase, { key, id })
        isSigned = true
        removeHandlers = beforeTermination(() => note(advice))
        return resultOf(await send(encodePaymentSignatureHeader(payload)))
      },
    )
    if (result.status !== 'report' && isSigned && !result.isUnpaid && result.receipt === null) {
      throw new VerbError(`${result.problem}\n${advice}`, { facts: { receipt: null } })
    }
    const code = printResult(result, options, context.terminal)
    if (result.status !== 'report') return code
    const mismatch = mismatchOf(result.body, options)
    if (mismatch !== null) {
      err.write(`${mismatch}\n`)
      return exitCode.failed
    }
    const pageOptions = {
      service: parseServiceUrl(options.service),
      html: options.html,
      open: options.open,
    }
    return (await showBoughtReport(result, pageOptions, context)) ? code : exitCode.failed
  } catch (cause) {
    if (cause instanceof VerbError) throw cause
    throw new VerbError(
      isSigned
        ? `no response: ${reasonOf(cause)}\n${advice}`
        : `no response: ${reasonOf(cause)}: nothing was signed`,
      { cause },
    )
  } finally {
    removeHandlers()
  }
}

/** The buyer may wait for long, and has to know that the signed payment is already on its way. */
function retryText(reply: Reply): string {
  const problem =
    'error' in reply
      ? `no response: ${reasonOf(reply.error)}`
      : `the service responds with ${reply.status}`
  return `${problem}; sending the same payment again for up to ${RETRY_WINDOW_MS / 1000} s ...`
}

/** How a report differs from the order; null if it does not. Its verdict must not decide about another URL. */
function mismatchOf(body: unknown, { tool, url }: BuyOptions): string | null {
  const parsed = z.object({ tool: z.string(), requested_url: z.string() }).safeParse(body)
  if (!parsed.success) return null // A report of another version of the service.
  const { tool: usedTool, requested_url: requestedUrl } = parsed.data
  if (usedTool === tool && requestedUrl === url) return null
  return `the report is not the ordered one: it is a ${sanitize(usedTool, 40)} of ${sanitize(requestedUrl, 300)}`
}

interface Order {
  readonly endpoint: URL
  readonly purchase: AgreedPurchase
  readonly key: `0x${string}`
}

/** Runs every check that must pass before anything is signed. Throws a `VerbError`. */
async function prepare(options: BuyOptions, context: BuyContext): Promise<Order> {
  const service = parseServiceUrl(options.service)
  const maxAtomic = parseMaxPrice(options.maxUsd ?? DEFAULT_MAX_USD)
  if (options.html !== null) requireWritable(options.html)
  const catalogue = await readCatalogue(service, context)
  const { endpoint, purchase } = purchaseOf(catalogue, options.tool, maxAtomic)
  const key = keyFor(catalogue.mode, options.keyFile, context)
  if (catalogue.mode === 'sandbox' && options.keyFile !== null) {
    context.terminal.err.write(
      'warning: --key-file is not used: a sandbox is paid simulated money, signed with a new key\n',
    )
  }
  return { endpoint: new URL(endpoint, service), purchase, key }
}

function parseMaxPrice(text: string): bigint {
  const parsed = usd.safeParse(text)
  if (parsed.success) return parsed.data
  const reason = parsed.error.issues.map(({ message }) => message).join(', ')
  throw new UsageError(`--max-usd ${JSON.stringify(text.slice(0, 40))} ${reason}`)
}

function purchaseOf(
  catalogue: Catalogue,
  tool: string,
  maxAtomic: bigint,
): { readonly endpoint: string; readonly purchase: AgreedPurchase } {
  const entry = findTool(catalogue, tool)
  const { pay_to: payTo, asset, network } = catalogue.payment
  if (payTo === null) {
    throw refusalError('the service has no receiving address yet and sells nothing')
  }
  const terms = termsOfCatalogue(catalogue)
  if (terms === null) {
    throw refusalError(
      `the service charges ${asset} on ${network}, which is not USDC on the network of mode ${catalogue.mode}: not paid`,
    )
  }
  const priceAtomic = BigInt(entry.price_atomic)
  if (priceAtomic > maxAtomic) {
    throw refusalError(
      `${tool} costs ${atomicToUsd(priceAtomic)} USD, more than --max-usd ${atomicToUsd(maxAtomic)}: not paid`,
    )
  }
  return { endpoint: entry.endpoint, purchase: { terms, payTo, priceAtomic } }
}

function refusalError(problem: string): VerbError {
  return new VerbError(problem, { exit: 'refused' })
}

/**
 * The key for the mode of a service, from a file or the environment. Never a real key in sandbox mode: a service that only
 * claims to be a sandbox would get its signature. Throws a `UsageError`.
 */
export function keyFor(
  mode: string,
  keyFile: string | null,
  context: Pick<CliContext, 'env' | 'readFile'>,
): `0x${string}` {
  if (mode === 'sandbox') return ephemeralKey()
  const file = keyFile ?? (context.env[`${BUYER_KEY_ENV}_FILE`] || null)
  const keyText = context.env[BUYER_KEY_ENV]
  if (file === null && !keyText) {
    throw new UsageError(
      `mode ${mode} needs a real signature: give a key with --key-file, ${BUYER_KEY_ENV} or ${BUYER_KEY_ENV}_FILE`,
    )
  }
  const text = file === null ? (keyText ?? '') : readFileOrNull(file, context)
  if (text === null) throw new UsageError(`the key file ${file} cannot be read`)
  if (file !== null && isReadableByAll(file)) {
    throw new UsageError(`every user can read the key file ${file}: chmod 600 ${file}`)
  }
  const key = readKey(text)
  if (key !== null) return key
  // The key itself must not be in the message, which may be logged.
  throw new UsageError(`the key in ${file ?? BUYER_KEY_ENV} is not 0x and 64 hexadecimal digits`)
}

/** Whether all users can read the file. Its group may, because systemd passes credentials that way. Windows has no file modes. */
function isReadableByAll(path: string): boolean {
  if (runtimeFacts().platform === 'win32') return false
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && (stats.mode & 0o007) !== 0
}

function readFileOrNull(path: string, context: Pick<CliContext, 'readFile'>): string | null {
  try {
    return context.readFile(path)
  } catch {
    return null // The caller reports it, with the path.
  }
}
