import { statSync } from 'node:fs'
import { encodePaymentSignatureHeader } from '@x402/core/http'
import { requireWritable } from '#cli/check/report-file.ts'
import { type CliContext, UsageError, VerbError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { withProgress } from '#cli/output/progress.ts'
import { sanitize } from '#cli/output/terminal.ts'
import { atomicToUsd } from '#payment/terms.ts'
import type { PaymentPayload } from '#payment/x402/x402.ts'
import { beforeTermination, runtimeFacts } from '#runtime/process/process.ts'
import { BUYER_KEY_ENV } from '#settings/keys.ts'
import { usd } from '#settings/values.ts'
import type { PurchaseState } from '#store/purchases/purchases.ts'
import { showBoughtReport } from './bought-page.ts'
import type { AgreedPurchase } from './buyer.ts'
import {
  authorizationOf,
  ephemeralKey,
  newPaymentId,
  readKey,
  signQuote,
  termsOfCatalogue,
} from './buyer.ts'
import { noRecord, openPurchaseRecord, type PurchaseRecord } from './journal.ts'
import { findTool, orderMismatch, parseServiceUrl, requireEncryption } from './order.ts'
import { PAID_TIMEOUT_MS, QUOTE_TIMEOUT_MS, quoteOf, requestReport } from './report-request.ts'
import {
  type PaidResponse,
  printReport,
  type Receipt,
  receiptText,
  resultOf,
} from './result-text.ts'
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
  /** File of the journal; null for the default one. */
  readonly journal: string | null
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
  const order = await prepare(options, context)
  const { record } = order
  try {
    const { signed, unpaid } = await paymentFor(order, options, context)
    const result =
      signed === null
        ? await resultOf(unpaid)
        : await sendPayment(order, signed, { options, context })
    if (result.status !== 'report') throw resultError(result, signed, record)
    const { code, isComplete } = await deliver(result, signed, { options, context })
    if (signed === null) return code
    // A report that was not written, for example to a full disk, is fetched again by the same command.
    endPurchase(record, isComplete ? 'settled' : 'open', context)
    if (!isComplete && record.isKept) err.write(`The report is paid. ${REPEAT_ADVICE}\n`)
    return code
  } finally {
    record.close()
  }
}

interface Delivery {
  readonly code: number
  /** False if the report or its page could not be written. */
  readonly isComplete: boolean
}

/** Prints the report, and writes the page that was asked for. */
async function deliver(
  result: Extract<PaidResponse, { status: 'report' }>,
  signed: PaymentPayload | null,
  { options, context }: { readonly options: BuyOptions; readonly context: BuyContext },
): Promise<Delivery> {
  const { out, err } = context.terminal
  const { service, html, open, json } = options
  const code = printReport(result, { json, isSigned: signed !== null }, context.terminal)
  if (signed !== null) warnOfOtherReceipt(result.receipt, signed, context)
  const mismatch = orderMismatch(result.body, options)
  if (mismatch !== null) {
    err.write(`${mismatch}\n`)
    return { code: exitCode.failed, isComplete: true }
  }
  const pageOptions = { service: parseServiceUrl(service), html, open }
  const page = await showBoughtReport(result, pageOptions, context)
  const isComplete = page !== 'not_written' && (await out.drained()) !== 'lost'
  return { code: page === 'done' ? code : exitCode.failed, isComplete }
}

/** Records the outcome of a purchase in the journal, and reports it if that cannot be written. */
function endPurchase(record: PurchaseRecord, state: PurchaseState, { terminal }: BuyContext): void {
  const problem = record.end(state)
  if (problem === null) return
  terminal.err.write(
    `the journal of payments cannot be written (${problem}): the next purchase of this URL sends this payment again, which is not paid twice\n`,
  )
}

/** A signed payment, or the response of a service that wants none. */
type Payment =
  | { readonly signed: PaymentPayload; readonly unpaid: null }
  | { readonly signed: null; readonly unpaid: Response }

