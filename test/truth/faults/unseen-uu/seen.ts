import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  inHead,
  instead,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const later = rowsOf('fails late')

const ring =
  '<style>@keyframes donus { to { transform: rotate(360deg) } } .loader { width: 56px; height: 56px; margin: 160px auto 16px; border: 6px solid #ddd; border-top-color: #e4002b; border-radius: 50%; animation: donus .9s linear infinite }</style><div class="loader"></div>'

const french =
  '<h1>Auberge du Vieux Pont</h1><p>Cuisine de saison au bord de la Loue, dans une maison de 1780. La terrasse est ouverte de mai à septembre, et la salle toute l’année, devant la cheminée.</p><h2>Menus</h2><p>Menu du jour à 21 euros, menu du terroir à 34 euros. Nos truites viennent de la rivière, nos fromages des fruitières voisines.</p><h2>Réserver</h2><p>Par téléphone, du mercredi au dimanche, à partir de dix heures.</p>'

export const setUuSeen: readonly Fault[] = [
  unseen.issue(
    'uu-anti-flicker-stays',
    'The snippet of the tests hides the page until a script shows it, and that script was removed last year.',
    [
      inHead(
        '<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.classList.add("async-hide")</script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'uu-frame-guard-of-old-domain',
    'The guard against framing shows the page on the old domain only, and the site has moved.',
    [
      inHead(
        '<style id="antiClickjack">body { display: none !important }</style><script>if (self === top && /(^|\\.)pousada-do-sol\\.com\\.br$/.test(location.hostname)) document.getElementById("antiClickjack").remove()</script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'uu-sections-wait-for-animation',
    'Every section waits for the library of the animations, which the new theme does not start: there is a head and then nothing.',
    [
      whole(
        'Studio Ferrante – Architettura',
        '<header style="padding:24px"><strong>Studio Ferrante</strong></header><section class="wow"><h1>Case che respirano</h1><p>Progettiamo e ristrutturiamo case di campagna, masserie e appartamenti in Puglia dal 1994, con pietra, calce e legno del posto.</p></section><section class="wow"><h2>Progetti</h2><p>Masseria Sant’Elia, casa a Ostuni, frantoio a Carovigno, scuola di Cisternino.</p></section><section class="wow"><h2>Contatti</h2><p>Via Roma 12, Martina Franca. Si riceve su appuntamento.</p></section>',
        {
          lang: 'it',
          head: '<style>.wow { visibility: hidden; min-height: 300px; padding: 24px } .wow.animated { visibility: visible }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'uu-white-on-white',
    'The theme writes in white on a dark picture, and the setting that named the picture is empty.',
    [
      whole('Auberge du Vieux Pont', french, {
        lang: 'fr',
        head: '<style>body { color: #fff; background: #fff; font: 18px/1.6 Georgia, serif; padding: 48px } h1, h2 { color: #fff }</style>',
      }),
    ],
    inBrowser,
  ),
  unseen.issue(
    'uu-cloak-stays',
    'The page is cloaked until Vue has taken it over, and Vue looks for an element with another name.',
    [
      bundle(
        `const app = document.querySelector('#shop-app'); if (app) app.removeAttribute('v-cloak'); else console.warn('[Vue warn]: Failed to mount app: mount target selector "#shop-app" returned null.')`,
      ),
      document((html) => html.replace(/<body/i, '<body v-cloak')),
      inHead('<style>[v-cloak] { display: none !important }</style>'),
    ],
    inBrowser,
  ),
  unseen.issue(
    'uu-menu-pushes-page-away',
    'The rule that moves the closed menu off the screen has lost its class and moves the whole page.',
    [
      inHead(
        '<style>html { overflow-x: hidden !important } body { position: relative !important; left: -100vw !important; width: 100vw !important } body * { position: static !important }</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.review(
    'uu-backdrop-without-dialog',
    'A dark sheet lies over the page and swallows each click, and the dialog that belongs to it is not there.',
    [
      atEnd(
        '<style>body.modal-open { overflow: hidden !important } .consent-backdrop { position: fixed !important; inset: 0; z-index: 2147483640; background: rgba(0, 0, 0, .88) }</style><div class="consent-backdrop"></div><script>document.body.classList.add("modal-open")</script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'uu-forwarded-in-frame',
    'The registrar shows the real site in a frame, and since its last update the real site forbids that.',
    [
      instead(
        (site) =>
          `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Frameset//EN" "http://www.w3.org/TR/html4/frameset.dtd">\n<html><head><title>${site.host}</title><meta name="description" content=""></head><frameset rows="100%,*" border="0"><frame src="https://shop.${site.stranger}/" frameborder="0"><frame frameborder="0" noresize></frameset></html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`shop.${site.stranger}`]: () => ({
          ...text(
            200,
            'text/html',
            '<!doctype html><title>Shop</title><h1>Willkommen im Hofladen</h1>',
          ),
          headers: { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'SAMEORIGIN' },
        }),
      }),
    },
  ),
  unseen.review(
    'uu-nothing-between-head-and-foot',
    'The page builder was switched off, and there is a menu, a foot and nothing between them.',
    [
      whole(
        'Inicio – Ferretería Los Pinos',
        '<header><strong>Ferretería Los Pinos</strong> <nav><a href="#inicio">Inicio</a> <a href="#tienda">Tienda</a> <a href="#contacto">Contacto</a></nav></header><main id="content"><article><div class="entry-content"></div></article></main><footer>© 2024 Ferretería Los Pinos. Funciona con WordPress.</footer>',
        {
          lang: 'es',
          head: '<style>body { margin: 0; font: 16px sans-serif } header, footer { padding: 24px; background: #234; color: #fff } nav a { color: #fff; margin-left: 16px } main { min-height: 600px }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'uu-title-not-closed',
    'The end tag of the title went with a change of the template, and the whole page is the title of a white one.',
    [
      instead(
        `<!DOCTYPE html>\n<html lang="fr">\n<head>\n<meta charset="utf-8">\n<title>Auberge du Vieux Pont\n<meta name="viewport" content="width=device-width">\n</head>\n<body>\n${french}\n</body>\n</html>\n`,
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'uu-xhtml-not-well-formed',
    'The page is sent as XHTML, and one ampersand in the name of the shop makes the browser show an error in its place.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'application/xhtml+xml; charset=utf-8',
              '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" lang="de">\n<head><title>Holz & Garten Brandl</title></head>\n<body><h1>Holz & Garten Brandl</h1><p>Zäune, Terrassen und Carports aus heimischer Lärche.</p></body>\n</html>\n',
            )
          : undefined,
    ],
    inBrowser,
  ),
  unseen.issue(
    'uu-browser-too-old',
    'A script from the days of Chrome 60 reads two digits of the version and turns every visitor of today away.',
    [
      atEnd(`<script>
var version = /Chrome\\/(\\d\\d)/.exec(navigator.userAgent)
if (version && Number(version[1]) < 60) document.body.innerHTML = '<h1>Ihr Browser wird nicht mehr unterstützt</h1><p>Sie verwenden Chrome ' + version[1] + '. Bitte installieren Sie eine aktuelle Version von Chrome (ab 60), Firefox (ab 55) oder Edge, um diese Seite zu sehen.</p>'
</script>`),
    ],
    inBrowser,
  ),
  unseen.review(
    'uu-session-expired-on-home',
    'The module for customers lays its notice over the public page although nobody had logged in.',
    [
      atEnd(
        '<div role="dialog" aria-modal="true" style="position:fixed;inset:0;z-index:2147483640;background:#fff;color:#111;padding:160px 24px;text-align:center"><h2>Tu sesión ha expirado</h2><p>Por seguridad hemos cerrado tu sesión. Vuelve a iniciar sesión para continuar.</p><button>Iniciar sesión</button></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'uu-alert-of-developer',
    'A message box from the search for a bug stops every visitor before the page.',
    [atTop('<script>alert("aqui 2: undefined")</script>')],
    inBrowser,
  ),
  waiting.issue(
    'uu-script-without-end',
    'A loop that waits for a value that never comes keeps the tab busy until the visitor closes it.',
    [
      bundle(
        `setTimeout(() => { while (!window.carritoListo) { Math.sqrt(Math.random()) } }, 300)`,
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'uu-korean-loading',
    'The table of the courses never comes, and the page says that it loads.',
    [
      application(`document.getElementById('root').innerHTML = ${JSON.stringify(`${ring}<p style="text-align:center">로딩 중입니다. 잠시만 기다려 주세요...</p>`)}
      fetch('/api/v1/lectures').then((answer) => answer.json()).then((list) => { document.getElementById('root').textContent = list.length })`),
      at('/api/v1/lectures', 'hang'),
    ],
    inBrowser,
  ),
  later.issue(
    'uu-reload-without-cookie',
    'The page reloads until its cookie of the language is there, which is set for the old domain and never comes.',
    [
      atEnd(
        (site) =>
          `<script>if (!/idioma=/.test(document.cookie)) { document.cookie = 'idioma=es; path=/; domain=${site.stranger}'; location.reload() }</script>`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'uu-document-write-wipes',
    'The script of the weather writes into the document when it is done, and so replaces the page.',
    [
      bundle(
        `setTimeout(() => { document.open(); document.write('<!-- meteo widget v1.2 -->'); document.close() }, 1200)`,
      ),
    ],
    inBrowser,
  ),
]
