import { atEnd, atTop, bundle, type Fault, inHead } from '../fault.ts'
import { inBrowser, rowsOf, whole } from '../row.ts'

const hidden = rowsOf('cannot be seen')
const garbage = rowsOf('garbage or source on the screen')

const styled = (id: string, why: string, css: string): Fault =>
  hidden.issue(`style-${id}`, why, [inHead(`<style>${css}</style>`)], inBrowser)

/** Style rules that leave the document unchanged but make the page unreadable. */
export const styleFaults: readonly Fault[] = [
  styled(
    'upside-down',
    'A joke of April is still live: the page stands on its head.',
    'body{transform:rotate(180deg)}',
  ),
  styled(
    'mirrored',
    'The preview for the mirror got into the build.',
    'body{transform:scaleX(-1)}',
  ),
  styled(
    'scaled-up',
    'A unit was lost: the page is drawn nine times as large.',
    'body{transform:scale(9);transform-origin:0 0}',
  ),
  styled('zoomed', 'The zoom is set to 900 instead of 90 %.', 'body{zoom:9}'),
  styled(
    'giant-letters',
    'A font size in rem in place of px.',
    'body *{font-size:16rem!important;line-height:1!important}',
  ),
  styled(
    'shrunk',
    'The page is drawn at a twentieth of its size.',
    'body{transform:scale(.05);transform-origin:0 0}',
  ),
  styled('clip-path', 'The curtain animation ends closed.', 'body{clip-path:inset(100%)}'),
  styled(
    'clip-path-circle',
    'The circle that opens the page stays a dot.',
    'body{clip-path:circle(2px at 50% 50%)}',
  ),
  styled(
    'mask',
    'The mask of the page has no picture.',
    'body{mask-image:linear-gradient(transparent,transparent);-webkit-mask-image:linear-gradient(transparent,transparent)}',
  ),
  styled(
    'contrast',
    'A filter takes all contrast.',
    'html{background:#808080}body{filter:contrast(0)}',
  ),
  styled(
    'pale-letters',
    'The letters are nearly as pale as the page.',
    'body,body *{color:#e6e6e6!important;background:#fff!important}',
  ),
  styled(
    'black-on-black',
    'Dark mode colours the ground only.',
    'html,body,body *{color:#111!important;background:#0a0a0a!important}',
  ),
  styled('opacity-tenth', 'The page stays at a tenth of its opacity.', 'body{opacity:.08}'),
  styled(
    'letter-spacing',
    'All letters lie over each other.',
    'body *{letter-spacing:-1em!important}',
  ),
  styled(
    'vertical',
    'All lines run from top to bottom.',
    'body{writing-mode:vertical-rl;transform:none}body *{writing-mode:vertical-rl!important}',
  ),
  styled(
    'reversed',
    'The letters run backwards.',
    'body *{direction:rtl!important;unicode-bidi:bidi-override!important}',
  ),
  styled(
    'rotated-letters',
    'Each block lies on its side.',
    'p,h1,h2,h3,li,td,a{display:inline-block;transform:rotate(90deg)}',
  ),
  styled(
    'negative-top',
    'The first screen is above the window.',
    'body{position:absolute;top:-100000px}',
  ),
  styled(
    'locked',
    'The class that keeps the page still behind a dialog stays on it.',
    'html,body{overflow:hidden!important;height:100vh!important}',
  ),
  styled(
    'locked-by-position',
    'The body is fixed as behind a dialog, and there is none.',
    'body{position:fixed!important;top:0!important;left:0!important;right:0!important;overflow:hidden!important}',
  ),
  styled(
    'far-below',
    'The height of the header was set in the wrong unit.',
    'body{padding-top:240vh!important}',
  ),
  hidden.issue(
    'style-side-by-side',
    'A rule for the rows of the shop meets the page.',
    [
      whole(
        'Shop',
        '<style>body{display:flex}</style><header><a href="/">Boats</a></header><main><h1>Boats for the weekend</h1><p>From May to September, each day from nine, at the landing stage below the mill.</p></main><footer><p>Open each day from nine to six</p></footer>',
      ),
    ],
    inBrowser,
  ),
  styled(
    'z-index',
    'The ground lies over the page.',
    'body{position:relative;z-index:-1}html{background:#fff}html::after{content:"";position:fixed;inset:0;background:#fff;z-index:9}',
  ),
  styled(
    'pseudo-layer',
    'A layer of the theme stays.',
    'body::before{content:"";position:fixed;inset:0;background:#0b1c2c;z-index:99999}',
  ),
  hidden.issue(
    'style-picture-over',
    'The picture for the start lies over the page for ever.',
    [
      atEnd(
        "<img alt=\"\" src=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1600' height='1000'%3E%3Crect width='1600' height='1000' fill='%23345'/%3E%3C/svg%3E\" style=\"position:fixed;inset:0;width:100vw;height:100vh;object-fit:cover;z-index:99999\">",
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'style-canvas-over',
    'A canvas of confetti covers the page in white.',
    [
      atEnd(
        '<canvas id="c" style="position:fixed;inset:0;width:100vw;height:100vh;background:#fff;z-index:99999"></canvas>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'style-video-over',
    'The film of the start page never begins and covers all.',
    [
      atEnd(
        '<video style="position:fixed;inset:0;width:100vw;height:100vh;background:#000;z-index:99999"></video>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'style-empty-dialog',
    'A dialog without content keeps visitors from the page.',
    [
      bundle(
        "const d=document.createElement('dialog');d.style.cssText='width:90vw;height:90vh;border:0';document.body.append(d);d.showModal()",
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'style-cookie-empty',
    'The consent dialog has no texts and no buttons, and the page is dark behind it.',
    [
      atEnd(
        '<style>body{overflow:hidden}</style><div class="cmp-overlay" style="position:fixed;inset:0;background:rgba(0,0,0,.7);z-index:99998"></div><div class="cmp-box" role="dialog" style="position:fixed;left:30%;top:30%;width:40%;height:40%;background:#fff;z-index:99999"></div>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'style-question-marks',
    'The letters of our language were lost in the export.',
    [
      atTop(
        '<section><h2>???? ?? ??????????</h2><p>???????? ??????? ? ???????? ???????, ???????? ???????? ? ?????? ???.</p></section>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'style-only-zero',
    'The page shows a number only: a condition in the template.',
    [whole('Shop', '0')],
    inBrowser,
  ),
  garbage.issue(
    'style-only-undefined',
    'The view returned nothing.',
    [whole('Shop', 'undefined')],
    inBrowser,
  ),
  garbage.issue(
    'style-base64',
    'The picture is shown as its letters.',
    [
      atTop(
        `<p>data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4'.repeat(12)}</p>`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'style-pdf-text',
    'The leaflet is shown as text.',
    [
      atTop(
        '<div>%PDF-1.4 %âãÏÓ 1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj xref 0 4 trailer << /Size 4 /Root 1 0 R >></div>',
      ),
    ],
    inBrowser,
  ),
]
