import { z } from 'zod'
import type { Tool } from '#tools/tool.ts'
import { sentReport, sentSections } from './schema.ts'

const none = z.null()

/**
 * The report of each tool as published: sections that the tool never observes are null, those that it always
 * observes are present.
 */
export const toolReports = {
  probe_url: z
    .looseObject({
      ...sentReport.shape,
      tool: z.literal('probe_url'),
      browser: none,
      screenshot: none,
      links: none,
    })
    .meta({ id: 'ProbeReport', description: 'HTTP, redirect, DNS and TLS evidence, judged.' }),
  render_page: z
    .looseObject({
      ...sentReport.shape,
      tool: z.literal('render_page'),
      tls: none,
      browser: sentSections.browser,
      links: none,
    })
    .meta({
      id: 'RenderReport',
      description: 'One page as rendered in Chrome, with findings and a verdict.',
    }),
  verify_page: z
    .looseObject({
      ...sentReport.shape,
      tool: z.literal('verify_page'),
      browser: sentSections.browser,
    })
    .meta({
      id: 'VerifyReport',
      description: 'Probe, rendering and same-origin links of one page, judged together.',
    }),
} as const satisfies Readonly<Record<Tool, z.ZodType>>

/** JSON Schema of a whole report of this version, for any tool. Later versions may add properties (spec 2.2). */
export function reportJsonSchema(): object {
  return z.toJSONSchema(z.looseObject(sentReport.shape), { target: 'draft-2020-12' })
}
