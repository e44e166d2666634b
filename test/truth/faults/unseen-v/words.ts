import { atEnd, atTop, type Fault, type Interceptor } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')

/** The document of a third-party service in a frame. */
const framed: Interceptor = () =>
  text(
    200,
    'text/html; charset=utf-8',
    '<!doctype html><html lang="en"><head><title>Widget</title></head><body style="margin:4px;font:14px sans-serif"><div style="color:#c00">ERROR for site owner: Invalid domain for site key</div><small>Privacy - Terms</small></body></html>',
  )

export const setVWords: readonly Fault[] = [
  words.issue(
    'v-course-coding-error',
    'The learning platform shows an exception of its own code.',
    [
      whole(
        'Error | Open Courses',
        '<header><a href="#top">Open Courses</a></header><main><div class="box errorbox"><p class="errormessage">Coding error detected, it must be fixed by a programmer: Invalid context id specified context::instance_by_id()</p><p class="errorcode"><a href="/error/moodle/codingerror">More information about this error</a></p></div><form action="/"><button>Continue</button></form></main>',
      ),
    ],
  ),
  words.issue(
    'v-cloud-untrusted-domain',
    'The file share was moved to a name that it does not know.',
    [
      whole(
        'Cloud',
        '<main><h2>Access through untrusted domain</h2><p>Please contact your administrator. If you are an administrator, edit the "trusted_domains" setting in config/config.php like the example in config.sample.php.</p></main>',
        { status: 400 },
      ),
    ],
  ),
  words.issue('v-wiki-datadir', 'The wiki cannot read its pages after it was moved.', [
    whole(
      'DokuWiki Setup Error',
      '<div style="width:60%;margin:auto;background-color:#fcc;border:1px solid #faa;padding:0.5em 1em"><h1 style="font-size:120%">DokuWiki Setup Error</h1><p>The datadir (\'pages\') at ./data/pages is not found, isn\'t accessible or writable. You should check your config and permission settings. Or maybe you want to <a href="install.php">run the installer</a>?</p></div>',
    ),
  ]),
  words.issue('v-missing-snippet', 'The footer of the shop is an error of its template.', [
    atEnd(
      '<div>Liquid error (layout/theme line 261): Could not find asset snippets/footer-menu.liquid</div>',
    ),
  ]),
  words.issue(
    'v-captcha-of-other-domain',
    'Nobody can send the form: its captcha belongs to another domain.',
    [
      atEnd(
        ({ stranger }) =>
          `<form action="/contact"><p><label>Your message <input name="message"></label></p><iframe title="captcha" src="https://${stranger}/captcha/anchor" width="304" height="78"></iframe><button>Send</button></form>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [stranger]: framed }) },
  ),
  words.issue('v-no-configuration-file', 'The configuration was not copied to the new server.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'text/html; charset=utf-8',
            'No configuration file found and no installation code available. Exiting...',
          )
        : undefined,
  ]),
  words.issue('v-spanish-database-page', 'A custom page of the database error, sent as well.', [
    whole(
      'Sin conexión',
      '<h1>No hemos podido conectar con la base de datos</h1><p>El servidor MySQL no responde. Por favor, avise al administrador del sitio.</p>',
      { lang: 'es' },
    ),
  ]),
  words.issue('v-no-sales-channel', 'The shop has no entry for the domain that it is served on.', [
    whole(
      'Error',
      '<h1>Oops! An Error Occurred</h1><h2>Unable to find a matching sales channel for the request: "https://www.shop.example/". Please make sure the domain mapping is correct.</h2>',
      { status: 404 },
    ),
  ]),
  words.issue('v-feed-without-source', 'The social feed shows the advice of its plugin.', [
    atEnd(
      '<div id="sbi_mod_error"><p><strong>Error: No feed found.</strong></p><p>Please go to the Instagram Feed settings page to create a feed.</p></div>',
    ),
  ]),
  words.issue('v-form-not-located', 'The contact form was not imported with the page.', [
    atEnd(
      '<section><h2>Write to us</h2><p class="gform_not_found">Oops! We could not locate your form.</p></section>',
    ),
  ]),
  words.issue(
    'v-slider-library-twice',
    'The slider writes what is wrong in its own place.',
    [
      atTop(
        '<div id="rev_slider_3_1"></div><script>document.getElementById("rev_slider_3_1").innerHTML = "<div class=rs_error_message_oops>Oops...</div><div>You have some jquery.js library include that comes after the Slider Revolution files js inclusion.</div>"</script>',
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'v-plot-has-an-error',
    'The only figure of the report is an error message.',
    [
      whole(
        'Water levels',
        '<h1>Water levels</h1><p>Levels of the river at the mill, measured every hour since 1998. Choose a year to see its curve.</p><div id="plot" class="shiny-plot-output"></div><script>setTimeout(() => { const plot = document.getElementById("plot"); plot.classList.add("shiny-output-error"); plot.style.color = "red"; plot.textContent = "Error: An error has occurred. Check your logs or contact the app author for clarification." }, 600)</script>',
      ),
    ],
    inBrowser,
  ),
  words.issue('v-loader-not-installed', 'The new PHP lacks the decoder that the shop needs.', [
    whole(
      'Shop',
      'Site error: the file <b>/home/shop/public_html/index.php</b> requires the ionCube PHP Loader ioncube_loader_lin_8.2.so to be installed by the site administrator.',
    ),
  ]),
  words.issue('v-no-way-to-pay', 'Nobody can pay: the gateway lost its settings.', [
    whole(
      'Checkout - Mill Books',
      '<header><a href="#top">Mill Books</a></header><main><h1>Checkout</h1><table><tr><td>Atlas of rivers</td><td>34.00</td></tr><tr><th>Total</th><td>34.00</td></tr></table><ul class="wc_payment_methods"><li class="woocommerce-info">Sorry, it seems that there are no available payment methods. Please contact us if you require assistance or wish to make alternate arrangements.</li></ul><button>Place order</button></main>',
    ),
  ]),
  words.issue('v-login-redirect-refused', 'The login does not know the new address of the site.', [
    whole(
      'We are sorry...',
      '<div id="kc-header">MILL</div><h1 id="kc-page-title">We are sorry...</h1><div id="kc-error-message"><p>Invalid parameter: redirect_uri</p></div>',
      { status: 400 },
    ),
  ]),
  words.issue(
    'v-dashboard-files-fail',
    'The dashboard was put below a path and cannot find its files.',
    [
      whole(
        'Grafana',
        '<div class="preloader"><div class="preloader__text">Loading Grafana</div></div><div id="failed" style="display:none"><p><strong>If you\'re seeing this Grafana has failed to load its application files</strong></p><p>1. This could be caused by your reverse proxy settings.</p><p>2. If you host grafana under subpath make sure your grafana.ini root_url setting includes subpath.</p></div><script>const failed = () => { document.querySelector(".preloader").remove(); document.getElementById("failed").style.display = "block" }</script><script src="/public/build/app.1f0e3a.js" onerror="failed()"></script>',
      ),
    ],
    inBrowser,
  ),
  words.issue('v-block-is-broken', 'A module was not deployed, and its block says so.', [
    atEnd(
      '<aside><div>This block is broken or missing. You may be missing content or you might need to enable the original module.</div></aside>',
    ),
  ]),
  words.issue('v-shop-unavailable', 'The plan of the shop was not paid.', [
    whole(
      'Create an Ecommerce Website and Sell Online!',
      '<h1>Sorry, this shop is currently unavailable.</h1><p>Are you the store owner? <a href="/admin">Log in here</a></p>',
      { status: 402 },
    ),
  ]),
  words.issue('v-content-element-fails', 'One part of the page is the notice of an exception.', [
    atTop('<div>Oops, an error occurred! Code: 2024051709301254b1f3c9</div>'),
  ]),
  words.review('v-dutch-offline', 'The site was left in its offline mode.', [
    whole(
      'De Molen',
      '<h1>De Molen</h1><p>Deze website is niet beschikbaar vanwege onderhoud.<br>Kom later nog eens terug.</p><form><label>Gebruikersnaam <input></label><label>Wachtwoord <input type="password"></label><button>Inloggen</button></form>',
      { lang: 'nl' },
    ),
  ]),
  words.review('v-first-post', 'The blog has only what its installation wrote.', [
    whole(
      'Mill Books',
      '<header><a href="#top">Mill Books</a></header><main><article><h2>Hello world!</h2><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p></article></main>',
    ),
  ]),
  words.review('v-japanese-parking', 'The domain shows the page of its registrar.', [
    whole(
      'ドメインパーキング',
      '<p>このドメインは、お名前.comで取得されています。</p><p>お名前.comは、国内シェアNo.1のドメイン登録サービスです。</p>',
      { lang: 'ja' },
    ),
  ]),
  words.issue(
    'v-licence-of-theme',
    'A purchased component covers a part of the page with its demand.',
    [
      atTop(
        `<div style="padding:12px;background:#fee;color:#900">Your licence for this theme is not valid on this domain. Please enter a purchase code to activate it.</div>${about}`,
      ),
    ],
  ),
]
