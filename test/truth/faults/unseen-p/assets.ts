import {
  application,
  at,
  atEnd,
  everyAsset,
  type Fault,
  headers,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'
import { lessons, place, rooms } from './markup.ts'

const asset = rowsOf('assets').issue
const policy = rowsOf('scripts and policies').issue
const link = rowsOf('links').issue
const deployed = rowsOf('deployment')

/** Faults of files, scripts, policies and links after a release, and responses of the hosts in front of the site. */
export const setPAssets: readonly Fault[] = [
  asset(
    'p-stylesheets-fail',
    'The bucket of the styles answers with an error since the move.',
    [everyAsset(/\.css$/, serverError)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  asset(
    'p-photos-on-old-cdn',
    'The photos are on the CDN of the agency, whose name is gone.',
    [
      atEnd(
        ({ stranger }) =>
          `<main>${[1, 2, 3, 4].map((n) => `<img src="https://fotos.${stranger}/encina/${n}.jpg" alt="Vista ${n}" width="400" height="260">`).join('')}</main>`,
      ),
      place('Casa Rural La Encina', `<h1>Casa Rural La Encina</h1>${rooms}`, { lang: 'es' }),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`fotos.${stranger}`]: 'nothing' }) },
  ),
  asset(
    'p-photos-lazy-without-script',
    'The script that fills in the photos was left out by the optimiser.',
    [
      place(
        'Taberna da Ria',
        `<h1>Taberna da Ria</h1>${about}${[1, 2, 3].map((n) => `<img class="lazyload" data-src="/fotos/prato-${n}.jpg" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="Prato ${n}" width="360" height="240">`).join('')}`,
        { lang: 'pt' },
      ),
    ],
    inBrowser,
  ),
  policy(
    'p-firewall-stops-bundle',
    'The firewall of the host takes the bundle for an attack.',
    [
      at(
        '/assets/app-3f2a91c0.js',
        text(
          403,
          'text/html',
          "<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1><p>You don't have permission to access this resource.</p></body></html>",
        ),
      ),
      application("document.getElementById('root').textContent = 'Reservas'"),
    ],
    inBrowser,
  ),
  policy(
    'p-conflict-in-bundle',
    'The release has a conflict of a merge in its script.',
    [
      application(
        "const root = document.getElementById('root')\n<<<<<<< HEAD\nroot.textContent = 'Carta de invierno'\n=======\nroot.textContent = 'Carta de verano'\n>>>>>>> release/verano\n",
      ),
    ],
    inBrowser,
  ),
  policy(
    'p-route-chunk-gone',
    'The entry of the application is cached, its chunks were replaced.',
    [
      application("import('/assets/Inicio-9a8bd0.js').then((one) => one.mount('#root'))"),
      at('/assets/Inicio-9a8bd0.js', notFound),
    ],
    inBrowser,
  ),
  policy(
    'p-paypal-without-client',
    'The script of the payment refuses the client of the sandbox. Confirmed.',
    [
      atEnd(
        ({ stranger }) =>
          `<section style="padding:24px"><h2>Pagar</h2><p>Total: 64,00 €</p><div id="paypal-button-container" style="min-height:90px"></div></section><script src="https://sdk.${stranger}/sdk/js?client-id=sb-undefined&amp;currency=EUR"></script><script>paypal.Buttons().render('#paypal-button-container')</script>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`sdk.${stranger}`]: () =>
          text(
            400,
            'text/javascript',
            'throw new Error("SDK Validation error: \'client-id not recognized for either production or sandbox: sb-undefined\'" );\n',
          ),
      }),
    },
  ),
  policy(
    'p-policy-stops-inline',
    'The policy of the new proxy forbids the scripts in the page, which draw it.',
    [
      headers({ 'content-security-policy': "default-src 'self'; script-src 'self'" }),
      whole(
        'Orari',
        "<div id=\"root\"></div><script>document.getElementById('root').innerHTML = '<h1>Orari della biblioteca</h1><p>Da lunedì a venerdì, 9–18</p>'</script>",
        { lang: 'it' },
      ),
    ],
    inBrowser,
  ),
  link(
    'p-school-papers-gone',
    'The papers of the school were not moved along.',
    [
      place(
        'Musikschule Nordtal',
        `<h1>Anmeldung</h1>${lessons}<ul><li><a href="/fileadmin/anmeldung-2026.pdf">Anmeldebogen</a></li><li><a href="/fileadmin/gebuehren.pdf">Gebühren</a></li><li><a href="/fileadmin/satzung.pdf">Satzung</a></li></ul>`,
        { lang: 'de' },
      ),
    ],
    { tools: 'V' },
  ),
  link(
    'p-menu-leads-to-error',
    'Each page of the new section fails in its template.',
    [
      place(
        'Ayuntamiento de Olmeda',
        `<nav><a href="/tramites/empadronamiento">Empadronamiento</a> <a href="/tramites/licencias">Licencias</a></nav><h1>Trámites</h1>${about}`,
        { lang: 'es' },
      ),
      (request) => (request.path.startsWith('/tramites/') ? serverError : undefined),
    ],
    { tools: 'V' },
  ),
  deployed.issue('p-page-as-download', 'The bucket does not know the type of the page.', [
    headers({ 'content-type': 'application/octet-stream' }),
  ]),
  deployed.issue('p-says-gzip-is-not', 'A plug-in names a compression that does not take place.', [
    headers({ 'content-encoding': 'gzip' }),
  ]),
  deployed.issue('p-goes-in-circles', 'The proxy and the shop send the visitor to each other.', [
    moved(({ url }) => url, 301),
  ]),
  deployed.issue(
    'p-authority-unknown',
    'The certificate of the panel was taken in place of a public one.',
    [],
    { issuer: 'unknown' },
  ),
  deployed.issue('p-https-closed', 'The new firewall leaves only port 80 open.', [], {
    issuer: 'none',
  }),
  deployed.issue(
    'p-sent-to-old-name',
    'The address of the site in the settings is a domain that was given up.',
    [moved(({ stranger }) => `https://www.alt-${stranger}/`)],
    { hosts: ({ stranger }) => ({ [`www.alt-${stranger}`]: 'nothing' }) },
  ),
  deployed.review('p-password-of-preview', 'The password of the preview was left on.', [
    (request) =>
      request.isPage
        ? {
            ...text(401, 'text/html', '<h1>401 Authorization Required</h1>'),
            headers: { 'www-authenticate': 'Basic realm="Vorschau"', 'content-type': 'text/html' },
          }
        : undefined,
  ]),
]
