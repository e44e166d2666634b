import {
  at,
  atEnd,
  atTop,
  document,
  encode,
  everyAsset,
  type Fault,
  firstFile,
  inHead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const { issue, review } = rowsOf('assets')

const pointer =
  'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 482113\n'

export const setAAssets: readonly Fault[] = [
  issue(
    'base-of-subfolder',
    'The base is that of another folder: every relative file is missing.',
    [
      document((html) =>
        html.replace(/<head([^>]*)>/i, '<head$1><base href="/portal-v2/site/pages/de/">'),
      ),
    ],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  issue(
    'sign-in-as-style',
    'The styles are behind the sign-on of the company: its page, typed as CSS.',
    [
      firstFile(
        'stylesheet',
        text(
          200,
          'text/css',
          '<!DOCTYPE html><html><head><title>Sign in to your account</title></head><body><form action="/saml2">Sign in</form></body></html>',
        ),
      ),
    ],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  issue(
    'image-is-pointer',
    'The pictures are in a large file storage that the build does not fetch.',
    [
      atTop('<img src="/media/harbour.jpg" alt="The harbour at dawn" width="960" height="420">'),
      at('/media/harbour.jpg', text(200, 'image/jpeg', pointer)),
    ],
    inBrowser,
  ),
  issue(
    'optimizer-unpaid',
    'The image optimizer of the platform is over its quota.',
    [
      atTop(
        '<img src="/_next/image?url=%2Fhero.png&amp;w=1920&amp;q=75" alt="Our terrace" width="1200" height="480">',
      ),
      at(
        '/_next/image',
        text(402, 'text/plain', 'Payment required\n\nOPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED\n'),
      ),
    ],
    inBrowser,
  ),
  issue(
    'optimizer-host-forbidden',
    'The host of the pictures is not in the configuration of the optimizer.',
    [
      atTop(
        '<h1>Apartments</h1><div style="display:flex"><img src="/_next/image?url=https%3A%2F%2Fcms.example%2Fa.jpg&amp;w=640&amp;q=75" alt="Kitchen" width="320" height="240"><img src="/_next/image?url=https%3A%2F%2Fcms.example%2Fb.jpg&amp;w=640&amp;q=75" alt="Bath" width="320" height="240"></div>',
      ),
      at('/_next/image', text(400, 'text/plain', '"url" parameter is not allowed')),
    ],
    inBrowser,
  ),
  issue(
    'module-typed-octets',
    'The server does not know .mjs.',
    [
      atEnd('<div id="planner"></div><script type="module" src="/js/planner.mjs"></script>'),
      at(
        '/js/planner.mjs',
        text(
          200,
          'application/octet-stream',
          'document.getElementById("planner").textContent = "Plan your tour"',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'one-server-old',
    'One of two servers has the files of the old version only.',
    [
      atEnd(
        '<script src="/build/vendor-77aa01.js"></script><script src="/build/main-c04e12.js"></script>',
      ),
      at('/build/vendor-77aa01.js', text(200, 'text/javascript', 'window.vendor = {}')),
      at('/build/main-c04e12.js', notFound),
    ],
    inBrowser,
  ),
  review(
    'audio-gone',
    'The episode of the podcast is not in its bucket.',
    [
      atTop(
        '<section><h2>Episode 41: the night train</h2><audio controls preload="metadata" src="/audio/041.mp3"></audio></section>',
      ),
    ],
    inBrowser,
  ),
  review(
    'booking-frame-error',
    'The calendar of the bookings is a frame with an error in it.',
    [
      atTop(
        '<h2>Book a table</h2><iframe src="/widget/booking" title="Booking" width="600" height="400"></iframe>',
      ),
      at(
        '/widget/booking',
        text(500, 'text/html; charset=utf-8', '<h1>Internal Server Error</h1>'),
      ),
    ],
    inBrowser,
  ),
  review(
    'captcha-wrong-domain',
    'The key of the captcha is for another domain.',
    [
      atTop(
        (site) =>
          `<form><label>E-mail <input type="email"></label><iframe src="https://captcha.${site.stranger}/anchor" title="captcha" width="304" height="78"></iframe><button>Send</button></form>`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`captcha.${site.stranger}`]: () => ({
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: encode('<div>ERROR for site owner:<br>Invalid domain for site key</div>'),
        }),
      }),
    },
  ),
  issue(
    'every-third-asset-503',
    'The origin of the assets is overloaded: most requests of files get 503.',
    [
      everyAsset(
        /\.(?:css|js)$/,
        text(
          503,
          'text/html',
          '<h1>503 Service Unavailable</h1><p>No server is available to handle this request.</p>',
        ),
      ),
    ],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  review(
    'vendor-script-hangs',
    'A script of a vendor in the head hangs, and nothing below it is shown.',
    [inHead((site) => `<script src="https://widgets.${site.stranger}/reviews.js"></script>`)],
    {
      tools: 'RV',
      hosts: (site) => ({ [`widgets.${site.stranger}`]: () => 'hang' }),
    },
  ),
  issue(
    'public-url-literal',
    'The template of the page was deployed without the build.',
    [
      atTop('<img src="%PUBLIC_URL%/logo.png" alt="Hotel Aurelia" width="240" height="90">'),
      everyAsset(/PUBLIC_URL/, text(400, 'text/html', '<h1>400 Bad Request</h1>')),
    ],
    inBrowser,
  ),
  review(
    'placeholder-service-gone',
    'The pictures of the draft come from a service that is no more.',
    [
      atTop(
        (site) =>
          `<div style="display:flex">${`<img src="https://via.${site.stranger}/350x150" alt="Room" width="350" height="150">`.repeat(3)}</div>`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`via.${site.stranger}`]: 'nothing' }) },
  ),
  review(
    'document-gone',
    'The menu is a document in a frame, and it is not there.',
    [
      atTop(
        '<h2>Our menu</h2><iframe src="/files/menu-winter.pdf" title="Menu" width="800" height="600"></iframe>',
      ),
    ],
    inBrowser,
  ),
]
