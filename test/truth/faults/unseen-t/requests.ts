import {
  application,
  at,
  atEnd,
  bundle,
  type Fault,
  type Interceptor,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const scripts = rowsOf('scripts and policies')
const never = rowsOf('never ready')
const late = rowsOf('fails late')

/** A JavaScript module of the page. */
const module = (path: string, source: string): Interceptor =>
  at(path, text(200, 'text/javascript; charset=utf-8', source))

export const setTRequests: readonly Fault[] = [
  silent.issue(
    't-locale-404',
    'The files with the texts were not uploaded: buttons show the names of their texts.',
    [
      application(
        "const root = document.getElementById('root'); fetch('/locales/en/common.json').then(r => r.ok ? r.json() : {}).then(texts => { const t = key => texts[key] ?? key; root.innerHTML = '<nav>' + ['nav.home', 'nav.pricing', 'nav.contact'].map(t).join(' ') + '</nav><h1>' + t('hero.title') + '</h1><p>' + t('hero.subtitle') + '</p><button>' + t('BUTTON$START_TRIAL') + '</button><footer>' + t('footer.imprint') + '</footer>' })",
      ),
      at('/locales/en/common.json', notFound),
    ],
    inBrowser,
  ),
  silent.issue(
    't-query-errors',
    'The interface answers 200 with errors and no data, and the range stays empty.',
    [
      application(
        "document.getElementById('root').innerHTML = '<header>Tea house</header><h1>Our range</h1><div id=\"range\"></div>'; fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: 'query($channel: String!) { products(channel: $channel) { name } }' }) }).then(r => r.json()).then(({ data }) => { document.getElementById('range').innerHTML = data.products.map(p => '<article>' + p.name + '</article>').join('') })",
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Variable "$channel" of required type "String!" was not provided.',
              extensions: { code: 'BAD_USER_INPUT' },
            },
          ],
          data: null,
        }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    't-origin-twice',
    'The proxy and the program both allow the origin, and twice is not allowed.',
    [
      application(
        (site) =>
          `const root = document.getElementById('root'); root.innerHTML = '<h1>Menu of the week</h1><div id="menu">Loading the menu</div>'; fetch('https://api.${site.domain}/menu').then(r => r.json()).then(m => { document.getElementById('menu').textContent = m.dish }).catch(() => { document.getElementById('menu').textContent = 'The menu could not be loaded.' })`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json({ dish: 'Leek soup' }, { 'access-control-allow-origin': '*, *' }),
      }),
    },
  ),
  silent.issue(
    't-preflight-moved',
    'The interface has moved to another path, and a browser does not follow when it asks first.',
    [
      application(
        (site) =>
          `const root = document.getElementById('root'); root.innerHTML = '<header>Depot</header><h1>Your orders</h1><table id="orders"></table>'; fetch('https://api.${site.domain}/orders', { headers: { 'x-tenant': 'mill' } }).then(r => r.json()).then(all => { document.getElementById('orders').innerHTML = all.map(o => '<tr><td>' + o.id).join('') })`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => ({
          status: 301,
          headers: {
            location: `https://api.${site.domain}/orders/`,
            'access-control-allow-origin': '*',
          },
          body: new Uint8Array(),
        }),
      }),
    },
  ),
  never.review(
    't-stream-silent',
    'The proxy keeps the stream of scores to itself: the board waits.',
    [
      whole(
        'Live scores',
        '<header><strong>Harbour League</strong></header><main><h1>Live scores</h1><div id="board" role="status">Connecting to the live scores…</div></main><script>new EventSource("/live/scores").onmessage = function (event) { document.getElementById("board").textContent = event.data }</script>',
      ),
      at('/live/scores', 'hang'),
    ],
    inBrowser,
  ),
  silent.issue(
    't-worker-404',
    'The editor waits for its worker, whose file is in another folder.',
    [
      whole(
        'Playground',
        '<header><strong>Playground</strong></header><main><h1>Try it</h1><div id="editor" style="height:400px;border:1px solid #999">Loading...</div></main><script>var worker = new Worker("/assets/editor.worker-9b1.js"); worker.onmessage = function () { document.getElementById("editor").textContent = "" }</script>',
      ),
      at('/assets/editor.worker-9b1.js', notFound),
    ],
    inBrowser,
  ),
  scripts.issue(
    't-wasm-type',
    'The server does not know the type of the compiled part, and the browser refuses it.',
    [
      application(
        "const root = document.getElementById('root'); root.textContent = 'Starting the engine'; WebAssembly.instantiateStreaming(fetch('/engine.wasm'), {}).then(() => { root.innerHTML = '<h1>Chess</h1>' })",
      ),
      at('/engine.wasm', {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]),
      }),
    ],
    inBrowser,
  ),
  scripts.issue(
    't-bare-import',
    'The sources were deployed as they are, and a browser does not know the names in them.',
    [
      whole(
        'Table planner',
        '<div id="app"></div><script type="module">import { createApp } from "vue"; createApp({ template: "<h1>Table planner</h1>" }).mount("#app")</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    't-module-type',
    'The server sends modules as files to keep, and no browser runs them.',
    [
      whole(
        'Route finder',
        '<div id="app"></div><script type="module" src="/assets/main.mjs"></script>',
      ),
      at(
        '/assets/main.mjs',
        text(
          200,
          'application/octet-stream',
          "document.getElementById('app').innerHTML = '<h1>Route finder</h1>'",
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    't-letter-case',
    'A file is imported with a capital letter, which matters on the new server.',
    [
      whole(
        'Gallery by the sea',
        '<header><strong>Gallery by the sea</strong></header><main id="app"></main><script type="module" src="/assets/entry-21c.js"></script>',
      ),
      module(
        '/assets/entry-21c.js',
        "const { show } = await import('./Gallery.js'); show(document.getElementById('app'))",
      ),
      module(
        '/assets/gallery.js',
        "export const show = (at) => { at.innerHTML = '<h1>Seven rooms</h1>' }",
      ),
      at('/assets/Gallery.js', notFound),
    ],
    inBrowser,
  ),
  silent.issue(
    't-undefined-path',
    'The address of the interface was not set when the site was built.',
    [
      application(
        "const base = undefined; const root = document.getElementById('root'); root.innerHTML = '<h1>Opening hours</h1><p id=\"hours\">…</p>'; fetch('/' + base + '/api/hours').then(r => r.json()).then(h => { document.getElementById('hours').textContent = h.text }).catch(e => { document.getElementById('hours').textContent = 'Error: ' + e.message })",
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    't-own-machine',
    'The site asks the machine of its developer for the products.',
    [
      application(
        "const root = document.getElementById('root'); root.innerHTML = '<header>Saddlery</header><h1>Products</h1><p id=\"list\">Loading products</p>'; fetch('http://localhost:3001/api/products').then(r => r.json()).then(all => { document.getElementById('list').textContent = all.length + ' products' }).catch(() => { document.getElementById('list').textContent = 'Products could not be loaded.' })",
      ),
    ],
    inBrowser,
  ),
  silent.review(
    't-search-index',
    'The search of the documentation has no index: it finds nothing.',
    [
      bundle(
        "fetch('/search/search_index.json').then(r => { if (!r.ok) throw new Error('search index: ' + r.status); return r.json() }).then(index => { window.searchIndex = index }).catch(error => console.error(error))",
      ),
      at('/search/search_index.json', notFound),
    ],
    inBrowser,
  ),
  scripts.issue(
    't-shared-memory',
    'The host cannot send the fields that shared memory needs, and the program stops.',
    [
      application(
        "const root = document.getElementById('root'); const memory = new SharedArrayBuffer(65536); root.innerHTML = '<h1>Film cutter</h1><p>Drop a film here</p>'; root.dataset.memory = String(memory.byteLength)",
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    't-first-visit',
    'The program reads its settings, which nobody has at the first visit.',
    [
      application(
        "const { theme } = JSON.parse(localStorage.getItem('settings')); document.body.className = theme; document.getElementById('root').innerHTML = '<h1>Shopping list</h1>'",
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    't-page-expired',
    'The page was cached with the token of somebody else: each visitor is told to refresh it.',
    [
      bundle(
        "fetch('/livewire/update', { method: 'POST', headers: { 'x-csrf-token': 'old' }, body: '{}' }).then(r => { if (r.status === 419 && confirm('This page has expired.\\nWould you like to refresh the page?')) location.reload() })",
      ),
      at('/livewire/update', text(419, 'text/html; charset=utf-8', '<title>Page Expired</title>')),
    ],
    inBrowser,
  ),
  late.issue(
    't-boundary-late',
    'The proposals below the product are empty, and the error takes the whole page with it.',
    [
      application(
        "const root = document.getElementById('root'); root.innerHTML = '<h1>Oak table</h1><p>Solid oak, oiled, for eight people.</p><button>Add to cart</button>'; setTimeout(() => fetch('/api/proposals').then(r => r.json()).then(list => { try { root.append(list.items.length) } catch (error) { console.error(error); root.innerHTML = '<h2>Something went wrong.</h2><button>Try again</button>' } }), 1800)",
      ),
      at('/api/proposals', json(null)),
    ],
    inBrowser,
  ),
  scripts.issue(
    't-router-folder',
    'The router does not know the folder of the site, and replaces the page by its error.',
    [
      whole(
        'Handbook',
        `<div id="svelte"><h1>Handbook</h1>${about}</div><script type="module" src="/assets/start-70d.js"></script>`,
      ),
      module(
        '/assets/start-70d.js',
        "addEventListener('load', () => { document.title = '404'; document.getElementById('svelte').innerHTML = '<h1>404</h1><p>Not found: ' + location.pathname + '</p>' })",
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    't-styles-dropped',
    'The program starts with an error and renders the head again, without the styles.',
    [
      atEnd(
        "<script>addEventListener('load', function () { console.error('Error: Minified React error #423; visit https://react.dev/errors/423 for the full message'); document.querySelectorAll('link[rel~=stylesheet], style').forEach(function (one) { one.remove() }) })</script>",
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
]
