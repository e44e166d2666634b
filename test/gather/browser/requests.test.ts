import { describe, expect, test } from 'vitest'
import type { ObservedRequest, Snapshot } from '#chrome/page/page-observation.ts'
import { browserEvidence as browserShape } from '#evidence/browser.ts'
import {
  blockReasonOf,
  type RequestsInput,
  requestsEvidence,
  urlsToConfirm,
} from '#gather/browser/requests.ts'
import { readVisit } from '#test/equipment/browser/recorded-observation.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'

// The observations of a real Chrome: `npm run record`.
const site = 'http://www.site.example.com'
const assets: RequestsInput = {
  ...readVisit('assets'),
  pageUrl: `${site}/assets`,
  confirmed: new Map(),
  handledImages: [],
}

const OTHER = 'https://data.example.net/v1/entries'

/** The input with the request of a path changed. */
function withRequest(path: string, change: Partial<ObservedRequest>): RequestsInput {
  const requests = assets.observation.requests.map((one) =>
    one.url.endsWith(path) ? { ...one, ...change } : one,
  )
  return { ...assets, observation: { ...assets.observation, requests } }
}

function requestOf(path: string): ObservedRequest {
  const found = assets.observation.requests.find((one) => one.url.endsWith(path))
  if (found === undefined) throw new TypeError(`nobody asked for ${path}`)
  return found
}

