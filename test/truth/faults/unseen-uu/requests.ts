import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  everyAsset,
  type Fault,
  headers,
  inHead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const calls = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')

/** Markup at the top of the page, in front of anything fixed there. */
const band = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:2147483000;background:#fff;color:#111;padding:24px">${markup}</div>`,
  )

export const setUuRequests: readonly Fault[] = [
  calls.issue(
    'uu-contact-form-refill-403',
    'The security plug-in closes the REST interface, and the contact form does not get the token that it needs to be sent.',
    [
      bundle(`for (const form of document.querySelectorAll('form.wpcf7-form')) {
      fetch('/wp-json/contact-form-7/v1/contact-forms/' + form.dataset.id + '/refill')
        .then((answer) => answer.json())
        .then((data) => { form.elements.token.value = data.captcha })
    }`),
      band(
        '<form class="wpcf7-form" data-id="218"><p><label>Nombre <input name="your-name"></label></p><p><label>Mensaje <textarea name="your-message"></textarea></label></p><input type="hidden" name="token"><button>Enviar</button></form>',
      ),
      at(
        '/wp-json/contact-form-7/v1/contact-forms/218/refill',
        text(403, 'application/json', '{"code":"rest_forbidden","data":{"status":403}}'),
      ),
    ],
    inBrowser,
  ),
  calls.issue(
    'uu-notice-before-json',
    'After the update of PHP a notice stands before the JSON of the calendar, and the page cannot read it.',
    [
      bundle(`fetch('/kalender/termine.php').then((answer) => answer.json()).then((list) => {
      document.getElementById('termine').innerHTML = list.map((one) => '<li>' + one.titel + '</li>').join('')
    })`),
      band('<h2>Termine</h2><ul id="termine"></ul>'),
      at(
        '/kalender/termine.php',
        text(
          200,
          'application/json',
          '<br />\n<b>Deprecated</b>:  strftime(): Function strftime() is deprecated in <b>/www/htdocs/w00f3a21/kalender/termine.php</b> on line <b>31</b><br />\n[{"titel":"Sommerfest","am":"14. Juni"}]',
        ),
      ),
    ],
    inBrowser,
  ),
  calls.issue(
    'uu-call-to-laptop',
    'The build was made with the settings of the developer, and each visitor asks the own computer for the products.',
    [
      bundle(
        `fetch('http://localhost:8000/api/productos/').then((answer) => answer.json()).then((list) => { window.productos = list }).catch((error) => console.log(error))`,
      ),
    ],
    inBrowser,
  ),
  calls.issue(
    'uu-graphql-errors',
    'GraphQL answers 200 with a list of errors, and the page breaks on the data that is null.',
    [
      bundle(`fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ posts(first: 3) { nodes { title } } }' }) })
      .then((answer) => answer.json())
      .then(({ data }) => { window.latest = data.posts.nodes.map((one) => one.title) })`),
      at(
        '/graphql',
        text(
          200,
          'application/json',
          '{"errors":[{"message":"Internal server error"}],"data":null}',
        ),
      ),
    ],
    inBrowser,
  ),
  calls.issue(
    'uu-socket-refused',
    'The server of the sockets was not started again, so that the prices of the auction never move.',
    [
      bundle(
        (
          site,
        ) => `const socket = new WebSocket('wss://ws.${site.domain}/app/9f2c4e?protocol=7&client=js&version=8.4.0')
      socket.onmessage = (event) => { document.title = JSON.parse(event.data).price }`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`ws.${site.domain}`]: 'refuses' }) },
  ),
  calls.issue(
    'uu-event-stream-is-page',
    'The route of the live scores is gone and the fallback of the router answers, so that the browser closes the stream.',
    [
      bundle(
        `const scores = new EventSource('/live/scores'); scores.onmessage = (event) => { document.title = event.data }`,
      ),
      at(
        '/live/scores',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="it"><head><title>Risultati</title></head><body><div id="app"></div></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  calls.review(
    'uu-cms-project-paused',
    'The free project at the service that holds the articles was put to sleep, and the list of news stays empty.',
    [
      bundle(
        (site) =>
          `fetch('https://k3j9x2.${site.stranger}/rest/v1/articles?select=*').then((answer) => answer.ok ? answer.json() : []).then((list) => { document.getElementById('aktualnosci').innerHTML = list.map((one) => '<li>' + one.title + '</li>').join('') })`,
      ),
      band('<h2>Aktualności</h2><ul id="aktualnosci"></ul>'),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`k3j9x2.${site.stranger}`]: () => ({
          ...text(540, 'application/json', '{"message":"Project paused"}'),
          headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' },
        }),
      }),
    },
  ),
  calls.issue(
    'uu-translations-404',
    'The files of the translations were not uploaded, so that the names of the texts stand where the texts should be.',
    [
      application(`const draw = (t) => { document.getElementById('root').innerHTML = '<header><h1>' + t('home.hero.title') + '</h1><p>' + t('home.hero.subtitle') + '</p></header><nav><a href="#oda">' + t('nav.rooms') + '</a> <a href="#iletisim">' + t('nav.contact') + '</a></nav><main><h2>' + t('home.rooms.heading') + '</h2><p>' + t('home.rooms.description') + '</p><button>' + t('common.book_now') + '</button></main>' }
      fetch('/locales/tr/translation.json').then((answer) => { if (!answer.ok) throw answer; return answer.json() }).then((texts) => draw((key) => texts[key])).catch(() => draw((key) => key))`),
      at('/locales/tr/translation.json', notFound),
    ],
    inBrowser,
  ),
  assets.review(
    'uu-blocked-network-of-libraries',
    'The library in the head comes from a network that does not answer from here, and the page stays white while the browser waits.',
    [
      inHead(
        (site) =>
          `<script src="https://ajax.${site.stranger}/ajax/libs/jquery/3.6.0/jquery.min.js"></script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`ajax.${site.stranger}`]: 'silent' }) },
  ),
  assets.issue(
    'uu-styles-as-text',
    'The file of types is not included in the new nginx, and no browser takes a style sheet that is plain text.',
    [
      everyAsset(/\.css$/, (_request, upstream) => ({
        ...upstream(),
        headers: { ...upstream().headers, 'content-type': 'text/plain' },
      })),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'uu-webp-of-picture-404',
    'The converter has not made the WebP files, and a browser that prefers them does not go back to the JPEG.',
    [
      band(
        '<picture><source type="image/webp" srcset="/media/catalog/cuisine-chene.jpg.webp"><img src="/media/catalog/cuisine-chene.svg" alt="Cuisine en chêne massif" width="720" height="360"></picture>',
      ),
      at('/media/catalog/cuisine-chene.jpg.webp', notFound),
      at(
        '/media/catalog/cuisine-chene.svg',
        text(
          200,
          'image/svg+xml',
          '<svg xmlns="http://www.w3.org/2000/svg" width="720" height="360"><rect width="720" height="360" fill="#a86"/></svg>',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'uu-picture-on-desktop',
    'The page was written in an office program, and its picture is on the desktop of the secretary.',
    [
      band(
        '<img src="file:///C:/Users/Maria/Desktop/sito%20nuovo/foto_gruppo_2024.jpg" alt="Il nostro gruppo" width="600" height="400">',
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'uu-base-of-developer',
    'The build keeps the base address of the development server, so that no style and no script is found.',
    [
      document((html) =>
        html.replace(/<head(?:\s[^>]*)?>/i, (tag) => `${tag}<base href="http://localhost:4200/">`),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'uu-vendor-cut',
    'The disk of the host is full, and only the beginning of the big script was written to the cache of the proxy.',
    [
      atEnd('<script src="/build/assets/vendor-c81f0a2e.js"></script>'),
      at('/build/assets/vendor-c81f0a2e.js', {
        cut: text(
          200,
          'text/javascript',
          `window.vendor = {};${'window.vendor.part = (window.vendor.part ?? 0) + 1;'.repeat(400)}`,
        ),
        after: 900,
      }),
    ],
    inBrowser,
  ),
  scripts.issue(
    'uu-curly-quotes-in-script',
    'The editor has made typographic quotes of those in the script, and it does not run.',
    [
      atEnd(
        '<div id="carte" style="width:600px;height:300px"></div><script>\nvar carte = document.getElementById(&#8216;carte&#8217;);\ncarte.innerHTML = &#8220;Chargement de la carte&#8221;;\n</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'uu-bare-module',
    'The source was uploaded in place of the build, and the browser does not know where vue is.',
    [
      atEnd('<div id="app"></div><script type="module" src="/src/main.js"></script>'),
      at(
        '/src/main.js',
        text(
          200,
          'text/javascript',
          "import { createApp } from 'vue'\nimport App from './App.vue'\n\ncreateApp(App).mount('#app')\n",
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'uu-nonce-of-yesterday',
    'The page comes from a cache with the nonce of another request, and the policy of today forbids its scripts.',
    [
      headers({
        'content-security-policy':
          "script-src 'nonce-r4nd0mT0day9x'; object-src 'none'; base-uri 'self'",
      }),
      atEnd(
        '<script nonce="yEsterd4yK2q">document.documentElement.classList.add(\'menu-ready\')</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'uu-wasm-wrong-type',
    'The host does not know the type of WebAssembly, and the configurator of the windows does not start.',
    [
      bundle(
        `WebAssembly.instantiateStreaming(fetch('/pkg/konfigurator_bg.wasm')).then(({ instance }) => instance.exports.start())`,
      ),
      at('/pkg/konfigurator_bg.wasm', {
        ...text(200, 'application/octet-stream', ''),
        body: Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]),
      }),
    ],
    inBrowser,
  ),
]
