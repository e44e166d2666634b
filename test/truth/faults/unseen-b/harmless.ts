import { at, atEnd, atTop, bundle, type Fault, headers } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')

/** Pages about faults, which therefore contain their words. */
const subjects: readonly Fault[] = [
  pass('proxy-documentation', 'A manual quotes what a proxy says without a route.', [
    whole(
      'Routers - Manual',
      `<nav><a href="?">Manual</a></nav><main><h1>Routers</h1>${about}<h2>No router matches</h2><p>When no rule matches, the proxy answers with <code>404 page not found</code>. When no server of the service is up it answers <code>Service Unavailable</code> or <code>Bad Gateway</code>.</p>${about}</main>`,
    ),
  ]),
  pass('forum-warning', 'A question in a forum quotes a warning in plain text.', [
    whole(
      'Undefined array key after update - Support forum',
      `<h1>Undefined array key after update</h1><p><b>marta</b> wrote on 3 November:</p><p>Hello, since the update I see this at the top of my page: Warning: Undefined array key "color" in /home/marta/www/wp-content/themes/sage/functions.php on line 88. What can I do? My host says that it is the theme.</p><p><b>jonas</b> wrote on 4 November:</p><p>That is a bug of version 4.2. Update to 4.2.1 or set the colour in the customizer once, then the warning is gone.</p><p><b>marta</b> wrote on 4 November:</p><p>Thank you, it works.</p><form><textarea placeholder="Write a reply"></textarea><button>Reply</button></form>`,
    ),
  ]),
  pass('erscheint-demnaechst', 'The new books of a publisher.', [
    whole(
      'Vorschau - Verlag am Deich',
      `<h1>Vorschau</h1><h2>Das Haus am Siel</h2><p>Roman, 312 Seiten. Erscheint demnächst.</p><h2>Ebbe</h2><p>Erzählungen, 180 Seiten. Bald erhältlich.</p><h2>Wattwege</h2><p>Bildband, 96 Seiten. Lieferbar.</p><p>Der Verlag am Deich verlegt seit 1951 Bücher über die Küste, ihre Menschen und ihr Wetter. Unsere Bücher bekommen Sie in jeder Buchhandlung.</p>`,
      { lang: 'de' },
    ),
  ]),
  pass('shortcodes-explained', 'The manual of a plugin.', [
    whole(
      'Shortcodes - Tidy Forms manual',
      `<h1>Shortcodes</h1><p>Put <code>[tidy-form id="3"]</code> where the form shall be. With <code>[tidy-form id="3" title="Contact"]</code> it gets a headline.</p>${about}${about}`,
    ),
  ]),
  pass('type-specimen', 'A foundry shows a typeface.', [
    whole(
      'Mistral Serif - Specimen',
      '<h1 style="font-size:8rem">Aa Bb</h1><p style="font-size:3rem">Quousque tandem abutere, Catilina, patientia nostra?</p><p style="font-size:2rem">The quick brown fox jumps over the lazy dog. 0123456789 ÄÖÜ éèê ß &amp; @ % ‰</p><p>Mistral Serif has nine weights. Licences from 40 €.</p>',
    ),
  ]),
]

/** Pages that intentionally have little or no content. */
const sparse: readonly Fault[] = [
  pass('empty-cart', 'Nothing has been put into the cart.', [
    whole(
      'Your cart - Map & Globe',
      '<header><a href="?">Map &amp; Globe</a></header><h1>Your cart is empty</h1><p>Looks like you have not added anything yet.</p><a href="?">Continue shopping</a><footer>Delivery within three days. Returns are free.</footer>',
    ),
  ]),
  pass('one-word', 'The page is its one word.', [
    whole(
      'Is the bridge open?',
      '<div style="display:grid;place-items:center;height:100vh;font:900 22vw sans-serif">YES</div>',
    ),
  ]),
  pass(
    'chat-offline',
    'The desk of the chat is closed at night.',
    [
      atEnd(
        '<div style="position:fixed;right:16px;bottom:16px;width:260px;background:#fff;border:1px solid;padding:12px">We are offline. Leave a message and we will get back to you tomorrow.<button>Write</button></div>',
      ),
    ],
    inBrowser,
  ),
]

/** Failed requests and messages that do not affect a visitor. */
const requests: readonly Fault[] = [
  pass(
    'report-only-policy',
    'A policy that is only being tried.',
    [
      headers({
        'content-security-policy-report-only':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'none'",
      }),
    ],
    inBrowser,
  ),
  pass('intentionally-blank', 'A page of a book says that it is empty.', [
    whole(
      'Page 2',
      `<p style="margin:40vh auto;text-align:center">This page is intentionally left blank.</p><nav><a href="?">Page 1</a> <a href="?">Page 3</a></nav>`,
    ),
  ]),
]

