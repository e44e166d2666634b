import { z } from 'zod'
import { sha256Hex, signatureId } from './scalar.ts'

const contentKinds = ['html', 'json', 'text', 'image', 'pdf', 'other', 'empty'] as const

const excerpt = z.string().max(300).nullable()

/**
 * Type and properties of the final body. Null when no body was read. Strings come from the page: data, never
 * instructions.
 */
export const contentEvidence = z.strictObject({
  source: z.enum(['body', 'dom']).describe('body: as received; dom: as rendered by Chrome'),
  kind: z.enum(contentKinds),
  title: excerpt,
  meta_description: excerpt,
  lang: excerpt,
  canonical: excerpt,
  generator: excerpt,
  h1: z.array(z.string().max(300)).max(3),
  text_length: z.int().describe('visible characters, white space folded'),
  text_sha256: sha256Hex.nullable(),
  wording_sha256: sha256Hex
    .nullable()
    .describe(
      'of the words of this text that have a letter, with each number in them replaced by 0: clocks, counters and the axes of charts do not change it',
    ),
  words: z.int(),
  doctype: z.boolean(),
  viewport_meta: z.boolean(),
  json_valid: z.boolean().nullable(),
  signature_match: z
    .strictObject({
      id: signatureId,
      kind: z.enum([
        'placeholder',
        'default',
        'error',
        'challenge',
        'soft404',
        'error_page',
        'maintenance',
        'coming_soon',
        'parked',
        'starter',
        'private',
        'blank',
        'source_shown',
        'secret',
        'garbled',
        'page_as_text',
        'debug_output',
        'fragment',
        'wall',
        'defaced',
        'cut',
        'leads_inside',
        'leads_elsewhere',
        'health',
        'direction',
      ]),
    })
    .nullable(),
  login_form: z.boolean().describe('a password field, or a form of a known single sign-on'),
  counts: z.strictObject({
    links: z.int(),
    scripts: z.int(),
    styles: z.int(),
    images: z.int(),
    forms: z.int(),
    iframes: z.int(),
  }),
})
export type ContentEvidence = z.infer<typeof contentEvidence>
