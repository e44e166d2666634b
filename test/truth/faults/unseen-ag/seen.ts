import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  firstFile,
  inHead,
  instead,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const never = rowsOf('never ready')
const fails = rowsOf('fails late')
const garbage = rowsOf('garbage or source on the screen')

const RV = { tools: 'RV' } as const

/** Markup that is visible in front of bars that the page fixes at the top. */
const front = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:99999;background:#fff;color:#111;font:16px/1.5 sans-serif;padding:24px">${markup}</div>`,
  )

const show = (markup: string) =>
  `document.getElementById('root').innerHTML = ${JSON.stringify(markup)};`

export const setAgSeen: readonly Fault[] = [
  unseen.issue(
    'ag-env-missing-white',
    'A variable was not set on the platform, and the application stops before it draws.',
    [
      application(
        `const env = {}; if (!env.NEXT_PUBLIC_SUPABASE_URL) throw new Error('supabaseUrl is required.'); ${show('<h1>Orders</h1>')}`,
      ),
    ],
    RV,
  ),
  unseen.issue(
    'ag-router-basename-white',
    'The router knows another base path and draws nothing, without an error.',
    [
      application(
        `console.warn('<Router basename="/my-repo"> is not able to match the URL "' + location.pathname + '" because it does not start with the basename, so the <Router> won\\'t render anything.')`,
      ),
    ],
    RV,
  ),
  unseen.issue(
    'ag-bundle-missing-white',
    'The bundle was not uploaded, and only a note for browsers without scripts is in the page.',
    [
      at('/assets/app-3f2a91c0.js', notFound),
      application('', '<noscript>You need to enable JavaScript to run this app.</noscript>'),
    ],
    RV,
  ),
  unseen.issue(
    'ag-anti-flicker-stays',
    'A snippet hides the page until a test service starts, and that service was shut down.',
    [
      inHead(
        '<style>.async-hide, .async-hide body { opacity: 0 !important }</style><script>document.documentElement.classList.add("async-hide")</script>',
      ),
    ],
    RV,
  ),
  unseen.issue(
    'ag-white-on-white',
    'The theme of the night sets white text, and the background of the day stayed.',
    [
      inHead(
        '<style>html *, body { color: #fff !important; background: #fff !important; border-color: #fff !important } img, svg, canvas, video, iframe { visibility: hidden !important }</style>',
      ),
    ],
    RV,
  ),
  unseen.issue(
    'ag-off-canvas',
    'The class of the open menu is on the body, and everything is beside the screen.',
    [
      inHead(
        '<style>html { overflow-x: hidden !important } body { transform: translateX(-200vw) !important }</style>',
      ),
    ],
    RV,
  ),
  unseen.issue(
    'ag-root-without-height',
    'The root has no height and cuts off what is drawn in it.',
    [
      application(
        show('<h1>Orders</h1><p>These are the orders of today, the newest first.</p>'),
        '<style>#root { height: 0; overflow: hidden }</style>',
      ),
    ],
    RV,
  ),
  unseen.review(
    'ag-backdrop-without-dialog',
    'The dark layer of a dialog is there, the dialog is not, and nothing can be clicked.',
    [
      atEnd(
        '<div class="modal-backdrop" style="position:fixed;inset:0;background:rgba(0,0,0,.93);z-index:2147483000"></div>',
      ),
    ],
    RV,
  ),
  unseen.issue(
    'ag-masked-forwarding',
    'The registrar shows another site in a frame, and that site has no name any more.',
    [
      instead(
        (site) =>
          `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Pension Seeblick</title></head><body><iframe src="https://pension.${site.stranger}/" title="Pension" style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe></body></html>`,
      ),
    ],
    { ...RV, hosts: (site) => ({ [`pension.${site.stranger}`]: 'nothing' }) },
  ),
  unseen.review(
    'ag-purged-styles',
    'The build found no template and threw all styles away.',
    [
      firstFile(
        'stylesheet',
        text(200, 'text/css; charset=utf-8', '/*! tailwindcss v4.1.11 | MIT License */\n'),
      ),
    ],
    { ...RV, needs: ['stylesheet'] },
  ),
  fails.issue(
    'ag-version-reload-loop',
    'The cache keeps the old page, which sees a new version and loads itself again for ever.',
    [
      atEnd(
        `<script>fetch('/version.json', { cache: 'no-store' }).then((answer) => answer.json()).then(({ version }) => { if (version !== '2025.06.02') setTimeout(() => location.reload(), 400) })</script>`,
      ),
      at('/version.json', json({ version: '2025.06.03' })),
    ],
    RV,
  ),
  never.review(
    'ag-flutter-loader',
    'The engine of Flutter does not come, and its blue bar runs for ever.',
    [
      application(
        `const style = document.createElement('style'); style.textContent = '@keyframes ag-run { from { left: -30% } to { left: 100% } } .flutter-loader { position: fixed; top: 50%; left: 30%; width: 40%; height: 6px; overflow: hidden; background: #d4e6fb } .flutter-loader::after { content: ""; position: absolute; height: 100%; width: 30%; background: #0553b1; animation: ag-run 1.2s infinite }'; document.head.append(style); ${show('<div class="flutter-loader" role="progressbar" aria-label="Loading"></div>')} fetch('/canvaskit/canvaskit.wasm').catch(() => {})`,
      ),
      at('/canvaskit/canvaskit.wasm', 'hang'),
    ],
    RV,
  ),
  never.review(
    'ag-notebook-connects',
    'A data application says in French that it connects, and never does.',
    [
      application(
        `${show('<h1>Tableau de bord</h1><p role="status">Connexion au serveur en cours, veuillez patienter…</p>')} fetch('/_stcore/health').catch(() => {})`,
      ),
      at('/_stcore/health', 'hang'),
    ],
    RV,
  ),
  never.review(
    'ag-host-wakes-for-ever',
    'The free plan shows its waiting page, and the service behind it never starts.',
    [
      whole(
        'Render',
        '<main style="background:#000;color:#fff;font-family:monospace;padding:80px;min-height:100vh"><h1>Application loading</h1><p>SERVICE WAKING UP ...</p><p>ALLOCATING COMPUTE RESOURCES ...</p><p>PREPARING INSTANCE FOR INITIALIZATION ...</p></main>',
      ),
    ],
    RV,
  ),
  garbage.issue(
    'ag-charset-of-server',
    'The server says Latin-1 for a page in UTF-8, and all umlauts are broken.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/html; charset=iso-8859-1',
              '<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Bäckerei Müller</title></head><body><h1>Bäckerei Müller in Köln</h1><p>Frische Brötchen für Frühaufsteher: täglich geöffnet ab sechs Uhr. Möchten Sie größere Mengen bestellen? Rufen Sie uns spätestens am Vortag an. Süßes gibt es natürlich auch, von Käsekuchen bis Nussstückchen.</p></body></html>',
            )
          : undefined,
    ],
    RV,
  ),
  garbage.issue(
    'ag-liquid-on-screen',
    'The site is served without its generator, so its templates are on the screen.',
    [
      front(
        '<p>--- layout: default title: Home ---</p>{% include header.html %}<h1>{{ site.title }}</h1><p>{{ page.excerpt | strip_html }}</p>{% for post in site.posts %}<h2>{{ post.title }}</h2>{% endfor %}',
      ),
    ],
    RV,
  ),
  garbage.issue(
    'ag-state-on-screen',
    'A closing tag in a text ends the state of the page early, and the rest of it is shown.',
    [
      front(
        '"}],"total":2},"__N_SSP":true},"page":"/","query":{},"buildId":"kX3s9QmZp0a1Bv7","isFallback":false,"gssp":true,"locale":"en","scriptLoader":[]}&lt;/script&gt;',
      ),
    ],
    RV,
  ),
  garbage.issue(
    'ag-merge-markers',
    'A conflict was committed, and its marks are in the page.',
    [
      front(
        '&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD<h1>Summer sale</h1>=======<h1>Autumn sale</h1>&gt;&gt;&gt;&gt;&gt;&gt;&gt; feature/autumn',
      ),
    ],
    RV,
  ),
  garbage.review(
    'ag-message-keys',
    'The file of the language was not found, and keys stand in the place of words.',
    [
      bundle(`console.warn('i18next::translator: missingKey de translation home.hero.title')`),
      front(
        '<h1>home.hero.title</h1><p>home.hero.subtitle</p><a href="#top">home.hero.cta.button</a><ul><li>home.features.fast.title</li><li>home.features.safe.title</li></ul>',
      ),
    ],
    RV,
  ),
  garbage.review(
    'ag-invalid-dates',
    'The format of the date has changed in the content system, and every post shows it.',
    [
      front(
        '<h2>Latest posts</h2><p>Invalid Date · NaN min read</p><p>Moving to the new warehouse</p><p>Invalid Date · NaN min read</p><p>Our autumn catalogue</p><p>by undefined</p>',
      ),
    ],
    RV,
  ),
]
