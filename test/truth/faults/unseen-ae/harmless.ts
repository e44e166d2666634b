import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  instead,
  json,
  late,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'
import { shown } from './seen.ts'

const { pass } = rowsOf('harmless')
/** Rows that only a browser can see. */
const seen: typeof pass = (id, why, intercept, more = {}) =>
  pass(id, why, intercept, { ...inBrowser, ...more })
const linked = rowsOf('links')
const slow = rowsOf('late but well')

const day = 24 * 60 * 60 * 1000
const article = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`

/** The smallest WebAssembly module, without exports. */
const wasm = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])

const asksMe = `
  const bar = document.createElement('p')
  document.body.prepend(bar)
  fetch('/api/me').then((answer) => {
    if (answer.status === 401) { bar.innerHTML = '<button type="button">Sign in</button>'; return }
    return answer.json().then((me) => { bar.textContent = me.name })
  })`

const triesAgain = `
  const load = (left) => fetch('/api/news').then((answer) => {
    if (answer.ok) return answer.json()
    if (left === 0) throw new Error('HTTP ' + answer.status)
    return new Promise((resolve) => setTimeout(resolve, 400)).then(() => load(left - 1))
  })
  load(3).then(([first]) => { const line = document.createElement('p'); line.textContent = first; document.body.prepend(line) })`

const grows = `
  const box = document.createElement('div')
  box.style.cssText = 'width:100px;height:10px'
  document.body.append(box)
  new ResizeObserver(() => { if (box.offsetHeight < 60) box.style.height = box.offsetHeight + 10 + 'px' }).observe(box)`

const startsWasm = `
  const load = () => fetch('/pkg/app_bg.wasm')
  WebAssembly.instantiateStreaming(load(), {}).catch((error) => {
    console.warn('\`WebAssembly.instantiateStreaming\` failed because your server does not serve Wasm with \`application/wasm\` MIME type. Falling back to \`WebAssembly.instantiate\` which is slower. Original error:\\n', error)
    return load().then((answer) => answer.arrayBuffer()).then((bytes) => WebAssembly.instantiate(bytes, {}))
  })`

const menu = (words: string) =>
  `<h1>Nos produits</h1><p id="list">${words}</p><p>La boulangerie est ouverte du mardi au samedi, de sept heures à dix-neuf heures.</p>`

export const setAeHarmless: readonly Fault[] = [
  seen('ae-fine-me-401', 'The page asks who is there, and offers to sign in when nobody is.', [
    bundle(asksMe),
    at('/api/me', text(401, 'application/json', '{"message":"Unauthenticated."}')),
  ]),
  seen(
    'ae-fine-second-try',
    'The first call meets a restart, the second one works and the news are shown.',
    [
      bundle(triesAgain),
      at('/api/news', (request) =>
        request.n === 1
          ? text(503, 'application/json', '{"message":"Service Unavailable"}')
          : json(['We are open on Sunday.'], uncached),
      ),
    ],
  ),
  seen(
    'ae-fine-aborted-call',
    'A component is mounted twice, and takes back the first of its two calls.',
    [
      bundle(
        `const first = new AbortController(); fetch('/api/news', { signal: first.signal }).catch(() => {}); setTimeout(() => { first.abort(); fetch('/api/news?again').then((answer) => answer.json()) }, 50)`,
      ),
      at(
        '/api/news',
        late(400, () => json([], uncached)),
      ),
    ],
  ),
  seen(
    'ae-fine-resize-loop',
    'An observer of sizes takes a few rounds, which browsers report and nobody sees.',
    [bundle(grows)],
  ),
  seen(
    'ae-fine-wasm-type',
    'The type of the module is wrong, and the loader takes the slower way.',
    [
      bundle(startsWasm),
      at('/pkg/app_bg.wasm', {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: wasm,
      }),
    ],
  ),
  seen(
    'ae-fine-trackers-away',
    'The counters of visitors cannot be reached, and no visitor misses them.',
    [
      inHead(
        `<script async src="https://www.googletagmanager.com/gtag/js?id=G-7XQ2M1K9ZC"></script><script>window.dataLayer = window.dataLayer || []; function gtag() { dataLayer.push(arguments) } gtag('js', new Date()); gtag('config', 'G-7XQ2M1K9ZC')</script>`,
      ),
      atEnd(
        `<script defer src="https://static.cloudflareinsights.com/beacon.min.js" data-cf-beacon='{"token": "0f4c1d7e2b9a4c55"}'></script>`,
      ),
    ],
    {
      hosts: () => ({
        'www.googletagmanager.com': 'nothing',
        'static.cloudflareinsights.com': 'nothing',
      }),
    },
  ),
  seen(
    'ae-fine-avatar-fallback',
    'A member has no picture of her own, and her initials are drawn in its place.',
    [
      shown(
        `<p><img src="/avatars/4711.jpg" alt="Ada Lovelace" width="96" height="96" onerror="this.onerror=null;this.src='data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 96 96%22%3E%3Crect width=%2296%22 height=%2296%22 fill=%22%23369%22/%3E%3Ctext x=%2248%22 y=%2260%22 font-size=%2236%22 text-anchor=%22middle%22 fill=%22white%22%3EAL%3C/text%3E%3C/svg%3E'"> Ada Lovelace wrote this page.</p>`,
      ),
    ],
  ),
  pass('ae-fine-report-only', 'A policy that only reports is tried out, and blocks nothing.', [
    headers({
      'content-security-policy-report-only':
        "default-src 'none'; script-src 'self'; style-src 'self'; report-uri /csp-report",
    }),
    at('/csp-report', { status: 204, headers: {}, body: new Uint8Array() }),
  ]),
  slow.pass(
    'ae-fine-anti-flicker',
    'The snippet of an experiment hides the page and gives up after three seconds.',
    [
      inHead(
        `<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.className += ' async-hide'; setTimeout(() => document.documentElement.classList.remove('async-hide'), 3000)</script>`,
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'ae-fine-waits-in-french',
    'The list says for four seconds, in French, that it loads, and then it is there.',
    [
      application(
        `document.getElementById('root').innerHTML = ${JSON.stringify(menu('Chargement en cours, veuillez patienter…'))}; fetch('/api/produits').then((answer) => answer.json()).then((names) => { document.getElementById('list').textContent = names.join(', ') })`,
      ),
      at(
        '/api/produits',
        late(4_000, () => json(['Baguette', 'Croissant', 'Brioche', 'Pain de seigle'])),
      ),
    ],
    inBrowser,
  ),
  pass('ae-fine-hidden-words', 'The words for a failure are in the page, and are not shown.', [
    atTop(
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="blazor-error-ui" style="display:none !important">An unhandled error has occurred. <a class="reload">Reload</a></div><template><h1>Something went wrong</h1><p>Please try again later.</p></template><div role="alert" hidden style="display:none !important">Error: could not load the data. 500 Internal Server Error</div>',
    ),
  ]),
  pass('ae-fine-consent-bar', 'A bar at the foot asks for consent and leaves the page readable.', [
    atEnd(
      '<div role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;z-index:9999;padding:16px;background:#222;color:#fff;font:14px sans-serif"><p style="margin:0 0 8px;color:#fff">We use cookies to understand how our site is used. Your choice can be changed at any time.</p><button type="button">Accept all</button> <button type="button">Only what is needed</button></div>',
    ),
  ]),
  pass(
    'ae-fine-new-domain',
    'The firm has another name now, and the old address leads to the new one.',
    [moved((site) => `https://www.${site.stranger}/`, 301)],
    {
      hosts: (site) => ({
        [`www.${site.stranger}`]: () =>
          text(200, 'text/html; charset=utf-8', article('The old mill', about)),
      }),
    },
  ),
  pass('ae-fine-refresh-to-docs', 'The root of the handbook leads to its introduction.', [
    instead(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Redirecting…</title><meta http-equiv="refresh" content="0; url=/docs/intro/"><link rel="canonical" href="/docs/intro/"></head><body><p>If you are not redirected automatically, follow this <a href="/docs/intro/">link</a>.</p></body></html>',
    ),
    at('/docs/intro/', text(200, 'text/html; charset=utf-8', article('Introduction', about))),
  ]),
  pass('ae-fine-noindex', 'The owner does not want this page in a search.', [
    inHead('<meta name="robots" content="noindex">'),
  ]),
  pass('ae-fine-no-security-fields', 'The fields for more security were never set.', [
    headers({
      'strict-transport-security': null,
      'x-content-type-options': null,
      'content-security-policy': null,
      'referrer-policy': null,
      server: 'Apache/2.4.62 (Debian)',
      'alt-svc': 'h3=":443"; ma=86400',
    }),
  ]),
  pass('ae-fine-cert-wildcard', 'One certificate for all names of the site, good for weeks.', [], {
    tools: 'PV',
    certificate: (site) => ({
      names: [`*.${site.domain}`, site.domain],
      notAfter: new Date(Date.now() + 40 * day),
    }),
  }),
  pass('ae-fine-article-on-502', 'An article in French explains an error of servers.', [
    whole(
      'Erreur 502 Bad Gateway : que faire ?',
      '<article><h1>Erreur 502 Bad Gateway : que faire ?</h1><p>Quand un serveur mandataire ne reçoit pas de réponse valable, le visiteur lit « 502 Bad Gateway ». Ce guide explique d’où vient ce message et comment l’éviter sur votre propre site.</p><h2>1. Vérifier l’application</h2><p>Regardez d’abord si le processus tourne encore : <code>systemctl status gunicorn</code>. S’il est arrêté, son journal en donne la raison.</p><h2>2. Lire le journal de nginx</h2><p>La ligne <code>connect() failed (111: Connection refused) while connecting to upstream</code> montre l’adresse que le serveur a essayée.</p><h2>3. Et « Internal Server Error » ?</h2><p>C’est une autre erreur, dont nous parlons dans un second article de cette série.</p></article>',
      { lang: 'fr' },
    ),
  ]),
  pass('ae-fine-code-samples', 'A lesson shows templates, marks of a conflict and a traceback.', [
    shown(
      '<section><h2>Exercise 4: find the mistake</h2><pre><code>{% for post in site.posts %}\n  {{ post.title }}\n{% endfor %}</code></pre><pre><code>&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD\ncolour = "red"\n=======\ncolour = "blue"\n&gt;&gt;&gt;&gt;&gt;&gt;&gt; feature/blue</code></pre><pre><code>Traceback (most recent call last):\n  File "shop.py", line 12, in &lt;module&gt;\n    total = price * None\nTypeError: unsupported operand type(s) for *: \'int\' and \'NoneType\'</code></pre></section>',
    ),
  ]),
  pass('ae-fine-maintenance-firm', 'A firm that maintains lifts writes about maintenance.', [
    whole(
      'Maintenance for lifts and escalators',
      '<header><h1>Maintenance for lifts and escalators</h1></header><p>Under maintenance by us, your lift runs for forty years. Scheduled maintenance takes half a day, and we will be back soon after each call: our engineers live in your town.</p><h2>What we do</h2><ul><li>Inspection each quarter, with a written report</li><li>Repairs of doors, ropes and drives</li><li>Modernisation of cabins from 1950 on</li></ul><p>Call 020 7946 0018 from eight to six, or write to office@lifts.example.</p>',
    ),
  ]),
  pass('ae-fine-house-for-sale', 'An estate agent sells houses, and says so in German.', [
    whole(
      'Haus am See zu verkaufen',
      '<h1>Haus am See zu verkaufen</h1><p>Dieses Haus steht zum Verkauf: fünf Zimmer, Garten bis zum Ufer, Baujahr 1931, 2019 saniert. Der Kaufpreis beträgt 640.000 Euro, die Provision trägt der Verkäufer.</p><h2>Lage</h2><p>Bis zum Bahnhof sind es zehn Minuten zu Fuß. Schule, Bäcker und Arzt liegen im Ort. Besichtigungen sind nach Absprache auch am Wochenende möglich.</p><p>Jetzt Angebot anfordern: Telefon 030 23125 014.</p>',
      { lang: 'de' },
    ),
  ]),
  pass('ae-fine-studio-404', 'A studio has the number of an error as its name.', [
    whole(
      '404 Studio',
      `<h1>404 Studio</h1><p>We design what was not found before: signs, books and shops. Our work was shown in Lisbon, Porto and Ghent.</p><h2>Undefined, null and void</h2><p>Three posters for a festival of new music, printed on paper from old maps.</p>${about}`,
    ),
  ]),
  pass('ae-fine-short-page', 'A person has a page of two lines, and no more is meant.', [
    whole(
      'Inês Duarte',
      '<h1>Inês Duarte</h1><p>Type designer in Lisbon. <a href="mailto:ines@duarte.example">Write to me</a>.</p>',
    ),
  ]),
  linked.pass(
    'ae-fine-links-guarded',
    'Links to what only members see, and links that are no pages.',
    [
      atTop(
        '<nav><a href="/admin/">Staff</a> <a href="/account">My account</a> <a href="mailto:shop@mill.example">Mail</a> <a href="tel:+442079460018">Call</a> <a href="javascript:void(0)">Menu</a> <a href="#top">Top</a></nav>',
      ),
      at('/admin/', {
        ...text(401, 'text/html', '<h1>401 Unauthorized</h1>'),
        headers: { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="Staff"' },
      }),
      at('/account', {
        status: 302,
        headers: { location: '/members/login' },
        body: new Uint8Array(),
      }),
      at(
        '/members/login',
        text(
          200,
          'text/html; charset=utf-8',
          article('Sign in', '<form><label>Password <input type="password"></label></form>'),
        ),
      ),
    ],
    { tools: 'V' },
  ),
  linked.pass(
    'ae-fine-link-no-head',
    'The download answers GET, and says 405 to HEAD.',
    [
      shown('<p><a href="/downloads/setup-2.4.1.zip">Download 2.4.1</a></p>'),
      at('/downloads/setup-2.4.1.zip', (request) =>
        request.method === 'HEAD'
          ? text(405, 'text/plain', 'Method Not Allowed')
          : {
              status: 200,
              headers: { 'content-type': 'application/zip' },
              body: Uint8Array.from([0x50, 0x4b, 5, 6, ...new Uint8Array(18)]),
            },
      ),
    ],
    { tools: 'V' },
  ),
]