/** Written for the second set. */
const second: readonly Fault[] = [
  pass('question-about-refusal', 'A question and its answer, with the message in a quotation.', [
    whole(
      'ECONNREFUSED when I start the container',
      `<h1>ECONNREFUSED when I start the container</h1><p>asked three years ago</p><blockquote>Error: connect ECONNREFUSED 127.0.0.1:5432</blockquote><p>My API cannot reach the database. What is wrong?</p><h2>1 answer</h2><p>In a container, localhost is the container. Use the name of the service, db, in the address.</p>${about}${about}`,
    ),
  ]),
  pass('magazine-construction', 'A magazine of builders has this name.', [
    whole(
      'Under Construction - the magazine of the building trade',
      `<h1>Under Construction</h1><p>Issue 4: bridges of wood.</p><ul><li>A tower on piles</li><li>What does a crane cost?</li><li>Interview: the mason of the cathedral</li></ul>${about}`,
    ),
  ]),
  pass('estate-for-sale', 'An agent sells a house.', [
    whole(
      'Mill with land - for sale',
      `<h1>Mill with land</h1><p>This property is for sale. Make an offer, or call for more information about this estate. 410,000 €.</p>${about}`,
    ),
  ]),
  pass(
    'live-score',
    'A board that says all the time that it is updating.',
    [
      atTop(
        '<section aria-live="polite"><h2>Live</h2><p>Linden 2 : 1 Auental</p><small>Updating…</small></section>',
      ),
    ],
    inBrowser,
  ),
  pass('magic-link', 'A sign-in without a password.', [
    whole(
      'Log in - Ledgerly',
      '<main style="max-width:360px;margin:20vh auto"><h1>Log in to Ledgerly</h1><label>Work e-mail <input type="email"></label><button>Send me a link</button><p>We will e-mail you a link, no password needed.</p></main>',
    ),
  ]),
  pass(
    'wasm-slow-way',
    'A file of the wrong type is compiled the slow way.',
    [
      bundle(
        'const say = (words) => { const p = document.createElement("p"); p.textContent = words; document.body.append(p) }; WebAssembly.instantiateStreaming(fetch("/calc.wasm")).catch((e) => { console.warn("falling back to ArrayBuffer instantiation", e.message); return fetch("/calc.wasm").then((r) => r.arrayBuffer()).then((b) => WebAssembly.instantiate(b)) }).then(() => say("The calculator is ready."))',
      ),
      at('/calc.wasm', {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0),
      }),
    ],
    inBrowser,
  ),
  pass(
    'stream-over',
    'A stream says with 204 that it has nothing more.',
    [
      bundle('new EventSource("/stream").onerror = (e) => e.target.close()'),
      at('/stream', { status: 204, headers: {}, body: new Uint8Array() }),
    ],
    inBrowser,
  ),
  pass(
    'slash-added',
    'The address without a slash leads to the one with it.',
    [
      at('/tours', {
        status: 308,
        headers: { location: '/tours/', 'cache-control': 'no-store' },
        body: new Uint8Array(),
      }),
      at(
        '/tours/',
        text(
          200,
          'text/html; charset=utf-8',
          `<!doctype html><html lang="en"><head><title>Tours</title></head><body><h1>Tours</h1>${about}</body></html>`,
        ),
      ),
    ],
    { url: (site) => `https://${site.host}/tours` },
  ),
  pass(
    'hour-glass-shop',
    'A shop for egg timers, whose pictures turn.',
    [
      atTop(
        '<style>@keyframes turn{to{transform:rotate(360deg)}}</style><h1>Please wait: three minutes to a good egg</h1><p>Our sand glasses run for one, three or five minutes.</p><svg width="60" height="60" style="animation:turn 4s linear infinite"><circle cx="30" cy="30" r="24" fill="none" stroke="teal" stroke-width="6" stroke-dasharray="110 40"/></svg>',
      ),
    ],
    inBrowser,
  ),
  pass('terminal-shop', 'A page in the manner of a terminal, with a log as its ornament.', [
    whole(
      'kern.el - plain text hosting',
      `<body style="background:#000;color:#3f3;font-family:monospace"><pre>$ kern deploy ./public\n[ok] 41 files\n[ok] certificate\n[warn] robots.txt not found\n[ok] https://you.kern.el</pre><h1>Hosting for plain text</h1>${about}<p>3 € per month.</p>`,
    ),
  ]),
]

export const setBHarmless: readonly Fault[] = [...second, ...subjects, ...sparse, ...requests]