describe('requestsEvidence', () => {
  const refused = { response: null, netError: 'ERR_CONNECTION_REFUSED', durationMs: 5 }
  const usable = { ...requestOf('/good.js').response, status: 200 } as NonNullable<
    ObservedRequest['response']
  >
  const long = [['content-type', `a/b${';charset'.repeat(127)}`]] as const

  test('an image whose element handles a failure has recovered', () => {
    const { observation, ...input } = withRequest('/picture.png', {
      ...refused,
      durationMs: 60_000,
    })
    const taken = { brokenImages: [], imagesInViewport: [], backgroundsInViewport: [] }
    const snapshot = observation.snapshot && { ...observation.snapshot, ...taken }
    const recovered = (...handledImages: readonly string[]) => {
      const without = { ...input, observation: { ...observation, snapshot }, handledImages }
      const { failed } = requestsEvidence(without).requests
      return failed.find(({ url }) => url.endsWith('/picture.png'))?.recovered
    }
    expect(recovered('/other.png')).toBe(false)
    expect(recovered('/other.png', './picture.png?v=2')).toBe(true)
  })

  test.each([
    ['image', {}],
    ['script', {}],
    ['stylesheet', {}],
    ['fetch', {}],
    ['websocket', {}],
    ['document', {}],
  ] as const)('as many requests as are recorded are read in time: %s', (type, change) => {
    const count = 550
    const path = (index: number) => `/graphql/${'1.'.repeat(2_000)}${index}`
    const good = { response: { ...usable, fields: long }, netError: null, finished: true }
    const requests = Array.from({ length: count }, (_, index) => ({
      ...requestOf('/picture.png'),
      ...(index % 2 === 0 ? refused : good),
      ...change,
      type,
      id: `${index}`,
      url: site + path(index),
      startMs: index,
    }))
    const observation = {
      ...assets.observation,
      requests: [...assets.observation.requests, ...requests],
    }
    const records = Array.from({ length: 500 }, () => assets.records)
      .flat()
      .slice(0, 2_000)
    const handledImages = Array.from({ length: 200 }, (_, index) => path(-index))
    const input = { ...assets, records, observation, handledImages }
    const ms = cpuMsOf(() => {
      expect(requestsEvidence(input).requests.failed.length).toBe(50)
    })
    expect(ms).toBeLessThan(1_000)
  })

  test('has the shape of the report', () => {
    const { requests } = requestsEvidence(assets)
    expect(browserShape.shape.requests.safeParse(requests).error).toBeUndefined()
  })

  test('lists what the page sent with a method that is not safe, unless we blocked it', () => {
    const sent = (change: Partial<ObservedRequest>) => ({ ...requestOf('/good.js'), ...change })
    const requests = [
      sent({ method: 'post', type: 'fetch' }),
      sent({ method: 'POST', type: 'fetch' }),
      sent({ method: 'DELETE', type: 'xhr', url: 'https://api.example.net/1' }),
      sent({ method: 'OPTIONS', type: 'preflight' }),
      sent({ method: 'POST', type: 'ping', stoppedBy: 'requests' }),
    ]
    const observation = { ...assets.observation, requests }
    const { unsafe } = requestsEvidence({ ...assets, observation }).requests
    expect(
      unsafe.map(({ method, type, first_party, count }) => [method, type, first_party, count]),
    ).toEqual([
      ['POST', 'fetch', true, 2],
      ['DELETE', 'xhr', false, 1],
    ])
  })

  const gone = {
    status: 404,
    mime: null,
    protocol: null,
    fields: [],
    headersAt: 0,
    ttfbMs: null,
    waitMs: null,
    tlsMs: null,
    fromCache: false,
  }
  const noCart = { ...gone, mime: 'application/json' }

  test.each<[string, Partial<ObservedRequest>, Partial<Snapshot>, string]>([
    ['a call beside an empty part', { type: 'fetch' }, { emptyPlaces: 1 }, 'missed'],
    ['one that leaves nothing empty', { type: 'fetch' }, {}, 'page'],
    [
      'one of a script of another site',
      { type: 'fetch', initiator: 'https://a.example.net/a.js' },
      { emptyPlaces: 1 },
      'page',
    ],
    [
      'a script of another site with a handler',
      { type: 'script' },
      { disabledControls: 1, awaitedScripts: [OTHER] },
      'missed',
    ],
    ['one that nothing waits for', { type: 'script' }, { awaitedScripts: [OTHER] }, 'page'],
    ['one without a handler', { type: 'script' }, { disabledControls: 1 }, 'page'],
    [
      'one with a callback',
      { type: 'script', url: `${OTHER}?callback=a` },
      { emptyPlaces: 1 },
      'missed',
    ],
    ['a font of names', { type: 'font' }, { icons: { named: 2, unstyled: 0 } }, 'missed'],
    ['another font', { type: 'font' }, {}, 'page'],
    [
      'a style sheet of names',
      { type: 'stylesheet' },
      { icons: { named: 0, unstyled: 2 } },
      'missed',
    ],
    ['drawings of icons', { type: 'other' }, { sprites: [OTHER] }, 'in_view'],
    ['a background that text needs', { type: 'image' }, { neededBackgrounds: [OTHER] }, 'in_view'],
    ['another one', { type: 'image' }, { backgroundsInViewport: [OTHER] }, 'background'],
    [
      'a cart that is not there, which the page has not read',
      { type: 'fetch', url: `${site}/store/carts/current`, response: noCart, finished: false },
      {},
      'optional',
    ],
    [
      'one that it has read, and that says nothing of it',
      { type: 'fetch', url: `${site}/store/carts/current`, response: noCart, finished: true },
      {},
      'page',
    ],
    [
      'another call that it has not read',
      { type: 'fetch', url: `${site}/api/products`, response: noCart, finished: false },
      {},
      'page',
    ],
  ])('says what a visitor misses: %s', (_name, change, seen, place) => {
    const { snapshot } = assets.observation
    if (snapshot === null) throw new TypeError('no document was recorded')
    const initiator = `${site}/assets`
    const request = {
      ...requestOf('/good.js'),
      url: OTHER,
      renderBlocking: false,
      response: gone,
      initiator,
      ...change,
    }
    const observation = {
      ...assets.observation,
      requests: [request],
      snapshot: { ...snapshot, ...seen },
    }
    expect(
      requestsEvidence({ ...assets, observation }).requests.failed.map((one) => one.place),
    ).toEqual([place])
  })

  test('a style sheet that an open brace has swallowed has failed', () => {
    const { snapshot } = assets.observation
    if (snapshot === null) throw new TypeError('no document was recorded')
    const request = { ...requestOf('/style.css'), url: `${site}/open.css` }
    const observation = {
      ...assets.observation,
      requests: [request],
      snapshot: { ...snapshot, swallowedStyles: [request.url] },
    }
    const { failed } = requestsEvidence({ ...assets, observation }).requests
    expect(failed.map((one) => [one.status, one.blocked_reason])).toEqual([[200, 'open-brace']])
  })

  test.each<[string, Partial<ObservedRequest>, boolean]>([
    ['/assets/spectre.min.css', {}, true],
    ['/assets/index-4f1c9ab2.css', {}, true],
    ['/custom.css', {}, false],
    ['/assets/index-4f1c9ab2.css', { bytesDecoded: 20 }, false],
    ['/assets/index-4f1c9ab2.css', { finished: false }, false],
  ])('a built style sheet without content has failed: %s %o is %s', (path, change, hasFailed) => {
    const request: ObservedRequest = {
      ...requestOf('/style.css'),
      url: `${site}${path}`,
      finished: true,
      bytesDecoded: 0,
      ...change,
    }
    const observation = { ...assets.observation, requests: [request] }
    const { failed } = requestsEvidence({ ...assets, observation }).requests
    const reasons = failed.map((one) => one.blocked_reason)
    expect(reasons).toEqual(hasFailed ? ['empty-file'] : [])
  })

  test.each([
    ['/vendor/shelf-2.1.0.min.js', true],
    ['/vendor/shelf.js', true],
    ['/vendor/book-2.1.0.min.js', false],
  ])('a library that failed is taken from elsewhere: %s is %s', (path, recovered) => {
    const lost: ObservedRequest = {
      ...requestOf('/good.js'),
      url: 'https://cdn.example.net/libs/shelf/2.1.0/shelf.min.js',
      startMs: 100,
      durationMs: 20,
      netError: 'ERR_BLOCKED_BY_ORB',
      response: null,
    }
    const copy = { ...requestOf('/good.js'), url: `${site}${path}`, startMs: 130 }
    const observation = { ...assets.observation, requests: [lost, copy] }
    const { failed } = requestsEvidence({ ...assets, observation }).requests
    expect(failed.map((one) => one.recovered)).toEqual([recovered])
  })

  test.each([
    ['/settings.local.json', 404, 'optional'],
    ['/settings.local.json', 500, 'page'],
    ['/settings.json', 404, 'page'],
  ])('%s with %s is %s', (path, status, place) => {
    const call = requestOf('/good.js')
    const response = call.response && { ...call.response, status }
    const request: ObservedRequest = { ...call, url: `${site}${path}`, type: 'fetch', response }
    const observation = { ...assets.observation, requests: [request] }
    const { failed } = requestsEvidence({ ...assets, observation }).requests
    expect(failed.map((one) => one.place)).toEqual([place])
  })

  const { response: good } = requestOf('/good.js')
  const page = good && { ...good, mime: 'text/html' }
  test.each<[string, Partial<ObservedRequest>, string | null]>([
    ['data as a stream', { type: 'eventsource' }, 'content-type'],
    ['a page as a film', { type: 'media', response: page }, 'content-type'],
    [
      'a page as a background',
      { type: 'image', response: page, url: `${site}/hero.png` },
      'content-type',
    ],
    ['a page as a counter', { type: 'image', response: page }, null],
    [
      'an empty frame',
      { type: 'document', response: page, url: `${site}/frame`, bytesDecoded: 0 },
      'empty-file',
    ],
    ['a frame with content', { type: 'document', response: page, url: `${site}/frame` }, null],
    ['an empty frame out of view', { type: 'document', response: page, bytesDecoded: 0 }, null],
    [
      'an empty bundle',
      { type: 'script', url: `${site}/app-4f1c9ab2.js`, bytesDecoded: 0 },
      'empty-file',
    ],
    ['a pointer of Git LFS', { type: 'font', data: 'pointer' }, 'lfs-pointer'],
    ['one of another site', { type: 'font', data: 'pointer', url: OTHER, initiator: OTHER }, null],
  ])('what was sent cannot be used: %s', (_, change, reason) => {
    const { snapshot } = assets.observation
    if (snapshot === null) throw new TypeError('no document was recorded')
    const request: ObservedRequest = {
      ...requestOf('/good.js'),
      finished: true,
      mainDocument: false,
      ...change,
    }
    const observation = {
      ...assets.observation,
      requests: [request],
      snapshot: {
        ...snapshot,
        backgroundsInViewport: [`${site}/hero.png`],
        framesInViewport: [`${site}/frame`],
      },
    }
    const { failed } = requestsEvidence({ ...assets, observation }).requests
    expect(failed.map((one) => one.blocked_reason)).toEqual(reason === null ? [] : [reason])
  })

  test.each<[string, number, ObservedRequest['type'], boolean, string?, string?]>([
    ['at once', 120, 'fetch', true],
    ['within the rounding of its end', 118, 'xhr', true],
    ['beside it', 110, 'fetch', false],
    ['later', 400, 'fetch', false],
    ['for a picture', 120, 'image', false],
    ['by another script', 120, 'fetch', false, `${site}/chart.js`],
    ['before it, at its place', 50, 'fetch', true, `${site}/app.js`, '/live?transport=polling'],
    ['before it, elsewhere', 50, 'fetch', false, `${site}/app.js`, '/lively'],
  ])(
    'a socket that failed has a request in its place: %s',
    (_, startMs, type, recovered, initiator = `${site}/app.js`, path = '/api') => {
      const call: ObservedRequest = {
        ...requestOf('/good.js'),
        url: `${site}${path}`,
        type,
        startMs,
        initiator,
      }
      const socket: ObservedRequest = {
        ...call,
        url: `${site}/live`.replace('http', 'ws'),
        type: 'websocket',
        initiator: `${site}/app.js`,
        startMs: 100,
        durationMs: 20,
        netError: 'ERR_FAILED',
        response: null,
      }
      const observation = { ...assets.observation, requests: [socket, call] }
      const { failed } = requestsEvidence({ ...assets, observation }).requests
      expect(failed.map((one) => one.recovered)).toEqual([recovered])
    },
  )

  test.each<
    [
      string,
      boolean,
      Partial<{ brokenImages: { url: string; inViewport: boolean }[]; imagesInViewport: string[] }>,
      string?,
    ]
  >([
    ['an image that the page has replaced by another one has recovered', true, {}],
    [
      'an image that an element still shows has not recovered',
      false,
      { brokenImages: [{ url: `${site}/a.avif`, inViewport: true }] },
    ],
    [
      'an image that the page has replaced by a drawing of its own has recovered',
      true,
      { imagesInViewport: [] },
      'data:image/svg+xml,%3Csvg',
    ],
  ])('%s', (_, recovered, change, url = `${site}/b.svg`) => {
    const { snapshot } = assets.observation
    if (snapshot === null) throw new TypeError('the visit has no snapshot')
    const first = requestOf('/good.js')
    const failing: ObservedRequest = {
      ...first,
      url: `${site}/a.avif`,
      type: 'image',
      startMs: 100,
      durationMs: 20,
      response: first.response === null ? null : { ...first.response, status: 404 },
    }
    const second = { ...failing, url, startMs: 130, response: first.response }
    const observation = {
      ...assets.observation,
      requests: [failing, second],
      snapshot: { ...snapshot, imagesInViewport: [second.url], brokenImages: [], ...change },
    }
    const { failed } = requestsEvidence({ ...assets, observation }).requests
    expect(failed.map((one) => one.recovered)).toEqual([recovered])
  })

  test.each<[string, string, Partial<ObservedRequest>, boolean]>([
    ['/api/hours?try=1', '/api/hours?try=2', { startMs: 600 }, true],
    [
      '/api/hours?day=5&_=1764090000000',
      '/api/hours?day=5&_=1764090001000',
      { startMs: 600 },
      true,
    ],
    ['/api/hours?day=5', '/api/hours?day=6', { startMs: 100 }, false],
    ['/api/hours?t=1', '/api/hours?t=2', { startMs: 119 }, false],
    ['/locales/en-US.json', '/locales/en.json', { startMs: 600 }, true],
    ['/zh_Hant/texts.json', '/zh/texts.json', { startMs: 600 }, true],
    ['/locales/en-US.json', '/locales/de.json', { startMs: 600 }, false],
    ['/locales/pt-BR.json', '/locales/en.json', { startMs: 600 }, true],
    ['/prices/de.json', '/prices/en.json', { startMs: 600 }, false],
  ])(
    'a call of %s whose content nobody reads, and %s %o: recovered is %s',
    (failed, next, change, recovered) => {
      const call: ObservedRequest = { ...requestOf('/good.js'), type: 'fetch', startMs: 100 }
      const response = call.response === null ? null : { ...call.response, status: 503, ttfbMs: 20 }
      const requests = [
        { ...call, url: `${site}${failed}`, response, durationMs: null },
        { ...call, url: `${site}${next}`, ...change },
      ]
      const observation = { ...assets.observation, requests }
      const evidence = requestsEvidence({ ...assets, observation }).requests
      expect(evidence.failed.map((one) => one.recovered)).toEqual([recovered])
    },
  )

  test('counts what was requested, without data URLs', () => {
    const { bytes_encoded: _encoded, ...summary } = requestsEvidence(assets).requests.summary
    expect(summary).toEqual({
      total: 13,
      failed: 9,
      blocked: 4,
      by_type: { document: 1, image: 5, prefetch: 1, script: 4, stylesheet: 2 },
      by_status: { '2xx': 5, '4xx': 6, '5xx': 2 },
      first_party: 8,
      third_party: 5,
      hosts: 7,
      bytes_decoded: 1017,
      insecure: 0,
      protocols: { 'http/1.1': 13 },
    })
  })

  test('attributes each failure: to the site, our policy, or a host that accepts no connection', () => {
    const { failed } = requestsEvidence(assets).requests
    expect(
      failed.map(({ url, type, status, net_error, blocked_reason }) => [
        url.replace(site, ''),
        type,
        status,
        net_error,
        blocked_reason,
      ]),
    ).toEqual([
      ['http://192.168.0.1/inside.png', 'image', null, 'ERR_BLOCKED_BY_CLIENT', 'not_public'],
      ['http://closed.example.org/lib.js', 'script', null, 'ERR_ABORTED', null],
      [
        'http://elsewhere.example.org:8080/port.png',
        'image',
        null,
        'ERR_BLOCKED_BY_CLIENT',
        'port',
      ],
      [
        'http://inside.example.com/inside.png',
        'image',
        null,
        'ERR_BLOCKED_BY_CLIENT',
        'resolves_not_public',
      ],
      // A development address counts as a wrong host rather than as a wrong port.
      [
        'http://localhost:3000/left-behind.png',
        'image',
        null,
        'ERR_BLOCKED_BY_CLIENT',
        'not_public',
      ],
      ['/missing.js', 'script', 404, null, null],
      // A preload that nothing uses breaks nothing.
      ['/never-used.js', 'prefetch', 404, null, null],
      ['/page-for-style.css', 'stylesheet', 200, null, 'content-type'],
      ['/picture.png', 'image', 500, null, null],
    ])
  })

  test('requests that the policy blocked are listed by URL, as first or third party', () => {
    const { blocked_by_policy: blocked } = requestsEvidence(assets).requests
    expect(blocked.map(({ url, reason, first_party }) => [url, reason, first_party])).toEqual([
      ['http://192.168.0.1/inside.png', 'not_public', false],
      ['http://elsewhere.example.org:8080/port.png', 'port', false],
      ['http://inside.example.com/inside.png', 'resolves_not_public', true],
      ['http://localhost:3000/left-behind.png', 'not_public', false],
    ])
  })

  test('hosts have the address that the proxy dialed, and none without a connection', () => {
    const { hosts } = requestsEvidence(assets).requests
    expect(hosts.map(({ host, requests, failed, ip }) => [host, requests, failed, ip])).toEqual([
      ['192.168.0.1', 1, 1, null],
      ['cdn.elsewhere.example.org', 1, 0, '93.184.215.44'],
      ['closed.example.org', 1, 1, null],
      ['elsewhere.example.org:8080', 1, 1, null],
      ['inside.example.com', 1, 1, null],
      ['localhost:3000', 1, 1, null],
      ['www.site.example.com', 7, 4, '93.184.215.14'],
    ])
  })

  test('the same observation in another order lists the same failures in the same order', () => {
    const requests = assets.observation.requests.toReversed()
    const backwards = { ...assets, observation: { ...assets.observation, requests } }
    expect(requestsEvidence(backwards).requests.failed).toEqual(
      requestsEvidence(assets).requests.failed,
    )
  })

  test('a failure records whether it was confirmed a second later', () => {
    const url = `${site}/missing.js`
    const { failed } = requestsEvidence({ ...assets, confirmed: new Map([[url, true]]) }).requests
    expect(failed.find((one) => one.url === url)?.confirmed).toBe(true)
    expect(failed.filter((one) => one.confirmed !== null)).toHaveLength(1)
  })

  test('of a thousand failures fifty are listed, with the total', () => {
    const requests = Array.from({ length: 1_000 }, (_, n) => ({
      ...requestOf('/missing.js'),
      id: `r${n}`,
      url: `${site}/missing-${n}.js`,
    }))
    const observation = { ...assets.observation, requests, requestsTotal: 1_000 }
    const { requests: told, truncated } = requestsEvidence({ ...assets, observation })
    expect([told.failed.length, told.items.length, told.summary.failed]).toEqual([50, 100, 1_000])
    expect(truncated).toEqual({
      'browser.requests.failed': { kept: 50, total: 1_000 },
      'browser.requests.items': { kept: 100, total: 1_000 },
    })
  })
})

