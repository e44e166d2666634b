import { UsageError, VerbError } from '#cli/context.ts'
import { didYouMean } from '#settings/nearest.ts'
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

/** The catalogue entry of a tool that the service sells now. Throws a `VerbError`. */
export function findTool(catalogue: Catalogue, tool: string): Catalogue['tools'][number] {
  const entry = catalogue.tools.find((item) => item.tool === tool)
  if (entry === undefined) {
    const toolNames = catalogue.tools.map((item) => item.tool)
    throw new UsageError(
      `the service sells ${toolNames.join(', ')}, and no ${JSON.stringify(tool)}${didYouMean(tool, toolNames)}`,
    )
  }
  if (!entry.enabled)
    throw new VerbError(`${tool} is not enabled at this service`, { exit: 'refused' })
  return entry
}
