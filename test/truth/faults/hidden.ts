import { application, bundle, type Fault } from '../fault.ts'
import { inBrowser, rowsOf, whole } from '../row.ts'

const hidden = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const words = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')

const bakery = (style: string, more = '') =>
  whole(
    'Linden bakery',
    `<header><b>Linden bakery</b> <nav><a href="#bread">Bread</a> <a href="#rolls">Rolls</a> <a href="#way">The way here</a></nav></header><main id="bread"><h1>Bread from our own oven</h1><p>We bake each night from three o'clock on, with flour of the mill in our street, and open at half past six.</p><p id="rolls">On Saturdays there are rolls with poppy seeds, and a cake of the season.</p></main><footer id="way">Linden Street 4, behind the station</footer>${more}`,
    { head: `<style>${style}</style>` },
  )

/** Content that is in the page but that no visitor finds. The rules knew only one form of each of these classes. */
export const hiddenFaults: readonly Fault[] = [
  hidden.issue(
    'main-not-displayed',
    'A rule of an advertisement blocker was taken into the theme.',
    [bakery('main { display: none }')],
    inBrowser,
  ),
  hidden.issue(
    'main-without-height',
    'A part that was to unfold stays closed.',
    [bakery('main { max-height: 0; overflow: hidden }')],
    inBrowser,
  ),
  hidden.issue(
    'main-beside-window',
    'The content slides in, and its script is gone.',
    [bakery('main { transform: translateX(-110vw) }')],
    inBrowser,
  ),
  hidden.issue(
    'main-blurred',
    'The blur behind a dialog stays when the dialog is closed.',
    [bakery('main { filter: blur(14px) }')],
    inBrowser,
  ),
  hidden.issue(
    'menu-over-page',
    'The menu for small screens is open on large ones, and has no button.',
    [
      bakery(
        '.menu { position: fixed; inset: 0; background: #fff }',
        '<div class="menu"><a href="#bread">Bread</a> <a href="#rolls">Rolls</a> <a href="#way">The way here</a></div>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'lines-over-lines',
    'A variable of the theme has no unit: lines have no height.',
    [bakery('main * { line-height: 0; margin: 0 } main p { width: 300px }')],
    inBrowser,
  ),
  waiting.review(
    'counter-for-ever',
    'A counter of a loader stays at its start.',
    [application("document.getElementById('root').innerHTML = '<p>0 %</p>'")],
    inBrowser,
  ),
  garbage.issue(
    'only-a-value',
    'The root component returns nothing, and its caller prints that.',
    [application("document.getElementById('root').textContent = String(undefined)")],
    inBrowser,
  ),
  words.issue(
    'alert-of-axios',
    'An interceptor puts the message of each failure into an alert.',
    [
      bundle(
        `setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div role="alert" style="position:fixed;top:0;right:0;background:#fff">AxiosError: Network Error</div>'), 300)`,
      ),
    ],
    inBrowser,
  ),
]
