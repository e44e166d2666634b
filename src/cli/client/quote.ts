import { z } from 'zod'
import { type CliContext, VerbError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { jsonText, sanitize, type Terminal } from '#cli/output/terminal.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { termsOfCatalogue } from './buyer.ts'
import { findTool, parseServiceUrl } from './order.ts'
import { quoteOf, requestReport } from './report-request.ts'
import { resultOf } from './result-text.ts'
import { type Catalogue, readCatalogue, reasonOf } from './service-client.ts'

export interface QuoteOptions {
  readonly service: string
  readonly tool: string
  readonly url: string
  readonly json: boolean
}

type QuoteContext = Pick<CliContext, 'fetch' | 'clock' | 'terminal'>

const offerShape = z.object({
  scheme: z.string().max(100),
  network: z.string().max(100),
  asset: z.string().max(100),
  amount: z.string().regex(/^\d{1,40}$/),
  payTo: z.string().max(100),
  maxTimeoutSeconds: z.number(),
})
const quoteShape = z.object({ accepts: z.array(offerShape).min(1).max(20) })
type QuotedOffer = z.infer<typeof offerShape>

/** `urlwitness quote <service-url> <tool> <url>`: prints the price of a report. Nothing is signed, and nothing is paid. */
export async function quote(options: QuoteOptions, context: QuoteContext): Promise<number> {
  const service = parseServiceUrl(options.service)
  const catalogue = await readCatalogue(service, context)
  const { endpoint } = findTool(catalogue, options.tool)
  try {
    const request = { url: options.url, payment: null }
    const response = await requestReport(new URL(endpoint, service), request, context)
    const offers = readOffers(response)
    if (offers === null) throw await missingQuoteError(response)
    printQuote(offers, catalogue, options, context.terminal)
    return exitCode.pass
  } catch (cause) {
    if (cause instanceof VerbError) throw cause
    throw new VerbError(`no response: ${reasonOf(cause)}`, { cause })
  }
}

/** The offers of the quote; null when the response has no readable quote. */
function readOffers(response: Response): readonly QuotedOffer[] | null {
  const parsed = quoteShape.safeParse(quoteOf(response))
  return parsed.success ? parsed.data.accepts : null
}

async function missingQuoteError(response: Response): Promise<VerbError> {
  if (response.status === 402) {
    return new VerbError('the response is a 402 without a quote')
  }
  const result = await resultOf(response)
  return result.status === 'report'
    ? new VerbError('the service returned a report without payment: it is not an x402 service')
    : new VerbError(result.problem, { exit: result.status })
}

function printQuote(
  offers: readonly QuotedOffer[],
  catalogue: Catalogue,
  { json, tool, url }: QuoteOptions,
  { out }: Terminal,
): void {
  const pricedOffers = offers.map((offer) => ({ ...offer, amount_usd: usdOf(offer, catalogue) }))
  if (json) {
    out.write(`${jsonText({ tool, url, mode: catalogue.mode, accepts: pricedOffers })}\n`)
    return
  }
  const simulatedNote = catalogue.mode === 'sandbox' ? ', simulated' : ''
  for (const { amount, amount_usd: usd, ...offer } of pricedOffers) {
    const price =
      usd === null
        ? `${amount} atomic units of an unknown token`
        : `${usd} USD${simulatedNote} (${amount} atomic units)`
    const rows = [
      ['Price', price],
      ['Network', offer.network],
      ['Token', offer.asset],
      ['Paid to', offer.payTo],
      ['Scheme', `${offer.scheme}, within ${offer.maxTimeoutSeconds} s`],
    ]
    out.write(
      `${rows.map(([name = '', text = '']) => `${name.padEnd(9)} ${sanitize(text, 200)}`).join('\n')}\n`,
    )
  }
  out.write(
    'Nothing was signed or paid. `urlwitness buy` with the same arguments buys the report.\n',
  )
}

/** The amount in dollars; null unless the token is the USDC of the mode, because the units of another token are unknown. */
function usdOf({ network, asset, amount }: QuotedOffer, catalogue: Catalogue): string | null {
  const terms = termsOfCatalogue(catalogue)
  const isKnown =
    terms !== null && terms.network === network && terms.asset.toLowerCase() === asset.toLowerCase()
  return isKnown ? atomicToUsd(BigInt(amount)) : null
}
