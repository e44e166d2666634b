import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  firstFile,
  headers,
  json,
  notFound,
  uncached,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const requests = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const links = rowsOf('links')

const section = (inner: string): string =>
  `<section style="position:relative;padding:24px;background:#fff;color:#222;font:16px/1.5 system-ui,sans-serif">${inner}</section>`

/** A list that is filled by a call, and stays empty when the call fails. */
const list = (heading: string) => atTop(section(`<h2>${heading}</h2><ul id="cc-list"></ul>`))

const fill = (call: string) =>
  bundle(
    (site) =>
      `(function () { var domain = '${site.domain}'; ${call}.then(function (r) { if (!r.ok) throw new Error('HTTP ' + r.status); return r.json() }).then(function (body) { var rows = (body && body.data && body.data.items) || (Array.isArray(body) ? body : []); document.getElementById('cc-list').innerHTML = rows.map(function (one) { return '<li>' + one.name + '</li>' }).join('') }).catch(function (error) { console.warn('load', error) }) })()`,
  )

const rooms = [{ name: 'Garden room' }, { name: 'Lake room' }, { name: 'Attic' }]

const preflighted = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type',
}

const page = (title: string): Reply =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  )

const denied = text(
  403,
  'application/xml',
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7Q0V1T9CBJ6K2M3N</RequestId></Error>',
)

