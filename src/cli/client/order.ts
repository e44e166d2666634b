import { exitCode } from '#cli/output/exit-code.ts'
import { didYouMean } from '#settings/nearest.ts'
import type { Catalogue } from './service-client.ts'

/** A value, or the exit status with one sentence. */
export type Step<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: number; readonly problem: string }

/** Reads the URL of a service. */
export function serviceOf(text: string): Step<URL> {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return no(
      exitCode.misuse,
      `${JSON.stringify(text.slice(0, 80))} is not the URL of a service, such as http://127.0.0.1:8402`,
    )
  }
  if (url.username !== '' || url.password !== '')
    return no(exitCode.misuse, 'the URL of a service carries no user name')
  return { ok: true, value: url }
}

/** A tool that the service sells now. */
export function toolOf(catalogue: Catalogue, tool: string): Step<Catalogue['tools'][number]> {
  const entry = catalogue.tools.find((one) => one.tool === tool)
  if (entry === undefined) {
    const known = catalogue.tools.map((one) => one.tool)
    return no(
      exitCode.misuse,
      `the service sells ${known.join(', ')}, and no ${JSON.stringify(tool)}${didYouMean(tool, known)}`,
    )
  }
  if (!entry.enabled) return no(exitCode.refused, `${tool} is not enabled at this service`)
  return { ok: true, value: entry }
}

export function no(code: number, problem: string): Step<never> {
  return { ok: false, code, problem }
}
