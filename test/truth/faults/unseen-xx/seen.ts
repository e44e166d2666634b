import { application, atEnd, atTop, bundle, type Fault, inHead } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const seen = rowsOf('cannot be seen')
const waits = rowsOf('never ready')
const late = rowsOf('fails late')
const words = rowsOf('words of a broken site')

const draw = (markup: string) =>
  `document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`

const layout = (main: string) =>
  `<header><strong>Atelier Nord</strong> <nav><a href="#work">Work</a> <a href="#studio">Studio</a> <a href="#contact">Contact</a></nav></header><main id="content">${main}</main><footer><small>© 2026 Atelier Nord</small></footer>`

const article = `<h1>The house by the mill</h1>${about}${about}`

export const setXxSeen: readonly Fault[] = [
  seen.issue(
    'xx-mounts-nowhere',
    'The script looks for an element by an id that the page does not have, and the page stays white.',
    [
      application(
        `const target = document.getElementById('app'); if (target) target.textContent = 'Orders'`,
      ),
    ],
    inBrowser,
  ),
  seen.issue(
    'xx-no-environment',
    'Without its variables the client of the database throws before anything is drawn.',
    [
      application(
        `const url = undefined; if (!url) throw new Error('supabaseUrl is required.'); ${draw(layout(article))}`,
      ),
    ],
    inBrowser,
  ),
  seen.issue(
    'xx-animation-never-starts',
    'Everything is transparent until a library for animations shows it, and the library is not installed.',
    [inHead('<style>body { opacity: 0 !important; transition: opacity .4s !important }</style>')],
    inBrowser,
  ),
  seen.issue(
    'xx-dev-style-left',
    'The rule that hides the page while a dev server builds it was exported too.',
    [inHead('<style data-next-hide-fouc="true">body { display: none !important }</style>')],
    inBrowser,
  ),
  seen.issue(
    'xx-half-a-theme',
    'The variable for white text is set and the one for the dark background is not.',
    [
      whole('The house by the mill', article, {
        head: '<style>:root { --foreground: 0 0% 100% } body { color: hsl(var(--foreground)); background: hsl(var(--background)) }</style>',
      }),
    ],
    inBrowser,
  ),
  seen.issue(
    'xx-stage-over-page',
    'The stage of the animation was meant to lie behind the page and lies over it.',
    [
      atEnd(
        '<div id="webgl" style="position:fixed;inset:0;background:#05060f;z-index:2147483647"></div>',
      ),
    ],
    inBrowser,
  ),
  seen.review(
    'xx-backdrop-without-dialog',
    'The page is dark and takes no click, since the dialog went and its backdrop did not.',
    [
      atEnd(
        '<div class="modal-backdrop fade show" style="position:fixed;inset:0;background:#000;opacity:.6;z-index:2147483647"></div>',
      ),
    ],
    inBrowser,
  ),
  seen.issue(
    'xx-no-route-matches',
    'The router has another base than the host, so there is a frame with nothing in it.',
    [
      application(
        `console.warn('No routes matched location "' + location.pathname + '"'); ${draw(layout(''))}`,
      ),
    ],
    inBrowser,
  ),
  waits.review(
    'xx-suspense-french',
    'The part in the middle is never resolved, and a visitor reads that it is being loaded.',
    [application(draw(layout('<p role="status">Chargement en cours…</p>')))],
    inBrowser,
  ),
  seen.review(
    'xx-login-at-the-root',
    'The guard was put around all routes, so that the public start page asks for a password.',
    [
      application(
        `history.replaceState(null, '', '?redirect=%2F'); ${draw('<main><h1>Sign in to continue</h1><p>Please log in to view this page.</p><form><label>Email <input type="email" name="email"></label> <label>Password <input type="password" name="password"></label> <button>Sign in</button></form></main>')}`,
      ),
    ],
    inBrowser,
  ),
  seen.issue(
    'xx-frame-of-expired-tunnel',
    'The page is only a frame around a tunnel that has expired.',
    [
      whole(
        'Sales dashboard',
        '<iframe src="https://quiet-maple-lamp-otter.trycloudflare.com/" title="Sales dashboard" style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe>',
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'xx-session-check-empties',
    'The check of the session finds nobody, draws nothing, and the page becomes white after a moment.',
    [bundle('setTimeout(() => document.body.replaceChildren(), 1500)')],
    inBrowser,
  ),
  seen.issue(
    'xx-scene-never-drawn',
    'The model of the scene is missing, so the whole page is a canvas without a stroke.',
    [
      whole(
        'Aurora – a walk through the ice',
        `<canvas id="scene" style="position:fixed;inset:0;width:100%;height:100%"></canvas><script>const scene = document.getElementById('scene'); scene.width = innerWidth; scene.height = innerHeight; const pen = scene.getContext('2d'); const models = []; const step = () => { pen.clearRect(0, 0, scene.width, scene.height); for (const one of models) one.draw(pen); requestAnimationFrame(step) }; step()</script>`,
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'xx-only-a-zero',
    'The condition of the view gives the length of an empty list, so all that is drawn is its number.',
    [application(draw('0'))],
    inBrowser,
  ),
  seen.issue(
    'xx-picture-of-undefined',
    'The bytes of the picture were not there when its address was put together.',
    [
      atTop(
        '<img src="data:image/png;base64,undefined" alt="The team at work" width="600" height="300" style="position:relative;z-index:99">',
      ),
    ],
    inBrowser,
  ),
  seen.review(
    'xx-watch-page-framed',
    'The address of the page of the film was framed in place of that of its player.',
    [
      atTop(
        '<iframe src="https://www.youtube.com/watch?v=aqz-KE-bpKQ" width="640" height="360" title="Our film" style="position:relative;z-index:99"></iframe>',
      ),
    ],
    {
      tools: 'RV',
      hosts: () => ({
        'www.youtube.com': () => {
          const reply = text(200, 'text/html; charset=utf-8', '<title>YouTube</title>')
          return { ...reply, headers: { ...reply.headers, 'x-frame-options': 'SAMEORIGIN' } }
        },
      }),
    },
  ),
]
