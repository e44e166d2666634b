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
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const waits = rowsOf('late but well')

/** Pages about faults, and pages that request optional resources. */
export const setJHarmless: readonly Fault[] = [
  pass(
    'j-article-critical-error',
    'An article explains the critical error of WordPress and quotes it.',
    [
      whole(
        'How to fix “There has been a critical error on this website”',
        `<main><article><h1>How to fix “There has been a critical error on this website”</h1><p>Published by Ines on 4 November 2026</p><p>After an update some of our readers see only one sentence: “There has been a critical error on this website.” It means that PHP stopped with a fatal error. Look into your mail first: WordPress sends a link to its recovery mode.</p><h2>Find the plugin</h2><p>Set <code>WP_DEBUG</code> in wp-config.php, load the page again and read the last line of debug.log, for example:</p><pre>PHP Fatal error:  Uncaught Error: Call to undefined function create_function() in /var/www/html/wp-content/plugins/old-slider/slider.php:12</pre><p>Rename the folder of that plugin, and the site is back. ${'Then update it, or choose another one that is maintained. '.repeat(3)}</p></article></main>`,
      ),
    ],
  ),
  pass('j-status-page-resolved', 'A status page tells of an incident that is over.', [
    whole(
      'Mill & Maps status',
      '<main><h1>All systems operational</h1><ul><li>Shop: Operational</li><li>API: Operational</li><li>Search: Operational</li></ul><h2>Past incidents</h2><h3>19 November 2026</h3><p>Resolved: checkout returned 503 Service Unavailable between 09:12 and 09:40 UTC. A database ran out of connections. We have raised its limit.</p><h3>2 November 2026</h3><p>No incidents reported.</p></main>',
    ),
  ]),
  pass('j-changelog', 'A changelog names the errors that were mended.', [
    whole(
      'Changelog – mapkit',
      "<main><h1>Changelog</h1><h2>4.2.1 (17 November 2026)</h2><ul><li>Fix “TypeError: Cannot read properties of undefined (reading 'zoom')” when a layer is removed twice</li><li>Fix labels that showed NaN or [object Object] without a locale</li><li>Show “Something went wrong” in place of an empty map when tiles answer 500</li></ul><h2>4.2.0 (3 November 2026)</h2><ul><li>Add terrain</li><li>Remove the deprecated option <code>legacyTiles</code></li></ul></main>",
    ),
  ]),
  pass('j-template-tutorial', 'A tutorial shows source of templates in blocks of code.', [
    atTop(
      '<section><h2>Loops in templates</h2><p>This is how a list is written:</p><pre><code>{% for item in products %}\n  &lt;li&gt;{{ item.name }}&lt;/li&gt;\n{% endfor %}</code></pre><p>A variable stands in two braces, as in <code>{{ user.name }}</code>.</p></section>',
    ),
  ]),
  pass(
    'j-mojibake-explained',
    'An article explains why people read strange letters, and shows some.',
    [
      whole(
        'Why you see Ã¤ instead of ä',
        '<main><h1>Why you see Ã¤ instead of ä</h1><p>A text in UTF-8 that is read as Latin-1 shows two letters for one: “Ã¤” stands for ä, “Ã¶” for ö, “â€™” for an apostrophe. The cure is to say which encoding a page has, in its header and in its markup.</p><table><tr><th>Meant</th><th>Shown</th></tr><tr><td>ü</td><td>Ã¼</td></tr><tr><td>é</td><td>Ã©</td></tr></table></main>',
      ),
    ],
  ),
  pass('j-error-page-design', 'A lesson about design shows two good error pages as examples.', [
    whole(
      'Designing error pages people forgive',
      `<main><h1>Designing error pages people forgive</h1><p>A good error page says what happened, whose fault it is, and where to go next. Here are two that we like.</p><figure style="border:1px solid #ccc;padding:24px"><h3>404 – this page took a walk</h3><p>Sorry, we can’t find that page. Try the search, or go back to the start.</p><figcaption>A shop for hikers</figcaption></figure><figure style="border:1px solid #ccc;padding:24px"><h3>We’ll be right back</h3><p>We are down for maintenance until 10:00. Your basket is safe.</p><figcaption>A bookseller</figcaption></figure>${about}</main>`,
    ),
  ]),
  pass(
    'j-canvas-game',
    'A game draws itself on a canvas: there is hardly any text.',
    [
      whole(
        'Snake',
        `<canvas id="game" width="800" height="600"></canvas><script>
          const pen = document.getElementById('game').getContext('2d')
          let head = 0
          const draw = () => {
            pen.fillStyle = '#0b2a12'
            pen.fillRect(0, 0, 800, 600)
            pen.fillStyle = '#7fe38f'
            for (let n = 0; n < 12; n += 1) pen.fillRect(((head + n) % 40) * 20, 300, 18, 18)
            pen.fillStyle = '#e35b5b'
            pen.fillRect(600, 120, 18, 18)
            pen.font = '28px monospace'
            pen.fillText('SCORE 0 – PRESS SPACE', 40, 60)
            head += 1
            setTimeout(draw, 150)
          }
          draw()
        </script>`,
        {
          head: '<style>body { margin: 0; background: #111; display: grid; place-items: center }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  pass(
    'j-visitor-not-signed-in',
    'The page asks who is signed in; 401 means nobody, and the page offers to sign in.',
    [
      atTop('<p id="who"></p>'),
      bundle(
        "fetch('/api/me').then((answer) => { document.getElementById('who').innerHTML = answer.status === 401 ? '<a href=\"#sign-in\">Sign in</a>' : 'Welcome back' })",
      ),
      at('/api/me', { ...json({ error: 'unauthenticated' }), status: 401 }),
    ],
    inBrowser,
  ),
  pass(
    'j-search-aborted',
    'The page gives up its own request, because a newer one has replaced it.',
    [
      bundle(
        "const stop = new AbortController()\nfetch('/api/suggest?q=m', { signal: stop.signal }).catch(() => {})\nstop.abort()\nfetch('/api/suggest?q=mi').then((answer) => answer.json())",
      ),
      at('/api/suggest', json(['mill', 'mile'])),
    ],
    inBrowser,
  ),
  pass(
    'j-policy-report-only',
    'A new policy is only tried: it reports the inline script, and blocks nothing.',
    [
      headers({ 'content-security-policy-report-only': "script-src 'self'" }),
      atEnd('<script>document.documentElement.dataset.ready = "yes"</script>'),
    ],
  ),
  pass(
    'j-portrait-fallback',
    'The portrait service has no picture of this author, and the page shows initials in its place.',
    [
      atTop(
        ({ stranger }) =>
          `<p><img src="https://portraits.${stranger}/avatar/3c1f?d=404" alt="" width="40" height="40" onerror="this.replaceWith(Object.assign(document.createElement('b'), { textContent: 'IK' }))"> Written by Ines Kern</p>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`portraits.${stranger}`]: () => notFound }) },
  ),
  pass('j-minimal-japanese', 'A small page in Japanese, complete as it is.', [
    whole(
      '喫茶みずうみ',
      '<h1>喫茶みずうみ</h1><p>営業時間 10時から18時(月曜定休)</p><p>京都市左京区一乗寺 電話 075-000-0000</p>',
      {
        lang: 'ja',
      },
    ),
  ]),
  pass('j-minimal-arabic', 'A small page in Arabic, from right to left.', [
    whole(
      'مكتبة المطحنة',
      '<main dir="rtl"><h1>مكتبة المطحنة</h1><p>كتب وخرائط وكرات أرضية. نفتح أبوابنا من الثلاثاء إلى السبت.</p></main>',
      { lang: 'ar' },
    ),
  ]),
  pass(
    'j-skeletons-shown-off',
    'The page of a library of components shows its spinner and its skeleton.',
    [
      whole(
        'Feedback components – Pebble UI',
        `<main><h1>Feedback components</h1><p>Use a spinner for less than three seconds, and a skeleton when the shape of the content is known.</p><h2>Spinner</h2><style>@keyframes turn{to{transform:rotate(1turn)}}.spinner{width:32px;height:32px;border:4px solid #ddd;border-top-color:#246;border-radius:50%;animation:turn 1s linear infinite}.skeleton{height:16px;width:300px;margin:8px 0;background:#ddd}</style><div class="spinner" role="status" aria-label="Loading"></div><pre><code>&lt;Spinner label="Loading" /&gt;</code></pre><h2>Skeleton</h2><div class="skeleton"></div><div class="skeleton"></div><pre><code>&lt;Skeleton lines={2} /&gt;</code></pre>${about}</main>`,
      ),
    ],
    inBrowser,
  ),
  waits.pass(
    'j-splash-goes',
    'The application shows a splash until its data are there, about a second later.',
    [
      application(
        `const root = document.getElementById('root')
        root.innerHTML = '<p style="text-align:center;margin-top:40vh">Loading…</p>'
        fetch('/api/timetable').then((answer) => answer.json()).then((all) => {
          root.innerHTML = '<h1>Departures</h1><ul>' + all.map((one) => '<li>' + one + '</li>').join('') + '</ul>${about}'
        })`,
      ),
      at(
        '/api/timetable',
        late(1100, () => json(['09:12 Harbour', '09:40 Old Town', '10:05 Airport'])),
      ),
    ],
    inBrowser,
  ),
  pass('j-plain-text-list', 'The page is a short text, and was meant to be one.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'text/plain; charset=utf-8',
            '# Opening hours\nTue-Fri 10-18\nSat 10-14\n\n# Mail\nshop@millmaps.example\n',
          )
        : undefined,
  ]),
]
