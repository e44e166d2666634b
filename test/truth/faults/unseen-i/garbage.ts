import { gzipSync } from 'node:zlib'
import { application, at, atEnd, atTop, type Fault, headers, instead } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'
import { bytes, fallback, firm, footer, header, intro, style } from './pieces.ts'

const { issue } = rowsOf('garbage or source on the screen')

/** The page's own response, with another body or other headers. */
const changed =
  (change: (reply: Reply) => Reply) =>
  (request: { readonly isPage: boolean }, upstream: () => Reply): Reply | undefined =>
    request.isPage ? change(upstream()) : undefined

const swedish = `<!doctype html><html lang="sv"><head><meta charset="utf-8"><title>Öppettider</title>${style}</head><body>${header}<main><h1>Öppettider över jul</h1><p>Vi håller öppet alla dagar före jul, även på söndagar. Mellan jul och nyår är verkstaden stängd, men beställningar går att göra här på sidan. Välkommen åter på nyåret!</p><p>Gåvokort köper du i butiken eller på nätet, från två hundra kronor och uppåt.</p></main>${footer}</body></html>`

const latin1 = (html: string) =>
  Uint8Array.from(html.replace(/[^\0-\u00ff]/gu, '?'), (one) => one.charCodeAt(0))

const encodings: readonly Fault[] = [
  issue(
    'i-gzip-without-field',
    'Files were compressed by the build and are served without Content-Encoding.',
    [changed((reply) => ({ ...reply, body: gzipSync(reply.body) }))],
  ),
  issue('i-gzip-announced-not-done', 'The page is announced as gzip, but is not compressed.', [
    headers({ 'content-encoding': 'gzip' }),
  ]),
  issue(
    'i-utf8-sent-as-latin1',
    'The server adds AddDefaultCharset ISO-8859-1 to pages in UTF-8.',
    [headers({ 'content-type': 'text/html; charset=ISO-8859-1' }), instead(swedish)],
  ),
  issue(
    'i-latin1-sent-as-utf8',
    'Files saved in Latin-1 are served as UTF-8: each å, ä and ö is a question mark in a box.',
    [
      (request) =>
        request.isPage ? bytes('text/html; charset=utf-8', latin1(swedish)) : undefined,
    ],
  ),
  issue(
    'i-database-double-encoded',
    'The dump of the database was imported in the wrong charset.',
    [
      firm(
        '<h1>GrÃ¶ÃŸentabelle fÃ¼r KÃ¼che und Bad</h1><p>Alle MaÃŸe verstehen sich ohne FÃ¼ÃŸe. FÃ¼r SondergrÃ¶ÃŸen rufen Sie uns bitte an, wir erklÃ¤ren Ihnen gern die MÃ¶glichkeiten. Die Lieferung ist ab 80â‚¬ kostenlos â€“ auch nach Ã–sterreich.</p>',
        { lang: 'de' },
      ),
    ],
  ),
  issue(
    'i-html-as-plain-text',
    'The function answers HTML without a content type, and the platform calls it plain text.',
    [headers({ 'content-type': 'text/plain; charset=utf-8' })],
  ),
  issue(
    'i-html-as-download',
    'The object store serves the page as binary/octet-stream: it is downloaded.',
    [headers({ 'content-type': 'binary/octet-stream' })],
  ),
  issue('i-html-attachment', 'A rule for downloads also hits the page.', [
    headers({ 'content-disposition': 'attachment; filename="index.html"' }),
  ]),
  issue(
    'i-php-not-run-download',
    'PHP is not installed on the new server: its source is downloaded.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'application/x-httpd-php',
              '<?php\nrequire __DIR__ . "/vendor/autoload.php";\n$app = new App\\Kernel($_SERVER["APP_ENV"]);\n$app->run();\n',
            )
          : undefined,
    ],
  ),
]

