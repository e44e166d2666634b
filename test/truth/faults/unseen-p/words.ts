import { atEnd, atTop, bundle, type Fault, instead } from '../../fault.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'
import { block, drawsPage, place, section } from './markup.ts'

const { issue } = rowsOf('words of a broken site')

/** English messages of programs, hosts and widgets about a fault. `Confirmed`: the wording is in public sources or reports. */
export const setPWords: readonly Fault[] = [
  issue(
    'p-docusaurus-base-url',
    'The base URL of the documentation is that of the old host. Confirmed.',
    [
      atTop(
        '<div id="__docusaurus-base-url-issue-banner" style="border:thick solid red;background-color:rgb(255,230,179);color:#000;margin:20px;padding:20px;font-size:20px"><p style="font-weight:bold;font-size:30px">Your Docusaurus site did not load properly.</p><p>A very common reason is a wrong site <a href="#baseurl">baseUrl configuration</a>.</p><p>Current configured baseUrl = <span style="font-weight:bold;color:red">/docs/</span></p></div>',
      ),
    ],
    inBrowser,
  ),
  issue('p-drupal-host-name', 'The new domain is not a trusted host of Drupal. Confirmed.', [
    instead('The provided host name is not valid for this server.', 400),
  ]),
  issue('p-netlify-paused', 'The plan of the host is used up. Confirmed.', [
    whole(
      'Site not available',
      '<main style="max-width:520px;margin:80px auto"><h1>Site not available</h1><p>This site was paused as it reached its usage limits. Please contact the site owner for more information.</p></main>',
      { status: 503 },
    ),
  ]),
  issue('p-squarespace-expired', 'The plan of the site builder was not renewed. Confirmed.', [
    whole(
      'Website Expired',
      '<main style="text-align:center;margin-top:20vh"><h1>Website Expired</h1><p>This account has expired. If you are the site owner, click below to login.</p><button type="button">Login</button></main>',
    ),
  ]),
  issue('p-laravel-vite-manifest', 'The assets were not built before the release. Confirmed.', [
    whole(
      'Internal Server Error',
      '<main><p>Illuminate\\Foundation\\ViteManifestNotFoundException</p><h1>Internal Server Error</h1><p>Vite manifest not found at: /var/www/html/public/build/manifest.json</p><p>PHP 8.3.14 · Laravel 12.3.0</p></main>',
      { status: 500 },
    ),
  ]),
  issue('p-typo3-no-template', 'The root page of TYPO3 lost its template record. Confirmed.', [
    whole(
      'Oops, an error occurred!',
      '<main><h1>Oops, an error occurred!</h1><p>Service Unavailable (503)</p><p>No TypoScript template found!</p></main>',
      { status: 503 },
    ),
  ]),
  issue(
    'p-woo-no-payment',
    'The payment gateway was switched off by an update. Confirmed.',
    [
      place(
        'Harbour Wool',
        '<h1>Checkout</h1><table><tr><td>Aran jumper × 1</td><td>£92.00</td></tr><tr><th>Total</th><th>£92.00</th></tr></table><ul class="wc_payment_methods payment_methods methods"><li class="woocommerce-notice woocommerce-notice--info woocommerce-info">Sorry, it seems that there are no available payment methods. Please contact us if you require assistance or wish to make alternate arrangements.</li></ul><button type="button">Place order</button>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-gravity-form-gone',
    'The form of the contact page was not imported. Confirmed.',
    [
      atEnd(
        block(
          "<h2>Ask for a quotation</h2><div class='gform_not_found'>Oops! We could not locate your form.</div>",
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-contact-form-404',
    'The shortcode names a form that is gone. Confirmed.',
    [
      place(
        'Tischlerei Brandt',
        `<h1>Kontakt</h1>${about}<h2>Schreiben Sie uns</h2><p>[contact-form-7 404 "Not Found"]</p>`,
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-slider-two-jqueries',
    'A plug-in loads jQuery again after the slider. Confirmed.',
    [
      atTop(
        '<div id="rev_slider_1_1" style="min-height:120px;padding:20px;background:#fff;color:#000">Revolution Slider Error: You have some jquery.js library include that comes after the revolution files js include.<br> This includes make eliminates the revolution slider libraries, and make it not work.</div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-hcaptcha-site-key',
    'The captcha has the key of another account. Confirmed.',
    [
      ...section(
        '<h2>Register for the newsletter</h2><form><label>Mail <input type="email"></label><div id="captcha" style="width:303px;min-height:78px;border:1px solid #e0e0e0"></div><button type="button">Register</button></form>',
        'setTimeout(() => { document.getElementById(\'captcha\').innerHTML = \'<div id="warning" style="color:#bf1722;font-size:12px">The sitekey for this hCaptcha is incorrect. Please contact the site admin if you see this.</div>\' }, 700)',
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-syncfusion-trial',
    'The licence key was not set in the build of production. Confirmed.',
    [
      bundle(
        "const bar = document.createElement('div'); bar.style.cssText = 'position:fixed;top:10px;left:10px;right:10px;z-index:999999999;padding:10px 50px 10px 20px;background:#eef2ff;color:#444;border:1px solid #aaa;font:15px sans-serif'; bar.innerHTML = '<span>This application was built using a trial version of Syncfusion Essential Studio. To remove the license validation message permanently, a valid license key must be included. <a href=\"#\">Claim your free account</a></span>'; document.body.append(bar)",
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-grid-licence',
    'The licence of the table component ran out of the environment. Confirmed.',
    [
      drawsPage(
        '<h1>Deliveries</h1><div style="position:relative;height:260px;border:1px solid #ccc"><table><tr><td>10418</td><td>Porto</td></tr><tr><td>10419</td><td>Vigo</td></tr></table><div style="position:absolute;z-index:100000;width:100%;top:50%;text-align:center;color:#8282829e;font-size:24px">MUI X Missing license key</div></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-editor-domain',
    'The editor of the guest book is not registered for the new domain. Confirmed.',
    [
      ...section(
        '<h2>Write in our guest book</h2><div id="editor" style="min-height:180px;border:2px solid #eee"></div>',
        'setTimeout(() => { document.getElementById(\'editor\').innerHTML = \'<div role="alert" class="tox-notification tox-notification--warning" style="background:#fff5cc;padding:8px">This domain is not registered with Tiny Cloud. To continue using TinyMCE, a registered domain is required, starting 2024. Please alert your admin to review the approved domains and add this one if required.</div>\' }, 900)',
      ),
    ],
    inBrowser,
  ),
  issue('p-prestashop-smarty', 'A template of the theme was not uploaded. Confirmed.', [
    instead(
      "<br />\n<b>Fatal error</b>:  Uncaught --&gt; Smarty: Unable to load template 'file:module:ps_imageslider/views/templates/hook/slider.tpl' &lt;-- \n  thrown in <b>/home/tienda/public_html/vendor/smarty/smarty/libs/sysplugins/smarty_internal_template.php</b> on line <b>195</b><br />\n",
      500,
    ),
  ]),
]
