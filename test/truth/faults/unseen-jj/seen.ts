import {
  application,
  at,
  atTop,
  bundle,
  type Fault,
  inHead,
  json,
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const unseen = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const later = rowsOf('fails late')

/** A part of the page's own content, above the rest. */
const part = (inner: string) =>
  atTop(
    `<section style="position:relative;z-index:900;padding:32px 24px;background:#fff;color:#1c1c1c;font:16px/1.5 Arial,sans-serif;text-align:center">${inner}</section>`,
  )

const printed = (id: string, why: string, inner: string) => garbage.issue(id, why, [part(inner)])

const veil = 'position:fixed;inset:0;z-index:2147483000'

export const setJjSeen: readonly Fault[] = [
  printed(
    'jj-thymeleaf-question-marks',
    'The labels of the search mask are question marks and keys in every language but German.',
    '<form><label>??search.form.arrival_en_GB?? <input type="date"></label> <label>??search.form.departure_en_GB?? <input type="date"></label> <button type="button">??search.form.submit_en_GB??</button></form>',
  ),
  printed(
    'jj-icu-plural-raw',
    'The plural rules of the translation are printed instead of the number of offers.',
    '<h2>Flats in Leipzig</h2><p>{count, plural, =0 {No flats} one {# flat} other {# flats}} found, sorted by {sort, select, price {price} other {date}}</p>',
  ),
  printed(
    'jj-php-not-run',
    'The template is delivered as a file: pieces of PHP stand between the texts.',
    "<h2>Oak table</h2><?php if ($this->getProduct()->isSaleable()): ?><p>Price: <?php echo $this->helper('tax')->format($product->getFinalPrice(), true) ?></p><?php endif; ?><p><?php echo $this->__('Delivered in %s days', $product->getDeliveryTime()) ?></p>",
  ),
  printed(
    'jj-umlauts-twice',
    'The import has encoded the texts twice: every umlaut is two strange characters.',
    '<div lang="de"><h2>Ã–ffnungszeiten im MÃ¼nchner GeschÃ¤ft</h2><p>FÃ¼r GroÃŸbestellungen erreichen Sie uns zusÃ¤tzlich am Samstag. Wir freuen uns Ã¼ber Ihren Besuch in der LÃ¶wenstraÃŸe.</p></div>',
  ),
  printed(
    'jj-description-escaped',
    'The description of the article is escaped, and customers read its tags.',
    '<h2>Trekking backpack 45 l</h2><div class="description">&lt;p&gt;&lt;strong&gt;Light and strong:&lt;/strong&gt; made of ripstop nylon.&amp;nbsp;With rain cover.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;1.2 kg&lt;/li&gt;&lt;li&gt;3 pockets&lt;/li&gt;&lt;/ul&gt;</div>',
  ),
  printed(
    'jj-markdown-unrendered',
    'Texts from the headless CMS are shown with their stars and brackets.',
    '<div class="rich-text">## Delivery and returns We ship **free of charge** from 50 €. Read our [terms and conditions](/pages/terms) and the [return form](/pages/returns). * within 2 days * **insured** * climate neutral</div>',
  ),
  printed(
    'jj-critical-css-as-text',
    'The inlined styles lost their tag and stand as text over the header.',
    '<div>.header{display:flex;align-items:center;height:72px}.header__logo{width:140px}.nav a{color:#222;text-decoration:none;padding:0 12px}@media (max-width:768px){.nav{display:none}.burger{display:block}}.hero{min-height:60vh;background-size:cover}</div>',
  ),
  printed(
    'jj-contao-insert-tags',
    'Insert tags of the CMS are not replaced behind the new cache.',
    '<h2>Contact</h2><p>{{company::name}}, {{company::street}}, {{company::postal}} {{company::city}}</p><p>Call us: {{company::phone}} or use the {{link::kontaktformular}}.</p>',
  ),
  printed(
    'jj-blade-directives',
    'The view was copied as HTML and shows its directives.',
    "<h2>@lang('shop.bestsellers')</h2>@foreach ($products as $product) <article><h3>{{ $product->name }}</h3><p>{!! $product->teaser !!}</p><b>{{ money($product->price) }}</b></article> @endforeach",
  ),
  printed(
    'jj-format-placeholders',
    'The banner of the shipping costs prints the numbers of its placeholders.',
    '<p><strong>Free delivery from {0} {1}</strong> – order within {2} hours and receive it on {3}.</p><p>Only %d left in stock, %s reviews</p>',
  ),
  unseen.issue(
    'jj-consent-empty-wall',
    'The layer for the cookies covers the page and has neither text nor buttons.',
    [
      inHead('<style>html{overflow:hidden}</style>'),
      atTop(
        `<div id="consent-root" role="dialog" aria-modal="true" style="${veil};background:#fff;display:flex;align-items:center;justify-content:center"><div style="width:520px;max-width:90vw;min-height:240px;border:1px solid #ddd;border-radius:8px"></div></div>`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'jj-vue-cloak-stays',
    'The page waits in its cloak for a library that the deployment left out.',
    [
      at('/assets/vue-2.7.16.min.js', notFound),
      inHead(
        "<style>[v-cloak]{display:none !important}</style><script>document.documentElement.setAttribute('v-cloak', '')</script><script src=\"/assets/vue-2.7.16.min.js\"></script>",
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'jj-ab-test-hides',
    'The snippet of the A/B test hides the page until a tool answers that is gone.',
    [
      inHead(
        (site) =>
          `<style>.ab-hide{opacity:0 !important}</style><script>document.documentElement.className += ' ab-hide'; window.abReady = function () { document.documentElement.className = document.documentElement.className.replace(' ab-hide', '') }</script><script async src="https://${site.stranger}/ab/4471.js"></script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [site.stranger]: 'nothing' }) },
  ),
  unseen.issue(
    'jj-menu-stays-open',
    'The large menu lies open over the whole page and cannot be closed.',
    [
      bundle(
        `document.querySelector('.shop-drawer__close--desktop').addEventListener('click', () => {
  document.querySelector('.shop-drawer').remove();
});
document.querySelector('.shop-drawer').style.display = 'none';`,
      ),
      atTop(
        `<nav class="shop-drawer" style="${veil};background:#14242e;color:#fff;padding:64px;font:24px/2 Arial"><div>Women</div><div>Men</div><div>Children</div><div>Sale</div><div>Stores</div></nav>`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'jj-preloader-script-gone',
    'A white curtain with a logo stays in front of the page since its script is missing.',
    [
      at('/assets/vendor/preloader.min.js', notFound),
      atTop(
        `<div id="site-curtain" style="${veil};background:#fff;display:flex;align-items:center;justify-content:center"><div style="width:48px;height:48px;border:5px solid #eee;border-top-color:#0a7;border-radius:50%"></div></div><script src="/assets/vendor/preloader.min.js"></script>`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'jj-page-transition-out',
    'The transition between pages has moved everything out of the window and not back.',
    [
      inHead(
        '<style>html{overflow-x:hidden}html.is-leaving body{transform:translate3d(-110%,0,0) !important}</style><script>document.documentElement.classList.add("is-leaving")</script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'jj-white-on-white',
    'Half of the dark theme was deployed: all texts are white on white.',
    [
      inHead(
        '<style>html,body,body *{color:#fff !important;-webkit-text-fill-color:#fff !important;background-color:#fff !important;background-image:none !important;text-shadow:none !important;border-color:#fff !important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'jj-consent-frame-refused',
    'The frame of the consent tool covers the page and shows the error of the browser.',
    [
      atTop(
        (site) =>
          `<iframe title="Privacy settings" src="https://consent.${site.stranger}/wall?id=88" style="${veil};width:100%;height:100%;border:0;background:#fff"></iframe>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`consent.${site.stranger}`]: 'refuses' }) },
  ),
  unseen.issue(
    'jj-root-font-zero',
    'The script that scales the design sets a size of zero, and no letter can be seen.',
    [
      whole(
        'Bookshop at the mill',
        `<main><h1 style="font-size:2.4rem">Bookshop at the mill</h1><div style="font-size:1rem">${about}</div><p style="font-size:1rem">New this week: travel stories, two atlases and a globe from 1910.</p></main>`,
        {
          head: '<style>body{margin:0}h1,p{margin:0}</style><script>var d = document.documentElement; d.style.fontSize = ((d.dataset.width / 10) || 0) + "px"</script>',
        },
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'jj-products-loading-no-config',
    'The list of products says that it loads and never does.',
    [
      bundle(
        `{
const list = document.getElementById('shop-product-list');
if (window.shopConfig && window.shopConfig.endpoint) {
  fetch(window.shopConfig.endpoint).then((r) => r.json()).then((items) => { list.textContent = items.length + ' products'; });
}
}`,
      ),
      part(
        '<h2>Our products</h2><div id="shop-product-list" role="status"><span class="spinner"></span> Loading products…</div>',
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'jj-session-pending',
    'The portal asks every second whether the session is ready, and it never is.',
    [
      at('/api/session', json({ status: 'pending' }, uncached)),
      application(
        `const root = document.getElementById('root');
root.innerHTML = '<main style="text-align:center;padding:120px 20px"><h1>Customer portal</h1><p>Preparing your session, please wait…</p></main>';
setInterval(() => {
  fetch('/api/session').then((r) => r.json()).then((s) => {
    if (s.status === 'ready') root.innerHTML = '<main><h1>Your orders</h1></main>';
  });
}, 1000);`,
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'jj-de-termine-laden',
    'The free appointments of the practice are never loaded.',
    [
      at('/api/termine', 'hang'),
      bundle(
        `fetch('/api/termine').then((r) => r.json()).then((t) => {
  document.getElementById('termine').textContent = t.length + ' freie Termine';
});`,
      ),
      part(
        '<div lang="de"><h2>Termin vereinbaren</h2><p id="termine" aria-live="polite">Freie Termine werden geladen …</p></div>',
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'jj-3d-view-zero-percent',
    'The configurator of the kitchen stands at zero percent.',
    [
      at('/assets/configurator.wasm', 'hang'),
      bundle(
        `fetch('/assets/configurator.wasm').then((r) => r.arrayBuffer()).then(() => {
  document.getElementById('kitchen-viewer').textContent = 'Kitchen 3D';
});`,
      ),
      part(
        '<h2>Plan your kitchen</h2><div id="kitchen-viewer" style="height:360px;background:#eee;padding-top:160px;box-sizing:border-box">Loading 3D view… 0 %</div>',
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'jj-error-boundary-after-3s',
    'The page is there for a moment, and then an error takes its place.',
    [
      bundle(
        `setTimeout(() => {
  document.body.innerHTML = '<div style="padding:96px 24px;text-align:center;font:18px Arial;background:#fff;color:#222"><h1>Oops! Something went wrong.</h1><p>An unexpected error has occurred. Our team has been notified.</p><button>Reload page</button></div>';
}, 2800);`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'jj-unmounted-after-2s',
    'An error in the basket takes the whole page away: it is white after two seconds.',
    [
      bundle(
        `setTimeout(() => {
  document.body.replaceChildren();
  const items = JSON.parse('{"basket":null}');
  items.basket.lines.forEach(() => {});
}, 2000);`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'jj-blazor-unhandled',
    'The yellow bar of an unhandled error comes up and nothing can be clicked any more.',
    [
      bundle(
        `setTimeout(() => {
  document.getElementById('blazor-error-ui').style.display = 'block';
  console.error('crit: Microsoft.AspNetCore.Components.WebAssembly.Rendering.WebAssemblyRenderer[100]\\n      Unhandled exception rendering component: Object reference not set to an instance of an object.\\nSystem.NullReferenceException');
}, 1800);`,
      ),
      atTop(
        '<div id="blazor-error-ui" style="display:none;background:lightyellow;color:#111;bottom:0;box-shadow:0 -1px 2px rgba(0,0,0,.2);left:0;right:0;padding:.6rem 1.25rem .7rem;position:fixed;z-index:100000;font:16px Arial">An unhandled error has occurred. <a href="" class="reload">Reload</a> <span class="dismiss">🗙</span></div>',
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'jj-sent-to-dead-session-page',
    'After three seconds every visitor is thrown out to a page with an error.',
    [
      at(
        '/session-expired',
        text(
          500,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Error</title></head><body><h1>500 - Internal server error</h1><p>There is a problem with the resource you are looking for, and it cannot be displayed.</p></body></html>',
        ),
      ),
      bundle(`setTimeout(() => { location.replace('/session-expired'); }, 3000);`),
    ],
    inBrowser,
  ),
  later.issue(
    'jj-price-becomes-nan',
    'The price is right at first and NaN as soon as the discount is counted.',
    [
      at('/api/discount', serverError),
      bundle(
        `setTimeout(async () => {
  const answer = await fetch('/api/discount').then((r) => r.json()).catch(() => ({}));
  document.getElementById('jacket-now').textContent = (89 * (1 - answer.percent / 100)).toFixed(2) + ' €';
}, 1500);`,
      ),
      part('<h2>Rain jacket Fjell</h2><p>Now only <b id="jacket-now">89.00 €</b></p>'),
    ],
    inBrowser,
  ),
]
