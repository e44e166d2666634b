import { z } from 'zod'
import { UsageError, VerbError } from '#cli/context.ts'
import { sanitize } from '#cli/output/terminal.ts'
import { didYouMean } from '#settings/nearest.ts'
import { isLoopback } from '#settings/values.ts'
import type { Catalogue } from './service-client.ts'

/** Reads the URL of a service. Throws a `UsageError`. */
export function parseServiceUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    const quotedText = JSON.stringify(text.slice(0, 80))
    throw new UsageError(`${quotedText} is not the URL of a service, such as http://127.0.0.1:8402`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('the URL of a service must not contain a user name or a password')
  }
  return url
}

/** Throws a `VerbError` if real money would be paid over a connection on which others can replace the receiver. */
export function requireEncryption(service: URL, mode: string): void {
  if (mode !== 'production' || service.protocol === 'https:' || isLoopback(service.hostname)) return
  throw new VerbError(
    `${service.origin} is not encrypted, so that anyone between can be paid instead: use https`,
    { exit: 'refused' },
  )
}

/** The catalogue entry of a tool that the service sells now. Throws a `VerbError`. */
export function findTool(catalogue: Catalogue, tool: string): Catalogue['tools'][number] {
  const entry = catalogue.tools.find((item) => item.tool === tool)
  if (entry === undefined) {
    const toolNames = catalogue.tools.map((item) => sanitize(item.tool))
    throw new UsageError(
      `the service does not sell ${JSON.stringify(tool)}, only ${toolNames.join(', ')}${didYouMean(tool, toolNames)}`,
    )
  }
  if (!entry.enabled)
    throw new VerbError(`${tool} is not enabled at this service`, { exit: 'refused' })
  return entry
}

// A report of another version of the service may lack a member; one of another type is not the ordered value.
const orderedMembers = z.object({
  tool: z.string().optional().catch('?'),
  requested_url: z.string().optional().catch('?'),
})

/** How a report differs from the order; null if it does not. Its verdict must not decide about another URL. */
export function orderMismatch(
  body: unknown,
  { tool, url }: { readonly tool: string; readonly url: string },
): string | null {
  const { tool: usedTool = tool, requested_url: requestedUrl = url } =
    orderedMembers.safeParse(body).data ?? {}
  if (usedTool === tool && requestedUrl === url) return null
  return `the report is not the ordered one: it is a ${sanitize(usedTool, 40)} of ${sanitize(requestedUrl, 300)}`
}
