import { encodePaymentSignatureHeader } from '@x402/core/http'
import { authorizationOf, newPaymentId, signQuote, termsOfCatalogue } from '#cli/client/buyer.ts'
import { recordOutcome, stateAfter } from '#cli/client/journal.ts'
import { orderMismatch, requireEncryption } from '#cli/client/order.ts'
import {
  boundedFetch,
  type Catalogue,
  readCatalogue,
  readText,
  reasonOf,
} from '#cli/client/service-client.ts'
import { VerbError } from '#cli/context.ts'
import { parseJson } from '#payment/json-text.ts'
import { atomicToUsd } from '#payment/terms.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Random } from '#runtime/random.ts'
import type { Purchase, Purchases } from '#store/purchases/purchases.ts'
import type { Tool } from '#tools/tool.ts'
import {
  explainResponse,
  isReport,
  postRequest,
  quoted,
  type ServiceResponse,
} from './service-response.ts'
import type { ReportResult, ReportSource, ScreenshotResult } from './source.ts'

export interface PaidSourceOptions {
  readonly service: URL
  /** Whether `keyFor` has a key for real payments. Without one only a sandbox can be paid. */
  readonly hasKey: boolean
  /** Returns the key that signs payments, for the mode of the service. Throws a `VerbError`. */
  readonly keyFor: (mode: string) => `0x${string}`
  readonly maxCallAtomic: bigint
  readonly maxTotalAtomic: bigint
  readonly purchases: Purchases
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  readonly random: Random
}

/**
 * Buys reports of a service over HTTP. Each payment has an identifier and is recorded before it is sent; after a broken
 * connection or a 503 the same bytes are sent again, so that no report is paid for twice.
 */
export function createPaidSource(options: PaidSourceOptions): ReportSource {
  const { purchases, service } = options
  const budget = () => {
    const { settled, reserved, rejected, purchases: count } = purchases.spending()
    const remaining = options.maxTotalAtomic - BigInt(settled) - BigInt(reserved)
    return {
      spent_usd: atomicToUsd(BigInt(settled)),
      reserved_usd: atomicToUsd(BigInt(reserved)),
      reserved_said_unsettled_usd: atomicToUsd(BigInt(rejected)),
      remaining_usd: atomicToUsd(remaining > 0n ? remaining : 0n),
      max_usd_per_call: atomicToUsd(options.maxCallAtomic),
      max_usd_total: atomicToUsd(options.maxTotalAtomic),
      reports: count,
      ...(reserved === 0 ? {} : { note: reservedNote }),
    }
  }
  return {
    spendsMoney: options.hasKey,
    report: async (tool, url, signal) => {
      try {
        const catalogue = await readCatalogue(service, options)
        const result = await buyReport(options, { tool, url }, catalogue, signal)
        const isKeyUnused = options.hasKey && catalogue.mode === 'sandbox'
        return isKeyUnused && result.ok ? withNote(result, UNUSED_KEY) : result
      } catch (cause) {
        return cause instanceof VerbError
          ? failed(`${cause.message}. Nothing was paid.`)
          : failed(`The journal of payments cannot be used: ${reasonOf(cause)}. Nothing was sent.`)
      }
    },
    screenshot: (id, signal) => fetchScreenshot(options, id, signal),
    stored: (reportUrl, signal) => fetchStored(options, reportUrl, signal),
    prices: async () => {
      const catalogue = await readCatalogue(service, options).catch(problemOf)
      if ('error' in catalogue) return catalogue
      const { mode, tools } = catalogue
      return {
        service: service.origin,
        mode,
        tools: tools.map(({ tool, enabled, price_atomic: price }) => ({
          tool,
          enabled,
          price_usd: atomicToUsd(BigInt(price)),
        })),
      }
    },
    budget,
    close: async () => purchases.close(),
  }
}

const reservedNote =
  'reserved_usd was signed and is not known to be settled; of reserved_said_unsettled_usd the service says that it was not, which only the transfers of the paying address prove. Its owner can release what can no longer be settled, with `urlwitness mcp --forget-reserved` and the same --journal.'