describe('worthConfirming', () => {
  const broken = { response: null, netError: 'ERR_CONNECTION_RESET' } as const

  test('names nothing when all failures have a response, are blocked by us or belong to others', () => {
    expect(urlsToConfirm(assets)).toEqual([])
  })

  test('names a script of the site whose connection broke', () => {
    expect(urlsToConfirm(withRequest('/good.js', broken))).toEqual([`${site}/good.js`])
  })

  test.each([
    ['a page that gave it up', { response: null, netError: 'ERR_ABORTED' }],
    [
      'a policy of the page',
      { response: null, netError: 'ERR_BLOCKED_BY_CSP', blockedReason: 'csp' },
    ],
    ['a cap of ours', { response: null, netError: 'ERR_FAILED', stoppedBy: 'requests' as const }],
    ['a request that is not to be repeated', { ...broken, method: 'POST' }],
    ['a video', { ...broken, type: 'media' as const }],
  ])('does not name a failure that comes from %s', (_why, change) => {
    expect(urlsToConfirm(withRequest('/good.js', change))).toEqual([])
  })
})

describe('blockedByUs', () => {
  test.each([
    ['192.168.0.1/inside.png', 'not_public'],
    ['inside.example.com/inside.png', 'resolves_not_public'],
    [':8080/port.png', 'port'],
    [':3000/left-behind.png', 'not_public'],
    ['/missing.js', null],
    ['/good.js', null],
    ['closed.example.org/lib.js', null],
  ])('%s: %s', (path, reason) => {
    expect(blockReasonOf(requestOf(path), assets)).toBe(reason)
  })

  test('a site cannot blame the proxy for a response of its own by repeating the mark inside a tunnel', () => {
    const { name, value } = assets.mark
    const request = requestOf('/missing.js')
    const response = request.response && { ...request.response, fields: [[name, value] as const] }
    const repeated = { ...request, url: 'https://192.168.0.1/x', response, netError: null }
    expect(blockReasonOf(repeated, assets)).toBeNull()
  })
})
