import { type Fault, headers, type Interceptor, json } from '../../fault.ts'
import { text } from '../../page.ts'
import { rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')

/** Serves `path` of the site beside the page; a row checks it with `address`. */
const beside = (path: string, reply: ReturnType<typeof text>): Interceptor => {
  return (request) => (request.path === path ? reply : undefined)
}
const address = (path: string): Pick<Fault, 'url'> => ({
  url: (site) => `https://${site.host}${path}`,
})
const to = (location: string, status: number) => ({
  status,
  headers: { location, 'strict-transport-security': 'max-age=31536000' },
  body: new Uint8Array(),
})

/** Ordinary ways to deliver a page, and URLs that are not pages. The author had not read the rules. */
export const setQDelivery: readonly Fault[] = [
  pass(
    'q-http-to-https',
    'The address is written without its s: the server sends the visitor to the right one.',
    [
      (request, _upstream, site) =>
        request.url.protocol === 'http:' ? to(site.url, 301) : undefined,
    ],
    { url: (site) => site.url.replace(/^https:/, 'http:') },
  ),
  pass('q-apex-to-www', 'The bare domain sends the visitor to its www.', [], {
    url: (site) => site.url.replace(site.host, site.domain),
    hosts: (site) => ({ [site.domain]: () => to(site.url, 301) }),
  }),
  pass(
    'q-language-redirect',
    'The start leads to the language of the visitor, and says what it depends on.',
    [
      (request) =>
        request.path === '/start'
          ? {
              status: 302,
              headers: {
                location: '/en/start',
                vary: 'Accept-Language',
                'cache-control': 'private',
              },
              body: new Uint8Array(),
            }
          : undefined,
      beside(
        '/en/start',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Alpine huts</title></head><body><h1>Alpine huts</h1><p>Forty huts between 1,200 and 2,900 metres, open from June to October. A bed, a blanket and a soup are waiting for you.</p><p>English · <span lang="de">Deutsch</span> · <span lang="fr">Français</span></p></body></html>',
        ),
      ),
    ],
    address('/start'),
  ),
  pass('q-strict-headers', 'A page with many headers for safety, each of them valid.', [
    headers({
      'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), interest-cohort=()',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-site',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer, strict-origin-when-cross-origin',
      'origin-agent-cluster': '?1',
    }),
  ]),
  pass('q-unusual-headers', 'A page with unusual headers, each of them valid.', [
    headers({
      'cache-control': 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400',
      age: '211',
      etag: 'W/"5f-18c2"',
      'server-timing': 'miss, db;dur=53.2, app;dur=47.2;desc="render"',
      via: '1.1 varnish, 1.1 edge-7',
      'x-cache': 'MISS, HIT',
      'x-powered-by': 'coffee',
      'alt-svc': 'clear',
      'accept-ranges': 'none',
      'x-clacks-overhead': 'GNU Terry Pratchett',
    }),
  ]),
  pass('q-not-kept', 'A page that nobody may keep, with a cookie of a session.', [
    headers({
      'cache-control': 'no-store, no-cache, must-revalidate, max-age=0',
      pragma: 'no-cache',
      expires: 'Thu, 19 Nov 1981 08:52:00 GMT',
      'set-cookie': [
        'sid=9f2c1e; Path=/; Secure; HttpOnly; SameSite=Lax',
        'theme=; Path=/; Max-Age=0; Secure; SameSite=Lax',
      ],
    }),
  ]),
  pass(
    'q-plain-text',
    'An article in plain text, on purpose.',
    [
      beside(
        '/humans.txt',
        text(
          200,
          'text/plain; charset=utf-8',
          '/* TEAM */\n  Design: Ines Prado, Porto\n  Programs: Jan Huisman, Delft\n  Words: Mary Quigley, Cork\n\n/* THANKS */\n  Everybody who has tried the early versions.\n\n/* SITE */\n  Last update: 2026-11-03\n  Language: English\n  Standards: HTML, CSS\n',
        ),
      ),
    ],
    address('/humans.txt'),
  ),
  pass(
    'q-security-txt',
    'Where vulnerabilities are reported.',
    [
      beside(
        '/.well-known/security.txt',
        text(
          200,
          'text/plain; charset=utf-8',
          'Contact: mailto:security@ferrybook.example\nExpires: 2027-09-30T22:00:00.000Z\nPreferred-Languages: en, nl\nPolicy: https://ferrybook.example/security-policy\n',
        ),
      ),
    ],
    address('/.well-known/security.txt'),
  ),
  pass(
    'q-api-json',
    'An address of an API: its JSON is what is wanted.',
    [
      (request) =>
        request.path === '/api/v1/tides'
          ? json(
              {
                station: 'Bergen',
                errors: [],
                error: null,
                next: null,
                tides: [
                  { time: '2026-11-24T04:12:00Z', kind: 'high', metres: 1.42 },
                  { time: '2026-11-24T10:31:00Z', kind: 'low', metres: 0.38 },
                ],
              },
              { 'access-control-allow-origin': '*' },
            )
          : undefined,
    ],
    { ...address('/api/v1/tides'), tools: 'P' },
  ),
  pass(
    'q-feed',
    'A feed of news, where an article is about an outage.',
    [
      beside(
        '/feed.xml',
        text(
          200,
          'application/rss+xml; charset=utf-8',
          '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>Harbour news</title><link>https://harbour.example/</link><description>What happens at the harbour</description><item><title>Service unavailable for two hours: what we learned</title><link>https://harbour.example/outage</link><guid isPermaLink="false">n-118</guid><pubDate>Mon, 12 Oct 2026 08:00:00 GMT</pubDate><description>On Friday the booking desk could not be reached.</description></item><item><title>The new ferry is here</title><link>https://harbour.example/ferry</link><guid isPermaLink="false">n-117</guid><pubDate>Thu, 01 Oct 2026 08:00:00 GMT</pubDate><description>She carries 240 people and 60 cars.</description></item></channel></rss>',
        ),
      ),
    ],
    { ...address('/feed.xml'), tools: 'P' },
  ),
  pass('q-status-203', 'A proxy on the way has made the page smaller, and says so by 203.', [
    whole(
      'Reading room',
      '<h1>Reading room</h1><p>The reading room has forty seats, six of them at windows. Newspapers of the week are on the table beside the door.</p><p>Open every day from nine to nine, on Sundays from eleven.</p>',
      { status: 203 },
    ),
  ]),
]
