import { application, at, atEnd, atTop, bundle, type Fault, inHead, instead } from '../../fault.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const garbage = rowsOf('garbage or source on the screen')
const waiting = rowsOf('never ready')

/** A separate section above the content of the page, readable whatever the page's styles are. */
const block = (markup: string) =>
  atTop(
    `<section style="position:relative;z-index:9999;padding:24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</section>`,
  )

export const setMmSeen: readonly Fault[] = [
  unseen.issue(
    'mm-preloader-stays',
    'The white curtain with the spinner is never drawn: the line that draws it comes after one that throws.',
    [
      bundle(
        "var menu=document.querySelector('#main-menu-toggle-v2');menu.classList.add('ready');document.querySelector('.mm-preloader').remove()",
      ),
      atTop(
        '<style>.mm-preloader{position:fixed;top:0;left:0;right:0;bottom:0;z-index:2147483000;background:#fff}.mm-preloader i{position:absolute;top:50%;left:50%;width:48px;height:48px;border:4px solid #ddd;border-top-color:#555;border-radius:50%;animation:mm-turn 1s linear infinite}@keyframes mm-turn{to{transform:rotate(360deg)}}</style><div class="mm-preloader"><i></i></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'mm-scroll-animation-missing',
    'The library that fades the sections in is gone from the server, so they all stay transparent.',
    [
      at('/assets/aos.js', { status: 404, headers: {}, body: new Uint8Array() }),
      inHead(
        '<style>[data-aos]{opacity:0;transition:opacity .6s}[data-aos].aos-animate{opacity:1}</style>',
      ),
      atTop('<div data-aos="fade-up">'),
      atEnd('</div><script src="/assets/aos.js"></script><script>window.AOS&&AOS.init()</script>'),
    ],
    inBrowser,
  ),
  unseen.issue(
    'mm-wrapper-off-canvas',
    'The page stays where the open menu pushed it: outside the window.',
    [
      inHead(
        '<style>html{overflow-x:hidden!important}body{position:relative!important;left:-120vw!important;width:100vw!important}body *{position:static!important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'mm-white-on-white',
    'The dark theme lost its background but kept its white text.',
    [
      inHead(
        '<style>html,body,body *{color:#fff!important;-webkit-text-fill-color:#fff!important;background:#fff none!important;border-color:#fff!important;text-shadow:none!important;box-shadow:none!important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'mm-consent-frame-refused',
    'The consent wall lies over everything, and its frame shows only that the vendor cannot be reached.',
    [
      atEnd(
        ({ stranger }) =>
          `<iframe title="Privacy choices" src="https://consent.${stranger}/wall" style="position:fixed;top:0;left:0;width:100vw;height:100vh;border:0;z-index:2147483000;background:#fff"></iframe>`,
      ),
    ],
    { tools: 'RV', hosts: ({ stranger }) => ({ [`consent.${stranger}`]: 'refuses' }) },
  ),
  unseen.issue(
    'mm-app-without-config',
    'The application gives up without a word when its configuration is not there.',
    [
      application(
        "(function(){var config=window.__APP_CONFIG__;if(!config)return;document.getElementById('root').textContent=config.title})()",
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'mm-font-size-one',
    'A wrong unit in the theme settings made all text one pixel high.',
    [inHead('<style>html,body,body *{font-size:1px!important;line-height:1px!important}</style>')],
    inBrowser,
  ),
  unseen.issue(
    'mm-everything-stacked',
    'A selector was lost when the styles were minified, and every element lies on the same spot.',
    [
      inHead(
        '<style>body *{position:absolute!important;top:0!important;left:0!important;margin:0!important}</style>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'mm-replacement-characters',
    'The import from the old database turned every umlaut into a black diamond.',
    [
      block(
        '<h2>Caf\uFFFD Gr\uFFFDn \uFFFD \uFFFDffnungszeiten</h2><p>Wir haben t\uFFFDglich au\uFFFDer Montag f\uFFFDr Sie ge\uFFFDffnet. F\uFFFDr gr\uFFFD\uFFFDere Gesellschaften bitten wir um R\uFFFDckruf.</p>',
      ),
    ],
  ),
  garbage.issue('mm-php-not-run', 'PHP is not running on the new server; its source is sent.', [
    instead(
      `<?php
/**
 * Front to the application.
 */
require __DIR__ . '/vendor/autoload.php';
$db = new PDO('mysql:host=localhost;dbname=mill', 'mill', 'secret');
foreach ($db->query('SELECT * FROM posts') as $row) {
  echo '<article><h2>' . $row['title'] . '</h2>' . $row['body'] . '</article>';
}
get_footer();
?>`,
    ),
  ]),
  garbage.issue(
    'mm-jinja-include-raw',
    'Somebody uploaded the template instead of the page that is made from it.',
    [
      block(
        '{% extends "base.html" %} {% block content %} <h2>{{ page.title }}</h2> {% for item in page.items %} <p>{{ item.summary|truncate(120) }}</p> {% endfor %} {% endblock %}',
      ),
    ],
  ),
  garbage.issue(
    'mm-raw-translation-keys',
    'The file with the translations is missing, and the buttons are labelled with its keys.',
    [
      bundle(
        "fetch('/locales/en.json').then(function(r){return r.ok?r.json():{}}).then(function(t){document.querySelectorAll('[data-t]').forEach(function(e){e.textContent=t[e.dataset.t]||e.dataset.t})})",
      ),
      block(
        '<nav><a href="#a" data-t="header.navigation.products"></a> &middot; <a href="#b" data-t="header.navigation.about_us"></a></nav><h2 data-t="home.hero.headline"></h2><p data-t="home.hero.subline"></p><button data-t="common.buttons.add_to_cart"></button>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'mm-object-object-nan',
    'The API renamed its fields, and the price box is full of undefined and NaN.',
    [
      bundle(
        "var p={product:{},cost:{net:12}};document.getElementById('mm-offer').innerHTML='<h2>'+p.name+'</h2><p>by '+p.product+'</p><p>Price: '+(p.price*1.19).toFixed(2)+' €</p><p>Available from '+new Date(p.date)+'</p>'",
      ),
      block('<div id="mm-offer"></div>'),
    ],
    inBrowser,
  ),
  garbage.issue(
    'mm-markdown-as-it-is',
    'The editor shows a preview, but the site prints the Markdown unconverted.',
    [
      block(
        '## Opening hours\n\n**Monday to Friday:** 9–18 h\n\n* [Find us](https://example.org/map)\n* [Write to us](mailto:hello@example.org)\n\n![The shop](/img/shop.jpg)\n\n---',
      ),
    ],
  ),
  garbage.issue(
    'mm-html-escaped-twice',
    'After an update all rich text is escaped, and visitors read the tags.',
    [
      block(
        '&lt;h2&gt;Welcome to our shop&lt;/h2&gt;&lt;p&gt;We sell &lt;strong&gt;books&lt;/strong&gt; and maps.&lt;br /&gt;Call us &amp;ndash; we&amp;rsquo;re happy to help.&lt;/p&gt;&lt;p class=&quot;lead&quot;&gt;&amp;nbsp;&lt;/p&gt;',
      ),
    ],
  ),
  garbage.issue(
    'mm-shortcodes-bare',
    'A plugin was switched off, and its shortcodes stand on the page.',
    [
      block(
        '<p>[rev_slider alias="home-slider"][/rev_slider]</p><p>[vc_row][vc_column width="1/2"][vc_column_text]Our team is there for you.[/vc_column_text][/vc_column][/vc_row]</p><p>[contact-form-7 id="217" title="Contact form 1"]</p>',
      ),
    ],
  ),
  garbage.issue('mm-merge-conflict', 'A merge went live with its conflict markers.', [
    block(
      '\n<<<<<<< HEAD\n<h2>Summer opening hours</h2>\n=======\n<h2>Winter opening hours</h2>\n>>>>>>> feature/winter-hours\n<p>Tuesday to Saturday, 10 to 6.</p>',
    ),
  ]),
  garbage.issue(
    'mm-resource-keys-question-marks',
    'The message bundle was not packed with the web application; keys in question marks are shown.',
    [
      block(
        '<h2>???home.welcome.title???</h2><p>???home.welcome.text???</p><a href="#more">???common.link.more???</a>',
      ),
    ],
  ),
  garbage.issue(
    'mm-script-closed-early',
    'A string in an inline script closes the script, and the rest of the code is text on the page.',
    [
      atTop(
        `<script>var loader='<script src="/t.js"></script>';(function(w,d){var s=d.createElement('div');s.innerHTML=loader;w.dataLayer=w.dataLayer||[];function gtag(){w.dataLayer.push(arguments)}gtag('js',new Date());gtag('config','G-4T8XKQ1234',{anonymize_ip:true});d.body.appendChild(s)})(window,document);</script>`,
      ),
    ],
  ),
  garbage.issue(
    'mm-manifest-as-page',
    'The deployment script copied the manifest of the build over the start page.',
    [
      instead(
        '{\n  "main.js": "/static/js/main.8f2c41d7.js",\n  "main.css": "/static/css/main.1b3c9a02.css",\n  "runtime-main.js": "/static/js/runtime-main.5a0f3c1e.js",\n  "index.html": "/index.html"\n}\n',
      ),
    ],
  ),
  garbage.review(
    'mm-wordpress-hello-world',
    'Only the sample post of a new WordPress is there: the restore of our backup failed.',
    [
      whole(
        'My Blog – Just another WordPress site',
        '<header><h1>My Blog</h1><p>Just another WordPress site</p></header><article><h2><a href="#p1">Hello world!</a></h2><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p></article><footer>Proudly powered by WordPress</footer>',
      ),
    ],
  ),
  garbage.review('mm-filler-landing', 'The draft of the landing page is public with its filler.', [
    whole(
      'Page title goes here',
      '<h1>Your headline goes here</h1><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.</p><a href="#cta">Button text</a><h2>Feature one</h2><p>Insert your text here. Click to edit this paragraph.</p><h2>Feature two</h2><p>Insert your text here. Click to edit this paragraph.</p><footer>© Your Company Name. 123 Street Address, City, State</footer>',
    ),
  ]),
  waiting.review(
    'mm-please-wait-app',
    'The application stays at its first words because the start of its worker never ends.',
    [
      application(
        "document.getElementById('root').innerHTML='<p>Loading, please wait…</p>';new Promise(function(){}).then(function(){document.getElementById('root').textContent='Orders'})",
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'mm-skeletons-for-ever',
    'The cards keep their grey bars since nothing answers for their contents.',
    [
      at('/api/cards', 'hang'),
      application(
        `document.getElementById('root').innerHTML='<style>.sk{height:18px;margin:12px;border-radius:4px;background:#e3e5e8;animation:p 1.2s infinite alternate}@keyframes p{to{opacity:.4}}</style><main aria-busy="true">'+'<div class="sk"></div>'.repeat(9)+'</main>';fetch('/api/cards').then(function(r){return r.json()}).then(function(c){document.querySelector('main').textContent=c.title})`,
      ),
    ],
    inBrowser,
  ),
]
