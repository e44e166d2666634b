import {
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  inHead,
  json,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const seen = rowsOf('cannot be seen')
const never = rowsOf('never ready')
const late = rowsOf('fails late')
const garbage = rowsOf('garbage or source on the screen')
const assets = rowsOf('assets')

/** A section of the page in front of all others. */
const band = (markup: string) =>
  `<div style="position:relative;z-index:99999;background:#fff;color:#222;padding:16px">${markup}</div>`

const bodyTag = /<body(?:"[^"]*"|'[^']*'|[^'">])*>/i

const pixel =
  '<noscript><img height="1" width="1" style="display:none" src="https://www.facebook.com/tr?id=281474976710&ev=PageView&noscript=1"/>'

const empty = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

export const setYySeen: readonly Fault[] = [
  seen.issue(
    'yy-pixel-not-closed',
    'The snippet of a tracker was pasted without its end, and the whole page is inside of it.',
    [
      document((html) => {
        const page = html.replace(/<\/?noscript[^>]*>/gi, '')
        return bodyTag.test(page) ? page.replace(bodyTag, (tag) => tag + pixel) : pixel + page
      }),
    ],
    inBrowser,
  ),
  seen.issue(
    'yy-hidden-against-framing',
    'A rule hides the page until a script takes it away, and the optimiser has removed that script.',
    [inHead('<style id="antiClickjack">body{display:none !important;}</style>')],
    inBrowser,
  ),
  seen.issue(
    'yy-preloader-without-end',
    'The white sheet of the theme, which should fade when all is loaded, stays over the page.',
    [
      atTop(
        '<div class="qodef-page-spinner" style="position:fixed;top:0;left:0;width:100%;height:100%;background:#fff;z-index:2147483000"><div class="qodef-m-inner"></div></div>',
      ),
    ],
    inBrowser,
  ),
  seen.issue(
    'yy-white-on-white',
    'Somebody chose white for text and ground in the options of the theme.',
    [
      inHead(
        '<style id="customizer-css">html, body, body * { color: #fff !important; background: #fff !important; border-color: #fff !important; -webkit-text-fill-color: #fff !important; text-shadow: none !important }</style>',
      ),
    ],
    inBrowser,
  ),
  seen.issue(
    'yy-counter-writes-page-away',
    'An old counter writes into the document after it was closed, and the page is gone.',
    [
      atEnd(
        `<script>window.addEventListener('load', function () { setTimeout(function () { document.write('<!-- Besucherz\\u00e4hler -->'); document.close() }, 300) })</script>`,
      ),
    ],
    inBrowser,
  ),
  seen.review(
    'yy-backdrop-left',
    'The dark sheet of a window that never opens lies over the page, and nothing can be clicked.',
    [
      atEnd(
        '<div class="modal-backdrop fade show" style="position:fixed!important;inset:0;width:100vw;height:100vh;background:#000!important;opacity:.5!important;z-index:2147483000"></div>',
      ),
    ],
    inBrowser,
  ),
  seen.issue(
    'yy-menu-pushes-page-away',
    'The menu for telephones is stuck half open, and the page stands beside the screen.',
    [
      inHead(
        '<style>html { overflow: hidden !important } body { transform: translate3d(-150vw, 0, 0) !important; overflow: hidden !important }</style>',
      ),
    ],
    inBrowser,
  ),
  seen.issue(
    'yy-frameset-without-main',
    'The site of 2003 has two frames, and the file of the larger one was lost in the move.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/html; charset=utf-8',
              '<html><head><title>Freiwillige Feuerwehr Altdorf</title></head><frameset cols="180,*" border="0"><frame src="/navi.htm" name="navi"><frame src="/Start.htm" name="main"><noframes><body>Ihr Browser kann keine Frames anzeigen.</body></noframes></frameset></html>',
            )
          : undefined,
      at(
        '/navi.htm',
        text(
          200,
          'text/html; charset=utf-8',
          '<html><body bgcolor="#ffeecc"><b>Feuerwehr</b><br>Start<br>Einsätze<br>Jugend</body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  seen.review(
    'yy-lazy-pictures-never-come',
    'The plug-in that loads pictures late was removed, and its placeholders are all that is there.',
    [
      atTop(
        band(
          `<h2>Galerie photo</h2>${[1, 2, 3]
            .map(
              (n) =>
                `<img class="jetpack-lazy-image" src="${empty}" data-src="/wp-content/uploads/galerie-${n}.jpg" alt="Galerie ${n}" width="320" height="240" style="background:#eee">`,
            )
            .join(' ')}`,
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'yy-logo-cut-in-database',
    'The logo is written into the page, and the field of the database was too short for it.',
    [
      atTop(
        band(
          '<img src="data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEASABIAAD/4gxYSUNDX1BST0ZJTEUAAQEAAAxITGlubwIQAABtbnRyUkdCIFhZWiAHzgACAAkABgAxAABhY3NwTVNGVAAAAABJRUMgc1JHQgAAAAAAAAAAAAAAAAAA9tYAAQAAAADTLUhQICA" alt="Autohaus Lindner" width="400" height="100">',
        ),
      ),
    ],
    inBrowser,
  ),
  seen.review(
    'yy-flash-intro',
    'The head of the page is a film for Flash, which no browser plays any more.',
    [
      atTop(
        band(
          '<object type="application/x-shockwave-flash" data="/flash/intro.swf" width="800" height="350"><param name="movie" value="/flash/intro.swf"><p>Um diesen Inhalt zu sehen, benötigen Sie den Adobe Flash Player.</p><p>Get Adobe Flash player</p></object>',
        ),
      ),
    ],
    inBrowser,
  ),
  seen.review(
    'yy-nothing-between-head-and-foot',
    'The article of the front page was unpublished, and there is nothing between the menu and the footer.',
    [
      whole(
        'Gemeinde Oberau',
        '<header style="background:#063;color:#fff;padding:16px"><b>Gemeinde Oberau</b> <nav>Rathaus | Bürger | Tourismus</nav></header><main style="min-height:500px"><div class="item-page"></div></main><footer style="background:#eee;padding:16px">Impressum | Datenschutz</footer>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  never.review(
    'yy-chargement',
    'All that the visitor reads in French is that the page is being loaded.',
    [
      whole(
        'Médiathèque municipale',
        '<div id="app"><p style="text-align:center;margin-top:200px">Chargement en cours, veuillez patienter…</p></div><script>fetch("/api/catalogue").then((reponse) => reponse.text()).then((texte) => { document.getElementById("app").textContent = texte })</script>',
        { lang: 'fr' },
      ),
      at('/api/catalogue', 'hang'),
    ],
    inBrowser,
  ),
  late.issue(
    'yy-reloads-for-a-new-version',
    'The page compares its version with that of the server, which never agree, and reloads each time.',
    [
      bundle(
        `fetch('/version.json').then((answer) => answer.json()).then(({ build }) => { if (build !== '1.4.0') setTimeout(() => location.reload(), 400) })`,
      ),
      at('/version.json', json({ build: '1.4.1' }, uncached)),
    ],
    inBrowser,
  ),
  seen.issue(
    'yy-asks-for-javascript',
    'The page asks to switch JavaScript on, though it is on, because nothing replaces the sentence.',
    [
      whole(
        'Online-Terminvergabe',
        '<div id="root"><div style="margin:120px auto;width:500px"><h2>JavaScript ist deaktiviert</h2><p>Bitte aktivieren Sie JavaScript in Ihrem Browser, um diese Anwendung zu nutzen.</p></div></div>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  seen.review(
    'yy-only-for-internet-explorer',
    'A script of long ago knows only Internet Explorer and Netscape, and turns everybody else away.',
    [
      whole(
        'Biblioteca',
        `<div id="todo"></div><script>document.getElementById('todo').innerHTML = navigator.userAgent.indexOf('MSIE') > 0 ? '<h1>Biblioteca</h1>' : '<h2>Navegador no compatible</h2><p>Su navegador no es compatible con este sitio. Utilice Internet Explorer 6.0 o superior.</p>'</script>`,
        { lang: 'es' },
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'yy-invalid-dates',
    'The events have dates in a form that browsers cannot read, and visitors see that.',
    [
      atTop(
        band(
          `<h2>Nächste Termine</h2>${about}<ul id="yy-termine" style="font-size:20px"></ul><script>for (const one of [{ datum: '31.12.2025 19:00', titel: 'Silvesterlauf' }, { datum: '24.05.2025 10:00', titel: 'Maimarkt' }]) { document.getElementById('yy-termine').insertAdjacentHTML('beforeend', '<li>' + new Date(one.datum).toLocaleDateString('de-DE') + ' – ' + one.titel + ' (' + one.ort + ')</li>') }</script>`,
        ),
      ),
    ],
    inBrowser,
  ),
]
