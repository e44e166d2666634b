import {
  application,
  at,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'
import { html, js, page, quiet, shop } from './shop.ts'

const silent = rowsOf('requests that fail in silence')
const script = rowsOf('scripts and policies')
const late = rowsOf('fails late')
const items = json({ items: [{ id: 1, name: 'Fern' }] })
const cors = (fieldsToo: Readonly<Record<string, string>>) =>
  json({ items: [{ id: 1, name: 'Fern' }] }, fieldsToo)

/** Written for set C by an author who had not read the rules. */
export const setCRequests: readonly Fault[] = [
  silent.issue(
    'compose-service-name',
    'The name of a container was built into the bundle: no visitor can reach it.',
    [bundle(quiet(`'http://backend:8000/api/products'`))],
    inBrowser,
  ),
  silent.issue(
    'api-over-http',
    'The page is on https and calls its API over http, which browsers block.',
    [bundle((site) => quiet(`'http://api.${site.domain}/products'`))],
    { ...inBrowser, hosts: (site) => ({ [`api.${site.domain}`]: () => items }) },
  ),
  silent.issue(
    'base-url-undefined',
    'The variable of the build is not set, so the API is asked below "undefined".',
    [bundle(quiet(`String(undefined) + '/api/products'`))],
    inBrowser,
  ),
  silent.issue(
    'cors-field-twice',
    'The server and the application both add the field for other origins.',
    [bundle((site) => quiet(`'https://api.${site.domain}/products'`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => cors({ 'access-control-allow-origin': '*, *' }),
      }),
    },
  ),
  silent.issue(
    'cors-preflight-405',
    'The API of the site does not know the preflight of the browser.',
    [
      bundle((site) =>
        quiet(`'https://api.${site.domain}/products'`, `{ headers: { 'x-shop-id': '7' } }`),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? text(405, 'text/plain', 'Method Not Allowed')
            : cors({ 'access-control-allow-origin': `https://${site.host}` }),
      }),
    },
  ),
  silent.issue(
    'cors-any-with-cookies',
    'The API allows every origin, which browsers refuse for requests with cookies.',
    [bundle((site) => quiet(`'https://api.${site.domain}/cart'`, `{ credentials: 'include' }`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => cors({ 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  silent.issue(
    'notice-before-json',
    'A notice of PHP stands before the JSON, so no script can read it.',
    [
      bundle(quiet(`'/wp-json/shop/v1/products'`)),
      at(
        '/wp-json/shop/v1/products',
        text(
          200,
          'application/json; charset=UTF-8',
          '<br />\n<b>Notice</b>:  Undefined index: category in <b>/var/www/html/wp-content/plugins/shop-api/rest.php</b> on line <b>88</b><br />\n{"items":[{"id":1}]}',
        ),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'json-cut-by-limit',
    'The JSON of the catalogue ends at the limit of a proxy.',
    [
      bundle(quiet(`'/api/catalogue'`)),
      at(
        '/api/catalogue',
        text(200, 'application/json', '{"items":[{"id":1,"name":"Fern"},{"id":2,"na'),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ajax-action-unknown',
    'The plugin that answered the posts of the start page is off: the list stays empty.',
    [
      shop('de', {
        bottom: `<h2>Aktuelles</h2><div id="posts"></div><script>fetch('/wp-admin/admin-ajax.php?action=load_posts').then((one) => one.ok ? one.text() : '').then((markup) => { document.getElementById('posts').innerHTML = markup })</script>`,
      }),
      at('/wp-admin/admin-ajax.php', html('0', 400)),
    ],
    inBrowser,
  ),
  silent.issue(
    'rest-forbidden-form',
    'A plugin for security forbids the interface that the contact form needs.',
    [
      bundle(quiet(`'/wp-json/contact-form-7/v1/contact-forms/5/feedback/schema'`)),
      at('/wp-json/contact-form-7/v1/contact-forms/5/feedback/schema', {
        ...json({
          code: 'rest_forbidden',
          message: 'Sorry, you are not allowed to do that.',
          data: { status: 403 },
        }),
        status: 403,
      }),
    ],
    inBrowser,
  ),
  silent.issue(
    'graphql-says-error',
    'The API answers 200 with an error in it, and the shop has no products.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Our wines</h1><ul id="wines"></ul>'; fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ wines { name } }"}' }).then((one) => one.json()).then(({ data }) => { for (const wine of data?.wines ?? []) document.getElementById('wines').append(wine.name) })`,
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Internal server error',
              path: ['wines'],
              extensions: { code: 'INTERNAL_SERVER_ERROR' },
            },
          ],
          data: null,
        }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'events-answered-by-fallback',
    'The stream of prices is answered with the start page.',
    [
      bundle(
        `const prices = new EventSource('/prices/stream'); prices.onerror = () => prices.close()`,
      ),
      at('/prices/stream', html('<!doctype html><title>Shop</title><div id="app"></div>')),
    ],
    inBrowser,
  ),
  silent.review(
    'socket-io-not-proxied',
    'The proxy does not pass on the path of the socket library: the chat stays silent.',
    [
      bundle(
        `const poll = () => fetch('/socket.io/?EIO=4&transport=polling&t=' + Math.random().toString(36).slice(2)).then((one) => { if (!one.ok) setTimeout(poll, 1000) }).catch(() => setTimeout(poll, 1000)); poll()`,
      ),
      at('/socket.io/', notFound),
    ],
    inBrowser,
  ),
  silent.review(
    'worker-file-gone',
    'The service worker of the last release is gone, and the page keeps that to itself.',
    [
      bundle(`navigator.serviceWorker.register('/service-worker.js').catch(() => {})`),
      at('/service-worker.js', notFound),
    ],
    inBrowser,
  ),
  silent.review(
    'foreign-key-rejected',
    'The key of the search service was revoked: the service refuses the shop.',
    [bundle((site) => quiet(`'https://search.${site.stranger}/1/indexes/products?q='`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`search.${site.stranger}`]: () => ({
          ...json(
            { message: 'Invalid Application-ID or API key', status: 403 },
            { 'access-control-allow-origin': '*' },
          ),
          status: 403,
        }),
      }),
    },
  ),
  script.issue(
    'jquery-deferred',
    'A plugin for speed defers jQuery, and the theme uses it at once.',
    [
      shop('fr', {
        head: '<script defer src="/wp-includes/js/jquery/jquery.min.js"></script>',
        bottom: `<script>jQuery(document).ready(function ($) { $('.menu').show() })</script>`,
      }),
      at(
        '/wp-includes/js/jquery/jquery.min.js',
        js('window.jQuery = function () { return { ready() {} } }'),
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'policy-against-own-inline',
    'The new policy for scripts blocks the inline script that draws the page.',
    [
      headers({ 'content-security-policy': "default-src 'self'; script-src 'self'" }),
      page(
        html(
          `<!doctype html><html lang="nl"><head><meta charset="utf-8"><title>Fietsen</title></head><body><div id="app"></div><script>document.getElementById('app').innerHTML = '<h1>Fietsen van Dijk</h1><p>Stadsfietsen, bakfietsen en onderdelen.</p>'</script></body></html>`,
        ),
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'policy-against-own-api',
    'The policy for connections forgot the host of the API.',
    [
      headers({ 'content-security-policy': "connect-src 'self'" }),
      bundle((site) => quiet(`'https://api.${site.domain}/products'`)),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => cors({ 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  script.issue(
    'import-answered-by-fallback',
    'After the release a part of the application is answered with the start page.',
    [
      application(`import('/assets/Home-D3x81kq2.js').then((one) => one.start())`),
      at(
        '/assets/Home-D3x81kq2.js',
        html('<!doctype html><title>App</title><div id="root"></div>'),
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'preload-of-style-fails',
    'The style sheet of a part is gone, so the bundler rejects the part.',
    [
      bundle(
        `new Promise((done, fail) => { const one = document.createElement('link'); one.rel = 'stylesheet'; one.href = '/assets/Checkout-B1x0c2.css'; one.onload = done; one.onerror = () => fail(new Error('Unable to preload CSS for /assets/Checkout-B1x0c2.css')); document.head.append(one) })`,
      ),
      at('/assets/Checkout-B1x0c2.css', notFound),
    ],
    inBrowser,
  ),
  script.issue(
    'bare-specifier',
    'The module was deployed without being bundled.',
    [
      shop('en', {
        bottom: '<div id="app"></div><script type="module" src="/src/main.js"></script>',
      }),
      at('/src/main.js', js(`import { createApp } from 'vue'\ncreateApp({}).mount('#app')`)),
    ],
    inBrowser,
  ),
  script.issue(
    'payment-key-empty',
    'The public key of the payment service is empty in production.',
    [
      bundle(
        `throw Object.assign(new Error('Please call Stripe() with your publishable key. You used an empty string.'), { name: 'IntegrationError' })`,
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'angular-no-provider',
    'The application ends at its start, and logs why.',
    [
      page(
        html(
          '<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Kundenportal</title><base href="/"></head><body><app-root></app-root><script src="/main.4e0f1c.js"></script></body></html>',
        ),
      ),
      at(
        '/main.4e0f1c.js',
        js(
          `console.error('ERROR', new Error('NG0201: No provider for t found. Find more at https://angular.io/errors/NG0201'))`,
        ),
      ),
    ],
    inBrowser,
  ),
  script.review(
    'hydration-418',
    'The page of the server and that of the browser differ; the library draws it again.',
    [
      bundle(
        `reportError(new Error('Minified React error #418; visit https://react.dev/errors/418?args[]=text&args[]= for the full message or use the non-minified dev environment for full errors and additional helpful warnings.'))`,
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'reload-with-new-version',
    'A check for updates reloads the page for ever, each time with another parameter.',
    [
      inHead(
        `<script>addEventListener('load', () => setTimeout(() => { location.search = '?v=' + Date.now() }, 300))</script>`,
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'stock-fails-after-2-s',
    'The stock is asked for two seconds after the start, and the API fails.',
    [
      bundle(`setTimeout(() => { ${quiet(`'/api/stock'`)} }, 2000)`),
      at('/api/stock', { ...json({ error: 'Internal Server Error' }), status: 500 }),
    ],
    inBrowser,
  ),
  late.issue(
    'slider-throws-after-2-s',
    'The slider stops with an exception when it turns for the first time.',
    [
      bundle(
        `setTimeout(() => { const slides = document.querySelectorAll('.slide-that-is-not-there'); slides[0].classList.add('active') }, 1800)`,
      ),
    ],
    inBrowser,
  ),
]
