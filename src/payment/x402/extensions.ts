import type { PaymentErrorDetails } from './payment-error.ts'

/** A JSON Schema fragment or a JSON object of an extension. */
export type JsonObject = Readonly<Record<string, unknown>>

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

interface BazaarOutput {
  readonly outputExample: JsonObject
  readonly outputSchema?: JsonObject
}

/**
 * The `bazaar` extension of one tool over HTTP, which tells a catalogue how to call it. `info` satisfies `schema` as
 * long as `body` satisfies `bodySchema`; neither schema may carry an external `$ref`.
 */
export function bazaarExtension(
  about: BazaarOutput & { readonly body: JsonObject; readonly bodySchema: JsonObject },
): JsonObject {
  // The schema around it names the dialect; the quote has to fit into a header of 4 KiB.
  const { $schema: _dialect, ...bodySchema } = about.bodySchema
  return bazaar(
    { type: 'http', method: 'POST', bodyType: 'json', body: about.body },
    {
      properties: {
        type: { type: 'string', const: 'http' },
        method: { type: 'string', enum: ['POST'] },
        bodyType: { type: 'string', enum: ['json'] },
        body: bodySchema,
      },
      required: ['type', 'method', 'bodyType', 'body'],
    },
    about,
  )
}

/** The same for a tool over MCP. `example` satisfies `inputSchema`. */
export function bazaarMcpExtension(
  about: BazaarOutput & {
    readonly tool: string
    readonly description: string
    readonly inputSchema: JsonObject
    readonly example: JsonObject
  },
): JsonObject {
  const { tool, description, inputSchema, example } = about
  return bazaar(
    { type: 'mcp', tool, description, transport: 'streamable-http', inputSchema, example },
    {
      properties: {
        type: { type: 'string', const: 'mcp' },
        tool: { type: 'string' },
        description: { type: 'string' },
        transport: { type: 'string', enum: ['streamable-http', 'sse'] },
        inputSchema: { type: 'object' },
        example: { type: 'object' },
      },
      required: ['type', 'tool', 'inputSchema'],
    },
    about,
  )
}

function bazaar(input: JsonObject, inputSchema: JsonObject, output: BazaarOutput): JsonObject {
  return {
    info: { input, output: { type: 'json', example: output.outputExample } },
    schema: {
      $schema: DIALECT,
      type: 'object',
      properties: {
        input: { type: 'object', ...inputSchema, additionalProperties: false },
        output: {
          type: 'object',
          properties: {
            type: { type: 'string' },
            example: output.outputSchema ?? { type: 'object' },
          },
          required: ['type'],
        },
      },
      required: ['input'],
    },
  }
}

const PAYMENT_IDENTIFIER = 'payment-identifier'

// Length and alphabet of the extension's specification.
const IDENTIFIER_PATTERN = /^[A-Za-z0-9_-]{16,128}$/

/** The `payment-identifier` extension as we offer it: optional for the buyer. */
export const paymentIdentifierExtension: JsonObject = {
  info: { required: false },
  schema: {
    $schema: DIALECT,
    type: 'object',
    properties: {
      required: { type: 'boolean' },
      id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
    },
    required: ['required'],
  },
}

/** Our own extension of a 402 for a rejected payment. Clients that do not know it echo it, which is harmless. */
export function paymentErrorExtension(info: PaymentErrorDetails): JsonObject {
  const properties = Object.fromEntries(Object.keys(info).map((key) => [key, { type: 'string' }]))
  return { info: { ...info }, schema: { type: 'object', properties } }
}

export type PaymentIdentifierReading =
  | { readonly status: 'absent' }
  | { readonly status: 'identifier'; readonly id: string }
  | { readonly status: 'malformed' }

/** Reads `info.id` of the `payment-identifier` extension, which a client may add to the extensions that it echoes. */
export function readPaymentIdentifier(extensions: JsonObject): PaymentIdentifierReading {
  const extension = ownValue(extensions, PAYMENT_IDENTIFIER)
  if (extension === undefined || extension === null) return { status: 'absent' }
  const info = ownValue(extension, 'info')
  if (info === null || typeof info !== 'object') return { status: 'malformed' }
  const id = ownValue(info, 'id')
  if (id === undefined) return { status: 'absent' }
  if (typeof id !== 'string' || !IDENTIFIER_PATTERN.test(id)) return { status: 'malformed' }
  return { status: 'identifier', id }
}

function ownValue(holder: unknown, key: string): unknown {
  if (holder === null || typeof holder !== 'object') return undefined
  return Object.getOwnPropertyDescriptor(holder, key)?.value
}
