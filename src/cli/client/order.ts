import { UsageError, VerbError } from '#cli/context.ts'
import { didYouMean } from '#settings/nearest.ts'
import type { Catalogue } from './service-client.ts'

/** Reads the URL of a service. Throws a `UsageError`. */
export function serviceOf(text: string): URL {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    const shown = JSON.stringify(text.slice(0, 80))
    throw new UsageError(`${shown} is not the URL of a service, such as http://127.0.0.1:8402`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('the URL of a service must not contain a user name or a password')
  }
  return url
}

/** The catalogue entry of a tool that the service sells now. Throws a `VerbError`. */
export function toolOf(catalogue: Catalogue, tool: string): Catalogue['tools'][number] {
  const entry = catalogue.tools.find((one) => one.tool === tool)
  if (entry === undefined) {
    const known = catalogue.tools.map((one) => one.tool)
    throw new UsageError(
      `the service sells ${known.join(', ')}, and no ${JSON.stringify(tool)}${didYouMean(tool, known)}`,
    )
  }
  if (!entry.enabled)
    throw new VerbError(`${tool} is not enabled at this service`, { exit: 'refused' })
  return entry
}
