import type { Evidence } from '#evidence/evidence.ts'
import {
  consoleMessage,
  exception,
  failedRequest,
  linkItem,
  requestItem,
} from './browser-evidence.ts'
import { healthyVerification } from './evidence.ts'

const page = 'https://example.com/'
const tagManager = 'https://www.tags.example.net/gtm.js?id=GTM-5XK8QJ2'
const vendors = Array.from({ length: 24 }, (_, nth) => `cdn${nth}.ads.example.net`)
const vendorOf = (nth: number) => vendors[nth % vendors.length] ?? ''
const ipOf = (nth: number) => `93.184.${nth % vendors.length}.14`

/** A chunk of the site, or a beacon of one of its advertisers. */
function request(nth: number) {
  if (nth === 0) return requestItem(1)
  if (nth < 45) {
    return requestItem(nth + 1, {
      url: `https://example.com/assets/chunks/vendor-${nth}.3f9a7c21.js`,
      type: 'script',
      mime: 'application/javascript',
      bytes: 18_234 + nth * 311,
      start_ms: 112 + nth * 7,
      ttfb_ms: 38 + nth,
      duration_ms: 64 + nth,
      initiator: page,
      priority: 'High',
    })
  }
  return requestItem(nth + 1, {
    url: `https://${vendorOf(nth)}/collect/p.gif?cid=8812${nth}&ev=page_view`,
    type: nth % 3 === 0 ? 'fetch' : 'image',
    mime: nth % 3 === 0 ? 'application/json' : 'image/gif',
    bytes: 443 + nth,
    start_ms: 900 + nth * 11,
    ttfb_ms: 41 + ((nth * 7) % 60),
    duration_ms: 58 + ((nth * 11) % 90),
    initiator: tagManager,
    priority: 'Low',
    first_party: false,
    remote_ip: ipOf(nth),
  })
}

/** A news site with its advertisers: as many requests as a report lists, and console errors of third-party scripts. */
export function heavyVerification(): Evidence {
  return healthyVerification({
    browser: {
      console: {
        counts: { error: 3, warning: 3, exception: 1 },
        messages: Array.from({ length: 6 }, (_, nth) =>
          consoleMessage({
            level: nth < 3 ? 'error' : 'warning',
            source: nth % 2 === 0 ? 'console' : 'network',
            text:
              nth % 2 === 0
                ? `[analytics] consent state is missing for vendor ${nth}, falling back to denied`
                : 'Failed to load resource: the server responded with a status of 404 ()',
            url: `https://${vendorOf(nth)}/tag/v${nth}/main.js`,
            line: 1,
            column: 48_213 + nth,
            first_party: false,
            at_ms: 1_200 + nth * 13,
          }),
        ),
        exceptions: [
          exception({ first_party: false, url: `https://${vendorOf(1)}/tag/v1/main.js` }),
        ],
      },
      requests: {
        summary: {
          total: 311,
          failed: 4,
          by_type: { document: 1, script: 80, image: 164, fetch: 66 },
          by_status: { '2xx': 298, '3xx': 9, '4xx': 4 },
          first_party: 60,
          third_party: 251,
          hosts: 25,
          bytes_encoded: 4_200_000,
          bytes_decoded: 11_000_000,
          protocols: { h2: 290, 'http/1.1': 21 },
        },
        failed: Array.from({ length: 4 }, (_, nth) =>
          failedRequest({
            url: `https://${vendorOf(nth)}/sync/match?partner=${nth}&uid=8812${nth}`,
            type: 'image',
            visible: false,
            first_party: false,
            by_site: false,
            initiator: tagManager,
            at_ms: 1_500 + nth,
          }),
        ),
        items: Array.from({ length: 100 }, (_, nth) => request(nth)),
        hosts: [
          ...vendors.map((host, nth) => ({
            host,
            requests: 10,
            bytes: 4_800,
            failed: nth < 4 ? 1 : 0,
            ip: ipOf(nth),
          })),
          { host: 'example.com', requests: 60, bytes: 900_000, failed: 0, ip: '93.184.215.14' },
        ],
      },
    },
    truncated: { 'browser.requests.items': { kept: 100, total: 311 } },
    links: {
      found: 40,
      same_origin: 24,
      unique: 12,
      checked: 12,
      items: Array.from({ length: 12 }, (_, nth) => {
        const url = `https://example.com/products/category-${nth}/overview`
        return linkItem({ url, final_url: url, text: `Category ${nth}`, occurrences: 2 })
      }),
    },
  })
}
