import type { Evidence } from '#evidence/evidence.ts'
import type { X402Evidence, X402Offer } from '#evidence/x402/x402.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'

/** The common members of every rule about a quote. */
const quoteRule = { layer: 'http', severity: 'high', effect: 'ISSUE', tools: 'PRV' } as const

/** The faults of a quote by which official clients refuse it, pay wrongly, or sign in vain. A quote without any is PASS. */
export const x402Rules: readonly Rule[] = [
  {
    ...quoteRule,
    code: 'X402_HEADER_INVALID',
    remediation:
      'Send the quote in PAYMENT-REQUIRED: JSON as specified, in standard base64 with padding, below 8 KB.',
    when: ofQuote(({ header_fault: fault, fault_member: member, header_bytes: bytes }) =>
      fault === null
        ? null
        : {
            message: `PAYMENT-REQUIRED ${faultTexts[fault]}.`,
            observed: { fault, member, bytes },
            evidence: ['/x402/header_fault', '/x402/fault_member'],
          },
    ),
  },
  {
    ...quoteRule,
    code: 'X402_HEADER_BODY_DIFFER',
    remediation:
      'Make header and body from one object: clients read either, and pay what they read.',
    when: ofQuote(({ differing_members: members }) =>
      members.length === 0
        ? null
        : {
            message: 'The quotes in PAYMENT-REQUIRED and in the body differ.',
            observed: members,
            evidence: ['/x402/differing_members'],
          },
    ),
  },
  {
    ...quoteRule,
    code: 'X402_VERSION_OUTDATED',
    remediation:
      'Quote in version 2: x402Version 2, amount, resource as an object beside accepts, network as CAIP-2.',
    when: ofQuote(({ outdated_names: names }) =>
      names.length === 0
        ? null
        : {
            message:
              'The quote is of version 1 of x402, or has its names: clients of version 2 do not pay it.',
            observed: names,
            evidence: ['/x402/outdated_names', '/x402/version'],
          },
    ),
  },
  {
    ...quoteRule,
    code: 'X402_RESOURCE_MISMATCH',
    remediation:
      'Set resource.url to the public URL of this resource; behind a proxy, from its configured base URL.',
    when: ofQuote(({ resource_fault: fault, resource_url: url }, { http }) =>
      fault === null
        ? null
        : {
            message: `resource.url ${resourceTexts[fault]}.`,
            observed: { fault, url },
            expected: http.url,
            evidence: ['/x402/resource_url', '/x402/resource_fault'],
          },
    ),
  },
  {
    ...quoteRule,
    code: 'X402_TOKEN_DOMAIN_WRONG',
    severity: 'critical',
    remediation:
      'Set extra.name and extra.version to those of the token contract: every signature under others fails.',
    when: ofQuote(({ offers }) =>
      offers.flatMap(({ scheme, extra, token_domain: domain }, index) => {
        if (domain === null || scheme !== 'exact' || usesPermit(extra)) return []
        if (extra['name'] === domain.name && extra['version'] === domain.version) return []
        return {
          message:
            'extra has another EIP-712 name or version than the token contract: no payment of this offer is valid.',
          observed: { name: extra['name'] ?? null, version: extra['version'] ?? null },
          expected: domain,
          evidence: [`/x402/offers/${index}/extra`, `/x402/offers/${index}/token_domain`],
        }
      }),
    ),
  },
  {
    ...quoteRule,
    code: 'X402_PAY_TO_WRONG',
    severity: 'critical',
    remediation: 'Set payTo to the address of the seller, the same for all offers on one network.',
    when: ofQuote(({ offers }) => offers.flatMap(payToHits)),
  },
  {
    ...quoteRule,
    code: 'X402_UNKNOWN_TOKEN',
    severity: 'info',
    effect: 'NONE',
    remediation: 'Check network and asset: clients that know neither do not pay.',
    when: ofQuote(({ offers }) =>
      offers.flatMap(({ symbol, network, asset }, index) =>
        symbol !== null || network?.includes(':') !== true
          ? []
          : {
              message:
                'The network or the asset of an offer is not one that this service knows: its price in dollars is not checked.',
              observed: { network, asset },
              evidence: [`/x402/offers/${index}`],
            },
      ),
    ),
  },
  {
    ...quoteRule,
    code: 'X402_AMOUNT_UNUSUAL',
    severity: 'medium',
    effect: 'REVIEW',
    remediation: 'Check the amount: it is in atomic units of the token, 1000000 for one USDC.',
    when: ofQuote(({ offers }) => offers.flatMap(amountHits)),
  },
  {
    ...quoteRule,
    code: 'X402_PRICE_DIFFERS',
    remediation:
      'State one price: make the manifest and the OpenAPI document from the prices that are quoted.',
    when: ofQuote(({ offers, documents }) => {
      const prices = offers.flatMap(({ amount_usd: usd }) => usd ?? [])
      return documents.flatMap(({ kind, price_usd: price, url }, index) =>
        price === null || prices.length === 0 || prices.includes(price)
          ? []
          : {
              message: `The ${kind === 'openapi' ? 'OpenAPI document' : 'manifest'} of the origin states another price than the quote.`,
              observed: { price_usd: price },
              expected: prices,
              url,
              evidence: [`/x402/documents/${index}`, '/x402/offers'],
            },
      )
    }),
  },
  {
    ...quoteRule,
    code: 'X402_HEADER_NOT_EXPOSED',
    severity: 'low',
    effect: 'NONE',
    remediation: 'Send Access-Control-Expose-Headers: PAYMENT-REQUIRED, PAYMENT-RESPONSE.',
    when: ofQuote(({ exposed_to_browsers: isExposed, source }) =>
      isExposed || source === 'body'
        ? null
        : {
            message:
              'Clients in browsers cannot read PAYMENT-REQUIRED: Access-Control-Expose-Headers does not name it.',
            evidence: ['/x402/exposed_to_browsers'],
          },
    ),
  },
  {
    ...quoteRule,
    code: 'X402_CACHEABLE',
    remediation:
      'Send Cache-Control: no-store with every 402: a cache would quote to buyers who have paid.',
    when: ofQuote(({ cacheable }, { http }) =>
      cacheable
        ? {
            message:
              'Caches may store the 402 and its quote, and send it again in place of the paid response.',
            observed: http.cache_control,
            evidence: ['/x402/cacheable', '/http/cache_control'],
          }
        : null,
    ),
  },
  {
    ...quoteRule,
    code: 'X402_QUOTE_CHANGES',
    remediation:
      'Quote the same terms until the price changes: a buyer signs what the first response said.',
    when: ofQuote(({ changed_members: members }) =>
      members === null || members.length === 0
        ? null
        : {
            message: 'A second request got other terms than the first.',
            observed: members,
            evidence: ['/x402/changed_members'],
          },
    ),
  },
  {
    ...quoteRule,
    code: 'X402_SIGNED_OFFER_WRONG',
    remediation: 'Sign the offer that is quoted, with a key of the DID document of this origin.',
    when: ofQuote(({ signed_offers: signed }) =>
      signed?.signature === 'wrong'
        ? {
            message:
              'The signature of an offer is not over the offer, or not by the key that it names.',
            observed: signed,
            evidence: ['/x402/signed_offers'],
          }
        : null,
    ),
  },
]

