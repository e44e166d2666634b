import type { ObservedRequest, PageObservation } from '#chrome/page/page-observation.ts'
import { contentTypeOf, firstOf } from '#gather/http/headers.ts'

/**
 * Whether Chrome received a script or a style sheet and refused it because of its Content-Type. The usual case is the HTML
 * page of a single-page application in place of a file that was not deployed. A style sheet is discarded except in quirks
 * mode. A script is not run under nosniff (Fetch 3.9), and a module is never run (HTML 8.1.4.2).
 */
export function isRefusedType(request: ObservedRequest, { snapshot }: PageObservation): boolean {
  const { response, type, netError, url } = request
  if (response === null || response.status < 200 || response.status > 299) return false
  const { mediaType } = contentTypeOf(firstOf(response.fields, 'content-type'))
  if (mediaType === null) return false
  if (type === 'stylesheet') {
    const isStrict = netError === 'ERR_ABORTED' || snapshot?.standardsMode === true
    return (
      isStrict && mediaType !== 'text/css' && mediaType !== 'application/x-unknown-content-type'
    )
  }
  // Chrome reports the script of a service worker with the type `other`.
  if (type === 'other') return mediaType === 'text/html' && isScriptName(url)
  if (type !== 'script' || runnableTypes.test(mediaType)) return false
  const contentTypeOptions = firstOf(response.fields, 'x-content-type-options')
    ?.trim()
    .toLowerCase()
  return contentTypeOptions === 'nosniff' || snapshot?.moduleScripts.includes(url) === true
}

function isScriptName(url: string): boolean {
  return /\.m?js$/.test(URL.parse(url)?.pathname ?? '')
}

/** All JavaScript media types (WHATWG MIME Sniffing 4.6), and the other types that a module can import. */
const runnableTypes =
  /^(?:(?:application|text)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript|css)|application\/(?:wasm|json)|.+\+json|text\/json)$/

/**
 * Whether a file was only preloaded and is not used by the page, so that visitors do not notice that it is missing. A file
 * that is used shares the request of its preload. Chrome does not report the imports of a page's modules.
 */
export function isUnusedPreload(
  { preload, type, url }: ObservedRequest,
  { snapshot }: PageObservation,
): boolean {
  if (!preload || snapshot === null) return false
  if (type === 'font') return !snapshot.fontFailed
  return (type === 'script' || type === 'stylesheet') && !snapshot.assets.includes(url)
}
