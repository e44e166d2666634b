import { gzipSync } from 'node:zlib'
import {
  application,
  atEnd,
  atTop,
  bundle,
  decode,
  document,
  encode,
  everyAsset,
  type Fault,
  firstFile,
  headers,
  inHead,
  instead,
  notFound,
} from '../fault.ts'
import { text } from '../page.ts'

const emptyCss = text(200, 'text/css; charset=utf-8', '')

export const seenFaults: readonly Fault[] = [
  {
    id: 'opacity-zero',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    fast: true,
    why: 'A start animation never runs: everything is transparent.',
    intercept: [inHead('<style>body { opacity: 0 !important }</style>')],
  },
  {
    id: 'visibility-hidden',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'The guard against a flash of unstyled content is never lifted.',
    intercept: [
      inHead(
        '<style>html { visibility: hidden !important } body, body * { visibility: hidden !important }</style>',
      ),
    ],
  },
  {
    id: 'display-none',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'The anti-clickjacking style of an A/B test stays.',
    intercept: [inHead('<style>body { display: none !important }</style>')],
  },
  {
    id: 'covered',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    fast: true,
    why: 'A white layer lies over everything.',
    intercept: [
      atEnd('<div style="position:fixed;inset:0;background:#fff;z-index:2147483647"></div>'),
    ],
  },
  {
    id: 'covered-dark',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'The backdrop of a dialog that does not exist covers the page.',
    intercept: [
      atEnd(
        '<div class="modal-backdrop" style="position:fixed;inset:0;background:#222;z-index:2147483647"></div>',
      ),
    ],
  },
  {
    id: 'off-screen',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'The page has slid out at the left and does not come back.',
    intercept: [
      inHead(
        '<style>body { position: absolute !important; left: -9999px !important; width: 1000px !important } html { overflow: hidden }</style>',
      ),
    ],
  },
  {
    id: 'ink-on-ink',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'Text has the colour of its ground: variables of the theme are missing.',
    intercept: [
      inHead(
        '<style>* { color: #fff !important; background: #fff !important; border-color: #fff !important; box-shadow: none !important; fill: #fff !important } img, svg, canvas, video { visibility: hidden !important }</style>',
      ),
    ],
  },
  {
    id: 'shell-only',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    fast: true,
    why: 'The bundle runs and draws nothing.',
    intercept: [application('window.started = true')],
  },
  {
    id: 'shell-bundle-missing',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    fast: true,
    why: 'The bundle is not on the server.',
    intercept: [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Orders</title></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script type="module" src="/assets/index-gone.js"></script></body></html>',
      ),
    ],
  },
  {
    id: 'header-only',
    group: 'cannot be seen',
    wanted: 'REVIEW',
    tools: 'RV',
    why: 'Header and footer are there, and nothing between them.',
    intercept: [
      application(
        `document.getElementById('root').innerHTML = '<header><b>Orders</b></header><main></main><footer>2024</footer>'`,
      ),
    ],
  },
  {
    id: 'styles-empty',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    needs: ['stylesheet'],
    fast: true,
    why: 'The build wrote empty style sheets: the page has lost its looks.',
    intercept: [everyAsset(/\.css$/, emptyCss)],
  },
  {
    id: 'styles-missing',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    needs: ['stylesheet'],
    why: 'The styles were not uploaded.',
    intercept: [everyAsset(/\.css$/, notFound)],
  },
  {
    id: 'style-as-html',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    needs: ['stylesheet'],
    why: 'The fallback of the router answers for the style sheet.',
    intercept: [
      firstFile('stylesheet', (_request, upstream) =>
        text(200, 'text/html; charset=utf-8', decode(upstream().body)),
      ),
    ],
  },
  {
    id: 'noscript-only',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'All that stands there is the request to enable JavaScript.',
    intercept: [
      application(
        `document.getElementById('root').textContent = "We're sorry but this app doesn't work properly without JavaScript enabled. Please enable it to continue."`,
      ),
    ],
  },
  {
    id: 'gzip-as-text',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    fast: true,
    why: 'Compressed bytes without the field that says so: garbage.',
    intercept: [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return { ...reply, body: gzipSync(reply.body) }
      },
    ],
  },
  {
    id: 'gzip-twice',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    why: 'Compressed by the application and once more by the server in front of it.',
    intercept: [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return {
          ...reply,
          headers: { ...reply.headers, 'content-encoding': 'gzip' },
          body: gzipSync(gzipSync(reply.body)),
        }
      },
    ],
  },
  {
    id: 'mojibake',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    fast: true,
    why: 'UTF-8 declared as Latin-1: every accent is two wrong letters.',
    intercept: [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/html; charset=iso-8859-1',
              `<!doctype html><html lang="fr"><head><title>Café de la gare</title></head><body><h1>Café de la gare</h1>${'<p>Le déjeuner est servi dès midi à la terrasse, à côté de l’entrée. Nous préparons des crêpes, des pâtes fraîches et un excellent café crème. Réservez à l’avance, s’il vous plaît : les places sont limitées.</p>'.repeat(4)}</body></html>`,
            )
          : undefined,
    ],
  },
  {
    id: 'replacement-characters',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    why: 'Latin-1 declared as UTF-8: every accent is a black diamond.',
    intercept: [
      (request) => {
        if (!request.isPage) return undefined
        const page = `<!doctype html><html lang="de"><head><title>Über uns</title></head><body><h1>Über uns</h1>${'<p>Wir führen Bücher über Gärten, Möbel und Häuser. Täglich für Sie geöffnet, außer an Feiertagen. Größere Bestellungen übernehmen wir natürlich auch.</p>'.repeat(4)}</body></html>`
        const reply = text(200, 'text/html; charset=utf-8', '')
        return { ...reply, body: Uint8Array.from(page, (one) => one.charCodeAt(0)) }
      },
    ],
  },
  {
    id: 'double-encoded',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    why: 'The database holds text that was encoded twice.',
    intercept: [
      instead(
        `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>CafÃ© de la gare</title></head><body><h1>CafÃ© de la gare</h1>${'<p>Le dÃ©jeuner est servi dÃ¨s midi Ã  la terrasse. Nous prÃ©parons des crÃªpes, des pÃ¢tes fraÃ®ches et un excellent cafÃ© crÃ¨me. RÃ©servez Ã  lâ€™avance.</p>'.repeat(4)}</body></html>`,
      ),
    ],
  },
  {
    id: 'php-source',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    fast: true,
    why: 'The server does not run PHP and hands out the program.',
    intercept: [
      instead(
        '<?php\nrequire_once "config.php";\n$db = new PDO($dsn, $user, $password);\nfunction head($title) {\n  echo "<h1>$title</h1>";\n}\n?>\n<!doctype html><html><head><title><?= $title ?></title></head><body><?php head("Orders"); foreach ($orders as $order): ?><p><?= htmlspecialchars($order->name) ?></p><?php endforeach; ?></body></html>',
      ),
    ],
  },
  {
    id: 'php-as-text',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    why: 'The same as plain text, with the password of the database.',
    intercept: [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/plain; charset=utf-8',
              '<?php\ndefine("DB_PASSWORD", "s3cret");\n$db = new mysqli("localhost", "shop", DB_PASSWORD);\necho "<h1>Orders</h1>";\n',
            )
          : undefined,
    ],
  },
  {
    id: 'erb-tags',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    why: 'A template that no engine has read.',
    intercept: [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Orders</title></head><body><h1>&lt;%= @title %&gt;</h1><ul>&lt;% @orders.each do |order| %&gt;<li>&lt;%= order.name %&gt;</li>&lt;% end %&gt;</ul><p>Choose one of the orders above to see what was bought.</p></body></html>',
      ),
    ],
  },
  {
    id: 'jinja-tags',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    fast: true,
    why: 'A template that no engine has read.',
    intercept: [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title></head><body><h1>{{ title }}</h1>{% for order in orders %}<p>{{ order.name }}: {{ order.total|currency }}</p>{% endfor %}<p>Choose one of the orders above to see what was bought.</p></body></html>',
      ),
    ],
  },
  {
    id: 'mustache-tags',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'The script that fills in the values did not run.',
    intercept: [
      application(
        `document.getElementById('root').innerHTML = '<h1>{{ greeting }}</h1><p>Hello {{ user.name }}, you have {{ count }} messages.</p><p>{{ footer.text }}</p>'`,
      ),
    ],
  },
  {
    id: 'i18n-keys',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'The file with the translations is not there: keys instead of words.',
    intercept: [
      application(
        `document.getElementById('root').innerHTML = '<header><a>nav.home</a> <a>nav.products</a> <a>nav.contact</a></header><h1>home.hero.title</h1><p>home.hero.subtitle</p><button>home.hero.cta_button</button><footer>footer.copyright footer.imprint</footer>'`,
      ),
    ],
  },
  {
    id: 'object-object',
    group: 'garbage or source on the screen',
    wanted: 'REVIEW',
    tools: 'RV',
    why: 'A value was written that is no text.',
    intercept: [
      atTop(
        '<h2>Welcome back, [object Object]</h2><p>Your balance is undefined, your next payment NaN.</p>',
      ),
    ],
  },
  {
    id: 'html-as-text',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    fast: true,
    why: 'Visitors see markup.',
    intercept: [headers({ 'content-type': 'text/plain; charset=utf-8' })],
  },
  {
    id: 'html-escaped',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'Markup was escaped once too often.',
    intercept: [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Orders</title></head><body>&lt;div class="container"&gt;&lt;h1&gt;Orders&lt;/h1&gt;&lt;p&gt;These are the orders of today.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;4711&lt;/li&gt;&lt;li&gt;4712&lt;/li&gt;&lt;/ul&gt;&lt;/div&gt;</body></html>',
      ),
    ],
  },
  {
    id: 'html-as-download',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    fast: true,
    why: 'The browser saves the page instead of showing it.',
    intercept: [headers({ 'content-type': 'application/octet-stream' })],
  },
  {
    id: 'html-attachment',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    why: 'The browser saves the page instead of showing it.',
    intercept: [headers({ 'content-disposition': 'attachment; filename="index.html"' })],
  },
  {
    id: 'no-content-type',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    why: 'Without a type and without sniffing the page is not shown as one.',
    intercept: [headers({ 'content-type': null })],
  },
  {
    id: 'no-content-type-sniffed',
    group: 'garbage or source on the screen',
    wanted: 'REVIEW',
    why: 'Without a type browsers guess.',
    intercept: [headers({ 'content-type': null, 'x-content-type-options': null })],
  },
  {
    id: 'json-instead',
    group: 'garbage or source on the screen',
    wanted: 'REVIEW',
    tools: 'RV',
    why: 'A gateway answers for the page.',
    intercept: [
      (request) =>
        request.isPage
          ? text(200, 'application/json', '{"message":"Missing Authentication Token"}')
          : undefined,
    ],
  },
  {
    id: 'truncated-template',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    why: 'The document ends in the middle of its head, whole by its length.',
    intercept: [document((html) => html.slice(0, html.search(/<body/i)))],
  },
  {
    id: 'unclosed-comment',
    group: 'cannot be seen',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'A comment that is never closed swallows the page.',
    intercept: [
      document((html) =>
        html
          .replace(/<body[^>]*>/i, (tag) => `${tag}<!-- begin of header `)
          .replaceAll('-->', '- ->'),
      ),
    ],
  },
  {
    id: 'utf-16',
    group: 'garbage or source on the screen',
    wanted: 'ISSUE',
    why: 'A file saved as UTF-16 and declared as UTF-8.',
    intercept: [
      (request) => {
        if (!request.isPage) return undefined
        const page =
          '<!doctype html><html lang="en"><head><title>Orders</title></head><body><h1>Orders</h1><p>These are the orders of today, the newest first.</p></body></html>'
        const bytes = new Uint8Array(page.length * 2)
        for (let index = 0; index < page.length; index += 1)
          bytes[2 * index] = page.charCodeAt(index)
        return { ...text(200, 'text/html; charset=utf-8', ''), body: bytes }
      },
    ],
  },
  {
    id: 'markdown-source',
    group: 'garbage or source on the screen',
    wanted: 'REVIEW',
    tools: 'RV',
    why: 'The generator did not run: readers see its input.',
    intercept: [
      (request) =>
        request.isPage
          ? {
              ...text(200, 'text/html; charset=utf-8', ''),
              body: encode(
                '---\ntitle: Orders\nlayout: page\n---\n\n# Orders\n\n* [Today](/today)\n* [Yesterday](/yesterday)\n\n{% include footer.html %}\n',
              ),
            }
          : undefined,
    ],
  },
  {
    id: 'css-in-body',
    group: 'garbage or source on the screen',
    wanted: 'REVIEW',
    tools: 'RV',
    why: 'A style element lost its tag: its rules are text on the page.',
    intercept: [
      bundle(''),
      atTop(
        '<p>body { margin: 0; padding: 0; font-family: sans-serif } .header { display: flex; justify-content: space-between; } .header a { color: #06c; text-decoration: none; } @media (max-width: 600px) { .header { display: block; } }</p>',
      ),
    ],
  },
]
