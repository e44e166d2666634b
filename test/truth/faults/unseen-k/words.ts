import { application, atTop, type Fault } from '../../fault.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'
import { component, shop } from './shop.ts'

const { issue, review } = rowsOf('words of a broken site')

export const setKWords: readonly Fault[] = [
  issue('k-prisma-unreachable', 'The database container is down; the layout still renders.', [
    shop(
      '<h1>Tents</h1><div class="card"><p>Invalid `prisma.product.findMany()` invocation:</p><p>Can\'t reach database server at `postgres:5432`</p><p>Please make sure your database server is running at `postgres:5432`.</p></div>',
    ),
  ]),
  issue('k-wp-textdomain-notice', 'An update of WordPress with WP_DEBUG_DISPLAY still on.', [
    atTop(
      '<br />\n<b>Notice</b>:  Function _load_textdomain_just_in_time was called <strong>incorrectly</strong>. Translation loading for the <code>woocommerce</code> domain was triggered too early. This is usually an indicator for some code in the plugin or theme running too early. Translations should be loaded at the <code>init</code> action or later. (This message was added in version 6.7.0.) in <b>/var/www/html/wp-includes/functions.php</b> on line <b>6114</b><br />\n',
    ),
  ]),
  issue('k-liquid-error', 'A snippet of the theme is gone after a theme update.', [
    atTop(
      '<div class="announcement">Liquid error (sections/header line 214): Could not find asset snippets/icon-cart-v2.liquid</div>',
    ),
  ]),
  issue(
    'k-cookiebot-domain',
    'The cookie declaration was not allowed for the new domain.',
    [
      component(
        '<h2>Cookie declaration</h2><p>Error: The domain WWW.NORTHWIND-OUTDOOR.COM is not authorized to show the cookie declaration for domain group ID 6a3f1c52-8d0e-4b7a-9a64-17b0f9d3c2e8. Please add it to the domain group in the Cookiebot Manager to authorize the domain.</p>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-stripe-test-price',
    "The live key is used with the test mode's prices.",
    [
      component(
        '<h2>Checkout</h2><div role="alert" class="toast">No such price: \'price_1PqX8mLkdIwHu7ix0aB3cD4e\'; a similar object exists in test mode, but a live mode key was used to make this request.</div><button disabled>Pay</button>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-stripe-pricing-table',
    'The embedded pricing table does not know its publishable key.',
    [
      component(
        '<h2>Plans</h2><p>Something went wrong</p><p>Please contact the site owner for assistance. If you are the site owner, please check the developer console for next steps.</p>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-turnstile-domain',
    'The captcha of the contact form is registered for another host name.',
    [
      component(
        '<form><label>E-mail <input type="email"></label><div class="cf-turnstile"><p>Unable to connect to website</p><p>Invalid domain. Contact the Site Administrator if this problem persists.</p><p>Error code: 110200</p></div><button disabled>Send</button></form>',
      ),
    ],
    inBrowser,
  ),
  issue('k-instagram-feed', 'The feed of the plugin was not moved with the site.', [
    atTop(
      '<div id="sbi_mod_error"><p><strong>Error: No feed with the ID 3 found.</strong></p><p>Please go to the Instagram Feed settings page to create a feed.</p></div>',
    ),
  ]),
  issue(
    'k-model-quota',
    'The credit of the assistant in the help box is used up.',
    [
      component(
        '<h2>Ask our assistant</h2><p><b>You:</b> Which tent is good for snow?</p><p><b>Assistant:</b> Error code: 429 - {"error": {"message": "You exceeded your current quota, please check your plan and billing details.", "type": "insufficient_quota", "param": null, "code": "insufficient_quota"}}</p>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-search-index-missing',
    'The search index has another name in production.',
    [
      component(
        '<h2>Search</h2><input type="search" placeholder="Search products"><pre>ApiError: Index products_production does not exist\n{"message":"Index products_production does not exist","status":404}</pre>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-apollo-401',
    'The token of the CMS expired: the list shows the error of the client.',
    [
      application(
        'document.getElementById(\'root\').innerHTML = \'<header><nav><a href="#a">Home</a> <a href="#b">Journal</a></nav></header><main id="a"><h1>Journal</h1><p>Error : Response not successful: Received status code 401</p></main><footer id="b">Northwind</footer>\'',
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-next-could-not-load',
    'The default boundary of a recent Next.js.',
    [
      application(
        "document.getElementById('root').innerHTML = '<div style=\"display:flex;flex-direction:column;align-items:center;padding-top:30vh\"><h1>This page couldn’t load</h1><p>Reload to try again, or go back.</p><button>Reload</button> <button>Back</button></div>'",
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-blazor-rejoin',
    'The circuit of the server side is refused by the new load balancer.',
    [
      component(
        '<dialog open id="components-reconnect-modal" class="components-reconnect-failed" style="border:1px solid #999"><p>Failed to rejoin.<br>Please retry or reload the page.</p><button>Retry</button></dialog>',
      ),
    ],
    inBrowser,
  ),
  review('k-streamlit-asleep', 'The free plan stops an application that nobody used.', [
    whole(
      'Zzzz',
      '<div style="text-align:center;padding-top:20vh"><h1>Zzzz</h1><p>This app has gone to sleep due to inactivity. Would you like to wake it back up?</p><button>Yes, get this app back up!</button></div>',
    ),
  ]),
  review('k-amplify-welcome', 'The branch that the domain points to has never been deployed.', [
    whole(
      'Welcome',
      '<div style="text-align:center;padding-top:25vh;font-family:sans-serif"><h1>Welcome</h1><p>Your app will appear here once you complete your first deployment.</p></div>',
    ),
  ]),
  review('k-workers-hello-world', "The platform's template took the route of the whole site.", [
    whole('', 'Hello World!'),
  ]),
  issue(
    'k-boundary-polish',
    'An error boundary in Polish within the layout.',
    [
      application(
        "document.getElementById('root').innerHTML = '<header>Sklep Górski</header><main><h1>Ups! Coś poszło nie tak</h1><p>Wystąpił nieoczekiwany błąd. Odśwież stronę lub spróbuj ponownie później.</p><button>Odśwież</button></main>'",
      ),
    ],
    inBrowser,
  ),
  review('k-maintenance-korean', 'The system is being worked on.', [
    whole(
      '시스템 점검 안내',
      '<h1>시스템 점검 안내</h1><p>보다 나은 서비스 제공을 위해 시스템 점검을 진행하고 있습니다. 점검 시간 동안 서비스 이용이 일시 중단됩니다.</p><p>점검 일시: 2026년 11월 23일(월) 02:00 ~ 06:00</p><p>이용에 불편을 드려 죄송합니다.</p>',
      { lang: 'ko' },
    ),
  ]),
  review(
    'k-grid-licence',
    'The licence key of a component is not in the build.',
    [
      component(
        '<h2>Stock</h2><div style="position:relative"><table><tr><th>Article</th><th>Pieces</th></tr><tr><td>Tent Fjell 2</td><td>14</td></tr><tr><td>Boot Rondane</td><td>9</td></tr></table><div style="position:absolute;inset:0;display:flex;align-items:center;justify-content:center;color:#8282829e;font-size:24px">MUI X Missing license key</div></div>',
      ),
    ],
    inBrowser,
  ),
  issue('k-docusaurus-base-url', 'The documentation was deployed below another path.', [
    whole(
      'Fjell documentation',
      '<div id="__docusaurus"><div id="__docusaurus-base-url-issue-banner-container" style="border:thick solid red;background-color:rgb(255,230,179);margin:20px;padding:20px;font-size:20px"><p style="font-weight:bold;font-size:30px">Your Docusaurus site did not load properly.</p><p>A very common reason is a wrong site <a href="#base">baseUrl configuration</a>.</p><p>Current configured baseUrl = <span style="font-weight:bold;color:red">/</span> (default value)</p><p>We suggest trying baseUrl = <span style="font-weight:bold;color:green">/docs/</span></p></div></div><p id="base"></p>',
    ),
  ]),
  issue('k-grafana-files', 'The reverse proxy strips the sub-path of the dashboard.', [
    whole(
      'Grafana',
      '<div class="preloader"><p>If you\'re seeing this Grafana has failed to load its application files</p><p>1. This could be caused by your reverse proxy settings.</p><p>2. If you host grafana under subpath make sure your grafana.ini root_url setting includes subpath. If not using a reverse proxy make sure to set serve_from_sub_path to true.</p><p>3. If you have a local dev build make sure you build frontend using: yarn start, or yarn build</p><p>4. Sometimes restarting grafana-server can help</p></div>',
    ),
  ]),
  review('k-registrar-page-french', 'The domain was registered, and no site is behind it.', [
    whole(
      'Félicitations ! Votre domaine a bien été créé',
      '<h1>Félicitations ! Votre domaine a bien été créé chez OVHcloud !</h1><p>Vous êtes le propriétaire de ce domaine ? Accédez à votre espace client pour configurer votre hébergement web et vos adresses e-mail.</p>',
      { lang: 'fr' },
    ),
  ]),
  issue('k-ssi-directive', 'An include of the page is not found after the move.', [
    atTop(
      `<div class="news">[an error occurred while processing this directive]</div><div class="sidebar">[an error occurred while processing this directive]</div>${about}`,
    ),
  ]),
]
