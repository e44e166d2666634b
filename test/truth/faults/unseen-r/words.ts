import { at, type Fault, instead, notFound } from '../../fault.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'
import { above, below, drawn, drawnLater, page, product } from './parts.ts'

const { issue, review } = rowsOf('words of a broken site')

/** English messages of hosts, application builders and programs about their own failure. */
export const setRWords: readonly Fault[] = [
  issue('r-railway-train', 'The domain is not attached to a service of Railway (confirmed).', [
    whole(
      'Railway',
      '<main><h1>Not Found</h1><p>The train has not arrived at the station.</p><p>Please check your network settings to confirm that your domain has provisioned.</p><a href="https://railway.com">Go to Railway</a></main>',
      { status: 404 },
    ),
  ]),
  issue('r-replit-not-running', 'The workspace sleeps; it was never deployed (confirmed).', [
    whole(
      'Run this app to see the results here.',
      '<main style="background:#1c2333;color:#fff;text-align:center"><h1>Run this app to see the results here.</h1><p><a href="https://replit.com">Go to Replit</a></p></main>',
      { status: 404 },
    ),
  ]),
  issue('r-lovable-not-published', 'The builder has the application, the domain not (confirmed).', [
    whole(
      'Lovable',
      '<main style="text-align:center;padding-top:30vh"><p>Publish or update your Lovable project for it to appear here.</p></main>',
    ),
  ]),
  issue(
    'r-streamlit-redacted',
    'A secret is missing since the last deployment (confirmed).',
    [
      drawn(
        '<h1>Meter forecast</h1><div role="alert" style="background:#ffecec;padding:16px"><p><strong>KeyError</strong>: This app has encountered an error. The original error message is redacted to prevent data leaks. Full error details have been recorded in the logs (if you\'re on Streamlit Cloud, click on \'Manage app\' in the lower right of your app).</p><p>Traceback:</p><pre>File "/mount/src/forecast/app.py", line 18, in &lt;module&gt;\n    url = st.secrets["DB_URL"]</pre></div>',
      ),
    ],
    inBrowser,
  ),
  review(
    'r-streamlit-asleep',
    'Nobody was there for some days (button confirmed).',
    [
      drawn(
        '<h1>Zzzz</h1><p>This app has gone to sleep due to inactivity. Would you like to wake it back up?</p><button>Yes, get this app back up!</button>',
      ),
    ],
    inBrowser,
  ),
  issue('r-next-server-exception', 'A server component throws; the digest is all (confirmed).', [
    whole(
      'Application error',
      '<div style="height:100vh;display:flex;align-items:center;justify-content:center;flex-direction:column"><h2 style="font-size:14px">Application error: a server-side exception has occurred while loading app.tidewater.example (see the server logs for more information).</h2><p>Digest: 1395185251</p></div>',
      { status: 500 },
    ),
  ]),
  issue(
    'r-docusaurus-base-url',
    'The portal was built for another folder; its banner is drawn at the top (confirmed).',
    [
      drawnLater(
        '<div style="border:thick solid red;background-color:rgb(255,230,179);margin:20px;padding:20px;font-size:20px"><p style="font-weight:bold;font-size:30px">Your Docusaurus site did not load properly.</p><p>A very common reason is a wrong site <a href="https://docusaurus.io/docs/docusaurus.config.js/#baseUrl">baseUrl configuration</a>.</p><p>Current configured baseUrl = <span style="color:red">/</span> (default value)</p><p>We suggest trying baseUrl = <span>/docs/</span></p></div>',
        200,
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-swagger-definition',
    'The reference of the API asks for a description that was not deployed (confirmed).',
    [
      drawn(
        product(
          '<div id="swagger-ui"><h4 class="title">Failed to load API definition.</h4><div class="errors-wrapper"><h4>Errors</h4><p>Fetch error</p><p>Not Found /openapi.json</p></div></div>',
        ),
        "fetch('/openapi.json')",
      ),
      at('/openapi.json', notFound),
    ],
    inBrowser,
  ),
  issue(
    'r-grafana-application-files',
    'Grafana behind a proxy that does not know its folder (confirmed).',
    [
      drawn(
        '<div class="preloader"><div>Loading Grafana</div><p><strong>If you\'re seeing this Grafana has failed to load its application files</strong></p><p>1. This could be caused by your reverse proxy settings.</p><p>2. If you host grafana under subpath make sure your grafana.ini root_url setting includes subpath. If not using a reverse proxy make sure to set serve_from_sub_path to true.</p></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-grafana-panel-plugin',
    'One panel of a public dashboard has lost its plug-in (confirmed).',
    [
      page(
        'Grid load',
        '<h1>Grid load</h1><div style="display:flex;gap:16px"><section><h2>Now</h2><p>412 MW</p></section><section><h2>By source</h2><p role="alert">Panel plugin not found: grafana-piechart-panel</p></section><section><h2>Yesterday</h2><p>9.6 GWh, 3 % less than the day before</p></section></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-storybook-no-preview',
    'The design system was built without its stories (confirmed).',
    [
      page(
        'Components',
        '<h1>Components</h1><div class="sb-nopreview"><h2>No Preview</h2><p>Sorry, but you either have no stories or none are selected somehow.</p><ul><li>Please check the Storybook config.</li><li>Try reloading the page.</li></ul><p>If the problem persists, check the browser console, or the terminal you\'ve run Storybook from.</p></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-sentry-dialog',
    'An exception opens the report dialog of Sentry over the page (confirmed).',
    [
      drawnLater(
        '<div role="dialog" style="position:fixed;inset:15% 20%;background:#fff;border:1px solid #999;padding:24px;z-index:9999"><h2>It looks like we\'re having issues.</h2><p>Our team has been notified. If you\'d like to help, tell us what happened below.</p><label>Name <input></label> <label>Email <input></label> <label>What happened? <textarea></textarea></label> <button>Submit Crash Report</button> <button>Close</button></div>',
        900,
        'throw new TypeError("Cannot read properties of null (reading \'plan\')")',
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-apollo-status',
    'The schema changed and the shop was not built again; Apollo says so (confirmed).',
    [
      above(
        '<h2>Bestsellers</h2><p class="error">Error: Response not successful: Received status code 400</p>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-contentful-token',
    'The token of the CMS was rotated (confirmed).',
    [
      below(
        '<h2>Latest articles</h2><p>The access token you sent could not be found or is invalid.</p>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-firestore-permissions',
    'The rules of the database were closed after 30 days of test mode (confirmed).',
    [
      drawnLater(
        '<h2>Leaderboard</h2><p style="color:#b00">FirebaseError: Missing or insufficient permissions.</p>',
        700,
      ),
    ],
    inBrowser,
  ),
  issue(
    'r-hcaptcha-sitekey',
    'The form of the new domain has the key of the old one (confirmed).',
    [
      below(
        '<h2>Request a demo</h2><form><label>Work email <input type="email"></label><div style="width:303px;height:78px;border:1px solid #e0e0e0;font-size:12px">The sitekey for this hCaptcha is incorrect. Please contact the site admin if you see this.</div><button type="button" disabled>Request</button></form>',
      ),
    ],
    inBrowser,
  ),
  issue('r-entra-redirect', 'The address of the new domain is not registered (confirmed).', [
    whole(
      'Sign in to your account',
      "<main><h1>Sign in</h1><p>Sorry, but we’re having trouble signing you in.</p><p>AADSTS50011: The redirect URI 'https://app.tidewater.example/auth/callback' specified in the request does not match the redirect URIs configured for the application '6e74172b-be56-4843-9ff4-e66a39bb12e3'.</p></main>",
    ),
  ]),
  issue('r-envoy-reset', 'The container does not listen where the mesh expects it (confirmed).', [
    instead(
      'upstream connect error or disconnect/reset before headers. reset reason: connection failure',
      503,
    ),
  ]),
]