/** The open payment of an earlier call, otherwise a new one, which is recorded. Throws a `VerbError`. */
async function paymentFor(
  { endpoint, purchase, key, record }: Order,
  { url }: BuyOptions,
  context: BuyContext,
): Promise<Payment> {
  const { err } = context.terminal
  if (record.open !== null) {
    err.write(`${resumedText(record.open)}\n`)
    return { signed: record.open, unpaid: null }
  }
  err.write(
    `paying at most ${atomicToUsd(purchase.priceAtomic)} USD on ${sanitize(purchase.terms.network)} ...\n`,
  )
  const response = await withProgress(
    context,
    { what: 'requesting the quote', limitMs: QUOTE_TIMEOUT_MS },
    () => requestReport(endpoint, { url, payment: null }, context),
  ).catch((cause: unknown) => {
    throw new VerbError(`no response: ${reasonOf(cause)}: nothing was signed`, { cause })
  })
  if (response.status !== 402) return { signed: null, unpaid: response }
  const quote = quoteOf(response)
  if (quote === null) throw new VerbError('the response is a 402 without a quote')
  const id = newPaymentId(context.clock, context.random)
  const signed = await signQuote(quote, purchase, { key, id })
  record.begin(id, signed)
  // Written before it is sent: this program can be ended while it waits.
  err.write(`${signedText(signed)}\n`)
  return { signed, unpaid: null }
}

/** Sends the payment, with retries where needed, and records an outcome without a report. Throws a `VerbError` if there is no response. */
async function sendPayment(
  { endpoint, record }: Order,
  signed: PaymentPayload,
  { options, context }: { readonly options: BuyOptions; readonly context: BuyContext },
): Promise<PaidResponse> {
  const payment = encodePaymentSignatureHeader(signed)
  const advice = `A payment may have been made${adviceOn(signed, { isOpen: record.isKept })}`
  let removeHandlers = () => {}
  try {
    const result = await withProgress(
      context,
      { what: `buying ${sanitize(options.tool, 40)}`, limitMs: PAID_TIMEOUT_MS },
      async (note) => {
        removeHandlers = beforeTermination(() => note(advice))
        const onFirstRetry = (reply: Reply) => note(retryText(reply))
        const request = { url: options.url, payment }
        return resultOf(await requestReport(endpoint, request, { ...context, onFirstRetry }))
      },
    )
    // The purchase of a report ends when the report has been written.
    if (result.status !== 'report') endPurchase(record, result.paymentState, context)
    return result
  } catch (cause) {
    record.end('open')
    throw new VerbError(`no response: ${reasonOf(cause)}\n${advice}`, { cause })
  } finally {
    removeHandlers()
  }
}

/** The error for a response without a report. After a signature it says that the service can have taken the money. */
function resultError(
  { status, problem, receipt, isUnpaid, paymentState }: Exclude<PaidResponse, { status: 'report' }>,
  signed: PaymentPayload | null,
  { isKept }: PurchaseRecord,
): VerbError {
  const lines = [problem, ...(receipt === null ? [] : [receiptText(receipt)])]
  if (signed !== null && receipt?.success !== true) {
    const claim = isUnpaid
      ? 'That nothing was paid is only what the service says'
      : 'A payment may have been made'
    lines.push(`${claim}${adviceOn(signed, { isOpen: isKept && paymentState === 'open' })}`)
  }
  return new VerbError(lines.join('\n'), { exit: status, facts: { receipt } })
}

/** Says on stderr in what a receipt contradicts the signed payment. */
function warnOfOtherReceipt(
  receipt: Receipt | null,
  signed: PaymentPayload,
  { terminal: { err } }: Pick<CliContext, 'terminal'>,
): void {
  if (receipt === null) return
  const { amount, network } = signed.accepted
  const { from } = authorizationOf(signed)
  const matches = {
    payer: (receipt.payer ?? from).toLowerCase() === from.toLowerCase(),
    network: receipt.network === network,
    amount: (receipt.amount ?? amount) === amount,
  }
  const differing = Object.entries(matches).flatMap(([member, isSame]) => (isSame ? [] : [member]))
  if (differing.length === 0) return
  err.write(
    `the receipt is not that of this payment: it names another ${differing.join(', another ')}\n`,
  )
  err.write(`A payment may have been made${adviceOn(signed, { isOpen: false })}\n`)
}

const REPEAT_ADVICE =
  'Repeat the command within 24 hours: it sends the same payment again, which is not paid twice.'

/** `isOpen`: whether the next call for the same report continues this payment. */
function adviceOn(signed: PaymentPayload, { isOpen }: { readonly isOpen: boolean }): string {
  const { usd: amount, payTo, until } = signedFacts(signed)
  const next = isOpen
    ? REPEAT_ADVICE
    : `Look at the payments received by ${payTo} before paying again.`
  return `: the service can take the ${amount} USD until ${until}. ${next}`
}

function signedText(signed: PaymentPayload): string {
  const { usd: amount, payTo, until } = signedFacts(signed)
  return `signed ${amount} USD for ${payTo}, which the service can take until ${until}`
}

