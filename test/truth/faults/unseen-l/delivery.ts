import {
  document,
  encode,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  instead,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

/** A response in place of the page, as the last server in front of the site sends it. */
const page =
  (reply: ReturnType<typeof text>): Interceptor =>
  (request) =>
    request.isPage ? reply : undefined

const german =
  '<!doctype html><html lang="de"><head><title>Bäckerei Süß</title></head><body style="font:18px sans-serif;padding:40px"><h1>Grüß Gott bei der Bäckerei Süß</h1><p>Täglich frische Brötchen, große Auswahl an Kuchen und natürlich unser Früchtebrot. Öffnungszeiten: täglich außer Montag. Für Bestellungen über zwanzig Stück bitten wir um einen Anruf am Vortag.</p></body></html>'

export const setLDelivery: readonly Fault[] = [
  review('l-backend-in-front', 'The domain leads to the API and not to the front end.', [
    page(text(200, 'application/json', '{"Hello":"World"}')),
  ]),
  review('l-nest-hello', 'The proxy sends everything to the back end of Nest.', [
    instead('Hello World!'),
  ]),
  issue('l-inertia-json', 'The CDN keeps the JSON of Inertia and shows it to visitors.', [
    (request, _upstream, site) =>
      request.isPage
        ? {
            status: 200,
            headers: { 'content-type': 'application/json', 'x-inertia': 'true', vary: 'X-Inertia' },
            body: encode(
              JSON.stringify({
                component: 'Home/Index',
                props: { errors: {}, auth: { user: null }, jetstream: { flash: [] }, posts: [] },
                url: new URL(site.url).pathname,
                version: '6a3c0c1c5f0a4b8d',
              }),
            ),
          }
        : undefined,
  ]),
  issue('l-internal-port', 'Tomcat sends visitors to its own port behind the proxy.', [
    moved((site) => `https://${site.host}:8443/app/`),
  ]),
  issue('l-nextauth-url', 'NEXTAUTH_URL is still that of the laptop.', [
    moved('http://localhost:3000/api/auth/signin?callbackUrl=%2F', 307),
  ]),
  issue('l-locale-ring', 'Two middlewares disagree on the language of the visitor.', [
    moved('/sv-fi/', 307),
    (request, _upstream, site) =>
      request.path === '/sv-fi/'
        ? {
            status: 307,
            headers: {
              location: new URL(site.url).pathname,
              'set-cookie': 'NEXT_LOCALE=sv; Path=/; Secure; SameSite=Lax',
              ...uncached,
            },
            body: new Uint8Array(),
          }
        : undefined,
  ]),
  issue('l-octet-stream', 'Uploaded to the bucket without a type: the browser saves the page.', [
    headers({ 'content-type': 'binary/octet-stream' }),
  ]),
  issue('l-cut-in-half', 'The worker dies in the middle of each answer.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.byteLength / 3) }
    },
  ]),
  issue(
    'l-platform-certificate',
    'The custom domain was never added, the platform shows its own certificate.',
    [],
    { certificate: () => ({ names: ['*.platform-apps.net', 'platform-apps.net'] }) },
  ),
  review(
    'l-noindex-left',
    'The field of the staging system is still sent, we have left the search engines.',
    [
      headers({ 'x-robots-tag': 'noindex, nofollow' }),
      inHead('<meta name="robots" content="noindex, nofollow">'),
    ],
    { tools: 'PV' },
  ),
  review(
    'l-canonical-localhost',
    'Each page says that its real address is on localhost.',
    [
      inHead(
        '<link rel="canonical" href="http://localhost:4321/"><meta property="og:url" content="http://localhost:4321/">',
      ),
      document((html) => html.replace(/<link\b[^>]*\brel=["']?canonical\b[^>]*>/gi, '')),
    ],
    { tools: 'PV' },
  ),
  issue('l-basic-auth-left', 'The password of the preview was never taken off.', [
    (request) =>
      request.isPage
        ? {
            status: 401,
            headers: {
              'content-type': 'text/html; charset=utf-8',
              'www-authenticate': 'Basic realm="Preview"',
            },
            body: encode('<title>401 Authorization Required</title><h1>401</h1>'),
          }
        : undefined,
  ]),
  issue('l-artisan-down', 'artisan up was not reached as the migration failed.', [
    whole(
      'Service Unavailable',
      '<div style="display:flex;justify-content:center;margin-top:40vh;font-family:ui-sans-serif,system-ui;color:#9ca3af"><div style="padding:0 16px;border-right:1px solid #9ca3af">503</div><div style="padding:0 16px">SERVICE UNAVAILABLE</div></div>',
      { status: 503 },
    ),
  ]),
  issue('l-white-page', 'A fatal error with display_errors off: 200 and not one byte.', [
    page(text(200, 'text/html; charset=UTF-8', '')),
  ]),
  issue('l-default-charset', 'The new server says ISO-8859-1 of every page.', [
    page(text(200, 'text/html; charset=iso-8859-1', german)),
  ]),
  issue('l-maintenance-file', 'WordPress has not removed .maintenance after the update.', [
    whole(
      'Onderhoud',
      '<h1>Tijdelijk niet beschikbaar wegens gepland onderhoud. Probeer het over een minuutje nogmaals.</h1>',
      { lang: 'nl-NL', status: 503 },
    ),
  ]),
]