const templates: readonly Fault[] = [
  issue(
    'i-php-source-in-page',
    'The server does not run PHP in .html files: pieces of source are shown.',
    [
      instead(
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Events</title></head><body>\n<h1>Events this month</h1>\n<?php foreach ($db->query("SELECT * FROM events")->fetchAll() as $event): ?>\n<article><h2><?= $event->title ?></h2><p><?php echo date("j F Y", strtotime($event->starts_at)); ?>, <?php echo htmlspecialchars($event->place) ?></p></article>\n<?php endforeach; ?>\n<p>Tickets at the door.</p></body></html>',
      ),
    ],
  ),
  issue('i-jinja-not-rendered', 'The template was uploaded in place of the page.', [
    instead(
      '{% extends "base.html" %}\n{% load static i18n %}\n{% block content %}\n<h1>{{ page.title }}</h1>\n<p>{% trans "Welcome back" %}, {{ user.first_name|default:"guest" }}</p>\n<ul>{% for item in menu.items %}<li>{{ item.label }}</li>{% endfor %}</ul>\n{% endblock %}',
    ),
  ]),
  issue('i-erb-not-rendered', 'Tags of ERB stand on the screen.', [
    firm(
      '<h1>&lt;%= @workshop.name %&gt;</h1><p>&lt;%= link_to "Book a place", new_booking_path %&gt;</p><p>&lt;% if @workshop.full? %&gt;Sold out&lt;% else %&gt;&lt;%= @workshop.places_left %&gt; places left&lt;% end %&gt;</p>',
    ),
  ]),
  issue(
    'i-vue-never-mounted',
    'The script of Vue is missing: the page shows its mustaches.',
    [
      firm(
        '<div id="app"><h1>{{ product.name }}</h1><p>{{ product.description }}</p><p>{{ formatPrice(product.price) }} incl. VAT</p><button>{{ $t("cart.add") }}</button></div>',
        { head: '<script src="/js/vue.global.prod.js" defer></script>' },
      ),
      at('/js/vue.global.prod.js', text(404, 'text/plain', 'Not Found')),
    ],
    inBrowser,
  ),
  issue('i-i18n-keys', 'The translations were not deployed: keys stand in their place.', [
    firm(
      '<h1>home.hero.title</h1><p>home.hero.subtitle</p><section class="cards"><div class="card"><h2>home.features.shipping.title</h2><p>home.features.shipping.text</p></div><div class="card"><h2>home.features.returns.title</h2><p>home.features.returns.text</p></div><div class="card"><h2>home.features.support.title</h2><p>home.features.support.text</p></div></section>',
    ),
  ]),
  issue(
    'i-i18next-file-is-html',
    'The file of translations answers the fallback page: the application shows keys.',
    [
      application(
        `const keys = ['nav.pricing', 'landing.headline', 'landing.subline', 'cta.start_trial']
      const show = (words) => { document.getElementById('root').innerHTML = '<nav>' + (words[keys[0]] ?? keys[0]) + '</nav><h1>' + (words[keys[1]] ?? keys[1]) + '</h1><p>' + (words[keys[2]] ?? keys[2]) + '</p><button>' + (words[keys[3]] ?? keys[3]) + '</button>' }
      fetch('/locales/en/translation.json').then((answer) => answer.json()).then(show, () => { console.warn('i18next::backendConnector: loading namespace translation for language en failed'); show({}) })`,
      ),
      at('/locales/en/translation.json', fallback),
    ],
    inBrowser,
  ),
  issue('i-env-not-substituted', 'The start script did not replace the variables of the page.', [
    firm(
      `<h1>Welcome to \${SITE_NAME}</h1><p>Questions? Write to \${SUPPORT_EMAIL} or call \${SUPPORT_PHONE}.</p><p>Build __BUILD_VERSION__ of __BUILD_DATE__</p>`,
    ),
  ]),
  issue('i-object-object', 'Objects are printed in place of names.', [
    firm(
      `${intro}<h2>New this week</h2><ul><li>[object Object] – NaN €</li><li>[object Object] – NaN €</li><li>[object Object] – NaN €</li></ul>`,
    ),
  ]),
  issue(
    'i-undefined-in-heading',
    'A field has another name since the release: undefined is shown.',
    [
      application(
        `const product = { title: 'Ash glaze bowl', cost: 48 }
      document.getElementById('root').innerHTML = '<h1>' + product.name + '</h1><p>Price: ' + Number(product.price).toFixed(2) + ' €</p><p>Added on ' + new Date(product.added).toLocaleDateString('en') + '</p><p>Sold by ' + product.seller + '</p>'`,
      ),
    ],
    inBrowser,
  ),
  issue('i-escaped-markup', 'Texts of the CMS are escaped twice: tags stand on the screen.', [
    firm(
      '<h1>About the workshop</h1>&lt;p&gt;We are &lt;strong&gt;four potters&lt;/strong&gt; in an old porcelain factory.&lt;/p&gt;&lt;p&gt;Our clay comes from &lt;a href=&quot;/clay&quot;&gt;Bornholm&lt;/a&gt;.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Bowls&lt;/li&gt;&lt;li&gt;Vases&lt;/li&gt;&lt;/ul&gt;',
    ),
  ]),
  issue('i-front-matter', 'The source of a page of Jekyll was uploaded unbuilt.', [
    instead(
      '---\nlayout: default\ntitle: Getting started\nnav_order: 2\npermalink: /start/\n---\n\n# {{ page.title }}\n\n{% include toc.html %}\n\n## Installation\n\n```bash\nnpm install --save-dev potter\n```\n\nSee [the reference]({% link reference.md %}) for **all** options.\n',
    ),
  ]),
  issue('i-wordpress-shortcodes', 'The page builder was switched off: its shortcodes are shown.', [
    firm(
      '[vc_row full_width="stretch_row" css=".vc_custom_1699{padding-top: 60px !important;}"][vc_column width="1/2"][vc_column_text]<h1>Kontakt</h1><p>Rufen Sie uns an oder schreiben Sie uns.</p>[/vc_column_text][/vc_column][vc_column width="1/2"][contact-form-7 id="482" title="Kontaktformular"][/vc_column][/vc_row]',
      { lang: 'de' },
    ),
  ]),
  issue('i-liquid-error', 'A snippet of the theme was not uploaded.', [
    atTop('Liquid error (sections/header line 41): Could not find asset snippets/icon-cart.liquid'),
  ]),
  issue('i-var-dump', 'A line for debugging went live.', [
    atTop(
      '<pre>array(3) {\n  ["id"]=>\n  int(4821)\n  ["email"]=>\n  string(19) "anna@lindqvist.test"\n  ["is_admin"]=>\n  bool(false)\n}\n</pre>',
    ),
  ]),
  issue('i-rsc-payload', 'The cache answers the page with the payload of server components.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'text/x-component',
            '1:"$Sreact.fragment"\n2:I[41402,["177","static/chunks/app/layout-6c3f0c6ed3a1d9b5.js"],"default"]\n3:I[5244,[],""]\n0:{"P":null,"b":"vQ8m1YtKxJ2","p":"","c":["",""],"i":false,"f":[[["",{"children":["__PAGE__",{}]},"$undefined","$undefined",true]]]}\n',
          )
        : undefined,
  ]),
  issue('i-api-json-for-page', 'The gateway answers with its own error in JSON.', [
    (request) =>
      request.isPage
        ? text(403, 'application/json', '{"message":"Missing Authentication Token"}')
        : undefined,
  ]),
  issue(
    'i-script-spilled',
    'A closing tag in the embedded state ends the script: the rest is shown.',
    [
      atEnd(
        '<script>window.__INITIAL_STATE__ = {"post":{"title":"Widgets","embed":"<script src=/w.js></script>","tags":["how-to","embedding","widgets"],"author":{"id":17,"name":"Maja"}},"comments":{"total":3,"items":[{"id":1,"text":"Thanks, works well"},{"id":2,"text":"Same here"}]},"user":null,"flags":{"newEditor":true}}</script>',
      ),
    ],
    inBrowser,
  ),
]

export const setIGarbage: readonly Fault[] = [...encodings, ...templates]
