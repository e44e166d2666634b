import { decodePaymentRequiredHeader } from '@x402/core/http'
import { z } from 'zod'
import { exitCode } from '#cli/output/exit-code.ts'
import { clean, jsonText, type Terminal } from '#cli/output/terminal.ts'
import { atomicToUsd } from '#payment/terms.ts'
import type { Clock } from '#runtime/clock.ts'
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

export interface QuoteContext {
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  readonly terminal: Terminal
}

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

// A look-up of the name and the facilitator's circuit are all that is asked before a quote.
const PATIENCE_MS = 15_000

/** `urlwitness quote <service-url> <tool> <url>`: what a report would cost. Nothing is signed, and nothing is paid. */
export async function quote(options: QuoteOptions, world: QuoteContext): Promise<number> {
  const { err } = world.terminal
  const service = serviceOf(options.service)
  if (!service.ok) return told(service, err)
  const reading = await readCatalogue(service.value, world.fetch, world.clock)
  if (reading.status === 'failed')
    return told({ code: exitCode.failed, problem: reading.problem }, err)
  const entry = toolOf(reading.catalogue, options.tool)
  if (!entry.ok) return told(entry, err)
  const deadline = deadlineAfter(world.clock, PATIENCE_MS)
  try {
    const response = await world.fetch(new URL(entry.value.endpoint, service.value), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: options.url }),
      redirect: 'manual',
      signal: deadline.signal,
    })
    const offers = response.status === 402 ? offersIn(response) : null
    if (offers === null) return await unquoted(response, world)
    print(offers, reading.catalogue, options, world.terminal)
    return exitCode.pass
  } catch (cause) {
    return told({ code: exitCode.failed, problem: `no answer: ${reasonOf(cause)}` }, err)
  } finally {
    deadline.close()
  }
}

/** Null where the answer carries no quote that can be read. */
function offersIn(response: Response): readonly QuotedOffer[] | null {
  const header = response.headers.get('payment-required')
  if (header === null) return null
  try {
    const parsed = quoteShape.safeParse(decodePaymentRequiredHeader(header))
    return parsed.success ? parsed.data.accepts : null
  } catch {
    return null // Not base64 or not JSON: as good as no quote, and told as such.
  }
}

async function unquoted(response: Response, { terminal }: QuoteContext): Promise<number> {
  if (response.status === 402) {
    return told(
      { code: exitCode.failed, problem: 'the answer is a 402 without a quote' },
      terminal.err,
    )
  }
  const answer = await resultOf(response)
  if (answer.status === 'report') {
    const problem = 'the service gave a report without being paid: it is no x402 service'
    return told({ code: exitCode.failed, problem }, terminal.err)
  }
  const code = answer.status === 'refused' ? exitCode.refused : exitCode.failed
  return told({ code, problem: answer.problem }, terminal.err)
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
  const play = catalogue.mode === 'sandbox' ? ' of play money' : ''
  for (const { amount, amount_usd: usd, ...offer } of quoted) {
    const price =
      usd === null
        ? `${amount} atomic units of a token that is not known here`
        : `${usd} USD${play} (${amount} atomic units)`
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

/** Dollars only of a token whose units are known: the USDC of the mode. */
function usdOf({ network, asset, amount }: QuotedOffer, catalogue: Catalogue): string | null {
  const terms = termsOfCatalogue(catalogue)
  const isKnown =
    terms !== null && terms.network === network && terms.asset.toLowerCase() === asset.toLowerCase()
  return isKnown ? atomicToUsd(BigInt(amount)) : null
}

function told(
  { code, problem }: { readonly code: number; readonly problem: string },
  err: Terminal['err'],
): number {
  err.write(`${clean(problem)}\n`)
  return code
}
