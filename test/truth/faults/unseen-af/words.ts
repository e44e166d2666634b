import { atTop, bundle, type Fault, type Interceptor } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const broken = rowsOf('words of a broken site')
const deployed = rowsOf('deployment')

/** Markup in front of anything that the page has at its top. */
const onTop = (markup: string): Interceptor =>
  atTop(
    `<div style="position:relative;z-index:99999;padding:24px;background:#fff;color:#111;font:16px/1.5 sans-serif">${markup}</div>`,
  )
const heading = (words: string) => `<h2 style="color:#111">${words}</h2>`
const line = (words: string) => `<p style="color:#111">${words}</p>`

const answer =
  (reply: Reply): Interceptor =>
  (request) =>
    request.isPage ? reply : undefined

const overlay = `
  const frame = document.createElement('vite-error-overlay')
  frame.attachShadow({ mode: 'open' }).innerHTML = '<div style="position:fixed;inset:0;z-index:2147483647;background:rgba(0,0,0,.66);overflow:auto"><div style="margin:30px auto;width:800px;padding:25px 40px;background:#181818;color:#d8d8d8;border-top:8px solid #ff5555;font:16px/1.5 monospace"><pre style="color:#ff5555;white-space:pre-wrap">[plugin:vite:import-analysis] Failed to resolve import "./components/Hero" from "src/App.jsx". Does the file exist?</pre><pre>/srv/app/src/App.jsx:3:17</pre><div>Click outside, press <kbd>Esc</kbd> key, or fix the code to dismiss.<br>You can also disable this overlay by setting <code>server.hmr.overlay</code> to <code>false</code> in <code>vite.config.js</code>.</div></div></div>'
  document.body.append(frame)`

const mapError =
  '<div style="position:relative;width:640px;height:320px;background:#e5e3df"><div style="position:absolute;left:120px;top:90px;width:360px;padding:24px;background:#fff;color:#111;font:14px Roboto,Arial,sans-serif;box-shadow:0 1px 6px #888">This page can\'t load Google Maps correctly.<br><br><a href="#" style="color:#15c">Do you own this website?</a> <button>OK</button></div></div>'

const listing =
  '<html>\r\n<head><title>Index of /</title></head>\r\n<body>\r\n<h1>Index of /</h1><hr><pre><a href="../">../</a>\r\n<a href=".git/">.git/</a>                     12-Mar-2026 09:14       -\r\n<a href="dist/">dist/</a>                     12-Mar-2026 09:20       -\r\n<a href="node_modules/">node_modules/</a>             12-Mar-2026 09:18       -\r\n<a href=".env">.env</a>                      12-Mar-2026 09:14     412\r\n<a href="package.json">package.json</a>              12-Mar-2026 09:14    1187\r\n</pre><hr></body>\r\n</html>\r\n'

