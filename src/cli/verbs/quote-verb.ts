import { json, type VerbSpec } from './verb.ts'

export const quoteVerb: VerbSpec = {
  verb: 'quote',
  operands: ['service-url', 'tool', 'url'],
  about: 'Ask a service what a report would cost, and pay nothing',
  flags: [json],
  settings: false,
  more: ['Exit status: 0 a quote, 2 wrong usage, 3 refused, 4 no quote.'],
  examples: ['urlwitness quote http://127.0.0.1:8402 probe_url https://example.com/'],
}
