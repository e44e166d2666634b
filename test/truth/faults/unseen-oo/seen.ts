import { application, atEnd, atTop, bundle, type Fault, inHead, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const hidden = rowsOf('cannot be seen')
const garbage = rowsOf('garbage or source on the screen')
const waiting = rowsOf('never ready')

/** A clearly visible section of the page, above the rest. */
const panel = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:2000;padding:16px;background:#fff;color:#222">${markup}</div>`,
  )

/** Faults in what a visitor sees or does not see. */
export const setOoSeen: readonly Fault[] = [
  hidden.issue(
    'oo-anti-flicker',
    'The snippet of the A/B test hides the page, and the script that shows it again was removed.',
    [
      inHead(
        `<style>.async-hide{opacity:0!important}</style><script>document.documentElement.classList.add('async-hide')</script>`,
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'oo-page-transition',
    'The page stays where its transition starts: at the left of the window.',
    [inHead('<style>html{overflow-x:hidden}body{transform:translateX(-120vw)!important}</style>')],
    inBrowser,
  ),
  hidden.issue(
    'oo-consent-white',
    'The layer of the consent tool covers everything, and has neither text nor a button.',
    [
      atEnd(
        '<div id="cmp-layer" role="dialog" aria-label="Privacy" style="position:fixed;inset:0;z-index:2147483647;background:#fff"><div class="cmp-box"></div></div>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'oo-white-on-white',
    'The dark theme is half there: its white text is on a white ground.',
    [
      inHead(
        '<style>html,body,body *{color:#fff!important;background:#fff!important;border-color:#fff!important;fill:#fff!important}img,video,svg,canvas{visibility:hidden}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'oo-narrow-column',
    'The width of the column is calculated from a value that is gone: one letter in each line.',
    [
      inHead(
        '<style>body>*{width:1ch!important;max-width:1ch!important;min-width:0!important;overflow-wrap:anywhere!important;padding:0!important}body>* *{max-width:1ch!important;min-width:0!important;overflow-wrap:anywhere!important;white-space:normal!important}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'oo-one-pixel-text',
    'The root size of the design system was set to a pixel: nobody can read anything.',
    [inHead('<style>html,body,body *{font-size:1px!important;line-height:1px!important}</style>')],
    inBrowser,
  ),
  hidden.issue(
    'oo-mount-throws',
    'The application throws while it starts, and the window stays white.',
    [
      application(
        `const settings = JSON.parse(document.querySelector('#settings')?.textContent ?? '{}');
const root = document.getElementById('root');
root.innerHTML = '<h1>' + settings.brand.name + '</h1>'`,
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'oo-skeleton-forever',
    'The grey bars stay; the list never comes.',
    [
      application(
        `const bar = (w) => '<div class="bar" style="width:' + w + '%"></div>';
document.getElementById('root').innerHTML = '<div class="skeleton" aria-busy="true">' + [60, 90, 85, 40, 90, 70, 88, 52].map(bar).join('') + '</div>';
window.addEventListener('orders:ready', (e) => { document.getElementById('root').textContent = e.detail })`,
        '<style>.bar{height:22px;margin:18px;border-radius:6px;background:#e4e4e8;animation:p 1.2s infinite alternate}@keyframes p{to{background:#f4f4f6}}</style>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'oo-php-source',
    'PHP is off after the upgrade, and visitors get our front controller.',
    [
      ({ isPage }) =>
        isPage
          ? text(
              200,
              'text/plain; charset=utf-8',
              `<?php

use Illuminate\\Http\\Request;

define('LARAVEL_START', microtime(true));

// Determine if the application is in maintenance mode...
if (file_exists($maintenance = __DIR__.'/../storage/framework/maintenance.php')) {
    require $maintenance;
}

// Register the Composer autoloader...
require __DIR__.'/../vendor/autoload.php';

// Bootstrap Laravel and handle the request...
(require_once __DIR__.'/../bootstrap/app.php')
    ->handleRequest(Request::capture());
`,
            )
          : undefined,
    ],
  ),
  garbage.issue('oo-front-matter', 'The site generator copied the page instead of building it.', [
    instead(`---
layout: home
title: Harbour Books
permalink: /
---

# Welcome to Harbour Books

We sell **old maps** and *new books* since 1874. See [our opening hours](/hours/) or [write to us](/contact/).

{% include teaser.html id="globes" %}

* Maps of the coast
* Globes
* Repairs
`),
  ]),
  garbage.issue(
    'oo-handlebars-loop',
    'The list of products is not rendered: its template is in the page.',
    [
      panel(
        '<h2>Our products</h2><ul>{{#each products}}<li><a href="#">{{this.title}}</a> {{formatPrice this.price}}</li>{{/each}}</ul>',
      ),
    ],
  ),
  garbage.issue(
    'oo-thymeleaf-keys',
    'The file of messages is not in the archive that we deployed.',
    [
      panel(
        '<nav>??nav.products_en?? | ??nav.service_en?? | ??nav.contact_en??</nav><h1>??home.headline_en??</h1><p>??home.intro.text_en??</p><button>??home.cta.label_en??</button>',
      ),
    ],
  ),
  garbage.issue('oo-double-utf8', 'The texts were imported with the wrong charset.', [
    panel(
      '<h2>Ãœber uns</h2><p>Wir fÃ¼hren BÃ¼cher, KartenstÃ¤nder und GlobenfÃ¼ÃŸe fÃ¼r groÃŸe und kleine RÃ¤ume. Das CafÃ© im Haus Ã¶ffnet um neun â€“ auÃŸer montags.</p>',
    ),
  ]),
  garbage.issue(
    'oo-promise-headline',
    'Somebody forgot an await: the headline and the teaser are the names of objects.',
    [
      bundle(
        `const load = async () => 'Spring sale'; const box = document.getElementById('hero-oo'); box.innerHTML = '<h1>' + load() + '</h1><p>From ' + { amount: 9 } + ' until ' + new Date('31.04.2025').toLocaleDateString('en') + '</p>'`,
      ),
      panel('<div id="hero-oo"></div>'),
    ],
    inBrowser,
  ),
  garbage.issue('oo-lorem', 'The filler text of the designer went live.', [
    panel(
      '<h2>Our services</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat.</p><h2>Our team</h2><p>Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur. Excepteur sint occaecat cupidatat non proident, sunt in culpa qui officia deserunt mollit anim id est laborum.</p>',
    ),
  ]),
  garbage.issue(
    'oo-asset-manifest',
    'The rewrite rule delivers the manifest of the build as our home page.',
    [
      ({ isPage }) =>
        isPage
          ? text(
              200,
              'application/json',
              '{\n  "files": {\n    "main.css": "/static/css/main.e6c13ad2.css",\n    "main.js": "/static/js/main.0f7b2c11.js",\n    "index.html": "/index.html"\n  },\n  "entrypoints": [\n    "static/css/main.e6c13ad2.css",\n    "static/js/main.0f7b2c11.js"\n  ]\n}',
            )
          : undefined,
    ],
  ),
  garbage.issue('oo-bundle-as-page', 'The bucket has the script under the key of the page.', [
    ({ isPage }) =>
      isPage
        ? text(
            200,
            'text/javascript; charset=utf-8',
            '!function(){"use strict";var e,t={},n={};function r(e){var o=n[e];if(void 0!==o)return o.exports;var i=n[e]={exports:{}};return t[e].call(i.exports,i,i.exports,r),i.exports}r.m=t,r.o=function(e,t){return Object.prototype.hasOwnProperty.call(e,t)},r.p="/",e=r(4172),self.webpackChunkshop=self.webpackChunkshop||[]}();\n//# sourceMappingURL=runtime.6b1f.js.map\n',
          )
        : undefined,
  ]),
  garbage.issue(
    'oo-css-as-text',
    'An optimizer lost the style tags: rules stand above the headline.',
    [
      atTop(
        '.elementor-1204 .elementor-element.elementor-element-5d1c{--display:flex;--min-height:420px;--flex-direction:row;--gap:0px 0px;}.elementor-1204 .elementor-element.elementor-element-5d1c:not(.elementor-motion-effects-element-type-background){background-color:#F4F1EA;}@media(max-width:767px){.elementor-1204 .elementor-element.elementor-element-5d1c{--width:100%;}}',
      ),
    ],
  ),
  garbage.issue('oo-escaped-markup', 'The teaser is escaped twice, and visitors read its tags.', [
    panel(
      '&lt;div class=&quot;teaser&quot;&gt;&lt;h2&gt;Summer course&lt;/h2&gt;&lt;p&gt;Learn how to bind a book in &lt;strong&gt;three days&lt;/strong&gt;.&lt;br /&gt;&lt;a href=&quot;/courses/&quot;&gt;More&lt;/a&gt;&lt;/p&gt;&lt;/div&gt;',
    ),
  ]),
  garbage.issue(
    'oo-shortcodes',
    'The page builder was switched off; its short codes are what remains.',
    [
      panel(
        '<p>[vc_row full_width="stretch_row"][vc_column width="1/2"][vc_column_text]Visit our shop at the harbour.[/vc_column_text][/vc_column][vc_column width="1/2"][contact-form-7 id="112" title="Contact"][/vc_column][/vc_row]</p>',
      ),
    ],
  ),
  garbage.issue('oo-conflict-markers', 'A merge was committed with its conflict.', [
    panel(
      '<p>&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD</p><p>Open from Monday to Friday</p><p>=======</p><p>Open from Tuesday to Saturday</p><p>&gt;&gt;&gt;&gt;&gt;&gt;&gt; feature/opening-hours</p>',
    ),
  ]),
  garbage.issue(
    'oo-base64-text',
    'The editor broke the tag of a picture: its data is a wall of letters.',
    [
      panel(
        `<p>"data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAoAAAAHgCAYAAAA10dzkAAAACXBIWXMAAAsTAAALEwEAmpwYAAAgAElEQVR4nOzdd3hUVfrA8e+dlt57TwgJoYbeexUQ'.repeat(6)}" alt="Our shop" width="640"&gt;</p>`,
      ),
    ],
  ),
]
