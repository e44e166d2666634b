import { application, at, atEnd, atTop, bundle, type Fault, inHead, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('cannot be seen')
const waits = rowsOf('never ready')

const header =
  '<header style="padding:16px;border-bottom:1px solid #ccc"><strong>Buchhandlung am Markt</strong> <a href="#start">Start</a></header>'
const footer = '<footer style="padding:16px">© 2025 Buchhandlung am Markt</footer>'
const article = `<h1>Books, maps and globes</h1>${about.repeat(3)}`

export const setSsSeen: readonly Fault[] = [
  issue(
    'ss-scroll-effect-never-starts',
    'All sections wait at opacity zero for a library of effects that is not there.',
    [
      whole(
        'Books',
        `${header}<main>${`<section data-aos="fade-up">${article}</section>`.repeat(2)}</main>${footer}`,
        {
          head: '<style>[data-aos] { opacity: 0; transform: translate3d(0, 100px, 0); transition: opacity .4s }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  issue(
    'ss-anti-flicker-stays',
    'The snippet of a test tool hides the page until the tool comes, and the tool was cancelled.',
    [
      inHead(
        `<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.className += ' async-hide'</script>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'ss-white-on-white',
    'The dark colours of the text came without the dark colour behind it.',
    [
      inHead(
        '<style>html, body, body * { color: #fff !important; background: #fff !important; border-color: #fff !important; fill: #fff !important }</style>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'ss-gradient-text-without-gradient',
    'The text is transparent for a gradient that the build threw away.',
    [
      whole('Books', `<main>${article}</main>`, {
        head: '<style>body * { background-clip: text; -webkit-background-clip: text; -webkit-text-fill-color: transparent }</style>',
      }),
    ],
    inBrowser,
  ),
  issue(
    'ss-pushed-aside',
    'The menu for telephones is open in the state of the application and has pushed the page out of the window.',
    [
      inHead(
        '<style>html { overflow-x: hidden !important } body { position: relative !important; left: 110vw !important; transform: translateX(110vw) !important; width: 100vw !important } body * { transition: none !important }</style>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'ss-root-without-height',
    'The root of the application has no height and cuts off what is in it.',
    [
      whole(
        'Books',
        `<div id="root" style="height:0;overflow:hidden">${header}<main>${article}</main></div>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'ss-letters-of-no-size',
    'The size of the root is computed from a variable that is not set, and the letters have none.',
    [inHead('<style>html, body, body * { font-size: 0 !important }</style>')],
    inBrowser,
  ),
  issue(
    'ss-unclosed-style',
    'The agent did not close a style element, and it has swallowed the page.',
    [
      instead(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Books</title></head><body><style>.hero { padding: 4rem; background: #fff }<main class="hero">${article}</main></body></html>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'ss-only-noscript',
    'The build took the script out of the document, and only the words for browsers without scripts are left.',
    [
      instead(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"/><title>React App</title></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'ss-no-route-matches',
    'The base path of the router is that of the preview, so that no route matches and the page stays white.',
    [
      application(
        `console.warn('No routes matched location "' + location.pathname + '"'); document.getElementById('root').replaceChildren()`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'ss-frame-forwarding-refused',
    'The registrar forwards the domain in a frame, and the application refuses to be framed.',
    [
      instead(
        (site) =>
          `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Frameset//EN" "http://www.w3.org/TR/html4/frameset.dtd"><html><head><title>${site.host}</title></head><frameset rows="100%,*" border="0"><frame src="https://bakery.${site.stranger}/" frameborder="0"></frameset></html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`bakery.${site.stranger}`]: () => ({
          ...text(200, 'text/html', article),
          headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY' },
        }),
      }),
    },
  ),
  review(
    'ss-empty-main',
    'The query for the content found nothing, and between head and foot there is a hole.',
    [
      whole(
        'Buchhandlung am Markt',
        `${header}<main id="content" style="min-height:520px"></main>${footer}`,
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  issue(
    'ss-blurred',
    'The dialogue was closed and the blur that lay behind it has stayed on the whole page.',
    [
      inHead(
        '<style>body { filter: blur(14px) !important; pointer-events: none !important; user-select: none !important }</style>',
      ),
    ],
    inBrowser,
  ),
  review(
    'ss-cannot-scroll',
    'The lock of a dialogue that is closed has stayed, and nobody can scroll down to the rest.',
    [
      whole(
        'Books',
        `${header}<main>${article.repeat(6)}</main><h2>Where to find us</h2>${about.repeat(4)}${footer}`,
        {
          head: '<style>html, body { height: 100vh; overflow: hidden !important } body { position: fixed; inset: 0 }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  issue(
    'ss-empty-dialogue-covers',
    'A dialogue that has lost its content covers the page in grey and has no button to close it.',
    [
      atTop(
        '<div role="dialog" aria-modal="true" style="position:fixed;inset:0;background:#3a3a3a;z-index:2147483647"></div>',
      ),
    ],
    inBrowser,
  ),
  review(
    'ss-alert-of-debugging',
    'An alert from the search for a mistake greets every visitor.',
    [
      bundle(
        `window.addEventListener('load', () => setTimeout(() => alert('DEBUG 2: got here'), 300))`,
      ),
    ],
    inBrowser,
  ),
  review(
    'ss-debug-toolbar',
    'The toolbar for developers is on for everybody and shows queries and settings.',
    [
      atEnd(
        `<div id="djDebug" class="djdt-hidden" dir="ltr" data-default-show="true"><div id="djDebugToolbar" style="position:fixed;top:0;right:0;width:220px;height:100%;background:#000;color:#fff;z-index:2147483647;font:14px sans-serif;padding:10px"><a href="#" style="color:#fff">Hide »</a><ul><li>Versions <small>Django 5.1.4</small></li><li>Time <small>CPU: 212.40ms (231.88ms)</small></li><li>Settings <small>config.settings.local</small></li><li>SQL <small>38 queries in 41.02ms</small></li><li>Templates <small>home.html</small></li></ul></div></div>`,
      ),
    ],
    inBrowser,
  ),
  waits.review(
    'ss-waits-in-french',
    'The page says that it loads and does so for ever.',
    [
      application(
        `document.getElementById('root').innerHTML = '<main style="padding:20vh 0;text-align:center"><p>Chargement en cours, veuillez patienter…</p></main>'; fetch('/api/catalogue')`,
      ),
      at('/api/catalogue', 'hang'),
    ],
    inBrowser,
  ),
  waits.review(
    'ss-free-plan-waking-up',
    'The free plan has put the service to sleep, and the waiting page of the platform does not go away.',
    [
      whole(
        'Service waking up',
        '<main style="background:#000;color:#eee;padding:20vh 10vw;font-family:monospace"><h1>SERVICE WAKING UP ...</h1><p>ALLOCATING COMPUTE RESOURCES ...</p><p>PREPARING INSTANCE FOR INITIALIZATION ...</p><p>STARTING THE INSTANCE ...</p></main>',
      ),
    ],
  ),
]
