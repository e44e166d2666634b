import { decodePaymentRequiredHeader } from '@x402/core/http'
import { z } from 'zod'
import type { CliContext } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { clean, jsonText, type Terminal } from '#cli/output/terminal.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { termsOfCatalogue } from './buyer.ts'
import { serviceOf, toolOf } from './order.ts'
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

// Before a quote the service only resolves the name and checks the state of the facilitator.
const PATIENCE_MS = 15_000

/** `urlwitness quote <service-url> <tool> <url>`: the price of a report. Nothing is signed, and nothing is paid. */
export async function quote(options: QuoteOptions, context: QuoteContext): Promise<number> {
  const { err } = context.terminal
  const service = serviceOf(options.service)
  if (!service.ok) return refuse(service, err)
  const reading = await readCatalogue(service.value, context.fetch, context.clock)
  if (reading.status === 'failed')
    return refuse({ code: exitCode.failed, problem: reading.problem }, err)
  const entry = toolOf(reading.catalogue, options.tool)
  if (!entry.ok) return refuse(entry, err)
  const deadline = deadlineAfter(context.clock, PATIENCE_MS)
  try {
    const response = await context.fetch(new URL(entry.value.endpoint, service.value), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: options.url }),
      redirect: 'manual',
      signal: deadline.signal,
    })
    const offers = response.status === 402 ? offersIn(response) : null
    if (offers === null) return await unquoted(response, context)
    print(offers, reading.catalogue, options, context.terminal)
    return exitCode.pass
  } catch (cause) {
    return refuse({ code: exitCode.failed, problem: `no response: ${reasonOf(cause)}` }, err)
  } finally {
    deadline.close()
  }
}

/** Null when the response has no readable quote. */
function offersIn(response: Response): readonly QuotedOffer[] | null {
  const header = response.headers.get('payment-required')
  if (header === null) return null
  try {
    const parsed = quoteShape.safeParse(decodePaymentRequiredHeader(header))
    return parsed.success ? parsed.data.accepts : null
  } catch {
    return null // Not base64 or not JSON: reported like a missing quote.
  }
}

async function unquoted(response: Response, { terminal }: QuoteContext): Promise<number> {
  if (response.status === 402) {
    return refuse(
      { code: exitCode.failed, problem: 'the response is a 402 without a quote' },
      terminal.err,
    )
  }
  const result = await resultOf(response)
  if (result.status === 'report') {
    const problem = 'the service gave a report without being paid: it is no x402 service'
    return refuse({ code: exitCode.failed, problem }, terminal.err)
  }
  const code = result.status === 'refused' ? exitCode.refused : exitCode.failed
  return refuse({ code, problem: result.problem }, terminal.err)
}

function print(
  offers: readonly QuotedOffer[],
  catalogue: Catalogue,
  { json, tool, url }: QuoteOptions,
  { out }: Terminal,
): void {
  const quoted = offers.map((offer) => ({ ...offer, amount_usd: usdOf(offer, catalogue) }))
  if (json) {
    out.write(`${jsonText({ tool, url, mode: catalogue.mode, accepts: quoted })}\n`)
    return
  }
  const simulated = catalogue.mode === 'sandbox' ? ', simulated' : ''
  for (const { amount, amount_usd: usd, ...offer } of quoted) {
    const price =
      usd === null
        ? `${amount} atomic units of an unknown token`
        : `${usd} USD${simulated} (${amount} atomic units)`
    const rows = [
      ['Price', price],
      ['Network', offer.network],
      ['Token', offer.asset],
      ['Paid to', offer.payTo],
      ['Scheme', `${offer.scheme}, within ${offer.maxTimeoutSeconds} s`],
    ]
    out.write(
      `${rows.map(([name = '', text = '']) => `${name.padEnd(9)} ${clean(text, 200)}`).join('\n')}\n`,
    )
  }
  out.write('Nothing was signed and nothing was paid: `urlwitness buy` does that.\n')
}

/** Null unless it is the USDC of the mode: the units of another token are unknown. */
function usdOf({ network, asset, amount }: QuotedOffer, catalogue: Catalogue): string | null {
  const terms = termsOfCatalogue(catalogue)
  const isKnown =
    terms !== null && terms.network === network && terms.asset.toLowerCase() === asset.toLowerCase()
  return isKnown ? atomicToUsd(BigInt(amount)) : null
}

function refuse(
  { code, problem }: { readonly code: number; readonly problem: string },
  err: Terminal['err'],
): number {
  err.write(`${clean(problem)}\n`)
  return code
}
