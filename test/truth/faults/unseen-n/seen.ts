import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  inHead,
  instead,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen').issue
const hidden = rowsOf('cannot be seen').issue
const neverReady = rowsOf('never ready').issue
const failsLate = rowsOf('fails late').issue

const german = `<!doctype html><html lang="de"><head><title>Bäckerei Müller</title></head><body><h1>Frühstück für Genießer</h1><p>Täglich ab sieben Uhr: frische Brötchen, süße Hörnchen und köstlicher Käse. Schöne Grüße aus Nürnberg!</p><p>Öffnungszeiten: Montag bis Samstag, außer an Feiertagen. Größere Bestellungen möglichst früh.</p></body></html>`

const garbled: readonly Fault[] = [
  garbage(
    'n-default-charset',
    'AddDefaultCharset of the new Apache overrides the UTF-8 of the files.',
    [
      (request) =>
        request.isPage ? text(200, 'text/html; charset=ISO-8859-1', german) : undefined,
    ],
  ),
  garbage(
    'n-gzip-unannounced',
    'The files were compressed before the upload to the bucket, without Content-Encoding.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return {
          ...reply,
          headers: { ...reply.headers, 'content-type': 'text/html; charset=utf-8' },
          body: gzipSync(reply.body),
        }
      },
    ],
  ),
  garbage('n-page-builder-shortcodes', 'The page builder was deactivated with the update.', [
    whole(
      'Yoga in the old mill',
      `[vc_row full_width="stretch_row" css=".vc_custom_1612345{padding-top:40px}"][vc_column width="1/2"][vc_column_text]<h1>Yoga in the old mill</h1>${about}[/vc_column_text][/vc_column][vc_column width="1/2"][vc_single_image image="412" img_size="full"][/vc_column][/vc_row]`,
    ),
  ]),
  garbage(
    'n-php-as-html',
    'The new nginx has no handler for PHP and serves the template as it is.',
    [
      instead(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>News</title></head><body><h1>News</h1><?php $posts = new WP_Query(['posts_per_page' => 5]); if ($posts->have_posts()) { while ($posts->have_posts()) { $posts->the_post(); ?><h2><?php the_title(); ?></h2><?php echo get_the_excerpt($posts->post); ?><?php } } ?>${about}</body></html>`,
      ),
    ],
  ),
  garbage(
    'n-translation-keys',
    'The file of the language was not deployed: the keys stand in the place of the words.',
    [
      application(
        `document.getElementById('root').innerHTML = '<nav><a href="./">nav.home</a> <a href="./">nav.products</a> <a href="./">nav.contact</a></nav><main><h1>home.hero.title</h1><p>home.hero.subtitle</p><button>home.hero.cta_button</button></main><footer>footer.copyright</footer>'`,
      ),
    ],
    inBrowser,
  ),
  garbage(
    'n-price-nan',
    'The field of the price was renamed in the interface.',
    [
      bundle(
        `const items = [{ name: 'Desk lamp', amount: 2 }, { name: 'Wool rug', amount: 1 }]
        document.getElementById('basket').innerHTML = items.map((one) => '<li>' + one.name + ' – ' + one.price + ' €</li>').join('')
        document.getElementById('sum').textContent = items.reduce((sum, one) => sum + one.price * one.amount, 0).toFixed(2) + ' €'`,
      ),
      atEnd(
        '<section><h2>Your basket</h2><ul id="basket"></ul><p>Total: <b id="sum"></b></p></section>',
      ),
    ],
    inBrowser,
  ),
  garbage(
    'n-vue-in-document',
    'The templates stand in the document, and the library that fills them is gone from the vendor folder.',
    [
      whole(
        'Room booking',
        `<div id="app"><h1>{{ hotel.name }}</h1><ul><li v-for="room in rooms" :key="room.id">{{ room.title }} – {{ room.price | currency }}</li></ul><p v-if="error">{{ error }}</p></div>${about}<script src="/vendor/vue.min.js"></script><script>new Vue({ el: '#app', data: { hotel: { name: 'Seeblick' }, rooms: [], error: '' } })</script>`,
      ),
      at('/vendor/vue.min.js', notFound),
    ],
    inBrowser,
  ),
  garbage('n-envsubst', 'The image was started without the step that fills in the variables.', [
    atEnd(
      `<footer><p>© \${COMPANY_NAME} – call us: \${SUPPORT_PHONE} – <a href="mailto:\${SUPPORT_EMAIL}">\${SUPPORT_EMAIL}</a></p></footer>`,
    ),
  ]),
]

const unseen: readonly Fault[] = [
  hidden(
    'n-preloader-stays',
    'The white layer of the theme is taken away by a script that was not built.',
    [
      atTop(
        '<div id="preloader" style="position:fixed;inset:0;background:#fff;z-index:99999"><div style="width:40px;height:40px;margin:40vh auto;border:4px solid #ccc;border-top-color:#333;border-radius:50%"></div></div>',
      ),
      atEnd('<script src="/themes/avena/js/theme.min.js"></script>'),
      at('/themes/avena/js/theme.min.js', notFound),
    ],
    inBrowser,
  ),
  hidden(
    'n-reveal-on-scroll',
    'Everything waits for the library of the animations, whose file is not there.',
    [
      whole(
        'Carpentry Holm',
        `<header data-aos="fade-down"><h1>Carpentry Holm</h1></header><main><div data-aos="fade-up">${about}</div><div data-aos="fade-up">${about}</div></main><script src="/js/aos.js"></script><script>AOS.init({ once: true })</script>`,
        {
          head: '<style>[data-aos]{opacity:0;transition:opacity .4s}[data-aos].aos-animate{opacity:1}</style>',
        },
      ),
      at('/js/aos.js', notFound),
    ],
    inBrowser,
  ),
  hidden(
    'n-cloak-stays',
    'The style that hides the page until the script has run is never taken away.',
    [
      inHead('<style id="cloak">body{display:none!important}</style>'),
      bundle(
        `const language = window.__STATE__.settings.language
        document.getElementById('cloak').remove()`,
      ),
    ],
    inBrowser,
  ),
  hidden(
    'n-consent-layer',
    'The layer of the consent manager lies over the page, and its dialog does not come.',
    [
      atEnd(
        (site) =>
          `<div id="cmp-layer" style="position:fixed;inset:0;background:rgba(17,17,17,.98);z-index:2147483000"></div><script src="https://cdn.${site.stranger}/cmp/loader.js"></script><script>document.body.style.overflow='hidden'</script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cdn.${site.stranger}`]: 'nothing' }) },
  ),
  neverReady(
    'n-streamlit-connecting',
    'The proxy does not pass the upgrade on: the application waits for its socket.',
    [
      application(
        `const root = document.getElementById('root')
        root.innerHTML = '<p>Please wait...</p>'
        const connect = () => {
          const socket = new WebSocket('wss://' + location.host + '/_stcore/stream')
          socket.onopen = () => { root.innerHTML = '<h1>Sales report</h1>' }
          socket.onclose = () => { root.innerHTML = '<p>Connecting...</p>'; setTimeout(connect, 1000) }
        }
        connect()`,
      ),
      at('/_stcore/stream', text(400, 'text/plain', 'Can "Upgrade" only to "WebSocket".')),
    ],
    inBrowser,
  ),
  neverReady(
    'n-skeletons-forever',
    'The function behind the list was deployed without its database and does not answer.',
    [
      application(
        `const bar = '<div aria-busy="true" style="height:120px;margin:12px;background:#e5e7eb;border-radius:8px"></div>'
        document.getElementById('root').innerHTML = '<main>' + bar.repeat(6) + '</main>'
        fetch('/api/listings').then((reply) => reply.json()).then((all) => { document.getElementById('root').textContent = all.length + ' listings' })`,
      ),
      at('/api/listings', 'hang'),
    ],
    inBrowser,
  ),
  neverReady(
    'n-preload-error-reloads',
    'A chunk of the last release is gone, and the handler loads the page again each time.',
    [
      application(
        `document.getElementById('root').innerHTML = '<p></p>'
        import('/assets/Home-91acd2f0.js').catch(() => { setTimeout(() => location.reload(), 250) })`,
      ),
      at('/assets/Home-91acd2f0.js', notFound),
    ],
    inBrowser,
  ),
  neverReady(
    'n-engine-from-elsewhere',
    'The engine that paints the whole application comes from a host that the network refuses.',
    [
      application(
        (site) =>
          `const engine = document.createElement('script')
          engine.src = 'https://assets.${site.stranger}/canvaskit/canvaskit.js'
          engine.onload = () => { document.getElementById('root').textContent = 'Ready' }
          document.head.append(engine)`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`assets.${site.stranger}`]: 'refuses' }) },
  ),
  failsLate(
    'n-hydration-unmounts',
    'The page came from the server whole, and the first effect in the browser throws: React takes everything away.',
    [
      bundle(
        `setTimeout(() => {
          document.body.replaceChildren()
          throw new TypeError("Cannot read properties of undefined (reading 'locale')")
        }, 900)`,
      ),
    ],
    inBrowser,
  ),
  failsLate(
    'n-dashboard-falls',
    'The application starts, asks for its data, and falls to its error page.',
    [
      application(
        `const root = document.getElementById('root')
        root.innerHTML = '<header>Bestellungen</header><main><p>Bestellungen werden geladen…</p></main>'
        setTimeout(() => fetch('/api/orders?page=1').then((reply) => {
          if (!reply.ok) throw new Error('Request failed with status code ' + reply.status)
        }).catch((error) => {
          console.error(error)
          root.innerHTML = '<main><h1>Etwas ist schiefgelaufen</h1><p>Bitte laden Sie die Seite neu.</p></main>'
        }), 1200)`,
      ),
      at('/api/orders', serverError),
    ],
    inBrowser,
  ),
]

export const setNSeen: readonly Fault[] = [...garbled, ...unseen]
