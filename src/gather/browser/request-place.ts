import type { ObservedRequest, PageObservation, Snapshot } from '#chrome/page/page-observation.ts'
import type { BrowserEvidence } from '#evidence/browser.ts'
import { isFirstParty } from '#target/site.ts'
import { isCall } from './unusable-response.ts'

type Failed = BrowserEvidence['requests']['failed'][number]

/** Where on the page a failed request is missed; `optional` when visitors do not miss it. */
export function placeOf(
  request: ObservedRequest,
  observation: PageObservation,
  pageUrl: string,
): Failed['place'] {
  const { snapshot } = observation
  const { type, url } = request
  if (isDispensable(request)) return 'optional'
  if (type === 'prefetch') return request.preload ? 'preloaded' : 'optional'
  if (isIcon(request, snapshot)) return 'icon'
  if (type === 'stylesheet' && snapshot?.unusedStyles.includes(url)) return 'optional'
  if (snapshot !== null && partsInView(type, snapshot).includes(url)) return 'in_view'
  if (snapshot !== null && isMissed(request, snapshot, pageUrl)) return 'missed'
  return type !== 'image' || snapshot === null ? 'page' : placeOfImage(url, snapshot)
}

function isDispensable(request: ObservedRequest): boolean {
  const { data, method } = request
  if (method === 'HEAD' || method === 'OPTIONS') return true
  return data === 'absence' || isCartRequest(request) || isLocalFile(request)
}

/** Whether it is an icon that the document names for the tab or the home screen, and does not show. */
function isIcon({ type, url }: ObservedRequest, snapshot: Snapshot | null): boolean {
  if (type !== 'other' && type !== 'image') return false
  return snapshot?.iconLinks?.includes(url) === true && !snapshot.imagesInViewport.includes(url)
}

/** Paths of a cart or a wish list, which a shop requests first and a new visitor does not have. */
const cartPath = /(?:^|[/._-])(?:carts?|baskets?|wish-?lists?)(?=$|[/._-])/i

/**
 * Whether a request for a cart found none. The page continues without reading the content of the 404, so Chrome has no content
 * either.
 */
function isCartRequest({ url, response, finished }: ObservedRequest): boolean {
  const isAbsent = response?.status === 404 && /[/+]json$/.test(response.mime ?? '')
  return isAbsent && !finished && cartPath.test(URL.parse(url)?.pathname ?? '')
}

/** Whether it is a `.local.json` file, which by convention overrides settings on a developer's machine and is not deployed. */
function isLocalFile({ url, response }: ObservedRequest): boolean {
  return response?.status === 404 && URL.parse(url)?.pathname.endsWith('.local.json') === true
}

function partsInView(type: ObservedRequest['type'], snapshot: Snapshot): readonly string[] {
  const { framesInViewport: document, lostPlayersInViewport: media, sprites: other } = snapshot
  const parts: Partial<Record<typeof type, readonly string[]>> = { document, media, other }
  return parts[type] ?? []
}

function placeOfImage(url: string, snapshot: Snapshot): Failed['place'] {
  const { imagesInViewport, neededBackgrounds, backgroundsInViewport } = snapshot
  if (imagesInViewport.includes(url) || neededBackgrounds.includes(url)) return 'in_view'
  return backgroundsInViewport.includes(url) ? 'background' : 'below'
}

/** Whether a part of the page that waits for such a request is empty or disabled, or icons show their names without it. */
function isMissed(request: ObservedRequest, snapshot: Snapshot, pageUrl: string): boolean {
  const { type, url, initiator, renderBlocking } = request
  if (type !== 'font' && !isFirstParty(initiator, pageUrl)) return false
  if (isCall(request)) return snapshot.emptyPlaces > 0
  if (isFirstParty(url, pageUrl)) return false
  const { named, unstyled } = snapshot.icons
  if (type === 'font') return named > 0
  if (type === 'stylesheet') return unstyled > 0
  if (type !== 'script') return false
  const isAwaited = snapshot.awaitedScripts.includes(url) || /[?&](?:callback|onload)=/.test(url)
  const waitingParts = snapshot.emptyPlaces + snapshot.disabledControls
  return (renderBlocking || isAwaited) && waitingParts > 0
}
