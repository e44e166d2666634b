import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  json,
  late,
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const lateButWell = rowsOf('late but well')

const svg = (body: string, width = 240, height = 180) =>
  text(
    200,
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`,
  )
const empty = { status: 204, headers: uncached, body: new Uint8Array() }

const words: readonly Fault[] = [
  pass('h-status-history', 'A page about the state of a service, with its history, in Spanish.', [
    whole(
      'Estado de Puerto Cloud',
      '<h1>Todos los sistemas funcionan</h1><p>Disponibilidad en 90 días: 99,97 %</p><h2>Incidentes anteriores</h2><h3>14 de noviembre: error 503 en la API</h3><p><b>Resuelto</b>: el servicio funciona con normalidad. <b>Identificado</b>: la base de datos no estaba disponible. <b>Investigando</b>: algunas peticiones devuelven "503 Service Unavailable".</p><h3>13 de noviembre</h3><p>Sin incidentes.</p>',
      { lang: 'es' },
    ),
  ]),
  pass('h-article-502', 'An article about an error of proxies, in French.', [
    whole(
      'Comprendre l’erreur 502 Bad Gateway',
      `<article><h1>Comprendre l’erreur 502 Bad Gateway</h1><p>Un serveur mandataire répond « 502 Bad Gateway » quand le serveur qui se trouve derrière lui ne répond pas comme il faut. Voici ce que l’on trouve alors dans le journal :</p><pre>connect() failed (111: Connection refused) while connecting to upstream</pre><p>Commencez par vérifier que le processus tourne, puis qu’il écoute au bon endroit. Dans la plupart des cas, un redémarrage suffit ; sinon, augmentez les délais.</p><p>Publié par Claire le 3 novembre, lu en quatre minutes.</p></article>`,
      { lang: 'fr' },
    ),
  ]),
  pass('h-shirts', 'A shop sells shirts with the words of errors.', [
    whole(
      'Error shirts',
      '<h1>Shirts for people who fix things</h1><ul><li>"404 Not Found", black, 24 € <button>Add to basket</button></li><li>"Internal Server Error", white, 24 € <button>Add to basket</button></li><li>"Segmentation fault (core dumped)", grey, 26 € <button>Add to basket</button></li><li>"It works on my machine", blue, 24 € <button>Add to basket</button></li></ul><p>Printed in Bern on cotton. Delivery in three days.</p>',
    ),
  ]),
  pass('h-design-system', 'A design system shows its components for errors.', [
    whole(
      'Alert – Harbour Design',
      '<h1>Alert</h1><p>Use an alert to tell people about something that needs their attention.</p><h2>Variants</h2><div role="alert" style="background:#fde8e8;padding:12px">Something went wrong. Please try again later.</div><div role="alert" style="background:#e8f5fd;padding:12px;margin-top:8px">A new version is available.</div><h2>Code</h2><pre><code>&lt;Alert kind="error"&gt;Something went wrong. Please try again later.&lt;/Alert&gt;</code></pre><h2>Accessibility</h2><p>The role of the element is alert, so that screen readers announce it.</p>',
    ),
  ]),
  pass('h-inbox-empty', 'An inbox in which everything is read.', [
    whole(
      'Inbox – Harbour Mail',
      '<nav><a href="#">Inbox</a> <a href="#">Sent</a> <a href="#">Archive</a></nav><main><h1>Inbox</h1><p>No messages. You are all caught up!</p><button>Write a message</button></main>',
    ),
  ]),
  pass('h-banner-japanese', 'A healthy page announces its maintenance of next week, in Japanese.', [
    atTop(
      '<div lang="ja" style="background:#fff3cd;color:#000;padding:12px">【お知らせ】12月2日(水)午前1時から午前5時まで、システムメンテナンスのためサービスを一時停止いたします。</div>',
    ),
  ]),
  pass('h-charset-explained', 'An article explains garbled characters.', [
    whole(
      'Why you see Ã¤ instead of ä',
      `<article><h1>Why you see Ã¤ instead of ä</h1><p>The letter ä is two bytes in UTF-8. A program that reads them as Latin-1 shows two characters: Ã¤. In the same way ö becomes Ã¶, ü becomes Ã¼ and the euro sign â‚¬.</p><p>Declare the charset of the page, and save the file in the same one. A database has a charset of its own, for each table.</p>${about}</article>`,
    ),
  ]),
  pass('h-hexdump', 'A tool shows the bytes of a file.', [
    whole(
      'Hex viewer',
      '<h1>Hex viewer</h1><p>Drop a file here to see its bytes.</p><pre>00000000  89 50 4e 47 0d 0a 1a 0a  00 00 00 0d 49 48 44 52  |.PNG........IHDR|\n00000010  00 00 01 00 00 00 01 00  08 06 00 00 00 5c 72 a8  |.............\\r.|\n00000020  66 00 00 20 00 49 44 41  54 78 9c ec bd 79 9c 5c  |f.. .IDATx...y.\\|</pre><p>Sample: harbour.png, 8,312 bytes</p><button>Open a file</button>',
    ),
  ]),
  pass('h-template-playground', 'A playground for templates, with source and result.', [
    whole(
      'Template playground',
      '<h1>Template playground</h1><label>Template<br><textarea rows="5" cols="60">Hello {{ user.name }}, you have {{ count }} new {% if count == 1 %}message{% else %}messages{% endif %}.</textarea></label><h2>Result</h2><output>Hello Anna, you have 3 new messages.</output><p>Values are given as JSON, filters are documented in the manual.</p>',
    ),
  ]),
  pass('h-undefined-records', 'A label of music is named Undefined.', [
    whole(
      'Undefined Records',
      '<h1>Undefined Records</h1><p>An independent label from Leipzig since 2009. New this autumn: "Null Island" by NaN, and the second album of Object Object.</p><ul><li>NaN: Null Island, LP, 22 €</li><li>Object Object: Exceptions, LP, 22 €</li></ul><p>Write to us for the catalogue; records are shipped on Fridays.</p>',
    ),
  ]),
  pass('h-table-sparse', 'A comparison with many values that do not exist.', [
    whole(
      'Plans',
      '<h1>Plans</h1><table border="1"><tr><th></th><th>Free</th><th>Team</th><th>Company</th></tr><tr><td>Price</td><td>0 €</td><td>12 €</td><td>On request</td></tr><tr><td>Projects</td><td>1</td><td>20</td><td>Unlimited</td></tr><tr><td>Audit log</td><td>–</td><td>–</td><td>Yes</td></tr><tr><td>Single sign-on</td><td>N/A</td><td>N/A</td><td>Yes</td></tr><tr><td>Support</td><td>–</td><td>Mail</td><td>Telephone</td></tr></table><p>All prices per month and person, without tax.</p>',
    ),
  ]),
  pass('h-question-crash', 'A question and answers about a crash, with its trace.', [
    whole(
      'Segmentation fault when reading a file – Answers',
      '<h1>Segmentation fault when reading a file</h1><p>Asked 4 days ago, viewed 112 times</p><p>My program ends with this:</p><pre>Segmentation fault (core dumped)\n#0  0x00007f12 in fread () from libc.so.6\n#1  0x0000401a in main (argc=1) at read.c:12</pre><h2>2 answers</h2><p>The file could not be opened, so that the pointer is null. Check what fopen returns before you read.</p><p>Build it with the address sanitizer, which names the line.</p>',
    ),
  ]),
  pass('h-events-cancelled', 'A programme in which some events are cancelled.', [
    whole(
      'Programm',
      '<h1>Programm im Dezember</h1><ul><li>4.12. Orgelkonzert, 19 Uhr</li><li>6.12. Lesung: <b>abgesagt</b></li><li>11.12. Kammerchor, ausverkauft</li><li>18.12. Weihnachtsoratorium, <b>verschoben</b> auf den 20.12.</li></ul><p>Karten gibt es an der Abendkasse und in der Buchhandlung am Markt.</p>',
      { lang: 'de' },
    ),
  ]),
  pass('h-amharic', 'A page in Amharic.', [
    whole(
      'የሐይቅ ዳር ሆቴል',
      '<h1>እንኳን ደህና መጡ</h1><p>ሆቴላችን በሐይቁ ዳር ይገኛል። ሁሉም ክፍሎች ወደ ሐይቁ የሚያሳይ መስኮት አላቸው። ቁርስ ከጠዋቱ አንድ ሰዓት ጀምሮ ይቀርባል።</p><p>ለበለጠ መረጃ ይደውሉልን።</p>',
      { lang: 'am' },
    ),
  ]),
  pass('h-georgian', 'A page in Georgian.', [
    whole(
      'სასტუმრო ტბასთან',
      '<h1>კეთილი იყოს თქვენი მობრძანება</h1><p>ჩვენი სასტუმრო ტბის პირას მდებარეობს. ყველა ოთახიდან იშლება ხედი ტბაზე, საუზმე კი დილის შვიდი საათიდან არის.</p><p>დაგვირეკეთ ნებისმიერ დროს.</p>',
      { lang: 'ka' },
    ),
  ]),
  pass('h-cyrillic-old-charset', 'An old page in the charset that it declares.', [
    (request) =>
      request.isPage
        ? {
            ...text(200, 'text/html; charset=windows-1251', ''),
            body: windows1251(
              '<!doctype html><html lang="ru"><head><title>Шахматный клуб</title></head><body><h1>Шахматный клуб</h1><p>Клуб открыт по вторникам и четвергам с шести до десяти вечера. Новички приходят в любой день, доски и часы есть.</p></body></html>',
            ),
          }
        : undefined,
  ]),
]

function windows1251(characters: string): Uint8Array {
  return Uint8Array.from(characters, (one) => {
    const code = one.charCodeAt(0)
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
  })
}

const looks: readonly Fault[] = [
  pass('h-loaders', 'A collection of animations for loading.', [
    whole(
      'Loaders in CSS',
      '<h1>Loaders in CSS</h1><p>Twelve animations, without a script. Choose one and copy it.</p><div style="display:flex;gap:40px;padding:40px"><i class="a"></i><i class="a" style="border-radius:8px"></i><i class="a" style="border-style:dotted"></i></div><p>Each is below 400 bytes and works in all browsers since 2019.</p>',
      {
        head: '<style>.a{width:60px;height:60px;border:6px solid #ccc;border-top-color:#06c;border-radius:50%;animation:s 1s linear infinite}@keyframes s{to{transform:rotate(1turn)}}</style>',
      },
    ),
  ]),
  pass('h-game-canvas', 'A game begins with a black canvas.', [
    whole(
      'Night Harbour',
      '<canvas width="960" height="540" style="background:#000;display:block"></canvas><p>Press any key to start. Move with the arrows.</p><script>const c=document.querySelector("canvas").getContext("2d");c.fillStyle="#fff";c.font="32px monospace";c.fillText("NIGHT HARBOUR",340,270)</script>',
      { head: '<style>body{background:#000;color:#ddd}</style>' },
    ),
  ]),
  pass('h-dark-gallery', 'A gallery is nearly black by design.', [
    whole(
      'Nocturnes',
      '<main style="padding:30vh 10vw"><h1 style="font-weight:300">Nocturnes</h1><p>Photographs of harbours at night, 2019 to 2026. On view at the Old Mill until 31 January.</p></main>',
      { head: '<style>body{background:#0b0b0b;color:#8f8f8f;margin:0}</style>' },
    ),
  ]),
  pass('h-address-echo', 'The page is the address of who asks.', [
    (request) =>
      request.isPage ? text(200, 'text/plain; charset=utf-8', '203.0.113.24\n') : undefined,
  ]),
  pass('h-health-json', 'The address is a check of health for machines.', [
    (request) =>
      request.isPage
        ? json({ status: 'ok', errors: 0, error: null, failed: [] }, uncached)
        : undefined,
  ]),
  pass('h-link-page', 'A page with five links and nothing else.', [
    whole(
      'Mira',
      '<main style="text-align:center;padding-top:80px"><h1>@mira</h1><p><a href="#">Shop</a></p><p><a href="#">Music</a></p><p><a href="#">Tickets</a></p></main>',
    ),
  ]),
  pass('h-print-invoice', 'An invoice that opens the dialog for print.', [
    whole(
      'Invoice 2026-118',
      '<h1>Invoice 2026-118</h1><table><tr><td>Canoe, two days</td><td>120,00 €</td></tr><tr><td>Paddle</td><td>12,00 €</td></tr><tr><td>Total</td><td>132,00 €</td></tr></table><p>Paid on 20 November. Thank you.</p><script>window.print()</script>',
    ),
  ]),
  pass('h-portfolio-huge', 'A portfolio with a very large picture.', [
    whole(
      'Jonas Feld',
      '<h1>Jonas Feld, architect</h1><img src="/work/mill.svg" width="1100" alt="The mill"><p>The mill at the lake, 2025</p>',
    ),
    at(
      '/work/mill.svg',
      svg(
        `<rect width="6000" height="4000" fill="#357"/>${Array.from({ length: 12000 }, (_, i) => `<rect x="${(i * 37) % 6000}" y="${(i * 91) % 4000}" width="40" height="30" fill="#${String(100 + (i % 800))}"/>`).join('')}`,
        6000,
        4000,
      ),
    ),
  ]),
  pass('h-consent-modal', 'A question for consent covers a healthy page.', [
    atEnd(
      '<div role="dialog" aria-modal="true" style="position:fixed;inset:0;background:#0008;z-index:99999"><div style="background:#fff;color:#000;width:520px;margin:120px auto;padding:24px"><h2>We value your privacy</h2><p>We and our partners store information on your device. You can change your choice at any time.</p><button>Reject all</button> <button>Accept all</button></div></div>',
    ),
  ]),
  pass('h-age-gate', 'A winery asks for the age of its visitors.', [
    whole(
      'Weingut Feld',
      '<main style="text-align:center;padding:120px"><h1>Weingut Feld</h1><p>Are you 18 or older?</p><button>Yes</button> <button>No</button><p>Please enjoy responsibly.</p></main>',
    ),
  ]),
  pass('h-paywall', 'An article of which only the start is free.', [
    whole(
      'The last miller',
      `<article><h1>The last miller</h1>${about}<p style="-webkit-mask-image:linear-gradient(#000,transparent)">When the stones stood still for the first time, nobody in the village noticed, since it was Sunday.</p></article><aside><h2>Subscribe to continue reading</h2><button>From 4 € a month</button></aside>`,
    ),
  ]),
  pass('h-spoiler', 'A text with a passage that is blurred until it is clicked.', [
    atTop(
      '<section style="background:#fff;color:#000"><h2>How the film ends</h2><p>Click to reveal: <span tabindex="0" style="filter:blur(6px)">The captain was the keeper of the lighthouse all along.</span></p></section>',
    ),
  ]),
  pass('h-timer', 'A timer that stands at zero.', [
    whole(
      'Timer',
      '<main style="text-align:center"><p style="font-size:160px;margin:60px">00:00</p><button>Start</button> <button>Reset</button></main>',
    ),
  ]),
]

const activity: readonly Fault[] = [
  pass(
    'h-api-fallback',
    'The page asks the new interface first, and takes the old one where there is none.',
    [
      atTop(
        '<section style="background:#fff;color:#000"><h2>Opening hours</h2><p id="h-hours">Tuesday to Saturday</p></section>',
      ),
      bundle(
        "fetch('/api/v2/hours',{method:'HEAD'}).then((r)=>fetch(r.ok?'/api/v2/hours':'/api/v1/hours')).then((r)=>r.json()).then((d)=>{document.getElementById('h-hours').textContent=d.text})",
      ),
      at('/api/v2/hours', notFound),
      at('/api/v1/hours', json({ text: 'Tuesday to Saturday, 9 to 18' }, uncached)),
    ],
    inBrowser,
  ),
  pass(
    'h-avatar-initials',
    'Who has no picture gets initials.',
    [
      atTop(
        '<section style="background:#fff;color:#000"><h2>Comment by Anna</h2><span><img src="/avatar/5d41402a?d=404" width="40" height="40" alt="" onerror="this.replaceWith(\'AB\')"></span><p>A fine shop with a good stove.</p></section>',
      ),
      at('/avatar/5d41402a', notFound),
    ],
    inBrowser,
  ),
  pass(
    'h-blocker-canary',
    'The page tests whether advertisements are blocked.',
    [
      bundle(
        "fetch('/ads/banner-728x90.js',{method:'HEAD'}).then((r)=>{window.adsAllowed=r.ok},()=>{window.adsAllowed=false})",
      ),
      at('/ads/banner-728x90.js', notFound),
    ],
    inBrowser,
  ),
  pass(
    'h-short-link',
    'A short address leads to the page.',
    [
      (request, _upstream, site) =>
        request.path === '/go/summer'
          ? { status: 302, headers: { ...uncached, location: site.url }, body: new Uint8Array() }
          : undefined,
    ],
    { url: ({ host }) => `https://${host}/go/summer` },
  ),
  pass(
    'h-beacons',
    'Beacons are answered with no content.',
    [
      bundle(
        "navigator.sendBeacon('/rum','a');fetch('/rum',{method:'POST',keepalive:true,body:'b'})",
      ),
      at('/rum', empty),
    ],
    inBrowser,
  ),
  pass(
    'h-polling',
    'A board asks for news every second.',
    [
      application(
        "const root=document.getElementById('root');root.innerHTML='<h1>Departures</h1><ul><li>10:15 Island</li><li>10:45 North shore</li><li>11:30 Island</li></ul><p id=t></p>';const ask=()=>fetch('/api/board').then((r)=>r.json()).then((d)=>{document.getElementById('t').textContent='Boats on time: '+d.onTime});ask();setInterval(ask,1000)",
      ),
      at('/api/board', json({ onTime: 3 }, uncached)),
    ],
    inBrowser,
  ),
  pass(
    'h-policy-reports',
    'A policy is tried, and its reports are taken.',
    [
      headers({
        'content-security-policy-report-only': "script-src 'self'; report-uri /csp-report",
      }),
      atEnd('<script>window.dataLayer=window.dataLayer||[]</script>'),
      at('/csp-report', empty),
    ],
    inBrowser,
  ),
  pass(
    'h-console-warning',
    'The console warns visitors of fraud.',
    [
      bundle(
        "console.error('%cStop!','color:red;font-size:40px');console.error('This is a browser feature intended for developers. If someone told you to paste something here, it is a scam.')",
      ),
    ],
    inBrowser,
  ),
  pass(
    'h-typeahead-aborts',
    'Each request for suggestions ends the one before it.',
    [
      bundle(
        "let c;const ask=(q)=>{c?.abort();c=new AbortController();return fetch('/suggest?q='+q,{signal:c.signal}).then((r)=>r.json()).catch((e)=>{if(e.name!=='AbortError')throw e})};ask('c');ask('ca');ask('can')",
      ),
      late(150, at('/suggest', json(['canoe'], uncached))),
    ],
    inBrowser,
  ),
  lateButWell.pass(
    'h-slow-list',
    'A list comes after three seconds, and the page says so.',
    [
      application(
        "const root=document.getElementById('root');root.innerHTML='<h1>Boats</h1><p role=status>Loading boats…</p>';fetch('/api/boats').then((r)=>r.json()).then((all)=>{root.innerHTML='<h1>Boats</h1><ul>'+all.map((one)=>'<li>'+one+', free today</li>').join('')+'</ul>'})",
      ),
      late(3000, at('/api/boats', json(['Canoe', 'Kayak', 'Dinghy', 'Rowing boat'], uncached))),
    ],
    inBrowser,
  ),
  lateButWell.pass(
    'h-splash',
    'A logo is shown for two seconds before the page.',
    [
      atEnd(
        '<div id="h-splash" style="position:fixed;inset:0;background:#123;color:#fff;z-index:99999;padding:40vh 0;text-align:center;font-size:40px">Seeblick</div><script>setTimeout(()=>document.getElementById("h-splash").remove(),2000)</script>',
      ),
    ],
    inBrowser,
  ),
]

/** Written by an outside tester who had not read the rules. */
export const setHHarmless: readonly Fault[] = [...words, ...looks, ...activity]