/** The message of a `VerbError`; rethrows anything else. */
function problemOf(cause: unknown): { readonly error: string } {
  if (cause instanceof VerbError) return { error: cause.message }
  throw cause
}

const UNUSED_KEY =
  'The service is a sandbox, which is paid simulated money: the key of the buyer is not used.'

function withNote(result: Extract<ReportResult, { ok: true }>, note: string): ReportResult {
  return { ...result, note: result.note === null ? note : `${result.note} ${note}` }
}

interface ReportRequest {
  readonly tool: Tool
  readonly url: string
}

async function buyReport(
  options: PaidSourceOptions,
  request: ReportRequest,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<ReportResult> {
  const { service, purchases, clock } = options
  const entry = catalogue.tools.find(({ tool }) => tool === request.tool)
  if (entry === undefined) return failed(`The service does not sell ${request.tool}.`)
  const endpoint = new URL(entry.endpoint, service)
  const resumed = purchases.resume({ service: service.origin, ...request }, clock.now())
  if (resumed !== null) return fetchReport(options, endpoint, resumed, signal)
  const priceAtomic = BigInt(entry.price_atomic)
  const signing = await signPurchase(
    options,
    { ...request, endpoint, catalogue, priceAtomic },
    signal,
  )
  return signing.ok ? fetchReport(options, endpoint, signing.purchase, signal) : signing
}

type SigningResult =
  | { readonly ok: true; readonly purchase: Purchase }
  | { readonly ok: false; readonly message: string }

/** Requests a quote, signs it within the limits, and records the payment. */
async function signPurchase(
  options: PaidSourceOptions,
  order: ReportRequest & {
    readonly endpoint: URL
    readonly catalogue: Catalogue
    readonly priceAtomic: bigint
  },
  signal: AbortSignal,
): Promise<SigningResult> {
  const { service, clock, random, purchases, maxCallAtomic, maxTotalAtomic } = options
  const { tool, url, catalogue, priceAtomic } = order
  requireEncryption(service, catalogue.mode)
  if (priceAtomic > maxCallAtomic) {
    return failed(
      `${tool} costs ${atomicToUsd(priceAtomic)} USD, more than --max-usd-per-call ${atomicToUsd(maxCallAtomic)}. Nothing was signed.`,
    )
  }
  const quoteResponse = await postRequest(order.endpoint, { url, header: null }, options, signal)
  if (quoteResponse.status !== 402 || quoteResponse.quote === null)
    return failed(`${explainResponse(quoteResponse)} Nothing was paid.`)
  const terms = termsOfCatalogue(catalogue)
  const { pay_to: payTo, asset, network } = catalogue.payment
  if (terms === null || payTo === null) {
    return failed(
      `The service charges ${quoted(asset)} on ${quoted(network)}, which is not USDC on the network of its mode. Nothing was paid.`,
    )
  }
  const key = options.keyFor(catalogue.mode)
  const id = newPaymentId(clock, random)
  const payload = await signQuote(quoteResponse.quote, { terms, payTo, priceAtomic }, { key, id })
  const purchase: Purchase = {
    id,
    service: service.origin,
    tool,
    url,
    header: encodePaymentSignatureHeader(payload),
    amountAtomic: Number(payload.accepted.amount),
    validBefore: authorizationOf(payload).validBefore,
  }
  const limits = { maxTotalAtomic: Number(maxTotalAtomic), now: clock.now() }
  if (purchases.begin(purchase, limits)) return { ok: true, purchase }
  const reserved = atomicToUsd(BigInt(purchases.spending().reserved))
  return failed(
    `The budget of ${atomicToUsd(maxTotalAtomic)} USD (--max-usd-total), of which ${reserved} USD is reserved, does not allow another ${atomicToUsd(BigInt(payload.accepted.amount))} USD. Nothing was sent.`,
  )
}

/** Sends the payment, with retries where needed, and records its outcome. */
async function fetchReport(
  options: PaidSourceOptions,
  endpoint: URL,
  purchase: Purchase,
  signal: AbortSignal,
): Promise<ReportResult> {
  const usd = atomicToUsd(BigInt(purchase.amountAtomic))
  const response = await postRequest(endpoint, purchase, options, signal)
  const state = stateAfter(response)
  const reason = recordOutcome(options.purchases, purchase.id, state)
  const problem =
    reason === null
      ? null
      : `The journal cannot be written (${reason}): the payment ${purchase.id} stays reserved in it, and the next call for this URL sends it again, which is not paid twice.`
  if (response.isReport) {
    if (orderMismatch(parseJson(response.text), purchase) === null)
      return paidResult(purchase, response, problem)
    const journalNote = problem === null ? '' : ` ${problem}`
    return failed(
      `The service sent a report of another URL or tool, which is not given here. ${usd} USD count as spent (payment ${purchase.id}), and another call pays again.${journalNote}`,
    )
  }
  if (problem !== null) return failed(`${explainResponse(response)} ${problem}`)
  if (state === 'settled') {
    return failed(
      `${explainResponse(response)} ${usd} USD count as spent (payment ${purchase.id}), and another call pays again.`,
    )
  }
  if (state === 'rejected') {
    return failed(
      `${explainResponse(response)} There is no proof that nothing was settled: ${usd} USD stay reserved (see budget).`,
    )
  }
  return failed(
    `${explainResponse(response)} The payment ${purchase.id} is open: call again with the same URL to get its report, which is not paid twice.`,
  )
}

function paidResult(
  purchase: Purchase,
  { text, transaction }: ServiceResponse,
  note: string | null,
): ReportResult {
  const amountUsd = atomicToUsd(BigInt(purchase.amountAtomic))
  return { ok: true, body: text, paid: { amountUsd, transaction }, note }
}

const SCREENSHOT_TIMEOUT_MS = 30_000

/** The report at a `report_url` of the service: only its id is used, so that no other address is asked. */
async function fetchStored(
  { service, fetch, clock }: PaidSourceOptions,
  reportUrl: string,
  signal: AbortSignal,
): Promise<ReportResult> {
  const id = /\/reports\/([\w-]{16,128})(?:\.json)?$/.exec(reportUrl)?.[1]
  if (id === undefined) return failed('That is neither a job_id nor a report_url of a report.')
  using deadline = deadlineAfter(clock, SCREENSHOT_TIMEOUT_MS, signal)
  try {
    const response = await boundedFetch(fetch, deadline)(new URL(`/reports/${id}.json`, service))
    const body = response.status === 200 ? await readText(response) : null
    return body !== null && isReport(body)
      ? { ok: true, body, paid: null, note: null }
      : failed('There is no such report, or it has expired (after a day at most).')
  } catch (cause) {
    return failed(`The report cannot be fetched: ${reasonOf(cause)}.`)
  }
}

async function fetchScreenshot(
  { service, fetch, clock }: PaidSourceOptions,
  id: string,
  signal: AbortSignal,
): Promise<ScreenshotResult> {
  if (!/^[A-Za-z0-9_-]{16,128}$/.test(id)) {
    return failed('That is not a screenshot_evidence_id of a report.')
  }
  using deadline = deadlineAfter(clock, SCREENSHOT_TIMEOUT_MS, signal)
  try {
    const response = await boundedFetch(fetch, deadline)(new URL(`/evidence/${id}`, service))
    if (response.status !== 200) {
      return failed('There is no such screenshot, or it has expired (24 hours at most).')
    }
    const png = new Uint8Array(await response.arrayBuffer())
    return hasPngSignature(png)
      ? { ok: true, png }
      : failed('The service sent something that is not a PNG image.')
  } catch (cause) {
    return failed(`The screenshot cannot be fetched: ${reasonOf(cause)}.`)
  }
}

function hasPngSignature(bytes: Uint8Array): boolean {
  return [137, 80, 78, 71, 13, 10, 26, 10].every((byte, index) => bytes[index] === byte)
}

function failed(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message }
}
