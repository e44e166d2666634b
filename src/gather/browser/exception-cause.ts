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
  const lasting = failed.filter((one) => !one.recovered && !one.favicon)
  const named = lasting.filter(({ url }) => message.includes(url))
  if (named.length > 0) return firstOf(named)
  const calls = lasting.filter(({ type }) => type === 'xhr' || type === 'fetch')
  const status = statusIn.exec(message)?.[1]
  if (status !== undefined) return firstOf(calls.filter((one) => one.status === Number(status)))
  if (rejectedCall.test(message)) {
    return firstOf(calls.filter((one) => one.status === null || one.blocked_reason !== null))
  }
  const global = missingGlobal.exec(message)?.[1]
  if (global === undefined) return null
  const scripts = lasting.filter(({ type }) => type === 'script')
  const defining = scripts.filter(({ url }) => defines(url, global))
  return firstOf(defining.length > 0 || scripts.length > 1 ? defining : scripts)
}

/** Rejection messages of fetch in the three browser engines, and of widespread libraries that use it. */
const rejectedCall =
  /^(?:\w*Error: )?(?:Failed to fetch|NetworkError|Network ?Error\b|Load failed)/i
const statusIn = /\bstatus(?: code)?:? (\d{3})\b/i
const missingGlobal = /^(?:Uncaught )?(?:ReferenceError: )?([\w$]+) is not defined$/

/** Globals whose names are too short, or too different from the file name, to be found in a URL. */
const aliases: Readonly<Record<string, RegExp | undefined>> = {
  $: /jquery|zepto|cash/,
  _: /lodash|underscore/,
  d3: /\bd3\b/,
  L: /leaflet/,
  dataLayer: /googletagmanager/,
  gtag: /googletagmanager/,
  ga: /google-?analytics/,
  fbq: /facebook/,
  google: /google|gstatic/,
}

function defines(url: string, global: string): boolean {
  const alias = aliases[global]
  if (alias !== undefined) return alias.test(url.toLowerCase())
  return global.length > 2 && url.toLowerCase().includes(global.toLowerCase())
}

function firstOf(candidates: readonly Failed[]): string | null {
  const [first, ...rest] = candidates.toSorted((a, b) => a.at_ms - b.at_ms)
  if (first === undefined) return null
  return rest.every((one) => one.first_party === first.first_party) ? first.url : null
}
