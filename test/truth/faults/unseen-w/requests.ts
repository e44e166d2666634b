import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  firstFile,
  headers,
  inHead,
  json,
  notFound,
  serverError,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const links = rowsOf('links')

const onlyVerify: Partial<Fault> = { tools: 'V' }

/** A list that stays empty if its call fails; the error is only logged to the console. */
const list = (url: string, more = '') =>
  `(async () => {
  const box = document.createElement('section');
  box.style.cssText = 'position:relative;z-index:2;padding:24px;background:#fff;color:#111;font:16px system-ui';
  box.innerHTML = '<h2>Upcoming workshops</h2><ul></ul>';
  document.body.prepend(box);
  try {
    const r = await fetch(${url});
    if (!r.ok) throw new Error('HTTP ' + r.status);
    const body = await r.json();
    ${more}
    for (const one of body.items) box.querySelector('ul').insertAdjacentHTML('beforeend', '<li>' + one.name + '</li>');
  } catch (e) {
    console.error('Error fetching workshops:', e);
  }
})();`

const nav = (inner: string) =>
  `<nav aria-label="Site" style="position:relative;z-index:2;padding:12px;background:#fff;font:16px system-ui">${inner}</nav>`

const small = (title: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1><p>We answer within two working days.</p></main></body></html>`,
  )

const withHeaders = (reply: Reply, more: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...more },
})

export const setWRequests: readonly Fault[] = [
  silent.issue(
    'w-api-500-silent',
    'The list stays empty, because the function fails.',
    [
      bundle(list("'/api/workshops'")),
      at('/api/workshops', { ...json({ error: 'Internal Server Error' }), status: 500 }),
    ],
    inBrowser,
  ),
  silent.issue(
    'w-api-undefined-base',
    'The base of the API was not set in the build: the calls go to /undefined/…',
    [
      bundle(list("'/' + globalThis.__ENV_API_URL + '/api/workshops'")),
      at('/undefined/api/workshops', notFound),
    ],
    inBrowser,
  ),
  silent.issue(
    'w-api-localhost',
    'The bundle still asks the computer of its developer.',
    [bundle(list("'http://localhost:8000/api/workshops'"))],
    inBrowser,
  ),
  silent.issue(
    'w-api-cors',
    'The API does not allow the new domain.',
    [bundle((site) => list(`'https://api.${site.domain}/v1/workshops'`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          withHeaders(json({ items: [{ name: 'Glazing' }] }), {
            'access-control-allow-origin': 'https://old-preview.vercel.app',
          }),
      }),
    },
  ),
  silent.issue(
    'w-api-host-gone',
    'The name of the API was removed with the old server.',
    [bundle((site) => list(`'https://backend.${site.domain}/workshops'`))],
    { ...inBrowser, hosts: (site) => ({ [`backend.${site.domain}`]: 'nothing' }) },
  ),
  silent.issue(
    'w-api-html-fallback',
    'The rewrite sends the start page for every path, also for those of the API.',
    [
      bundle(list("'/api/v1/workshops'")),
      at(
        '/api/v1/workshops',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Home</title></head><body><div id="root"></div></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'w-graphql-errors',
    'The list stays empty, because the schema lacks its field.',
    [
      bundle(
        list(
          "'/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ workshops { id name seats } }' }) }",
          'if (body.errors) throw new Error(body.errors[0].message);',
        ),
      ),
      at('/graphql', {
        ...json({
          errors: [
            {
              message: 'Cannot query field "workshops" on type "Query".',
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
        status: 400,
      }),
    ],
    inBrowser,
  ),
  silent.issue(
    'w-supabase-paused',
    'The free project of the database was paused, and its name is gone.',
    [
      bundle((site) =>
        list(`'https://${site.domain.replace('.com', '')}.supabase.co/rest/v1/workshops?select=*'`),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`${site.domain.replace('.com', '')}.supabase.co`]: 'nothing' }),
    },
  ),
  assets.issue(
    'w-stylesheet-403',
    'The permissions of the uploaded stylesheet are wrong.',
    [
      firstFile(
        'stylesheet',
        text(
          403,
          'text/html',
          '<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>nginx</center></body></html>',
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'w-stylesheet-is-index',
    'Instead of the stylesheet the start page is sent.',
    [
      firstFile(
        'stylesheet',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>App</title></head><body><div id="app"></div></body></html>',
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'w-image-lfs-pointer',
    'The picture was checked out without LFS: its file is a pointer.',
    [
      atTop(
        '<section style="position:relative;z-index:2;padding:16px;background:#fff"><img alt="The harbour at dawn" width="960" height="400" src="/images/harbour-hero.png"></section>',
      ),
      at(
        '/images/harbour-hero.png',
        text(
          200,
          'image/png',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4cac19622fc3ada9c0fdeadb33f88f367b541f38b89102a3f1261ac81fd5bcb5\nsize 84977\n',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'w-next-image-400',
    'The optimizer refuses the host of the pictures.',
    [
      atTop(
        '<section style="position:relative;z-index:2;padding:16px;background:#fff"><img alt="Our team in the workshop" width="640" height="360" src="/_next/image?url=https%3A%2F%2Fcdn.example.net%2Fteam.jpg&amp;w=1920&amp;q=75"></section>',
      ),
      at('/_next/image', text(400, 'text/plain; charset=utf-8', '"url" parameter is not allowed')),
    ],
    inBrowser,
  ),
  assets.issue(
    'w-media-uploads-lost',
    'The uploads were in the container and are gone since the last deploy.',
    [
      atTop(
        '<section style="position:relative;z-index:2;padding:16px;background:#fff;display:flex;gap:12px"><img alt="Oak table" width="280" height="210" src="/media/products/oak-table.jpg"><img alt="Walnut chair" width="280" height="210" src="/media/products/walnut-chair.jpg"><img alt="Ash bench" width="280" height="210" src="/media/products/ash-bench.jpg"></section>',
      ),
      at('/media/products/oak-table.jpg', notFound),
      at('/media/products/walnut-chair.jpg', notFound),
      at('/media/products/ash-bench.jpg', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'w-icon-font-404',
    'The font of the icons is missing: there are boxes instead.',
    [
      inHead(
        '<style>@font-face{font-family:"shop-icons";src:url("/fonts/shop-icons.woff2") format("woff2")}.icon{font-family:"shop-icons";font-size:32px}</style>',
      ),
      atTop(
        '<div style="position:relative;z-index:2;padding:12px;background:#fff;color:#111"><a href="#"><i class="icon">\ue900</i></a> <a href="#"><i class="icon">\ue901</i></a> <a href="#"><i class="icon">\ue902</i></a></div>',
      ),
      at('/fonts/shop-icons.woff2', notFound),
    ],
    inBrowser,
  ),
  scripts.issue(
    'w-process-not-defined',
    'The app ends at its first line, because a variable of Node is used in the browser.',
    [
      application(
        `const api = process.env.REACT_APP_API_URL; document.getElementById('root').innerHTML = '<h1>Orders</h1><p>' + api + '</p>';`,
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'w-bare-specifier',
    'The sources are served without a build: the browser knows no packages.',
    [
      atTop('<div id="booking" style="min-height:240px;background:#fff"></div>'),
      atEnd(
        '<script type="module">import React from "react"; import { createRoot } from "react-dom/client"; createRoot(document.getElementById("booking")).render(React.createElement("form"));</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'w-jsx-octet-stream',
    'The entry point of development is served as it is, with a type that no browser runs.',
    [
      (request) => {
        if (request.isPage)
          return text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><meta charset="UTF-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width, initial-scale=1.0"><title>Vite + React</title></head><body><div id="root"></div><script type="module" src="/src/main.jsx"></script></body></html>',
          )
        if (request.path === '/src/main.jsx')
          return text(
            200,
            'application/octet-stream',
            "import { StrictMode } from 'react'\nimport { createRoot } from 'react-dom/client'\nimport App from './App.jsx'\n\ncreateRoot(document.getElementById('root')).render(<StrictMode><App /></StrictMode>)\n",
          )
        return undefined
      },
    ],
    inBrowser,
  ),
  scripts.issue(
    'w-csp-blocks-app',
    'The new policy does not allow the app to run its own script.',
    [
      headers({
        'content-security-policy':
          "default-src 'self'; script-src 'nonce-r4nd0m'; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'",
      }),
      application(
        "document.getElementById('root').innerHTML = '<h1>Orders</h1><p>Three are open.</p>';",
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'w-stale-chunk',
    'The page is from the cache and asks for a chunk of the last deploy.',
    [
      bundle(`(() => {
  const box = document.createElement('section');
  box.id = 'checkout';
  box.style.cssText = 'position:relative;z-index:2;padding:24px;background:#fff;min-height:160px';
  document.body.prepend(box);
  import('/assets/Checkout-B7xkq2Lm.js').then((m) => m.mount(box));
})();`),
      at(
        '/assets/Checkout-B7xkq2Lm.js',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html><head><title>Shop</title></head><body><div id="root"></div></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'w-frame-refused',
    'The booking service refuses to be shown in the page.',
    [
      atTop(
        (site) =>
          `<section style="position:relative;z-index:2;padding:24px;background:#fff"><h2>Book a table</h2><iframe title="Booking" width="640" height="420" src="https://booking.${site.domain}/embed"></iframe></section>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`booking.${site.domain}`]: () =>
          withHeaders(small('Book a table'), {
            'x-frame-options': 'DENY',
            'content-security-policy': "frame-ancestors 'none'",
          }),
      }),
    },
  ),
  links.issue(
    'w-nav-pages-404',
    'The links of the menu work in the app only: opened directly they are not found.',
    [
      atTop(
        nav(
          '<a href="/features-tour">Features</a> <a href="/pricing-plans">Pricing</a> <a href="/contact-us">Contact</a>',
        ),
      ),
      at('/features-tour', notFound),
      at('/pricing-plans', notFound),
      at('/contact-us', small('Contact')),
    ],
    onlyVerify,
  ),
  links.issue(
    'w-link-500',
    'The page of the prices fails on the server.',
    [
      atTop(nav('<a href="/contact-us">Contact</a> <a href="/prices-and-terms">Prices</a>')),
      at('/contact-us', small('Contact')),
      at('/prices-and-terms', serverError),
    ],
    onlyVerify,
  ),
  links.issue(
    'w-link-brochure-gone',
    'The brochure that the page offers is not there.',
    [
      atTop(nav('<a href="/downloads/brochure-2026.pdf">Download our brochure (PDF)</a>')),
      at('/downloads/brochure-2026.pdf', notFound),
    ],
    onlyVerify,
  ),
  links.issue(
    'w-link-loop',
    'Two rules send the blog back and forth.',
    [
      atTop(nav('<a href="/our-blog">Blog</a>')),
      at('/our-blog', { status: 301, headers: { location: '/our-blog/' }, body: new Uint8Array() }),
      at('/our-blog/', { status: 301, headers: { location: '/our-blog' }, body: new Uint8Array() }),
    ],
    onlyVerify,
  ),
]
