import { readFileSync, writeFileSync } from 'node:fs'
import type { RequestFailure } from '#discovery/request-failures.ts'
import { type BrowserEvidence, requestTypes } from '#evidence/browser.ts'
import { type Evidence, evidenceShape } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'
import { neededServices } from '#findings/readings/needed-services.ts'

type Failed = BrowserEvidence['requests']['failed'][number]
type Kind = Pick<RequestFailure, 'request' | 'place'> &
  Partial<Omit<Failed, 'place'>> & { readonly file?: string }

const pageUrl = 'https://example.com/'

/** Each kind of request in each place that the rules distinguish. */
const kinds: readonly Kind[] = [
  { request: 'script', place: 'page', type: 'script', render_blocking: true },
  { request: 'script', place: 'page, async or deferred', type: 'script' },
  {
    request: `script for ${neededServices.map(({ what }) => what).join(', ')}`,
    place: 'page, async or deferred',
    type: 'script',
    file: 'pay.js',
  },
  { request: 'script, stylesheet or font', place: 'preloaded and not used', type: 'prefetch' },
  { request: 'stylesheet', place: 'page', type: 'stylesheet', render_blocking: true },
  { request: 'stylesheet', place: 'for another medium', type: 'stylesheet' },
  { request: 'font', place: 'page', type: 'font' },
  { request: 'image', place: 'in view', type: 'image', visible: true },
  { request: 'image', place: 'background in view', type: 'image', visible: false },
  { request: 'image', place: 'below the view', type: 'image', visible: false },
  { request: 'video or audio', place: 'page', type: 'media' },
  { request: 'video or audio', place: 'with controls, in view', type: 'media' },
  { request: 'frame', place: 'page', type: 'document' },
  { request: 'fetch or XMLHttpRequest', place: 'page', type: 'fetch' },
  { request: 'fetch or XMLHttpRequest', place: 'HEAD or OPTIONS', type: 'fetch', method: 'HEAD' },
  { request: 'WebSocket', place: 'page', type: 'websocket' },
  { request: 'EventSource', place: 'page', type: 'eventsource' },
  { request: 'beacon', place: 'page', type: 'ping', method: 'POST' },
  { request: 'manifest', place: 'page', type: 'manifest' },
  { request: 'icon of a sprite, and the like', place: 'page', type: 'other' },
  { request: 'favicon', place: 'page', type: 'other', favicon: true },
]

const places: Readonly<Record<string, Failed['place'] | undefined>> = {
  'in view': 'in_view',
  'with controls, in view': 'in_view',
  'background in view': 'background',
  'below the view': 'below',
  'preloaded and not used': 'preloaded',
  'for another medium': 'optional',
  'HEAD or OPTIONS': 'optional',
}

const lost = { status: null, net_error: 'ERR_CONNECTION_REFUSED' } as const

/** The results of the rules for a healthy page with one failed request, for every kind of request. */
export function requestFailuresJson(): string {
  const file = new URL('../../test/fixtures/evidence/render-healthy.json', import.meta.url)
  const page = evidenceShape.parse(JSON.parse(readFileSync(file, 'utf8')))
  const rows = kinds.map((kind): RequestFailure => {
    const { request, place } = kind
    const meaning = (over: Partial<Failed>) => meaningOf(page, { ...failedAs(kind), ...over })
    return {
      request,
      place,
      own_status: meaning({ status: 404 }),
      own_lost: meaning({ ...lost, confirmed: confirmed.has(kind.type ?? '') ? true : null }),
      other: meaning({
        ...lost,
        url: `https://cdn.example.net/${kind.file ?? 'file'}`,
        first_party: false,
      }),
    }
  })
  return `${JSON.stringify(rows, null, 1)}\n`
}

/** Requests that are repeated a second later (`urlsToConfirm` in gather/browser/requests.ts). */
const confirmed: ReadonlySet<string> = new Set(
  requestTypes.slice(0, 8).filter((type) => type !== 'media'),
)

function failedAs({ request: _request, place, file = 'file', ...over }: Kind): Failed {
  return {
    url: `${pageUrl}${file}`,
    method: 'GET',
    type: 'other',
    status: null,
    net_error: null,
    blocked_reason: null,
    initiator: pageUrl,
    first_party: true,
    render_blocking: false,
    visible: null,
    favicon: false,
    place: places[place] ?? 'page',
    by_site: true,
    recovered: false,
    confirmed: null,
    at_ms: 100,
    ...over,
  }
}

function meaningOf(page: Evidence, failed: Failed): RequestFailure['other'] {
  const { browser } = page
  if (browser?.dom == null) throw new TypeError('the recorded page has no document')
  // An image in view that fails is also a broken image of the document.
  const { url, first_party } = failed
  const broken = failed.visible === true ? [{ url, in_viewport: true, first_party }] : []
  const evidence: Evidence = {
    ...page,
    browser: {
      ...browser,
      requests: { ...browser.requests, failed: [failed] },
      dom: { ...browser.dom, images: { total: 1, broken } },
    },
  }
  const { findings, notes } = evaluate(evidence)
  const first = [...findings, ...notes].find(({ code }) => code.startsWith('REQ_'))
  return first === undefined ? null : { code: first.code, effect: first.effect }
}

if (import.meta.main) {
  const file = new URL('../../src/discovery/request-failures.json', import.meta.url)
  writeFileSync(file, requestFailuresJson())
}
