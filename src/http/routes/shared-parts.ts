import { bodyRef } from './route.ts'

/** Components of the OpenAPI document that are not schemas. */
export const sharedParts = {
  securitySchemes: {
    x402: {
      type: 'apiKey',
      in: 'header',
      name: 'PAYMENT-SIGNATURE',
      description:
        'A buyer-signed x402 V2 USDC payment authorization (base64 JSON) for one quote. Not a static key.',
    },
  },
  headers: {
    RetryAfter: {
      description: 'Whole seconds; absent if a retry changes nothing',
      schema: { type: 'integer', minimum: 0 },
    },
    PaymentRequired: {
      description: 'The body in base64',
      schema: { type: 'string' },
    },
    PaymentResponse: {
      description: 'Receipt in base64',
      schema: { type: 'string' },
    },
    ETag: {
      description: 'Strong; send it in If-None-Match to get 304',
      schema: { type: 'string' },
    },
    Link: {
      description: 'Documents and price',
      schema: { type: 'string' },
    },
  },
  parameters: {
    Prefer: {
      name: 'Prefer',
      in: 'header',
      required: false,
      description: 'return=minimal: a compact report without the evidence sections (RFC 7240)',
      schema: { type: 'string', enum: ['return=minimal', 'return=representation'] },
    },
  },
  responses: {
    NotModified: { description: 'The ETag in If-None-Match is current' },
    MethodNotAllowed: {
      description: 'Another method than Allow lists',
      content: { 'application/problem+json': { schema: bodyRef('Problem') } },
    },
    FieldsTooLarge: { description: 'More than 64 KiB of header fields' },
  },
} as const

type Kind = keyof typeof sharedParts

/** A reference to one of these components. */
export function partRef<K extends Kind>(
  kind: K,
  name: keyof (typeof sharedParts)[K] & string,
): { readonly $ref: string } {
  return { $ref: `#/components/${kind}/${name}` }
}
