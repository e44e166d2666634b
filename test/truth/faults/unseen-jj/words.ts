import { at, atTop, bundle, encode, type Fault, type Interceptor, json } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** A part of the page's own content, above the rest. */
const part = (inner: string): Interceptor =>
  atTop(
    `<section style="position:relative;z-index:900;padding:32px 24px;background:#fff;color:#1c1c1c;font:16px/1.5 Arial,sans-serif;text-align:center">${inner}</section>`,
  )

const shown = (id: string, why: string, inner: string) => issue(id, why, [part(inner)])

/** A document that others may frame. */
const framed = (html: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: encode(html),
})

export const setJjWords: readonly Fault[] = [
  // Messages inside the page.
  shown(
    'jj-typo3-plugin-oops',
    'The event list of the extension is not there: every visitor reads an error with a code.',
    '<div id="c1482" class="frame frame-default frame-type-list"><header><h2>Next courses</h2></header>Oops, an error occurred! Request: 9c41e07d52ab3</div>',
  ),
  shown(
    'jj-typo3-no-rendering',
    'After the update a content element has no template, and a yellow error stands in its place.',
    '<div id="c377"><p style="background-color: yellow; padding: 0.5em 1em;"><strong>ERROR:</strong> Content Element with uid "377" and type "mask_teaser_grid" has no rendering definition!</p></div>',
  ),
  shown(
    'jj-cf7-form-gone',
    'The contact form was not imported, so nobody can write to us from the site.',
    '<h2>Request a quote</h2><p class="wpcf7-contact-form-not-found"><strong>Error:</strong> Contact form not found.</p>',
  ),
  shown(
    'jj-woo-no-payment',
    'The payment plugin is off since the move, and no order can be paid.',
    '<h3 id="order_review_heading">Your order</h3><table style="margin:auto"><tr><td>Bamboo lamp &times; 1</td><td>€64.00</td></tr><tr><th>Total</th><th>€64.00</th></tr></table><div id="payment" class="woocommerce-checkout-payment"><ul class="wc_payment_methods payment_methods methods"><li class="woocommerce-notice woocommerce-notice--info woocommerce-info">Sorry, it seems that there are no available payment methods for your location. Please contact us if you require assistance or wish to make alternate arrangements.</li></ul></div>',
  ),
  shown(
    'jj-woo-stripe-test-mode',
    'The live shop still takes test cards: customers get goods without paying.',
    '<h3>Payment</h3><div class="payment_box payment_method_stripe"><p>Pay with your credit card via Stripe. TEST MODE ENABLED. In test mode, you can use the card number 4242424242424242 with any CVC and a valid expiration date.</p></div>',
  ),
  issue(
    'jj-fullcalendar-licence',
    'The booking calendar tells every guest that our licence key is invalid.',
    [
      bundle(
        `{
const box = document.getElementById('court-calendar');
box.classList.add('fc');
box.innerHTML = '<div class="fc-view-harness" style="height:260px;border:1px solid #ddd"><table style="width:100%"><tr><th>Court 1</th><th>Court 2</th><th>Court 3</th></tr><tr><td>08:00</td><td>08:00</td><td>08:00</td></tr></table></div>';
const note = document.createElement('div');
note.className = 'fc-license-message';
note.style.cssText = 'background:#eee;border:1px solid #ccc;border-width:1px 1px 0 0;bottom:0;font-size:12px;left:0;padding:2px 4px;position:absolute;z-index:99999';
note.innerHTML = 'Your license key is invalid. <a href="http://fullcalendar.io/docs/schedulerLicenseKey">More Info</a>';
box.style.position = 'relative';
box.append(note);
}`,
      ),
      part('<h2>Reserve a court</h2><div id="court-calendar"></div>'),
    ],
    inBrowser,
  ),
  issue(
    'jj-tiny-cloud-domain',
    'The editor of the review form shows a warning of its vendor since the shop has its new domain.',
    [
      bundle(
        `{
const area = document.getElementById('review-text');
const shell = document.createElement('div');
shell.className = 'tox tox-tinymce';
shell.style.cssText = 'border:2px solid #eee;border-radius:10px;min-height:220px;position:relative';
shell.innerHTML = '<div class="tox-notifications-container" style="padding:12px"><div role="alert" class="tox-notification tox-notification--in tox-notification--warning" style="background:#fff5cc;padding:8px"><div class="tox-notification__body"><p>This domain is not registered with Tiny Cloud. Please see the quick start guide or create an account.</p></div></div></div>';
area.replaceWith(shell);
}`,
      ),
      part('<h2>Write a review</h2><form><textarea id="review-text" rows="6"></textarea></form>'),
    ],
    inBrowser,
  ),
  issue(
    'jj-syncfusion-trial',
    'The portal went live without the licence of its components and says so across the top.',
    [
      bundle(
        `{
const bar = document.createElement('div');
bar.style.cssText = 'position:fixed;top:0;left:0;right:0;z-index:999999999;background:#eef2ff;color:#1f2937;border-bottom:1px solid #708199;padding:10px 24px;font:14px/1.5 Arial,sans-serif';
bar.innerHTML = '<span>This application was built using a trial version of Syncfusion Essential Studio. To remove the license validation message permanently, a valid license key must be included.</span> <a href="https://www.syncfusion.com/account/claim-license-key">Claim your FREE account</a>';
document.body.append(bar);
}`,
      ),
    ],
    inBrowser,
  ),
  shown(
    'jj-cart-nan-euro',
    'The mini cart counts with a missing price and shows NaN to everyone.',
    '<aside class="minicart"><h3>Your basket (2)</h3><div>Linen duvet cover, 135 &times; 200 <span class="price">NaN €</span></div><div>Pillow case <span class="price">24,90 €</span></div><p class="sum">Total incl. VAT <b>NaN €</b></p></aside>',
  ),
  shown(
    'jj-room-from-undefined',
    'The room teasers print undefined where the rate of the night should stand.',
    '<div class="room-card"><h3>Double room with balcony</h3><p>24 m², for undefined guests</p><p>from <strong>€ undefined</strong> per night</p></div><div class="room-card"><h3>Attic suite</h3><p>41 m², for undefined guests</p><p>from <strong>€ undefined</strong> per night</p></div>',
  ),
  shown(
    'jj-object-delivery-option',
    'The delivery choices in the checkout have no names, so nobody knows what he picks.',
    '<fieldset style="display:inline-block"><legend>Choose a delivery</legend><label><input type="radio" name="d" checked> [object Object] (4,95 €)</label><br><label><input type="radio" name="d"> [object Object] (0,00 €)</label></fieldset>',
  ),
  shown(
    'jj-i18n-keys-nav',
    'The menu shows the keys of the translations instead of words.',
    '<nav aria-label="Main"><a href="#a">header.nav.rooms</a> &nbsp; <a href="#b">header.nav.restaurant</a> &nbsp; <a href="#c">header.nav.vouchers</a> &nbsp; <a href="#d">header.nav.contactUs</a></nav><p>home.hero.subtitle_long</p>',
  ),
  shown(
    'jj-shopify-translation-missing',
    'The new theme lacks our language, and the button to buy carries an error text.',
    '<h2>Merino cardigan</h2><p>€129.00</p><button type="submit" name="add"><span>Translation missing: nl.products.product.add_to_cart</span></button><p>Translation missing: nl.products.product.pickup_availability.available_at_html</p>',
  ),
  shown(
    'jj-liquid-section-error',
    'The collection on the start page is not shown but an error of the template.',
    '<div id="shopify-section-featured" class="shopify-section">Liquid error (sections/featured-collection line 38): comparison of String with 0 failed</div>',
  ),
  issue(
    'jj-event-invalid-date',
    'The dates of all concerts read Invalid Date, so tickets are not sold.',
    [
      bundle(
        `for (const cell of document.querySelectorAll('b[data-date]')) {
  cell.textContent = new Date(cell.dataset.date).toLocaleDateString('de-DE');
}`,
      ),
      part(
        '<h2>Concerts</h2><ul style="list-style:none"><li><b data-date="24.10.2026"></b> String quartet</li><li><b data-date="31.10.2026"></b> Organ and brass</li><li><b data-date="14.11.2026"></b> Requiem</li></ul>',
      ),
    ],
    inBrowser,
  ),
  shown(
    'jj-fr-availability-error',
    'Guests see that the free days could not be loaded and leave for another house.',
    '<div lang="fr"><h2>Réserver votre séjour</h2><div role="alert" style="color:#a00;border:1px solid #a00;padding:12px">Une erreur est survenue lors du chargement des disponibilités. Veuillez réessayer ultérieurement.</div></div>',
  ),
  issue(
    'jj-pl-products-not-loaded',
    'Where the offers of the week stood there is only the message that they could not be loaded.',
    [
      at('/api/oferty', json({ success: false, items: null })),
      bundle(
        `fetch('/api/oferty').then((r) => r.json()).then((d) => {
  if (!d.success) document.getElementById('oferty').textContent = 'Nie udało się załadować listy produktów. Spróbuj ponownie później.';
});`,
      ),
      part('<div lang="pl"><h2>Oferta tygodnia</h2><div id="oferty"></div></div>'),
    ],
    inBrowser,
  ),
  issue(
    'jj-google-maps-oops',
    'The way to our office is an error box since the key is restricted to the old domain.',
    [
      bundle(
        `document.getElementById('office-map').innerHTML = '<div class="gm-err-container" style="height:100%;width:100%;background:#e5e3df;display:table"><div class="gm-err-content" style="display:table-cell;vertical-align:middle;text-align:center"><div class="gm-err-title" style="font-size:24px">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div>';`,
      ),
      part('<h2>How to find us</h2><div id="office-map" style="height:320px"></div>'),
    ],
    inBrowser,
  ),
  issue(
    'jj-recaptcha-owner',
    'The form cannot be sent: its check of robots has the key of another domain.',
    [
      atTop(
        (site) =>
          `<form style="position:relative;z-index:900;padding:24px;background:#fff;color:#111"><label>E-mail <input type="email"></label><div class="g-recaptcha"><iframe title="reCAPTCHA" width="304" height="78" style="border:0" src="https://${site.stranger}/recaptcha/api2/anchor?k=6LfA"></iframe></div><button>Send</button></form>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [site.stranger]: () =>
          framed(
            '<!doctype html><html lang="en"><head><title>reCAPTCHA</title></head><body><div class="rc-anchor rc-anchor-normal"><div class="rc-anchor-error-msg" style="color:red;font:12px Roboto,Arial">ERROR for site owner: Invalid domain for site key</div></div></body></html>',
          ),
      }),
    },
  ),
  review(
    'jj-magento-empty-category',
    'The index was not rebuilt after the deployment: a category that sells has no product.',
    [
      part(
        '<h1 class="page-title">Garden furniture</h1><div class="message info empty"><div>We can\'t find products matching the selection.</div></div>',
      ),
    ],
  ),
  issue(
    'jj-session-expired-first-visit',
    'Somebody who comes for the first time is told that his session is over.',
    [
      atTop(
        '<div role="alertdialog" aria-modal="true" style="position:fixed;inset:0;z-index:99999;background:rgba(0,0,0,.65);display:flex;align-items:center;justify-content:center"><div style="background:#fff;color:#222;padding:32px;max-width:420px;font:16px/1.5 Arial"><h2>Session error</h2><p>Your session has expired or is invalid. Please reload the page and try again. (ERR_SESSION_INVALID)</p><button>Reload</button></div></div>',
      ),
    ],
  ),
  shown(
    'jj-news-of-1970',
    'All news are dated the first of January 1970 after the migration of the database.',
    '<h2>News</h2><article><time>Thursday, 1 January 1970</time><h3>New branch in the harbour</h3></article><article><time>Thursday, 1 January 1970</time><h3>We are looking for apprentices</h3></article><article><time>Thursday, 1 January 1970</time><h3>Opening hours at Easter</h3></article>',
  ),
  review(
    'jj-video-private',
    'The film about the company cannot be seen: its owner made it private.',
    [
      atTop(
        (site) =>
          `<figure style="position:relative;z-index:900;margin:0;background:#fff;text-align:center"><iframe title="Our company" width="640" height="360" style="border:0" src="https://${site.stranger}/embed/x7Kq2"></iframe></figure>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [site.stranger]: () =>
          framed(
            '<!doctype html><html lang="en"><head><title>Video</title></head><body style="background:#000;color:#fff;font:18px Arial;text-align:center;padding-top:120px"><div class="ytp-error-content-wrap-reason">Video unavailable</div><div class="ytp-error-content-wrap-subreason">This video is private</div></body></html>',
          ),
      }),
    },
  ),
  issue(
    'jj-stage-banner-left',
    'The live site wears the banner of the test system and customers do not dare to order.',
    [
      atTop(
        '<div style="position:relative;z-index:9999;background:#d40000;color:#fff;font:bold 15px Arial;text-align:center;padding:8px">STAGING ENVIRONMENT – for internal tests only. Orders placed here will not be processed.</div>',
      ),
    ],
  ),
  // Messages in place of the page.
  issue('jj-next-server-digest', 'The start page throws on the server and nothing else is shown.', [
    whole(
      '500: Internal Server Error',
      '<div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><div><h2 style="font-size:14px;font-weight:400;line-height:28px">Application error: a server-side exception has occurred (see the server logs for more information).</h2><p style="font-size:14px">Digest: 2338814905</p></div></div>',
      { status: 500 },
    ),
  ]),
  issue('jj-vite-preview-host', 'A development server was put online and refuses our own name.', [
    (request, _upstream, site) =>
      request.isPage
        ? text(
            403,
            'text/plain',
            `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`preview.allowedHosts\` in vite.config.js.`,
          )
        : undefined,
  ]),
  issue('jj-azure-app-stopped', 'The app service was stopped by its spending limit.', [
    whole(
      'Web App - Unavailable',
      '<div id="content"><h1>Error 403 - This web app is stopped.</h1><p>The web app you have attempted to reach is currently stopped and does not accept any requests. Please try to reload the page or visit it again soon.</p><p>If you are the web app administrator, please find the common 403 error scenarios and resolution here. For further troubleshooting tools and recommendations, please visit Azure Portal.</p></div>',
      { status: 403 },
    ),
  ]),
  issue('jj-firebase-empty-folder', 'The pipeline deployed an empty folder over the site.', [
    whole(
      'Site Not Found',
      '<div id="message"><h1>Site Not Found</h1><h2>Why am I seeing this?</h2><p>There are a few potential reasons:</p><ol><li>You haven\'t deployed an app yet.</li><li>You may have deployed an empty directory.</li><li>This is a custom domain, but we haven\'t finished setting it up yet.</li></ol><h2>How can I deploy my first app?</h2><p>Refer to our hosting documentation to get started.</p></div>',
      { status: 404 },
    ),
  ]),
  issue('jj-ioncube-missing', 'The new PHP has no loader for the encoded shop.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'text/html; charset=UTF-8',
            'Site error: the ionCube PHP Loader needs to be installed. This is a widely used PHP extension for running ionCube protected PHP code, website security and malware blocking.\n\nPlease visit <a href="http://get-loader.ioncube.com">get-loader.ioncube.com</a> for install assistance.\n\n',
          )
        : undefined,
  ]),
  issue('jj-magento-report', 'The shop is down with a report number for every customer.', [
    whole(
      'Error 500: Internal Server Error',
      '<main class="page-main"><h1>There has been an error processing your request</h1><p><em>Exception printing is disabled by default for security reasons.</em></p><p>Error log record number: 7e2b0c4f1a9d83556bb0d4e7f6a2c19058de41f3</p></main>',
      { status: 500 },
    ),
  ]),
  issue('jj-aspnet-500-30', 'The portal does not start since its settings were not copied.', [
    whole(
      'HTTP Error 500.30 - ASP.NET Core app failed to start',
      "<h2>HTTP Error 500.30 - ASP.NET Core app failed to start</h2><h4>Common solutions to this issue:</h4><ul><li>The app failed to start</li><li>The app started but then stopped</li><li>The app started but threw an exception during startup</li></ul><h4>Troubleshooting steps:</h4><ul><li>Check the system event log for error messages</li><li>Enable logging the application process' stdout messages</li><li>Attach a debugger to the application process and inspect</li></ul>",
      { status: 500 },
    ),
  ]),
  issue(
    'jj-nest-json-error',
    'The edge function passes on the error of the application, as JSON and with status 200.',
    [
      (request) =>
        request.isPage ? json({ statusCode: 500, message: 'Internal server error' }) : undefined,
    ],
  ),
  issue('jj-nl-own-error-page', 'Our own friendly error page is all that can be seen.', [
    whole(
      'Webshop',
      '<main><h1>Er is iets misgegaan</h1><p>De pagina kan op dit moment niet worden weergegeven. Probeer het later opnieuw of neem contact op met onze klantenservice.</p></main>',
      { lang: 'nl' },
    ),
  ]),
  issue('jj-jsf-view-expired', 'The portal answers its start page with the exception of a view.', [
    whole(
      'HTTP Status 500 – Internal Server Error',
      '<h1>HTTP Status 500 – Internal Server Error</h1><hr><p><b>Type</b> Exception Report</p><p><b>Message</b> viewId:/index.xhtml - View /index.xhtml could not be restored.</p><p><b>Exception</b></p><pre>jakarta.servlet.ServletException: viewId:/index.xhtml - View /index.xhtml could not be restored.\n\tjakarta.faces.webapp.FacesServlet.service(FacesServlet.java:470)</pre><hr><h3>Apache Tomcat/10.1.24</h3>',
      { status: 500 },
    ),
  ]),
  review('jj-nl-maintenance', 'The maintenance page was forgotten after the update.', [
    whole(
      'Onderhoud',
      '<main><h1>We zijn zo terug!</h1><p>Onze webshop is tijdelijk niet bereikbaar wegens gepland onderhoud. Bedankt voor uw geduld.</p></main>',
      { lang: 'nl', status: 503 },
    ),
  ]),
  review('jj-it-coming-soon', 'Only the page that announces the site is online.', [
    whole(
      'Sito in allestimento',
      '<main><h1>Sito in allestimento</h1><p>Stiamo lavorando al nostro nuovo sito web. Torna a trovarci presto!</p></main>',
      { lang: 'it' },
    ),
  ]),
  review('jj-shopify-password', 'The shop is still behind the password of its opening.', [
    whole(
      'Opening soon',
      '<main><h1>Opening soon</h1><p>Be the first to know when we launch.</p><form method="post" action="/password"><label>Enter store using password: <input type="password" name="password"></label><button>Enter</button></form></main>',
    ),
  ]),
]
