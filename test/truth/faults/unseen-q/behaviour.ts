import { application, at, atEnd, atTop, bundle, type Fault, inHead, json } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const { pass: passLate } = rowsOf('late but well')

const drawing = (colour: string) =>
  text(
    200,
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="${colour}"/><circle cx="210" cy="190" r="120" fill="#fff"/><path d="M0 330h600v70H0z" fill="#135"/></svg>`,
  )

/** Ordinary behaviour of pages in a browser. The author had not read the rules. */
export const setQBehaviour: readonly Fault[] = [
  pass(
    'q-form-hints',
    'A form whose hints for wrong entries are in the page, and hidden.',
    [
      whole(
        'Book a table',
        `<h1>Book a table</h1><form novalidate><p><label>Name <input name="name"></label> <span class="error" role="alert">This field is required.</span></p><p><label>E-mail <input type="email" name="email"></label> <span class="error" role="alert">Please enter a valid email address.</span></p><p><label>Guests <input type="number" name="guests" value="2"></label> <span class="error" role="alert">Something went wrong with this field. Please try again.</span></p><button>Book</button></form><div class="failed">Oops! Your form could not be submitted. An error occurred on the server.</div><p>We hold a table for fifteen minutes.</p>`,
        {
          head: '<style>.error { visibility: hidden; color: #b00 } .failed { display: none }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-age-gate',
    'A maker of whisky asks for the age of a visitor before it shows itself.',
    [
      whole(
        'Strathmore Distillery',
        `<main><h1>Strathmore Distillery</h1><p>Single malt from the east coast since 1887. Tours from Monday to Saturday at eleven, one and three o’clock.</p><p>Our twelve-year-old has been in bourbon casks, our eighteen-year-old in sherry casks.</p></main><div role="dialog" aria-modal="true" style="position:fixed;inset:0;background:#1b1712;color:#f3e9d8;display:grid;place-content:center;text-align:center;z-index:100"><h2>Welcome</h2><p>You must be of legal drinking age in your country of residence to enter this website.</p><p><button onclick="this.closest('[role=dialog]').remove()">Yes, I am</button> <button>No, I am not</button></p></div>`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-newsletter-popup',
    'A letter is offered two seconds after the page has come.',
    [
      bundle(
        `setTimeout(() => { const one = document.createElement('div'); one.setAttribute('role', 'dialog'); one.style.cssText = 'position:fixed;left:50%;top:50%;transform:translate(-50%,-50%);width:340px;padding:24px;background:#fff;color:#222;box-shadow:0 0 0 200vmax rgba(0,0,0,.5);z-index:9999'; one.innerHTML = '<h2>10 % off your first order</h2><p>One letter a month, nothing else. Unsubscribe whenever you like.</p><input type="email" placeholder="you@example.org" aria-label="E-mail"> <button>Subscribe</button> <button>No, thanks</button>'; document.body.append(one) }, 2000)`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-cookie-banner',
    'The site asks whether it may count its visitors.',
    [
      atEnd(
        '<div role="region" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;padding:16px;background:#222;color:#fff;z-index:999"><p>We use cookies to understand how you use this site. Some of it will not work as expected without the necessary ones.</p><button>Accept all</button> <button>Reject all</button> <button>Settings</button></div>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-chat-offline',
    'The window of a chat outside of office hours.',
    [
      bundle(
        `const one = document.createElement('aside'); one.style.cssText = 'position:fixed;right:16px;bottom:16px;width:260px;padding:12px;background:#fff;color:#222;border:1px solid #999;z-index:99'; one.innerHTML = "<b>Chat with us</b><p>We are currently offline. Leave us a message and we'll get back to you.</p><button>Leave a message</button>"; document.body.append(one)`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-tabs',
    'A product with three tabs: what is in the closed ones is asked for by a click.',
    [
      application(
        `const panels = { description: '<p>A rucksack of waxed cotton with leather straps, for two days on foot. It holds 28 litres.</p><p>Made in Porto. Brush it when it is dry, and wax it once a year.</p>', delivery: '<p>Two to four days, free above €80.</p>' }; document.getElementById('root').innerHTML = '<h1>Rucksack 28</h1><div role="tablist"><button role="tab" aria-selected="true">Description</button><button role="tab" aria-selected="false">Reviews (37)</button><button role="tab" aria-selected="false">Delivery</button></div><div role="tabpanel">' + panels.description + '</div><div role="tabpanel" hidden><div class="spinner" aria-busy="true">Loading reviews…</div></div><div role="tabpanel" hidden>' + panels.delivery + '</div><p><b>€149</b> <button>Add to basket</button></p>'`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-carousel',
    'Pictures of which one is shown, and the rest are beside the screen.',
    [
      atTop(
        '<section aria-roledescription="carousel" style="overflow:hidden;height:220px"><div id="q-slides" style="display:flex;width:300%;height:100%;transition:transform .6s"><img src="/slides/a.svg" alt="Summer" style="width:33.33%;object-fit:cover"><img src="/slides/b.svg" alt="Autumn" style="width:33.33%;object-fit:cover"><img src="/slides/c.svg" alt="Winter" loading="lazy" style="width:33.33%;object-fit:cover"></div></section>',
      ),
      bundle(
        `let n = 0; setInterval(() => { n = (n + 1) % 3; document.getElementById('q-slides').style.transform = 'translateX(-' + n * 33.333 + '%)' }, 2500)`,
      ),
      at('/slides/a.svg', drawing('#c82')),
      at('/slides/b.svg', drawing('#a52')),
      at('/slides/c.svg', drawing('#68a')),
    ],
    inBrowser,
  ),
  pass(
    'q-lazy-pictures',
    'Pictures below the first screen are fetched when somebody scrolls to them.',
    [
      whole(
        'The coast in twelve pictures',
        `<h1>The coast in twelve pictures</h1>${about}${Array.from({ length: 12 }, (_, n) => `<figure><img class="lazy" width="600" height="400" alt="Cliffs, number ${n + 1}" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-src="/coast/${n + 1}.svg" style="background:#dde"><figcaption>Number ${n + 1}: the cliffs on a morning in May.</figcaption></figure>`).join('')}<script>const seen = new IntersectionObserver((all) => { for (const one of all) if (one.isIntersecting) { one.target.src = one.target.dataset.src; seen.unobserve(one.target) } }, { rootMargin: '200px' }); document.querySelectorAll('img.lazy').forEach((one) => seen.observe(one))</script>`,
      ),
      (request) => (request.path.startsWith('/coast/') ? drawing('#48a') : undefined),
    ],
    inBrowser,
  ),
  pass(
    'q-infinite-list',
    'A list that grows while somebody scrolls, with a mark at its end.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<h1>News of the harbour</h1><div id="list"></div><p id="more" aria-busy="true">Loading more…</p>'; let page = 0, asked = false; const more = async () => { if (asked) return; asked = true; const rows = await (await fetch('/api/news?page=' + ++page)).json(); document.getElementById('list').insertAdjacentHTML('beforeend', rows.map((one) => '<article style="min-height:180px"><h2>' + one.title + '</h2><p>' + one.text + '</p></article>').join('')); asked = false }; more().then(() => new IntersectionObserver((all) => { if (all[0].isIntersecting) more() }).observe(document.getElementById('more')))`,
      ),
      at('/api/news', (request) => {
        const page = Number(request.url.searchParams.get('page') ?? 1)
        return json(
          Array.from({ length: 20 }, (_, n) => ({
            title: `Ship ${(page - 1) * 20 + n + 1} has come in`,
            text: 'She carries timber and salt, and leaves again with the tide of Thursday.',
          })),
        )
      }),
    ],
    inBrowser,
  ),
  pass(
    'q-print-style',
    'On paper the page is another one; on the screen it is as ever.',
    [
      inHead(
        '<style media="print">body > * { display: none !important } body > .print-only { display: block !important }</style><style>.print-only { display: none }</style>',
      ),
      atEnd(
        '<p class="print-only">This page cannot be printed. Please order the brochure instead.</p>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-dark',
    'A page that is dark for everybody.',
    [
      whole(
        'Observatory',
        `<h1>Observatory</h1><p>Tonight: Saturn from nine o’clock, the moon from half past ten. Bring warm clothes, and a torch with red light.</p>${about}`,
        {
          head: '<meta name="color-scheme" content="dark"><style>html { background: #000; color: #9aa4b2; font: 18px/1.6 Georgia, serif } body { max-width: 640px; margin: 48px auto } h1 { color: #e6d9a8 }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-reveal-on-scroll',
    'Sections below the first screen fade in when they are reached.',
    [
      whole(
        'Joinery Lindqvist',
        `<h1>Joinery Lindqvist</h1><p>Stairs, windows and kitchens of oak and ash. Three people, one workshop, since 1958.</p>${about}<div style="height:70vh"></div>${['Stairs', 'Windows', 'Kitchens'].map((one) => `<section class="reveal"><h2>${one}</h2>${about}</section>`).join('')}<script>const seen = new IntersectionObserver((all) => all.forEach((one) => one.target.classList.toggle('shown', one.isIntersecting || one.target.classList.contains('shown')))); document.querySelectorAll('.reveal').forEach((one) => seen.observe(one))</script>`,
        {
          head: '<style>.reveal { opacity: 0; transform: translateY(30px); transition: all .6s; min-height: 60vh } .reveal.shown { opacity: 1; transform: none }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-film-behind-words',
    'A moving picture fills the first screen, with the name of the house on it.',
    [
      whole(
        'Hotel Miramar',
        `<canvas id="sea" width="640" height="360" hidden></canvas><video id="film" muted playsinline style="position:fixed;inset:0;width:100%;height:100%;object-fit:cover"></video><h1 style="position:relative;color:#fff;text-align:center;margin-top:40vh">Hotel Miramar</h1><script>const sea = document.getElementById('sea'), pen = sea.getContext('2d'); const draw = (now) => { pen.fillStyle = '#0a4d6e'; pen.fillRect(0, 0, 640, 360); pen.fillStyle = '#1c7fa6'; for (let x = 0; x < 640; x += 8) pen.fillRect(x, 180 + 24 * Math.sin(x / 40 + now / 700), 8, 180); requestAnimationFrame(draw) }; requestAnimationFrame(draw); const film = document.getElementById('film'); film.srcObject = sea.captureStream(15); film.play().catch(() => {})</script>`,
        { head: '<style>body { margin: 0; background: #0a4d6e }</style>' },
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-video-consent',
    'A film of a third party is loaded by a click only, in German.',
    [
      atEnd(
        '<section lang="de" style="width:480px;padding:32px;background:#e8e8e8;color:#222;text-align:center"><h2>Video: Ein Tag in der Werkstatt</h2><p>Dieser Inhalt wird erst nach Ihrer Einwilligung geladen. Dabei werden Daten an den Anbieter übertragen.</p><button>Video laden</button> <label><input type="checkbox"> Immer erlauben</label></section>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-hidden-states',
    'Cards for errors that wait in the page until they are needed.',
    [
      atEnd(
        '<template id="error-card"><div role="alert"><h2>Something went wrong</h2><p>Please try again later.</p></div></template><div id="offline" hidden>You are offline. Check your connection.</div><dialog><h2>Your session has expired</h2><p>Please sign in again.</p></dialog><noscript><p>You need to enable JavaScript to run this app.</p></noscript><div id="toast" style="position:fixed;left:-9999px" aria-live="polite"></div>',
      ),
      bundle(
        `addEventListener('offline', () => { document.getElementById('offline').hidden = false }); addEventListener('online', () => { document.getElementById('offline').hidden = true })`,
      ),
    ],
    inBrowser,
  ),
  passLate(
    'q-skeleton-three-seconds',
    'Grey bars for three seconds, then the list.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<h1>Your library</h1><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div>'; fetch('/api/library').then((one) => one.json()).then((books) => { root.innerHTML = '<h1>Your library</h1><ul>' + books.map((one) => '<li>' + one + '</li>').join('') + '</ul>' })`,
        '<style>.skeleton { height: 48px; margin: 16px; border-radius: 8px; background: linear-gradient(90deg, #eee, #ddd, #eee); background-size: 200%; animation: shine 1.2s infinite } @keyframes shine { to { background-position: -200% } }</style>',
      ),
      at('/api/library', async () => {
        await new Promise((resolve) => setTimeout(resolve, 3000))
        return json([
          'The Waves, Virginia Woolf',
          'Kokoro, Natsume Soseki',
          'Pedro Páramo, Juan Rulfo',
          'The Door, Magda Szabó',
        ])
      }),
    ],
    inBrowser,
  ),
  passLate(
    'q-splash',
    'The sign of the firm is shown for two seconds before the page.',
    [
      atTop(
        '<div id="splash" style="position:fixed;inset:0;background:#123;color:#fff;display:grid;place-content:center;font:bold 48px sans-serif;z-index:99999;transition:opacity .4s">NORD</div>',
      ),
      bundle(
        `const splash = document.getElementById('splash'); setTimeout(() => { splash.style.opacity = '0'; setTimeout(() => splash.remove(), 450) }, 2000)`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-feature-tests',
    'The page tries what the browser is able to do, and goes without the rest.',
    [
      bundle(
        `const has = {}; try { localStorage.setItem('__test', '1'); localStorage.removeItem('__test'); has.storage = true } catch { has.storage = false } try { has.webgl = Boolean(document.createElement('canvas').getContext('webgl2')) } catch { has.webgl = false } try { document.querySelector(':unknown-pseudo') } catch { has.pseudo = false } try { new Intl.Segmenter('en'); has.segments = true } catch { has.segments = false } has.usb = 'usb' in navigator; has.grid = CSS.supports('grid-template-rows', 'masonry'); const film = document.createElement('video'); has.hevc = film.canPlayType('video/mp4; codecs="hvc1"') !== ''; if (!has.usb) console.warn('WebUSB is not supported by this browser, firmware updates are hidden'); document.documentElement.classList.add(has.grid ? 'masonry' : 'no-masonry')`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-course-progress',
    'A course that nobody has begun: a bar at nought, and locked lessons.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Beginning with watercolours</h1><progress value="0" max="100"></progress> <span>0 % complete</span><ol><li>Paper and brushes <b>Start</b></li><li>Washes (locked)</li><li>Skies (locked)</li><li>Water (locked)</li></ol><p>Each lesson takes about twenty minutes. You may stop at any time.</p>'`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-countdown',
    'A conference counts down to its first day, and shows its programme.',
    [
      whole(
        'Timber Days 2027',
        `<h1>Timber Days 2027</h1><p>17 to 19 June 2027, Bergen</p><p id="left" style="font-size:40px"></p><h2>Programme</h2><ul><li>Thursday: Building high with wood</li><li>Friday: Fire, water and time</li><li>Saturday: Visits to three sawmills</li></ul><h2>Tickets</h2><p>Early bird until 31 January: €240. Students: €60.</p><script>const end = Date.UTC(2027, 5, 17, 7); const tick = () => { const s = Math.max(0, Math.floor((end - Date.now()) / 1000)); document.getElementById('left').textContent = Math.floor(s / 86400) + ' days ' + Math.floor(s / 3600) % 24 + ' h ' + Math.floor(s / 60) % 60 + ' min ' + s % 60 + ' s' }; tick(); setInterval(tick, 1000)</script>`,
      ),
    ],
    inBrowser,
  ),
]
