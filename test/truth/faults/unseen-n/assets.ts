import { at, atEnd, bundle, type Fault, firstFile, headers, inHead, notFound } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const asset = rowsOf('assets')
const script = rowsOf('scripts and policies').issue
const link = rowsOf('links').issue

const shell =
  '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div></body></html>'

const files: readonly Fault[] = [
  asset.issue(
    'n-stylesheet-gone',
    'The cached document names the style sheet of the last release.',
    [firstFile('stylesheet', notFound)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  asset.issue(
    'n-stylesheet-as-text',
    'mime.types is not included in the new configuration of nginx, and nosniff is on.',
    [
      firstFile('stylesheet', (_request, upstream) => {
        const reply = upstream()
        return { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } }
      }),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  asset.issue(
    'n-script-is-shell',
    'The rewrite of the single page answers for the missing script too.',
    [firstFile('script', text(200, 'text/html; charset=utf-8', shell))],
    { ...inBrowser, needs: ['script'] },
  ),
  asset.issue(
    'n-bucket-images-403',
    'The bucket of the pictures is not public any more.',
    [
      whole(
        'Ceramics by Ana',
        `<h1>Ceramics by Ana</h1>${about}${['bowl', 'vase', 'plate']
          .map(
            (one) => `<p><img src="/media/${one}.jpg" alt="A ${one}" width="320" height="240"></p>`,
          )
          .join('')}`,
      ),
      ...['bowl', 'vase', 'plate'].map((one) =>
        at(
          `/media/${one}.jpg`,
          text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
          ),
        ),
      ),
    ],
    inBrowser,
  ),
]

const scripts: readonly Fault[] = [
  script(
    'n-policy-without-inline',
    'The new policy forbids the script in the document that draws the page.',
    [
      headers({ 'content-security-policy': "script-src 'self'; object-src 'none'" }),
      whole(
        'Timetable',
        `<h1>Timetable</h1><div id="table"></div>${about}<script>document.getElementById('table').innerHTML = '<table><tr><td>08:12</td><td>Harbour</td></tr></table>'</script>`,
      ),
    ],
    inBrowser,
  ),
  script(
    'n-integrity-mismatch',
    'The file was minified anew, and the document has the digest of the old one.',
    [
      inHead(
        '<script src="/js/slider.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
      at('/js/slider.min.js', text(200, 'text/javascript', 'window.Slider = function () {}')),
    ],
    inBrowser,
  ),
  script(
    'n-process-undefined',
    'The bundle reads a variable of Node that the new build tool does not replace.',
    [
      bundle(
        `const base = process.env.REACT_APP_API_URL
        fetch(base + '/cart')`,
      ),
    ],
    inBrowser,
  ),
  script(
    'n-bare-specifier',
    'The module was deployed without the build: the browser cannot resolve the name of the package.',
    [
      atEnd('<div id="viewer"></div><script type="module" src="/js/viewer.js"></script>'),
      at(
        '/js/viewer.js',
        text(200, 'text/javascript', `import * as THREE from 'three'\nnew THREE.Scene()`),
      ),
    ],
    inBrowser,
  ),
  script(
    'n-script-over-http',
    'The address of the booking widget has the wrong scheme: the browser blocks it.',
    [
      atEnd(
        (site) =>
          `<div id="booking">Booking</div><script src="http://widget.${site.stranger}/booking.js"></script>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`widget.${site.stranger}`]: () =>
          text(
            200,
            'text/javascript',
            `document.getElementById('booking').textContent = 'Book now'`,
          ),
      }),
    },
  ),
]

const links: readonly Fault[] = [
  link(
    'n-links-without-base',
    'The site was moved to a folder, and the menu has the paths from before.',
    [
      atEnd(
        '<nav><a href="/leistungen-n/">Leistungen</a> <a href="/ueber-uns-n/">Über uns</a></nav>',
      ),
    ],
    { tools: 'V' },
  ),
]

export const setNAssets: readonly Fault[] = [...files, ...scripts, ...links]
