import type { ObservedException } from '#chrome/page/page-observation.ts'
import type { BrowserEvidence } from '#evidence/browser.ts'

type Failed = BrowserEvidence['requests']['failed'][number]

/**
 * URL of the failed request that caused an exception. The message contains that URL, is that of a rejected call, or names a
 * global variable that the script would have defined. Null when no failed request matches, or when requests of the site and of
 * others do.
 */
export function causeOf(
  { message }: Pick<ObservedException, 'message'>,
  failed: readonly Failed[],
): string | null {
  const unrecovered = failed.filter((request) => !request.recovered && !request.favicon)
  const mentioned = unrecovered.filter(({ url }) => message.includes(url))
  if (mentioned.length > 0) return firstOf(mentioned)
  const calls = unrecovered.filter(({ type }) => type === 'xhr' || type === 'fetch')
  const status = statusPattern.exec(message)?.[1]
  if (status !== undefined)
    return firstOf(calls.filter((request) => request.status === Number(status)))
  if (rejectedCallPattern.test(message)) {
    return firstOf(
      calls.filter((request) => request.status === null || request.blocked_reason !== null),
    )
  }
  const global = missingGlobalPattern.exec(message)?.[1]
  if (global === undefined) return null
  const scripts = unrecovered.filter(({ type }) => type === 'script')
  const definingScripts = scripts.filter(({ url }) => defines(url, global))
  return firstOf(definingScripts.length > 0 || scripts.length > 1 ? definingScripts : scripts)
}

/** Rejection messages of fetch in the three browser engines, and of widespread libraries that use it. */
const rejectedCallPattern =
  /^(?:\w*Error: )?(?:Failed to fetch|NetworkError|Network ?Error\b|Load failed)/i
const statusPattern = /\bstatus(?: code)?:? (\d{3})\b/i
const missingGlobalPattern = /^(?:Uncaught )?(?:ReferenceError: )?([\w$]+) is not defined$/

/** Globals whose names are too short, or too different from the file name, to be found in a URL. */
const aliases: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    $: /jquery|zepto|cash/,
    _: /lodash|underscore/,
    d3: /\bd3\b/,
    L: /leaflet/,
    dataLayer: /googletagmanager/,
    gtag: /googletagmanager/,
    ga: /google-?analytics/,
    fbq: /facebook/,
    google: /google|gstatic/,
  }),
)

function defines(url: string, global: string): boolean {
  const alias = aliases.get(global)
  if (alias !== undefined) return alias.test(url.toLowerCase())
  return global.length > 2 && url.toLowerCase().includes(global.toLowerCase())
}

function firstOf(candidates: readonly Failed[]): string | null {
  const [first, ...rest] = candidates.toSorted((a, b) => a.at_ms - b.at_ms)
  if (first === undefined) return null
  return rest.every((candidate) => candidate.first_party === first.first_party) ? first.url : null
}
