import type { ObservedRequest, PageObservation } from '#chrome/page/page-observation.ts'

/**
 * Whether a file was only asked for ahead, and nothing of the page wants it: a stale `<link rel="preload">` harms nobody.
 * What is wanted after all shares the request of its preload; what the modules of a page import nobody tells.
 */
export function isUnusedPreload(
  { preload, type, url }: ObservedRequest,
  { snapshot }: PageObservation,
): boolean {
  if (!preload || snapshot === null) return false
  if (type === 'font') return !snapshot.fontFailed
  return (type === 'script' || type === 'stylesheet') && !snapshot.assets.includes(url)
}
