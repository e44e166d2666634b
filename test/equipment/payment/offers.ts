import { type PaymentTerms, termsFor } from '#payment/terms.ts'
import { bazaarExtension, paymentIdentifierExtension } from '#payment/x402/extensions.ts'
import { type Offer, offerFor } from '#payment/x402/offer.ts'

export const PAY_TO = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'

/** Terms of a mode, known to be sound. */
export function soundTerms(mode: 'sandbox' | 'testnet' | 'production' = 'sandbox'): PaymentTerms {
  const reading = termsFor({ mode })
  if (reading.status !== 'terms') throw new TypeError(reading.reason)
  return reading.terms
}

/** An offer with both extensions, as the service makes it. */
export function sampleOffer(changes: Partial<Parameters<typeof offerFor>[0]> = {}): Offer {
  return offerFor({
    terms: soundTerms(),
    payTo: PAY_TO,
    amountAtomic: 5000n,
    maxTimeoutSeconds: 120,
    resource: {
      url: 'http://127.0.0.1:8402/v1/probe-url',
      description: 'HTTP, DNS and TLS evidence of one public URL, with a verdict.',
      mimeType: 'application/json',
      serviceName: 'urlwitness',
      tags: ['url', 'tls', 'verification'],
    },
    extensions: { bazaar: sampleBazaar(), 'payment-identifier': paymentIdentifierExtension },
    ...changes,
  })
}

export function sampleBazaar() {
  return bazaarExtension({
    body: { url: 'https://example.com/' },
    bodySchema: {
      type: 'object',
      properties: { url: { type: 'string', format: 'uri', minLength: 1, maxLength: 2048 } },
      required: ['url'],
      additionalProperties: false,
    },
    outputExample: { job_id: '01', result_status: 'PASS' },
  })
}