function resumedText(signed: PaymentPayload): string {
  const { usd: amount, payTo, until } = signedFacts(signed)
  return `an earlier call got no report: its payment of ${amount} USD for ${payTo} is sent again, and nothing else is signed; the service can take it until ${until}`
}

function signedFacts(signed: PaymentPayload) {
  const { amount, payTo } = signed.accepted
  return {
    usd: atomicToUsd(BigInt(amount)),
    payTo: sanitize(payTo),
    until: new Date(authorizationOf(signed).validBefore * 1_000).toISOString(),
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

interface Order {
  readonly endpoint: URL
  readonly purchase: AgreedPurchase
  readonly key: `0x${string}`
  readonly record: PurchaseRecord
}

/** Runs every check that must pass before anything is signed. Throws a `VerbError`. */
async function prepare(options: BuyOptions, context: BuyContext): Promise<Order> {
  const service = parseServiceUrl(options.service)
  const maxAtomic = parseMaxPrice(options.maxUsd ?? DEFAULT_MAX_USD)
  if (options.html !== null) requireWritable(options.html)
  const catalogue = await readCatalogue(service, context)
  requireEncryption(service, catalogue.mode)
  const { endpoint: path, purchase } = purchaseOf(catalogue, options.tool, maxAtomic)
  const endpoint = new URL(path, service)
  const key = keyFor(catalogue.mode, options.keyFile, context)
  const isSandbox = catalogue.mode === 'sandbox'
  if (isSandbox)
    warnOfUnused({ '--key-file': options.keyFile, '--journal': options.journal }, context)
  const { tool, url } = options
  const record = isSandbox
    ? noRecord
    : openPurchaseRecord(
        { service: service.origin, tool, url },
        { ...context, file: options.journal },
      )
  return { endpoint, purchase, key, record }
}

function warnOfUnused(
  flags: Readonly<Record<string, string | null>>,
  { terminal: { err } }: Pick<CliContext, 'terminal'>,
): void {
  for (const [flag, value] of Object.entries(flags)) {
    if (value === null) continue
    err.write(
      `warning: ${flag} is not used: a sandbox is paid simulated money, signed with a new key\n`,
    )
  }
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
      `the service charges ${sanitize(asset)} on ${sanitize(network)}, which is not USDC on the network of mode ${sanitize(catalogue.mode)}: not paid`,
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

/** Whether a key for real payments is given, by the file or the environment. It is not read. */
export function hasKey(keyFile: string | null, { env }: Pick<CliContext, 'env'>): boolean {
  return Boolean(keyFile ?? (env[`${BUYER_KEY_ENV}_FILE`] || env[BUYER_KEY_ENV]))
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
  if (!hasKey(keyFile, context)) {
    throw new UsageError(
      `mode ${mode} needs a real signature: give a key with --key-file, ${BUYER_KEY_ENV} or ${BUYER_KEY_ENV}_FILE`,
    )
  }
  return readBuyerKey(keyFile, context)
}

/** The key for real payments, from a file or the environment, where `hasKey` has found one. Throws a `UsageError`. */
export function readBuyerKey(
  keyFile: string | null,
  context: Pick<CliContext, 'env' | 'readFile'>,
): `0x${string}` {
  const file = keyFile ?? (context.env[`${BUYER_KEY_ENV}_FILE`] || null)
  const keyText = context.env[BUYER_KEY_ENV]
  if (keyFile === null && file !== null && keyText) {
    throw new UsageError(`${BUYER_KEY_ENV} and ${BUYER_KEY_ENV}_FILE are both set: set one of them`)
  }
  refuseKeyAsFile(file)
  const text = file === null ? (keyText ?? '') : readFileOrNull(file, context)
  if (text === null) {
    throw new UsageError(`the key file ${file} cannot be read; check its path and permissions`)
  }
  if (file !== null && isReadableByAll(file)) {
    throw new UsageError(`every user can read the key file ${file}: chmod 600 ${file}`)
  }
  const key = readKey(text)
  if (key !== null) return key
  // The key itself must not be in the message, which may be logged.
  throw new UsageError(`the key in ${file ?? BUYER_KEY_ENV} is not 0x and 64 hexadecimal digits`)
}

/** Throws a `UsageError` for a key in place of a file name, which a message or a configuration would show. */
export function refuseKeyAsFile(file: string | null): void {
  if (file === null || readKey(file) === null) return
  throw new UsageError(
    `--key-file and ${BUYER_KEY_ENV}_FILE name a file, and a key was given: other users can see a key on a command line`,
  )
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
