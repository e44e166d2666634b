import {
  application,
  at,
  atEnd,
  atTop,
  type Fault,
  inHead,
  json,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const never = rowsOf('never ready')
const late = rowsOf('fails late')
const unseen = rowsOf('cannot be seen')
const garbage = rowsOf('garbage or source on the screen')

const spinner =
  '<style>@keyframes turn{to{transform:rotate(1turn)}}.turning{width:40px;height:40px;margin:30vh auto 0;border:4px solid #ddd;border-top-color:#246;border-radius:50%;animation:turn 1s linear infinite}</style><div class="turning" role="status" aria-label="Loading"></div>'
const bones = `<style>@keyframes pulse{50%{opacity:.4}}.bone{height:24px;margin:16px;border-radius:4px;background:#ddd;animation:pulse 1.5s infinite}</style>${'<div class="bone"></div>'.repeat(10)}`
const shown = (html: string) =>
  `document.getElementById('root').innerHTML = ${JSON.stringify(html)}\n`

/** Content that never arrives, or that disappears again. */
const waiting: readonly Fault[] = [
  never.issue(
    'j-spinner-no-socket',
    'The application waits for the first message of its socket, whose upgrade the proxy does not pass on.',
    [
      application(`${shown(spinner)}
        const open = () => {
          const socket = new WebSocket('wss://' + location.host + '/live')
          socket.onmessage = ({ data }) => { document.getElementById('root').textContent = data }
          socket.onclose = () => setTimeout(open, 2000)
        }
        open()`),
      at('/live', text(502, 'text/html', '<h1>502 Bad Gateway</h1>')),
    ],
    inBrowser,
  ),
  never.issue(
    'j-skeleton-api-hangs',
    'The database behind the API has no free connection: the request of the page is never answered.',
    [
      application(`${shown(bones)}
        fetch('/api/v2/catalogue').then((answer) => answer.json()).then((all) => {
          document.getElementById('root').innerHTML = all.map((one) => '<h2>' + one.name + '</h2>').join('')
        })`),
      at('/api/v2/catalogue', 'hang'),
    ],
    inBrowser,
  ),
  never.issue(
    'j-lazy-route-chunk-gone',
    'The chunk of the route was removed by the next deployment: what stands in for it stays for ever.',
    [
      application(`${shown('<nav>Mill &amp; Maps</nav><p>Loading…</p>')}
        import('/assets/catalogue-b81e0d27.js').then((route) => route.show())`),
      at('/assets/catalogue-b81e0d27.js', notFound),
    ],
    inBrowser,
  ),
  never.issue(
    'j-splash-never-goes',
    'The splash screen covers the page until a script says that it is ready, and that script is not on the server.',
    [
      atTop(
        '<div id="splash" style="position:fixed;inset:0;z-index:99999;background:#fff;display:flex;align-items:center;justify-content:center"><p>Loading…</p></div><script>addEventListener("shop:ready", () => document.getElementById("splash").remove())</script>',
      ),
      atEnd('<script src="/assets/ready-5d0c.js"></script>'),
      at('/assets/ready-5d0c.js', notFound),
    ],
    inBrowser,
  ),
  late.issue(
    'j-content-replaced-after-poll',
    'The second poll fails with 500, and the application throws away what it had shown.',
    [
      application(`${shown(`<h1>Departures</h1>${about}`)}
        setTimeout(async () => {
          const answer = await fetch('/api/departures')
          if (!answer.ok) document.getElementById('root').innerHTML = '<p>Something went wrong. Please try again.</p>'
        }, 1500)`),
      at('/api/departures', serverError),
    ],
    inBrowser,
  ),
  late.issue(
    'j-guard-leads-to-404',
    'The guard of the route sends every visitor to a login page that was not deployed.',
    [
      atEnd(
        '<script>fetch("/api/session").then((answer) => { if (answer.status === 401) location.replace("/account/login") })</script>',
      ),
      at('/api/session', { ...json({ error: 'unauthenticated' }), status: 401 }),
      at('/account/login', notFound),
    ],
    inBrowser,
  ),
  late.issue(
    'j-hydration-empties-page',
    'The page is rendered on the server; in the browser the framework throws and empties its root.',
    [
      whole(
        'Mill & Maps',
        `<div id="app"><h1>Mill &amp; Maps</h1>${about}</div><script>setTimeout(() => { document.getElementById('app').replaceChildren(); throw new Error('Minified React error #418; visit https://react.dev/errors/418 for the full message.') }, 600)</script>`,
      ),
    ],
    inBrowser,
  ),
]

/** The page has content, but no visitor can see it. */
const invisible: readonly Fault[] = [
  unseen.issue(
    'j-revealed-by-missing-script',
    'Everything is hidden until the script of the scroll animations reveals it, and the server does not have it.',
    [
      inHead(
        '<style>body > * { opacity: 0; transition: opacity .6s } body.revealed > * { opacity: 1 }</style>',
      ),
      atEnd('<script src="/vendor/reveal-2.3.4.min.js"></script>'),
      at('/vendor/reveal-2.3.4.min.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'j-experiment-hides-page',
    'The snippet of the experiments hides the page until its service answers, and the name of that service is gone.',
    [
      inHead(
        ({ stranger }) =>
          `<style>.experiment-hide { opacity: 0 !important }</style><script>document.documentElement.classList.add('experiment-hide')</script><script async src="https://cdn.${stranger}/experiments.js"></script>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`cdn.${stranger}`]: 'nothing' }) },
  ),
  unseen.issue(
    'j-white-on-white',
    'The dark theme lost the file with its colours: the text is white, and so is the page.',
    [
      inHead(
        '<style>html, body, body * { color: #fff !important; background: var(--surface) !important; border-color: #fff !important }</style>',
      ),
    ],
    inBrowser,
  ),
]

const products = (content: string) => `<section><h2>Our products</h2>${content}</section>`

/** Text that no owner wrote for a visitor. */
const strange: readonly Fault[] = [
  garbage.issue(
    'j-double-encoded',
    'The texts of the database were encoded twice when it was moved.',
    [
      atTop(
        products(
          '<p>Weâ€™re open â€“ donâ€™t miss our cafÃ© with fresh crÃªpes, pÃ¢tÃ© and MÃ¼sli. It was voted the best of ZÃ¼rich.</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'j-latin1-header-czech',
    'The server now says that every page is in Latin-1, and this one is in UTF-8.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/html; charset=iso-8859-1',
              '<!doctype html><html lang="cs"><head><title>Knihkupectví U Mlýna</title></head><body><h1>Knihkupectví U Mlýna</h1><p>Příliš žluťoučký kůň úpěl ďábelské ódy. Otevřeno máme od úterý do soboty, v neděli zavřeno. Těšíme se na vaši návštěvu, čeká na vás kávička i čerstvý koláč.</p></body></html>',
            )
          : undefined,
    ],
    inBrowser,
  ),
  garbage.issue(
    'j-mustache-left',
    'The template is sent as it is: nothing fills its places.',
    [
      atTop(
        products(
          '<article><h3>{{ product.title }}</h3><p>{{ product.description }}</p><p>{{ product.price | currency }}</p><button>Buy</button></article>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'j-php-not-run',
    'The handler of PHP is not configured: visitors read the source.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/plain; charset=utf-8',
              "<?php\nrequire __DIR__ . '/vendor/autoload.php';\n\n$app = require_once __DIR__ . '/bootstrap/app.php';\n$kernel = $app->make(Illuminate\\Contracts\\Http\\Kernel::class);\n$response = $kernel->handle($request = Illuminate\\Http\\Request::capture())->send();\n$kernel->terminate($request, $response);\n",
            )
          : undefined,
    ],
  ),
  garbage.issue(
    'j-undefined-and-nan',
    'A renamed field of the API: the name, the price and the date of every product are nothing.',
    [
      application(`
        const products = [{ title: 'Globe', cents: 12900 }, { title: 'Atlas', cents: 4900 }, { title: 'Compass', cents: 2400 }]
        document.getElementById('root').innerHTML = '<h1>Products</h1>' + products.map((one) => '<article><h2>' + one.name + '</h2><p>€' + (one.price / 100) + '</p><p>In stock from ' + new Date(one.from) + '</p></article>').join('')`),
    ],
    inBrowser,
  ),
  garbage.issue(
    'j-translation-keys',
    'The file of translations is not deployed: the keys are on the screen.',
    [
      application(`
        const t = (key, texts = {}) => texts[key] ?? key
        fetch('/locales/en/translation.json').then((answer) => answer.json()).catch(() => ({})).then((texts) => {
          document.getElementById('root').innerHTML = '<h1>' + t('home.hero.title', texts) + '</h1><p>' + t('home.hero.subtitle', texts) + '</p><button>' + t('common.actions.add_to_cart', texts) + '</button><p>' + t('checkout.shipping.notice', texts) + '</p>'
        })`),
      at('/locales/en/translation.json', notFound),
    ],
    inBrowser,
  ),
  garbage.issue(
    'j-merge-conflict',
    'A merge conflict was committed and deployed.',
    [
      atTop(
        '<div>\n<<<<<<< HEAD\n<p>Open from Tuesday to Saturday.</p>\n=======\n<p>Open every day until Christmas.</p>\n>>>>>>> feature/christmas-hours\n</div>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'j-escaped-markup',
    'The text of the editor is escaped once too often: its tags are read by visitors.',
    [
      atTop(
        products(
          '&lt;p&gt;Our &lt;strong&gt;hand-made&lt;/strong&gt; globes are &lt;a href="/globes"&gt;here&lt;/a&gt;.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Oak&lt;/li&gt;&lt;li&gt;Brass&lt;/li&gt;&lt;/ul&gt;',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'j-shortcodes-left',
    'The page builder was switched off, and its shortcodes are what is left.',
    [
      atTop(
        '<div class="entry-content">[vc_row full_width="stretch_row"][vc_column width="1/2"][vc_column_text]Welcome to our shop.[/vc_column_text][/vc_column][vc_column width="1/2"][contact-form-7 id="1f3a9c2" title="Contact"][/vc_column][/vc_row]</div>',
      ),
    ],
    inBrowser,
  ),
]

export const setJSeen: readonly Fault[] = [...waiting, ...invisible, ...strange]
