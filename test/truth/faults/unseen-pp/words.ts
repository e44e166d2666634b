import { application, atEnd, atTop, document, type Fault, type Interceptor } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const said = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')

const answer = (status: number, type: string, body: string): Interceptor => {
  return (request) => (request.isPage ? text(status, type, body) : undefined)
}

const block = (inner: string) =>
  `<div style="display:block;padding:16px;background:#fff;color:#222;font:18px/1.5 sans-serif">${inner}</div>`

export const setPpWords: readonly Fault[] = [
  said.issue(
    'pp-php-notice-above-page',
    'The settings of production show the notices of the language above the page.',
    [
      atTop(
        block(
          '<br />\n<b>Notice</b>:  Function _load_textdomain_just_in_time was called <strong>incorrectly</strong>. Translation loading for the <code>acf</code> domain was triggered too early. (This message was added in version 6.7.0.) in <b>/var/www/html/wp-includes/functions.php</b> on line <b>6114</b><br />\n<br />\n<b>Warning</b>:  Cannot modify header information - headers already sent by (output started at /var/www/html/wp-includes/functions.php:6114) in <b>/var/www/html/wp-includes/pluggable.php</b> on line <b>1435</b><br />',
        ),
      ),
    ],
    inBrowser,
  ),
  said.issue('pp-error-critico', 'A plugin has stopped the whole site, which says so in Spanish.', [
    whole(
      'WordPress &rsaquo; Error',
      '<div class="wp-die-message"><p>Ha habido un error crítico en esta web.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Aprende más sobre la solución de problemas en WordPress.</a></p></div>',
      { lang: 'es', status: 500 },
    ),
  ]),
  said.issue(
    'pp-liquid-snippet-missing',
    'The theme asks for a part that was deleted, and shows that in place of the price.',
    [
      atTop(
        block(
          '<h2>Sea chart of the North Sea</h2>Liquid error (sections/main-product line 112): Could not find asset snippets/price-badge.liquid',
        ),
      ),
    ],
    inBrowser,
  ),
  said.issue(
    'pp-server-side-include',
    'The part of the page that the server should insert fails.',
    [atTop(block('[an error occurred while processing this directive]'))],
    inBrowser,
  ),
  said.issue(
    'pp-client-side-exception',
    'The application has stopped in the browser, and only the sentence of its framework is left.',
    [
      application(
        `document.getElementById('root').innerHTML = '<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;align-items:center;justify-content:center"><h2 style="font-size:14px;font-weight:400">Application error: a client-side exception has occurred while loading ' + location.hostname + ' (see the browser console for more information).</h2></div>'`,
      ),
    ],
    inBrowser,
  ),
  said.issue(
    'pp-error-japanese',
    'The whole application is one sentence in Japanese that an error has happened.',
    [
      application(
        `document.getElementById('root').innerHTML = '<main style="padding:80px;text-align:center"><h1>エラーが発生しました</h1><p>ページを表示できません。しばらくしてからもう一度お試しください。</p><button>再読み込み</button></main>'`,
      ),
    ],
    inBrowser,
  ),
  said.issue(
    'pp-page-introuvable',
    'The page is gone, and the server says in French that it is not found but sends a status of success.',
    [
      whole(
        'Page introuvable',
        '<main style="padding:80px;text-align:center"><h1>Erreur 404</h1><p>Oups ! La page que vous recherchez est introuvable. Elle a peut-être été déplacée ou supprimée.</p><a href="#">Retour à l\'accueil</a></main>',
        { lang: 'fr' },
      ),
    ],
  ),
  said.issue(
    'pp-api-without-store',
    'The interface says with a status of success that it cannot reach its store.',
    [
      answer(
        200,
        'application/json; charset=utf-8',
        '{"status":"error","message":"Redis connection to 127.0.0.1:6379 failed - connect ECONNREFUSED 127.0.0.1:6379","data":null}',
      ),
    ],
  ),
  said.issue(
    'pp-deployment-disabled',
    'The plan of the hoster is used up, and the deployment was switched off.',
    [
      answer(
        402,
        'text/plain; charset=utf-8',
        'Payment required\n\nDEPLOYMENT_DISABLED\n\nfra1::7gk2x-1741860342183-0a4be5d2c1f3\n',
      ),
    ],
  ),
  said.issue(
    'pp-account-suspended',
    'The hoster has suspended the account, and the owner must pay or answer.',
    [
      whole(
        'Account Suspended',
        '<div style="text-align:center;padding:120px"><h1>Account Suspended</h1><p>This Account has been suspended.</p><p>Contact your hosting provider for more information.</p></div>',
      ),
    ],
  ),
  said.issue('pp-defaced', 'Somebody has broken in and replaced the page.', [
    whole(
      'Hacked By Gh0stR00t',
      '<div style="background:#000;color:#0f0;text-align:center;padding:120px;font-family:monospace"><h1>Hacked By Gh0stR00t</h1><p>Sorry admin, your security is low. Your site has been hacked, patch it.</p><p>Greetz: all members of the team</p></div>',
    ),
  ]),
  said.review(
    'pp-django-welcome',
    'In place of the site stands the first page of a fresh framework.',
    [
      whole(
        'The install worked successfully! Congratulations!',
        '<main style="text-align:center;padding:80px"><h1>The install worked successfully! Congratulations!</h1><p>View <a href="https://docs.djangoproject.com/en/5.1/releases/">release notes</a> for Django 5.1</p><p>You are seeing this page because <a href="https://docs.djangoproject.com/en/5.1/ref/settings/#debug">DEBUG=True</a> is in your settings file and you have not configured any URLs.</p></main>',
      ),
    ],
  ),
  said.review(
    'pp-domain-zu-verkaufen',
    'The domain has run out and is offered for sale in German.',
    [
      whole(
        'hafenbuch.example steht zum Verkauf',
        '<main style="text-align:center;padding:80px"><h1>hafenbuch.example</h1><p>Diese Domain steht zum Verkauf!</p><p>Der Inhaber bietet diese Domain zum Kauf an. Die aufgeführten Anzeigen stammen von Dritten.</p><h2>Relevante Suchen</h2><ul><li>Bücher online</li><li>Antiquariat</li><li>Seekarten</li></ul><p>Domain-Parking-Programm &middot; Datenschutz</p></main>',
        { lang: 'de' },
      ),
    ],
  ),
  said.review('pp-em-manutencao', 'The site is under maintenance and says so in Portuguese.', [
    whole(
      'Site em manutenção',
      '<main style="text-align:center;padding:80px"><h1>Estamos em manutenção</h1><p>Nosso site está temporariamente fora do ar para melhorias. Voltamos em breve!</p></main>',
      { lang: 'pt-BR' },
    ),
  ]),
  said.review(
    'pp-shop-behind-password',
    'The shop has not been opened: everybody is asked for a password.',
    [
      whole(
        'Harbour Books – Opening Soon',
        '<main style="text-align:center;padding:80px"><h1>Opening soon</h1><p>Be the first to know when we launch.</p><form action="/password" method="post"><label>Enter store using password: <input type="password" name="password"></label><button>Enter</button></form><p>Are you the store owner? <a href="https://www.shopify.com/login">Log in here</a></p></main>',
      ),
    ],
  ),
  said.review(
    'pp-index-of-root',
    'The index page was not uploaded, and visitors see the list of files.',
    [
      answer(
        200,
        'text/html;charset=UTF-8',
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">\n<html>\n <head>\n  <title>Index of /</title>\n </head>\n <body>\n<h1>Index of /</h1>\n<ul><li>backup-2025-02-11.zip</li>\n<li>old_site/</li>\n<li>wp-config.php.bak</li>\n</ul>\n<address>Apache/2.4.58 (Ubuntu) Server at www.harbourbooks.example Port 443</address>\n</body></html>\n',
      ),
    ],
  ),
  garbage.issue(
    'pp-php-source',
    'The server does not run the language any more and sends the source of the page.',
    [
      answer(
        200,
        'text/html; charset=utf-8',
        `<?php get_header(); ?>\n<main>\n<?php while (have_posts()) : the_post(); ?>\n<h1><?php echo $post->post_title; ?></h1>\n<div class="price"><?php echo $product->get_price_html(); ?> <?= $shop->currency ?></div>\n${about}\n<?php foreach ($args as $key => $value) { echo $key . ': ' . $value; } endwhile; ?>\n</main>\n<?php get_footer(); ?>\n`,
      ),
    ],
  ),
  garbage.issue(
    'pp-braces-not-filled',
    'The template is never filled, and visitors read its expressions.',
    [
      atTop(
        block(
          "<h1>{{ 'HOME.HERO.TITLE' | translate }}</h1><p>{{ offer.name }} – {{ offer.price | currency:'EUR' }}</p><button>{{ 'COMMON.ADD_TO_CART' | translate }}</button>",
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'pp-translation-missing',
    'The German words of the page are missing, and their keys are shown.',
    [
      atTop(
        block(
          '<h1>translation missing: de.home.index.title</h1><p>translation missing: de.home.index.intro</p><p><a href="#">translation missing: de.layouts.nav.contact</a></p>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'pp-shortcodes',
    'The plugins that made the slider and the form were removed, and their marks are left.',
    [
      atTop(
        block(
          '[rev_slider alias="home-slider"][/rev_slider]<h2>Contact</h2><p>[contact-form-7 id="4f2a91c" title="Contact form 1"]</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'pp-double-encoded',
    'The words of the database were encoded twice, and umlauts are garbage.',
    [
      atTop(
        block(
          '<h2>Ã–ffnungszeiten &amp; GeschÃ¤fte</h2><p>Wir sind fÃ¼r Sie da: tÃ¤glich auÃŸer sonntags, auch wÃ¤hrend der Ferien. GrÃ¼ÃŸe aus MÃ¼nchen â€“ Ihr BuchhÃ¤ndler.</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'pp-values-not-there',
    'The page shows the values of a program in place of the name, the price and the date.',
    [
      atEnd(
        `<script>{ const offer = {}; document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(block('<h2>Offer of the week: %1</h2><p>Price: €%2 (until %3)</p><p>Sold by %4</p>'))}.replace('%1', offer.name).replace('%2', Number(offer.price).toFixed(2)).replace('%3', new Date(offer.until)).replace('%4', {})) }</script>`,
      ),
    ],
    inBrowser,
  ),
  garbage.review(
    'pp-title-not-filled',
    'The tab of the browser and the results of searches show the name of a setting.',
    [
      document((html) =>
        html.replace(/<title[^>]*>[\s\S]*?<\/title>/i, '<title>%VITE_APP_TITLE%</title>'),
      ),
    ],
  ),
]