export const setAfWords: readonly Fault[] = [
  deployed.review(
    'af-preview-server-blocks-its-host',
    'The preview server of the build tool runs in production and does not know the name of the site.',
    [
      (request, _upstream, site) =>
        request.isPage
          ? text(
              403,
              'text/plain',
              `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`preview.allowedHosts\` in vite.config.js.`,
            )
          : undefined,
    ],
  ),
  deployed.issue(
    'af-detail-not-found',
    'The address leads to the back end in Python, which has no page at this path.',
    [answer(text(404, 'application/json', '{"detail":"Not Found"}'))],
  ),
  deployed.review(
    'af-start-page-of-the-template',
    'The empty template of the build tool was delivered in place of the application.',
    [
      whole(
        'Vite + React',
        '<div id="root" style="text-align:center"><h1>Vite + React</h1><div class="card"><button>count is 0</button><p>Edit <code>src/App.jsx</code> and save to test HMR</p></div><p class="read-the-docs">Click on the Vite and React logos to learn more</p></div>',
      ),
    ],
    inBrowser,
  ),
  deployed.issue(
    'af-listing-of-the-project',
    'The root of the server is the folder of the project, and each visitor sees its files and its secrets.',
    [answer(text(200, 'text/html', listing))],
    inBrowser,
  ),
  deployed.review(
    'af-domain-for-sale-german',
    'The domain was not renewed and is offered for sale.',
    [
      whole(
        'Diese Domain steht zum Verkauf',
        '<h1>Diese Domain steht zum Verkauf!</h1><p>Sie können die Domain jetzt kaufen oder ein Angebot abgeben.</p><p>Diese Webseite wurde vom Domaininhaber dynamisch generiert, der das Sedo Domain Parking Programm nutzt. Die auf dieser Seite automatisiert bereitgestellten Werbeanzeigen kommen von dritter Seite und stehen mit Sedo in keiner Beziehung.</p>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  deployed.issue(
    'af-account-suspended',
    'The host has shut the account of the contractor.',
    [
      whole(
        'Account Suspended',
        '<div style="text-align:center"><h1>Account Suspended</h1><p>This Account has been suspended.</p><p><a href="mailto:webmaster@localhost">Contact your hosting provider for more information.</a></p></div>',
      ),
    ],
    inBrowser,
  ),
  deployed.review(
    'af-wall-of-the-network',
    'The protection of the test phase is still on, and visitors are asked for a code by mail.',
    [
      moved(
        (site) => `https://harbour.${site.stranger}/cdn-cgi/access/login/${site.host}?kid=7c1d`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`harbour.${site.stranger}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in ・ Cloudflare Access</title></head><body><h1>Log in to Harbour Tools</h1><form method="post"><p>Get a login code emailed to you</p><label>Email <input type="email" name="email" required></label><button>Send me a code</button></form></body></html>',
          ),
      }),
    },
  ),
  broken.review(
    'af-update-stuck-german',
    'An update stopped half way and left the file that keeps the site in maintenance.',
    [
      whole(
        'Wartung',
        '<div class="wp-die-message">Wegen Wartungsarbeiten ist diese Website kurzzeitig nicht verfügbar. Schau in einer Minute noch einmal vorbei.</div>',
        { lang: 'de', status: 503 },
      ),
    ],
  ),
  broken.issue(
    'af-app-says-oh-no',
    'The application in Python cannot start, because a package is missing in its list.',
    [
      whole(
        'Streamlit',
        '<div style="text-align:center;margin-top:20vh"><h1>Oh no.</h1><p>Error running app. If this keeps happening, please contact support.</p></div>',
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'af-access-denied-for-root',
    'The page was delivered with the password of the developer, and shows what the database says to it.',
    [
      answer(
        text(
          200,
          'text/html; charset=UTF-8',
          "Connection failed: SQLSTATE[HY000] [1045] Access denied for user 'root'@'localhost' (using password: YES)",
        ),
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'af-soft-404-chinese',
    'The front page of the Chinese edition says with status 200 that it does not exist.',
    [
      whole(
        '404 - 页面不存在',
        '<div style="text-align:center"><h1>404</h1><p>抱歉，您访问的页面不存在</p><a href="/">返回首页</a></div>',
        { lang: 'zh-CN' },
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'af-overlay-of-the-development-server',
    'The development server is what runs, and its box with an error lies over the page.',
    [bundle(overlay)],
    inBrowser,
  ),
  broken.issue(
    'af-map-without-account',
    'The key of the map has no account for payments, and a box says that the map cannot load.',
    [onTop(mapError)],
    inBrowser,
  ),
  broken.review(
    'af-bar-of-the-test-environment-french',
    'The bar of the acceptance environment, with its warning of false data, is on the live site.',
    [
      atTop(
        '<div style="position:fixed;top:0;left:0;right:0;z-index:2147483647;padding:12px;background:#b71c1c;color:#fff;font:bold 18px sans-serif;text-align:center">ENVIRONNEMENT DE RECETTE – données fictives – ne pas utiliser en production</div>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'af-warnings-above-the-page',
    'The new version of the language warns about the old code, in front of each page.',
    [
      atTop(
        '<div style="position:relative;z-index:99999;background:#fff;color:#111"><br />\n<b>Warning</b>:  Undefined array key "lang" in <b>/home/u482113/domains/public_html/includes/header.php</b> on line <b>14</b><br />\n<br />\n<b>Deprecated</b>:  strlen(): Passing null to parameter #1 ($string) of type string is deprecated in <b>/home/u482113/domains/public_html/includes/header.php</b> on line <b>15</b><br />\n</div>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'af-answer-of-the-assistant',
    'The file was saved with the words of the assistant that wrote it, and they stand above the page.',
    [
      onTop(
        "Sure! Here's the updated index.html with the changes you requested. I've made the header sticky and fixed the spacing of the cards:\n\n```html\n",
      ),
    ],
    inBrowser,
  ),
  garbage.review(
    'af-brackets-to-be-filled',
    'The places where the customer should have been named were never filled.',
    [
      onTop(
        `${heading('Welcome to [Your Company Name]')}${line('Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.')}${line('Call us at [Phone Number] or write to [Email Address].')}`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'af-template-not-rendered',
    'The templates were copied to the server as files, and nothing fills them.',
    [
      onTop(
        `{% extends "base.html" %} {% block content %}${heading('{{ page.title }}')}${line('{{ page.intro|safe }}')}{% endblock %}`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'af-keys-of-texts',
    'The files with the texts are not in the delivery, and their keys stand on the page.',
    [
      onTop(
        `${heading('home.hero.title')}${line('home.hero.subtitle')}<button>home.hero.cta_primary</button> <button>common.buttons.learn_more</button>`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'af-nan-in-the-basket',
    'The basket reckons with fields that the answer of the server does not have.',
    [
      onTop(
        `${heading('Hello undefined!')}${line('Your basket: 3 items, NaN €')}${line('Delivery on Invalid Date to [object Object]')}`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'af-marks-of-a-merge',
    'Two branches were put together without a decision, and both headings stand on the page.',
    [
      onTop(
        `<<<<<<< HEAD\n${heading('Summer opening hours')}\n=======\n${heading('Opening hours')}\n>>>>>>> feature/opening-hours`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'af-umlauts-twice-encoded',
    'The texts were read in the wrong encoding when they were moved to the new system.',
    [
      onTop(
        `${heading('SchÃ¶ne BÃ¼cher fÃ¼r groÃŸe und kleine Leser')}${line('Ã–ffnungszeiten: Montag bis Freitag von 9 bis 18 Uhr, und natÃ¼rlich nach Absprache â€“ rufen Sie uns an.')}`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'af-php-that-nobody-runs',
    'The site was put on a host for static files, which sends its source as it is.',
    [
      onTop(
        '<h2 style="color:#111"><?= $page->title ?></h2><ul style="color:#111"><?php foreach ($items as $key => $item): ?><li><a href="#"><?= $item->name ?></a></li><?php endforeach; ?></ul>',
      ),
    ],
    inBrowser,
  ),
]
