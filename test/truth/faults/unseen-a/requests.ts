import { gzipSync } from 'node:zlib'
import { application, at, atEnd, bundle, encode, type Fault, inHead, json } from '../../fault.ts'
import { text } from '../../page.ts'
import { rowsOf } from '../../row.ts'

const { issue, review } = rowsOf('requests that fail in silence')
const scripts = rowsOf('scripts and policies')

/** An application that shows a loaded list, and an empty list if loading fails. */
const list = (address: string, options = '') =>
  application(
    `const root = document.getElementById("root"); root.innerHTML = "<h1>Boat rental</h1><p>Choose a boat for your weekend on the lake.</p><ul></ul>"; const show = (boats) => { root.querySelector("ul").innerHTML = boats.map((b) => "<li>" + b.name + "</li>").join("") || "<li>No boats found.</li>" }; fetch(${address}${options}).then((r) => r.ok ? r.json() : []).then(show).catch(() => show([]))`,
  )

export const setARequests: readonly Fault[] = [
  issue(
    'api-variable-literal',
    'The build has put no value in the place of its variable.',
    [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: left by the build
      list('"/${API_BASE_URL}/boats"'),
    ],
    { tools: 'RV' },
  ),
  issue(
    'api-container-name',
    'The browser is sent to a name that only the containers know.',
    [list('"http://backend:8000/boats"')],
    { tools: 'RV' },
  ),
  issue(
    'api-500-empty-list',
    'The API fails, and the page says that there is nothing.',
    [
      list('"/api/boats"'),
      at(
        '/api/boats',
        text(500, 'application/problem+json', '{"title":"Internal Server Error","status":500}'),
      ),
    ],
    { tools: 'RV' },
  ),
  review(
    'api-429-empty-list',
    'The limit of the API is one address for all visitors.',
    [
      list('"/api/boats"'),
      at('/api/boats', text(429, 'application/json', '{"error":"rate limit exceeded"}')),
    ],
    { tools: 'RV' },
  ),
  issue(
    'graphql-schema-gone',
    'The schema of the service has changed: an error for every visitor.',
    [
      application(
        'const root = document.getElementById("root"); root.innerHTML = "<h1>Concerts</h1><div></div>"; fetch("/graphql", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ query: "{ concerts { venueName } }" }) }).then((r) => r.json()).then(({ data }) => { root.querySelector("div").textContent = data.concerts.length + " concerts" })',
      ),
      at(
        '/graphql',
        text(
          400,
          'application/json',
          '{"errors":[{"message":"Cannot query field \\"venueName\\" on type \\"Concert\\"."}]}',
        ),
      ),
    ],
    { tools: 'RV' },
  ),
  issue(
    'socket-banner',
    'The page cannot open its socket, and says that it is offline.',
    [
      application(
        (site) =>
          `document.getElementById("root").innerHTML = "<h1>Auction hall</h1><p>Lot 14: a clock, about 1890.</p><p id=state></p>"; const open = () => { const socket = new WebSocket("wss://live.${site.domain}/bids"); socket.onclose = () => { document.getElementById("state").textContent = "Connection lost. Reconnecting…"; setTimeout(open, 1000) } }; open()`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`live.${site.domain}`]: 'refuses' }) },
  ),
  review(
    'newsletter-vendor-gone',
    'The service of the sign-up form has been closed.',
    [
      bundle(
        (site) =>
          `const form = document.createElement("div"); document.body.append(form); fetch("https://forms.${site.stranger}/embed/8f2.json").then((r) => r.json()).then((f) => { form.textContent = f.title }).catch(() => {})`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`forms.${site.stranger}`]: 'nothing' }) },
  ),
  review(
    'module-federation-gone',
    'The part that another team deploys cannot be loaded.',
    [
      bundle(
        (site) =>
          `import("https://checkout.${site.stranger}/remoteEntry.js").then((m) => m.mount()).catch((e) => console.error("remote checkout:", e.message))`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`checkout.${site.stranger}`]: 'refuses' }) },
  ),
  issue(
    'xhr-timeout-own-api',
    'The API answers never, and the page gives up after two seconds.',
    [
      bundle(
        'const x = new XMLHttpRequest(); x.open("GET", "/api/availability"); x.timeout = 2000; x.ontimeout = () => { const p = document.createElement("p"); p.textContent = "No rooms available."; document.body.prepend(p) }; x.send()',
      ),
      at('/api/availability', 'hang'),
    ],
    { tools: 'RV' },
  ),
  scripts.issue(
    'csp-blocks-payment',
    'The policy forbids the script of the payments.',
    [
      inHead(
        (site) =>
          `<meta http-equiv="content-security-policy" content="script-src 'self' 'unsafe-inline'"><script src="https://js.${site.stranger}/v3/"></script>`,
      ),
      atEnd('<script>const elements = Pay("pk_live_51").elements()</script>'),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`js.${site.stranger}`]: () =>
          text(200, 'text/javascript', 'window.Pay = () => ({ elements() {} })'),
      }),
    },
  ),
  scripts.review(
    'hydration-text',
    'What the server wrote is not what the browser writes.',
    [
      bundle(
        'setTimeout(() => { throw new Error("Minified React error #418; visit https://react.dev/errors/418?args[]=text&args[]= for the full message or use the non-minified dev environment for full errors and additional helpful warnings.") }, 0)',
      ),
    ],
    { tools: 'RV' },
  ),
  scripts.issue(
    'jquery-missing',
    'The order of the scripts has changed: $ is not there.',
    [
      bundle('$(function () { $(".slider").slick({ dots: true }) })'),
      atEnd('<script>delete window.$; window.$ = undefined</script>'),
    ],
    { tools: 'RV' },
  ),
  scripts.issue(
    'common-js-in-browser',
    'The bundle was built for the server.',
    [
      bundle(
        '"use strict"; Object.defineProperty(exports, "__esModule", { value: true }); exports.start = () => {}',
      ),
    ],
    { tools: 'RV' },
  ),
  issue(
    'api-two-origins',
    'Proxy and application both add the field, and two are as bad as none.',
    [
      bundle(
        (site) =>
          `fetch("https://api.${site.domain}/prices").then((r) => r.json()).catch(() => {})`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json([], { 'access-control-allow-origin': `https://${site.host}, https://${site.host}` }),
      }),
    },
  ),
  issue(
    'api-body-compressed',
    'The API sends compressed bytes, and does not say so.',
    [
      application(
        'const root = document.getElementById("root"); fetch("/api/menu").then((r) => r.json()).then((menu) => { root.innerHTML = "<h1>" + menu.title + "</h1>" })',
      ),
      at('/api/menu', {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: gzipSync(encode('{"title":"Menu of the week"}')),
      }),
    ],
    { tools: 'RV' },
  ),
  review(
    'graphql-errors',
    'The service answers with errors, and the status of a good one.',
    [
      application(
        'const root = document.getElementById("root"); root.innerHTML = "<h1>Concerts</h1><p>Chamber music in the old mill.</p><div></div>"; fetch("/graphql", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }).then((r) => r.json()).then(({ data, errors }) => { if (errors) console.error("GraphQL error:", errors[0].message); root.querySelector("div").textContent = data?.concerts.length ?? "" })',
      ),
      at(
        '/graphql',
        json({ errors: [{ message: 'connect ETIMEDOUT 10.0.3.7:5432' }], data: null }),
      ),
    ],
    { tools: 'RV' },
  ),
  review(
    'stream-ends-at-once',
    'The proxy buffers the stream of events, and gives up.',
    [
      bundle(
        'const events = new EventSource("/stream/orders"); events.onerror = () => { events.close() }',
      ),
      at('/stream/orders', text(504, 'text/html', '<h1>504 Gateway Time-out</h1>')),
    ],
    { tools: 'RV' },
  ),
  scripts.review(
    'firebase-domain',
    'The domain is not in the list of the service for sign-ins.',
    [
      bundle(
        'console.error("FirebaseError: Firebase: This domain is not authorized for OAuth operations for your Firebase project. Edit the list of authorized domains from the Firebase console. (auth/unauthorized-domain).")',
      ),
    ],
    { tools: 'RV' },
  ),
]