const faultTexts = {
  missing: 'is missing: the quote is only in the body, which clients of version 2 do not read',
  too_large: 'is longer than 8,190 bytes, the limit of many clients and proxies',
  base64url: 'is in the URL-safe alphabet of base64, which official clients refuse',
  unpadded: 'is base64 without padding, which clients in Python and Go refuse',
  not_base64: 'is not base64',
  not_json: 'is not a JSON object in UTF-8',
  not_a_quote: 'has a member that is not as specified, or lacks one',
} as const

const resourceTexts = {
  invalid: 'is not an http or https URL',
  origin: 'has another origin than this resource',
  scheme: 'has another scheme than this resource, as behind a proxy that ends TLS',
  path: 'has another path than this resource',
} as const

function ofQuote(
  judge: (quote: X402Evidence, evidence: Evidence) => Hit | readonly Hit[] | null,
): Rule['when'] {
  return (evidence) => (evidence.x402 == null ? null : judge(evidence.x402, evidence))
}

/** Payments by Permit2 are signed under the domain of that contract. */
function usesPermit(extra: X402Offer['extra']): boolean {
  return extra['assetTransferMethod'] !== undefined && extra['assetTransferMethod'] !== 'eip3009'
}

function payToHits(offer: X402Offer, index: number, offers: readonly X402Offer[]): Hit[] {
  const payTo = offer.pay_to?.toLowerCase() ?? null
  if (payTo === null) return []
  const others = offers.filter(
    ({ network, pay_to: other }) => network === offer.network && other?.toLowerCase() !== payTo,
  )
  const fault = [
    [/^0x0*$|^1{32}$/.test(payTo), 'is the zero address: what is paid is lost'],
    [payTo === offer.asset?.toLowerCase(), 'is the token contract itself: what is paid is lost'],
    [index > 0 && others.length > 0, 'differs between offers on one network'],
  ].find(([isFault]) => isFault)
  if (fault === undefined) return []
  return [
    {
      message: `payTo of an offer ${fault[1]}.`,
      observed: { pay_to: offer.pay_to, network: offer.network },
      evidence: [`/x402/offers/${index}/pay_to`],
    },
  ]
}

/** Dollars above which a price for one request is more often a mistake in units than meant. */
const MAX_USUAL_USD = 1_000

function amountHits({ amount, amount_usd: usd }: X402Offer, index: number): Hit[] {
  const isZero = amount !== null && /^0+$/.test(amount)
  const isHigh = usd !== null && Number(usd) > MAX_USUAL_USD
  if (!isZero && !isHigh) return []
  return [
    {
      message: isZero
        ? 'An offer asks for nothing.'
        : 'An offer asks for more than 1,000 USD for one request.',
      observed: { amount, amount_usd: usd },
      evidence: [`/x402/offers/${index}/amount`],
    },
  ]
}
