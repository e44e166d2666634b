export const securitySchemes = {
  x402: {
    type: 'apiKey',
    in: 'header',
    name: 'PAYMENT-SIGNATURE',
    description:
      'A buyer-signed x402 V2 USDC payment authorization (base64 JSON), made for one quote. Not a static key.',
  },
}

/** Header fields that several answers carry. */
export const headers = {
  RetryAfter: {
    description: 'Whole seconds; absent where trying again changes nothing',
    schema: { type: 'integer', minimum: 0 },
  },
  PaymentRequired: {
    description: 'The quote: base64 of the same JSON as the body',
    schema: { type: 'string' },
  },
  PaymentResponse: {
    description: 'The settlement receipt: base64 of an x402 V2 SettlementResponse',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Strong: a hash of the body. Send it back in If-None-Match for 304',
    schema: { type: 'string' },
  },
}

/** `{ 'Retry-After': 'RetryAfter' }` as references. */
export function headerRefs(fields: Readonly<Record<string, keyof typeof headers>>) {
  return Object.fromEntries(
    Object.entries(fields).map(([field, name]) => [
      field,
      { $ref: `#/components/headers/${name}` },
    ]),
  )
}

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` })
