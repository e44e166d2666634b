import { z } from 'zod'

/** Characters (Unicode code points, as JSON Schema counts) that `url` may have: spec 2.1. */
export const maxUrlLength = 2048

const toolRequestBody = z.strictObject({
  url: z
    .string()
    .min(1)
    .meta({
      description:
        'Public http or https URL on port 80 or 443. Private, loopback, link-local and other non-public targets are refused with 422, free of charge.',
      maxLength: maxUrlLength,
      format: 'uri',
      examples: ['https://example.com/'],
      example: 'https://example.com/',
    }),
})

/** Body of the three paid tools: spec 2.1. `format` and the example let catalogues build a sample that works. */
export const toolRequest = toolRequestBody.meta({ id: 'ToolRequest' })

/** The same as JSON Schema, in one piece: without an id there is no `$ref`. */
export const toolRequestJsonSchema = z.toJSONSchema(toolRequestBody, { target: 'draft-2020-12' })

/** One entry of `detail` in a 422 body: spec 2.5. */
export const validationError = z
  .strictObject({
    loc: z.array(z.union([z.string(), z.int()])),
    msg: z.string(),
    type: z.string(),
    input: z.unknown().optional(),
    ctx: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ValidationError' })
export type ValidationError = z.infer<typeof validationError>

export const validationErrorBody = z
  .strictObject({ detail: z.array(validationError).optional() })
  .meta({ id: 'HTTPValidationError' })

/** Longest piece of the input that an error gives back. */
const maxEcho = 200

export type ReadToolRequest =
  | { readonly status: 'request'; readonly url: string }
  | { readonly status: 'invalid'; readonly detail: readonly ValidationError[] }

/** Reads a request body. Every fault of it is reported at once, in the shape and words of spec 2.5. */
export function readToolRequest(body: Uint8Array): ReadToolRequest {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    return invalid({
      loc: ['body'],
      msg: body.length === 0 ? 'The body is missing.' : 'The body is not valid JSON in UTF-8.',
      type: body.length === 0 ? 'missing' : 'json_invalid',
    })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid({
      loc: ['body'],
      msg: 'The body must be a JSON object like {"url": "https://example.com/"}.',
      type: 'object_type',
    })
  }
  const detail = [...urlErrors(value), ...extraErrors(value)]
  if (detail.length > 0) return { status: 'invalid', detail }
  return { status: 'request', url: (value as { url: string }).url }
}

/** One validation error about the `url` field, with the piece of input that fits. */
export function urlError(
  url: string,
  type: string,
  msg: string,
  ctx?: Readonly<Record<string, unknown>>,
): ValidationError {
  return {
    loc: ['body', 'url'],
    msg,
    type,
    input: url.length > maxEcho ? `${url.slice(0, maxEcho)}…` : url,
    ...(ctx === undefined ? {} : { ctx: { ...ctx } }),
  }
}

function* urlErrors(body: object): Generator<ValidationError> {
  if (!Object.hasOwn(body, 'url')) {
    yield { loc: ['body', 'url'], msg: 'The field url is required.', type: 'missing' }
    return
  }
  const { url } = body as { url: unknown }
  if (typeof url !== 'string') {
    yield { loc: ['body', 'url'], msg: 'url must be a string.', type: 'string_type' }
  } else if (url.length === 0) {
    yield urlError(url, 'string_too_short', 'url must have at least 1 character.', {
      min_length: 1,
    })
  } else if (url.length > maxUrlLength && codePoints(url) > maxUrlLength) {
    yield urlError(url, 'string_too_long', `url must have at most ${maxUrlLength} characters.`, {
      max_length: maxUrlLength,
    })
  }
}

/** At most this many unknown properties are named: a body of 8 KiB could hold a thousand. */
const maxNamedExtras = 10

function* extraErrors(body: object): Generator<ValidationError> {
  let named = 0
  for (const key of Object.keys(body)) {
    if (key === 'url') continue
    named += 1
    if (named > maxNamedExtras) return
    yield {
      loc: ['body', key.slice(0, maxEcho)],
      msg: 'Extra properties are not allowed: send only url.',
      type: 'extra_forbidden',
    }
  }
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

function invalid(error: ValidationError): ReadToolRequest {
  return { status: 'invalid', detail: [error] }
}
