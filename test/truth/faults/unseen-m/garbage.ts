import { atEnd, atTop, type Fault, headers } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'
import { cards, draws, framed, shop } from './markup.ts'

const { issue } = rowsOf('garbage or source on the screen')

/** Text for machines that a visitor reads. */
export const setMGarbage: readonly Fault[] = [
  issue(
    'm-shortcodes-left',
    'The page builder was switched off; its shortcodes stand in the text.',
    [
      shop(
        'Café am Markt',
        '<p>[vc_row full_width="stretch_row"][vc_column width="1/2"][vc_custom_heading text="Frisch geröstet" font_container="tag:h1"][vc_column_text]</p><p>Wir rösten jeden Dienstag.</p><p>[/vc_column_text][/vc_column][vc_column width="1/2"][rev_slider alias="home-2"][/vc_column][/vc_row]</p>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-contact-form-lost',
    'The form was deleted; its shortcode says that it is not found.',
    [
      shop(
        'Contact',
        `<h1>Write to us</h1><p>We answer within two days.</p><p>[contact-form-7 404 "Not Found"]</p>${cards}`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-utf8-read-as-latin1',
    'The new web server says another charset than the files have.',
    [
      headers({ 'content-type': 'text/html; charset=iso-8859-1' }),
      shop(
        'Bäckerei Müller',
        '<h1>Bäckerei Müller – frische Brötchen</h1><p>Täglich ab sechs Uhr geöffnet. Für größere Bestellungen rufen Sie uns bitte früh an.</p><p>Übrigens: süße Stückchen gibt es auch am Sonntag.</p>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-i18n-keys',
    'The messages were not part of the build: their keys are shown.',
    [
      draws(
        framed(
          '<h1>home.hero.title</h1><p>home.hero.subtitle</p><button type="button">common.actions.shop_now</button><h2>home.featured.heading</h2><p>home.featured.description</p><label>newsletter.form.email_label <input></label><button type="button">newsletter.form.submit</button>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-mustaches-left',
    'Vue was to mount on the markup of the page; its script is gone from the CDN.',
    [
      shop(
        'Auction',
        '<div id="app"><h1>{{ lot.title }}</h1><p>{{ $t("auction.ends_at") }} {{ lot.endsAt | formatDate }}</p><ul><li v-for="bid in bids" :key="bid.id">{{ bid.name }}: {{ bid.amount }} €</li></ul></div>',
        { head: '<script src="/vendor/vue.global.prod.js"></script>' },
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-values-of-nothing',
    'The API renamed its fields: the list shows what JavaScript calls nothing.',
    [
      draws(
        framed(
          '<h1>Your basket</h1><table><tr><td>undefined</td><td>NaN €</td><td>Invalid Date</td></tr><tr><td>[object Object]</td><td>NaN €</td><td>Invalid Date</td></tr></table><p>Total: NaN €</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-front-matter',
    'A byte order mark before the front matter: Jekyll prints it.',
    [
      atTop(
        '<p>--- layout: default title: "Opening hours" permalink: /hours/ description: "When we are open" nav_order: 3 ---</p>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-merge-conflict',
    'A conflict was committed with the template.',
    [
      atEnd(
        '<div>&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD\n<p>Free delivery from 50 €</p>\n=======\n<p>Free delivery from 40 €</p>\n&gt;&gt;&gt;&gt;&gt;&gt;&gt; feature/autumn-sale</div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-php-warnings-on-top',
    'display_errors is on after the update to PHP 8.',
    [
      atTop(
        '<br />\n<b>Warning</b>:  Undefined array key "lang" in <b>/var/www/html/wp-content/themes/harbour/header.php</b> on line <b>27</b><br />\n<br />\n<b>Deprecated</b>:  Creation of dynamic property Menu_Walker::$depth is deprecated in <b>/var/www/html/wp-content/themes/harbour/inc/menu.php</b> on line <b>114</b><br />\n',
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-include-failed',
    'The file of a server side include was not uploaded.',
    [atTop('<div id="header">[an error occurred while processing this directive]</div>')],
    inBrowser,
  ),
  issue(
    'm-flight-data',
    'The CDN answers a visit with what it kept for a navigation of the client.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/x-component',
              '1:"$Sreact.fragment"\n2:I[9766,[],""]\n3:I[98924,[],""]\n4:I[24431,[],"OutletBoundary"]\n0:{"P":null,"b":"kP3XqkO1zC0dZ","p":"","c":["",""],"i":false,"f":[[["",{"children":["__PAGE__",{}]},"$undefined","$undefined",true]]]}\n',
            )
          : undefined,
    ],
  ),
  issue(
    'm-markup-escaped',
    'The template escapes what the editor wrote.',
    [
      shop(
        'About us',
        `<h1>About us</h1><div class="rte">&lt;p&gt;Welcome to &lt;strong&gt;Kettle &amp;amp; Loom&lt;/strong&gt;, a small shop in the harbour.&lt;/p&gt;&lt;p&gt;&lt;img src="/media/shop.jpg" alt=""&gt;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Linen&lt;/li&gt;&lt;li&gt;Enamel&lt;/li&gt;&lt;/ul&gt;</div>${cards}`,
      ),
    ],
    inBrowser,
  ),
  issue('m-markup-as-plain-text', 'The page is sent as plain text.', [
    headers({ 'content-type': 'text/plain; charset=utf-8' }),
  ]),
]
