import { at, atEnd, atTop, bundle, type Fault, inHead, json, notFound } from '../fault.ts'
import { text } from '../page.ts'
import { about, component, inBrowser, rowsOf, whole } from '../row.ts'

const sheet = (css: string) => text(200, 'text/css; charset=utf-8', css)
const rules = (state: string) =>
  ['a', 'p', 'h1', 'nav', 'main', 'form', 'button', 'footer', 'img']
    .map((one) => `.l-card ${one}${state} { margin: 1px }`)
    .join(' ')

const drawing = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="navy"/></svg>',
)

const { pass } = rowsOf('harmless')
const shows = (id: string, why: string, title: string, body: string, lang = 'en') =>
  pass(id, why, [whole(title, body, { lang })])

/** Short healthy pages that contain the words of a fault, and failures from which the page recovers. */
export const lookAlikes: readonly Fault[] = [
  shows(
    'l-jira-board',
    'A board of tasks names faults of a program.',
    'Sprint 14 – Board',
    "<h1>Sprint 14</h1><h2>To do</h2><ul><li>Login fails on Safari</li><li>Fix: page not found after checkout</li></ul><h2>In progress</h2><ul><li>500 error when the cart is empty</li></ul><h2>Done</h2><ul><li>Cannot read properties of undefined (reading 'id')</li></ul>",
  ),
  shows(
    'l-bug-list',
    'A list of reported faults.',
    'Issues · harbour/boats',
    '<h1>Issues</h1><p>3 open, 12 closed</p><ul><li><a href="#">TypeError: x is not a function</a> #41 opened by ada</li><li><a href="#">Internal Server Error on /login</a> #39 opened by grace</li><li><a href="#">502 Bad Gateway after deploy</a> #37 opened by joan</li></ul>',
  ),
  shows(
    'l-form-errors',
    'A form says which of its fields are to be corrected.',
    'Sign up',
    '<h1>Sign up</h1><div role="alert">There was a problem with 2 fields. Please correct them and try again.</div><form><label>Name <input></label><label>E-mail <input></label><button>Create account</button></form>',
  ),
  shows(
    'l-payment-declined-help',
    'A page of help about a payment that failed.',
    'Payment failed? – Help',
    '<h1>My payment failed. What now?</h1><p>Please try again with another card, or contact your bank. We cannot see why a bank declines a payment.</p><p>Still no luck? Write to us.</p>',
  ),
  shows(
    'l-restaurant-cerrado',
    'A restaurant is closed for its holidays.',
    'Casa Pepe',
    '<h1>Casa Pepe</h1><p>Cerrado por vacaciones del 1 al 20 de agosto. ¡Volvemos pronto!</p><p>Calle Mayor 3, Sevilla</p>',
    'es',
  ),
  shows(
    'l-closed-ferie',
    'Another one, in Italian.',
    'Trattoria da Gino',
    '<h1>Trattoria da Gino</h1><p>Siamo chiusi per ferie. Torniamo presto!</p><p>Via Roma 4, Lucca. Tel. 0583 12345</p>',
    'it',
  ),
  shows(
    'l-ski-lift',
    'A list of lifts, one of which is in maintenance.',
    'Pistes – Val Blanc',
    '<h1>État des pistes</h1><ul><li>Col Rouge : fermé</li><li>La Combe : ouvert</li><li>Télésiège du lac : en maintenance</li></ul><p>Prochaine mise à jour à 8 h.</p>',
    'fr',
  ),
  shows(
    'l-quiz-wrong',
    'An answer in a quiz was wrong.',
    'Quiz',
    '<h1>Oops, wrong answer!</h1><p>Try again or go to the next question.</p><button>Try again</button><button>Next</button>',
  ),
  shows(
    'l-area-503',
    'A shop is named after the code of its city.',
    '503 Portland',
    '<h1>503</h1><p>Streetwear from Portland, Oregon.</p><a href="#">Shop</a>',
  ),
  shows(
    'l-highway-502',
    'A motel is named after its road.',
    'Highway 502',
    '<h1>502</h1><p>A motel on the road to Reno. Rooms from 60 dollars.</p>',
  ),
  shows(
    'l-newsletter-soon',
    'A second shop opens soon.',
    'Bakery Sun',
    '<h1>Bakery Sun</h1><p>Bread from our own mill. Our second shop in Elm Street is coming soon.</p>',
  ),
  shows(
    'l-kino-bald',
    'A cinema announces films.',
    'Kino am Ring',
    '<h1>Demnächst im Kino</h1><ul><li>Die Brücke, ab 3. Mai</li><li>Nachtzug, ab 10. Mai</li></ul>',
    'de',
  ),
  shows(
    'l-house-under-construction',
    'A house that is being built.',
    'Residencial Mar Azul',
    '<h1>Residencial Mar Azul</h1><p>En construcción: 24 viviendas junto al mar, entrega en 2027.</p>',
    'es',
  ),
  shows(
    'l-maintenance-service',
    'A firm offers maintenance.',
    'Wartung',
    '<h1>Wartung</h1><p>Wir warten Ihre Heizung. Ab 89 Euro im Jahr.</p>',
    'de',
  ),
  shows(
    'l-hoster',
    'A seller of domains asks a question.',
    'Hosting Nord',
    '<h1>Your domain, your site</h1><p>Register a domain name from 9 € a year.</p><form><input placeholder="example.com"><button>Search</button></form><p>This domain is available? Buy it in a minute.</p>',
  ),
  shows(
    'l-insurance',
    'An insurer asks whether an error happened.',
    'Panne und Unfall',
    '<h1>Unfall oder Panne gemeldet?</h1><p>Ein Fehler ist passiert? Wir regulieren in zwei Tagen.</p>',
    'de',
  ),
  shows(
    'l-dictionary',
    'An entry of a dictionary, with examples.',
    'fout – Woordenboek',
    '<h1>fout</h1><p>de fout, zelfstandig naamwoord. 1. Er is een fout opgetreden. 2. Iets is misgegaan.</p><p>Synoniemen: vergissing, misslag</p>',
    'nl',
  ),
  shows(
    'l-phrasebook',
    'Phrases and their translations.',
    'Frases en inglés',
    '<h1>Frases útiles</h1><ul><li>Something went wrong: algo salió mal</li><li>Please try again later: inténtelo más tarde</li><li>Page not found: página no encontrada</li></ul>',
    'es',
  ),
  shows(
    'l-surname-null',
    'A greeting at the start of a heading.',
    'Christopher Null',
    '<h1>Hello, I am Christopher Null</h1><p>A writer from San Francisco. My name breaks forms.</p>',
  ),
  shows(
    'l-package-names',
    'A list of packages with their reversed domains.',
    'Plugins',
    '<h1>Plugins</h1><ul><li>com.harbour.maps</li><li>com.harbour.boats</li><li>org.example.sails</li><li>io.github.ada.knots</li></ul>',
  ),
  shows(
    'l-log-viewer',
    'A log of a program, with an error in it.',
    'Logs',
    '<h1>Logs</h1><div>10:01 INFO started</div><div>10:02 ERROR connect ECONNREFUSED 127.0.0.1:5432</div><div>10:02 INFO retrying</div><div>10:03 INFO connected</div>',
  ),
  shows(
    'l-db-guide',
    'A guide, the sections of which are named after errors.',
    'Troubleshooting',
    '<h1>Troubleshooting</h1><h2>Error establishing a database connection</h2><p>Check the password in the settings file.</p><h2>White page</h2><p>Raise the memory limit.</p>',
  ),
  pass(
    'l-two-mirrors',
    'A call fails at one host and succeeds at the next.',
    [
      bundle(
        (site) =>
          `const ask = (host) => fetch('https://' + host + '/v1/list.json').then((answer) => answer.json()); ask('a.${site.domain}').catch(() => ask('b.${site.domain}'))`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`a.${site.domain}`]: 'refuses',
        [`b.${site.domain}`]: () => json([1], { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  pass(
    'l-script-second-place',
    'A script that is missing in one place is loaded from another.',
    [
      inHead(
        `<script src="/cdn/library.js"></script><script>window.library || document.write('<script src="/local/library.js"><\\/script>')</script>`,
      ),
      at('/cdn/library.js', notFound),
      at('/local/library.js', text(200, 'text/javascript', 'window.library = 1')),
    ],
    inBrowser,
  ),
  pass(
    'l-alternate-style',
    'A style sheet that visitors may choose is missing.',
    [
      inHead('<link rel="alternate stylesheet" title="Dark" href="/dark.css">'),
      at('/dark.css', notFound),
    ],
    inBrowser,
  ),
  pass(
    'l-session-with-key',
    'A page with a key asks for a session, and there is none.',
    [
      atTop('<ul class="saved"></ul>'),
      bundle(
        "fetch('/auth/v1/user',{headers:{apikey:'anon1a2b3c'}}).then((answer) => answer.json()).catch(() => {})",
      ),
      at('/auth/v1/user', { ...json({ message: 'Auth session missing!' }), status: 401 }),
    ],
    inBrowser,
  ),
  pass(
    'l-query-by-hash',
    'A server does not know the hash of a query yet, and gets the query itself.',
    [
      bundle(
        "const ask = (options) => fetch('/graphql' + (options ? '' : '?extensions=%7B%7D'), options).then((answer) => answer.json()); ask().then((answer) => answer.errors && ask({ method: 'POST', body: '{}' }))",
      ),
      at('/graphql', (request) =>
        request.method === 'POST'
          ? json({ data: { trips: [] } })
          : json({ errors: [{ message: 'PersistedQueryNotFound' }] }),
      ),
    ],
    inBrowser,
  ),
  pass(
    'l-form-before-it-is-filled',
    'A button waits for the form; a script of statistics is gone.',
    [
      atTop(
        ({ stranger }) =>
          `<form style="background:#fff;color:#000"><input required><button disabled>Send</button></form><ol class="toasts"></ol><script async src="https://stats.${stranger}/s.js"></script>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`stats.${stranger}`]: 'nothing' }) },
  ),
  pass(
    'l-pictures-put-in-place',
    'A script puts pictures in the place of pixels.',
    [
      atTop(
        `<section style="background:#fff">${[1, 2, 3].map((one) => `<img data-src="/img/l-${one}.svg" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width="240" height="180" alt="Canoe">`).join('')}</section>`,
      ),
      bundle(
        "new IntersectionObserver((all) => all.forEach(({ target, isIntersecting }) => { if (isIntersecting) target.src = target.dataset.src })).observe(document.querySelector('[data-src]')); document.querySelectorAll('[data-src]').forEach((one) => { one.src = one.dataset.src })",
      ),
      at('/img/l-1.svg', drawing),
      at('/img/l-2.svg', drawing),
      at('/img/l-3.svg', drawing),
    ],
    inBrowser,
  ),
  pass(
    'l-words-without-their-font',
    'Words in small letters are shown in another font than was meant.',
    [
      inHead(
        ({ stranger }) =>
          `<style>@font-face{font-family:Corporate;src:url(https://fonts.${stranger}/c.woff2)}.menu a{font-family:Corporate,sans-serif}</style>`,
      ),
      atTop(
        '<nav class="menu" style="background:#fff"><a href="#">home</a> <a href="#">about</a> <a href="#">contact</a></nav>',
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`fonts.${stranger}`]: 'nothing' }) },
  ),
  pass(
    'l-names-of-icons',
    'A list of the names of icons.',
    [
      atTop(
        '<ul style="background:#fff;color:#000"><li><span>shopping_cart</span></li><li><span>account_circle</span></li><li><span>arrow_back</span></li></ul>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'l-sheets-for-others',
    'One style sheet is for print, one for telephones, one is nested.',
    [
      inHead(
        '<link rel="stylesheet" href="/css/print.css"><link rel="stylesheet" href="/css/small.css"><link rel="stylesheet" href="/css/app.css">',
      ),
      at('/css/print.css', sheet(`@media print { ${rules('')} }`)),
      at('/css/small.css', sheet(`@media (max-width: 600px) { ${rules(':hover')} }`)),
      at('/css/app.css', sheet(`.app { color: red; ${rules('')} &:hover { color: blue } }`)),
    ],
    inBrowser,
  ),
  pass(
    'l-icons-from-the-end',
    'The drawings of the icons are at the end of the page; one without a drawing has a text.',
    [
      atTop(
        '<nav style="background:#fff"><button aria-label="Menu"><svg width="32" height="32"><use href="#l-menu"></use></svg></button><button><svg width="32" height="32"><use href="#l-none"></use></svg> Search</button></nav>',
      ),
      atEnd(
        '<svg style="display:none"><symbol id="l-menu"><path d="M0 4h30v4H0z"/></symbol></svg>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'l-dialog-open',
    'A dialog is open, and the page behind it is dark and cannot be scrolled.',
    [
      atTop(
        '<style>html{overflow:hidden}</style><div style="position:fixed;inset:0;background:rgba(0,0,0,.6);z-index:99"></div><div role="dialog" style="position:fixed;left:30%;top:30%;width:40%;background:#fff;color:#000;z-index:100;padding:24px"><h2>Choose your country</h2><button>Austria</button><button>Italy</button></div>',
      ),
    ],
    inBrowser,
  ),
  pass('l-editor-with-markup', 'A field holds a page, and a comment of the host is at the end.', [
    atTop(
      '<textarea rows="4" style="background:#fff;color:#000">&lt;p>One&lt;/p>&lt;/body></p></p></p></body></html></textarea>',
    ),
  ]),
  pass(
    'l-hero-with-its-picture',
    'White words stand on a picture that is there.',
    [
      atTop(
        '<section style="height:420px;background:#fff url(/img/lake.svg) center/cover;color:#fff"><h2 style="color:#fff">Winter at the lake</h2></section>',
      ),
      at('/img/lake.svg', drawing),
    ],
    inBrowser,
  ),
  pass(
    'l-consent-over-text',
    'A dialog about cookies lies over the text of the page.',
    [
      whole(
        'Village shop',
        `<h1>Village shop</h1>${about.repeat(2)}<div style="position:fixed;inset:0;background:rgba(0,0,0,.6)"><div role="dialog" aria-modal="true" style="background:#fff;margin:90px auto;padding:0 8px;width:90%;height:300px"><h2 style="margin:0">Your privacy in our shop</h2><p>We use cookies.</p><button>Accept</button></div></div>`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'l-components',
    'The page consists of web components; one has messages that it does not show, and content without a slot.',
    [
      whole(
        'Village shop',
        `<shop-page><p slot="error">Something went wrong. Please try again later.</p>${about}</shop-page>${component('shop-page', `<style>header{background:#246;color:#fff;padding:20px}</style><header><h1>Village shop</h1></header><main><slot></slot><slot name="none"></slot></main><div role="alert" hidden>Failed to load the prices.</div>`)}`,
      ),
    ],
    inBrowser,
  ),
]