export const setCcRequests: readonly Fault[] = [
  requests.issue(
    'cc-cors-of-localhost',
    'The API still allows only the developer’s own machine.',
    [fill("fetch('https://api.' + domain + '/rooms')"), list('Our rooms')],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json(rooms, {
            ...uncached,
            'access-control-allow-origin': 'http://localhost:5173',
            vary: 'Origin',
          }),
      }),
    },
  ),
  requests.issue(
    'cc-call-to-localhost',
    'The bundle was built without the address of the API and calls localhost.',
    [fill("fetch('http://localhost:8000/api/rooms')"), list('Our rooms')],
    inBrowser,
  ),
  requests.issue(
    'cc-call-under-undefined',
    'The variable is missing at build time, so the calls go to /undefined/…',
    [fill("fetch('/' + ({}).NEXT_PUBLIC_API_PATH + '/rooms')"), list('Our rooms')],
    inBrowser,
  ),
  requests.issue(
    'cc-api-is-index-html',
    'The rewrite of the application swallows the API as well.',
    [fill("fetch('/api/rooms')"), list('Our rooms'), at('/api/rooms', page('Rooms'))],
    inBrowser,
  ),
  requests.issue(
    'cc-http-api-blocked',
    'The page is on https and calls the API over http.',
    [fill("fetch('http://api.' + domain + '/rooms')"), list('Our rooms')],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => json(rooms, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  requests.issue(
    'cc-supabase-no-key',
    'The calls go without a key, and the list stays empty.',
    [
      fill("fetch('/rest/v1/rooms?select=*')"),
      list('Our rooms'),
      at('/rest/v1/rooms', {
        ...json({
          message: 'No API key found in request',
          hint: 'No `apikey` request header or url param was found.',
        }),
        status: 401,
      }),
    ],
    inBrowser,
  ),
  requests.issue(
    'cc-preflight-405',
    'The server does not know OPTIONS, so no browser can post.',
    [
      fill(
        "fetch('https://api.' + domain + '/search', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{\"from\":\"2026-01-09\"}' })",
      ),
      list('Free rooms'),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? { ...json({ detail: 'Method Not Allowed' }), status: 405 }
            : json(rooms, {
                ...preflighted,
                'access-control-allow-origin': `https://${site.host}`,
              }),
      }),
    },
  ),
  requests.issue(
    'cc-graphql-errors',
    'The schema changed; the answer is 200 with errors, and the section is empty.',
    [
      fill(
        "fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{\"query\":\"{ items: rooms { name price } }\"}' })",
      ),
      list('Our rooms'),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "price" on type "Room". Did you mean "prices"?',
              locations: [{ line: 1, column: 23 }],
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
      ),
    ],
    inBrowser,
  ),

  assets.issue(
    'cc-assets-without-base',
    'The site is deployed below a folder and asks for its files at the root.',
    [everyAsset(/\.(?:css|m?js)$/, notFound)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'cc-style-unbuilt',
    'The source of the stylesheet was deployed, not the build.',
    [
      firstFile(
        'stylesheet',
        text(
          200,
          'text/css; charset=utf-8',
          '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n\n@layer components {\n  .btn {\n    @apply rounded-lg bg-blue-600 px-4 py-2 text-white;\n  }\n}\n',
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'cc-image-optimizer-402',
    'The plan’s image quota is used up, and the pictures are broken.',
    [
      atTop(
        section(
          `<h2>Collection</h2>${[1, 2, 3].map((n) => `<img alt="Look ${n}" width="320" height="240" src="/_next/image?url=%2Flooks%2F${n}.jpg&amp;w=640&amp;q=75">`).join('')}`,
        ),
      ),
      at(
        '/_next/image',
        text(
          402,
          'text/plain; charset=utf-8',
          'Payment required\n\nOPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED\n\nfra1::v5k2p-1762243965120-4b0a9d6e21f7\n',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'cc-uploads-on-localhost',
    'The pictures of the CMS point to a developer’s machine.',
    [
      atTop(
        section(
          '<h2>Our team</h2><img alt="Jonas, founder" width="280" height="280" src="http://localhost:1337/uploads/jonas_4f1c.jpg"><img alt="Mira, head of design" width="280" height="280" src="http://localhost:1337/uploads/mira_91bd.jpg">',
        ),
      ),
    ],
  ),
  assets.issue(
    'cc-lfs-pointers',
    'The pictures are pointers: the host did not fetch the large files.',
    [
      atTop(
        section(
          '<h2>The workshop</h2><img alt="Our workshop" width="800" height="360" src="/images/workshop.jpg"><img alt="The oven" width="400" height="300" src="/images/oven.jpg">',
        ),
      ),
      everyAsset(
        /^\/images\/(?:workshop|oven)\.jpg$/,
        text(
          200,
          'image/jpeg',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 482113\n',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'cc-bucket-denied',
    'The bucket of the pictures is not public.',
    [
      atTop((site) =>
        section(
          `<h2>Gallery</h2>${['harbour', 'lighthouse', 'dunes', 'pier'].map((name) => `<img alt="The ${name}" width="300" height="200" src="https://cdn.${site.domain}/gallery/${name}.webp">`).join('')}`,
        ),
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cdn.${site.domain}`]: () => denied }) },
  ),

  scripts.issue(
    'cc-source-index',
    'The index.html of the repository is deployed, not the one of the build.',
    [
      whole('Orders', '<div id="root"></div><script type="module" src="/src/main.tsx"></script>', {
        head: '<link rel="icon" type="image/svg+xml" href="data:,">',
      }),
      at(
        '/src/main.tsx',
        text(
          200,
          'application/octet-stream',
          "import { StrictMode } from 'react'\nimport { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\n\ncreateRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>)\n",
        ),
      ),
    ],
  ),
  scripts.issue(
    'cc-policy-blocks-inline',
    'The new policy forbids the scripts in the page, so the booking form never appears.',
    [
      headers({ 'content-security-policy': "default-src 'self'; frame-ancestors 'self'" }),
      atTop(
        `<h2>Book a table</h2><div id="cc-booking"></div><script>document.getElementById('cc-booking').innerHTML = '<form action="#"><label>Date <input type="date" name="date"></label> <label>Guests <input type="number" name="guests" value="2"></label> <button>Book</button></form>'</script>`,
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'cc-policy-blocks-calls',
    'The policy does not know the domain of our API.',
    [
      headers({ 'content-security-policy': "connect-src 'self'; frame-ancestors 'self'" }),
      fill("fetch('https://api.' + domain + '/rooms')"),
      list('Our rooms'),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => json(rooms, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  scripts.issue(
    'cc-process-not-defined',
    'The bundle stops at its first line, and the shop window stays empty.',
    [
      bundle(
        "var endpoint = process.env.REACT_APP_API_URL; document.getElementById('cc-window').innerHTML = '<p>Linen shirt, 64 €</p><p>Wool scarf, 39 €</p><img alt=\"\" src=\"' + endpoint + '/window.jpg\">'",
      ),
      atTop(section('<h2>New arrivals</h2><div id="cc-window"></div>')),
    ],
    inBrowser,
  ),
  scripts.issue(
    'cc-unbundled-import',
    'The script was never bundled, and the page is blank.',
    [
      application(
        "import { createRoot } from 'react-dom/client'\nimport { createElement } from 'react'\nimport { App } from './App.js'\ncreateRoot(document.getElementById('root')).render(createElement(App))\n",
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'cc-widget-refuses-frame',
    'The booking calendar may not be embedded in our domain.',
    [
      atTop((site) =>
        section(
          `<h2>Choose a time</h2><iframe title="Booking calendar" width="640" height="400" src="https://${site.stranger}/embed/calendar"></iframe>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [site.stranger]: () => {
          const calendar = page('Calendar')
          return { ...calendar, headers: { ...calendar.headers, 'x-frame-options': 'DENY' } }
        },
      }),
    },
  ),

  links.issue(
    'cc-routes-not-rewritten',
    'Every page but the first one is a 404: the rewrite rule is missing.',
    [
      atTop(
        '<nav style="position:relative;padding:12px;background:#fff"><a href="/shop">Shop</a> <a href="/our-story">Our story</a> <a href="/stores">Stores</a> <a href="/journal">Journal</a></nav>',
      ),
      everyAsset(/^\/(?:shop|our-story|stores|journal)$/, notFound),
    ],
    { tools: 'V' },
  ),
  links.issue('cc-sign-in-at-localhost', 'The sign-in button leads to localhost.', [
    atTop(
      '<nav style="position:relative;padding:12px;background:#fff"><a href="http://localhost:3000/login">Sign in</a> <a href="http://localhost:3000/signup">Start free trial</a></nav>',
    ),
  ]),
  links.issue(
    'cc-product-undefined',
    'The cards link to /products/undefined.',
    [
      atTop(
        section(
          '<h2>Featured</h2><a href="/products/undefined">Linen shirt</a> · <a href="/products/undefined">Wool scarf</a> · <a href="/products/undefined">Rain coat</a>',
        ),
      ),
      at('/products/undefined', notFound),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'cc-form-endpoint-placeholder',
    'The contact form posts to the placeholder of the tutorial.',
    [
      atEnd(
        section(
          '<h2>Contact</h2><form action="https://formspree.io/f/YOUR_FORM_ID" method="POST"><label>Your email <input type="email" name="email" required></label> <label>Message <textarea name="message" required></textarea></label> <button type="submit">Send</button></form>',
        ),
      ),
    ],
  ),
  links.issue(
    'cc-help-is-500',
    'The help centre and the terms answer with an error.',
    [
      atTop(
        '<nav style="position:relative;padding:12px;background:#fff"><a href="/help">Help centre</a> <a href="/terms">Terms</a></nav>',
      ),
      everyAsset(
        /^\/(?:help|terms)$/,
        text(500, 'text/html; charset=utf-8', '<h1>500</h1><p>Internal Server Error</p>'),
      ),
    ],
    { tools: 'V' },
  ),
]
