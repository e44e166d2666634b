import { z } from 'zod'

/** Maximum characters of `url` (Unicode code points, as JSON Schema counts): spec 2.1. */
const MAX_URL_LENGTH = 2048

const toolRequestBody = z.strictObject({
  url: z
    .string()
    .min(1)
    .refine((url) => url.length <= MAX_URL_LENGTH || codePoints(url) <= MAX_URL_LENGTH)
    .meta({
      description:
        'Public http or https URL on port 80 or 443; any other target gets 422, free of charge.',
      maxLength: MAX_URL_LENGTH,
      format: 'uri',
      examples: ['https://example.com/'],
      example: 'https://example.com/',
    }),
})

/** Body of the three paid tools: spec 2.1. `format` and the example let catalogues build a valid sample. */
export const toolRequest = toolRequestBody.meta({ id: 'ToolRequest' })

/** The same body as JSON Schema, in one piece: without an id there is no `$ref`. */
export const toolRequestJsonSchema = z.toJSONSchema(toolRequestBody, { target: 'draft-2020-12' })

/** One entry of `detail` in a 422 body: spec 2.5. */
const validationError = z
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

/** Maximum characters of the input that an error repeats. */
const MAX_ECHO = 200

export type ReadToolRequest =
  | { readonly status: 'request'; readonly url: string }
  | { readonly status: 'invalid'; readonly detail: readonly ValidationError[] }

/**
 * Reads a request body with the schema that documents it. All errors are reported together, in the shape of spec
 * 2.5.
 */
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
  const { data, error } = toolRequestBody.safeParse(value)
  if (data !== undefined) return { status: 'request', url: data.url }
  return { status: 'invalid', detail: error.issues.flatMap((issue) => errorsOf(issue, value)) }
}

/** Maximum number of unknown properties that are named: a body of 32 KiB could have thousands. */
const MAX_NAMED_EXTRAS = 10

/** An issue of the schema as a validation error of the contract. */
function errorsOf(issue: z.core.$ZodIssue, value: unknown): ValidationError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_NAMED_EXTRAS).map((key) => ({
      loc: ['body', key.slice(0, MAX_ECHO)],
      msg: 'Extra properties are not allowed: send only url.',
      type: 'extra_forbidden',
    }))
  }
  if (typeof value !== 'object' || value === null || issue.path.length === 0) {
    return [
      {
        loc: ['body'],
        msg: 'The body must be a JSON object like {"url": "https://example.com/"}.',
        type: 'object_type',
      },
    ]
  }
  const url: unknown = Reflect.get(value, 'url')
  if (url === undefined) {
    return [{ loc: ['body', 'url'], msg: 'The field url is required.', type: 'missing' }]
  }
  if (typeof url !== 'string') {
    return [{ loc: ['body', 'url'], msg: 'url must be a string.', type: 'string_type' }]
  }
  return issue.code === 'too_small'
    ? [
        urlError(url, 'string_too_short', 'url must have at least 1 character.', {
          min_length: 1,
        }),
      ]
    : [
        urlError(url, 'string_too_long', `url must have at most ${MAX_URL_LENGTH} characters.`, {
          max_length: MAX_URL_LENGTH,
        }),
      ]
}

/** One validation error about the `url` field, with the beginning of the input. */
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
    input: url.length > MAX_ECHO ? `${url.slice(0, MAX_ECHO)}…` : url,
    ...(ctx === undefined ? {} : { ctx: { ...ctx } }),
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
