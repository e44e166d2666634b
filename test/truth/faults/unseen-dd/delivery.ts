import { gzipSync } from 'node:zlib'
import { document, type Fault, headers, inHead, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

export const setDdDelivery: readonly Fault[] = [
  issue('dd-index-of', 'The index file was not uploaded, and the server lists the folder.', [
    whole(
      'Index of /',
      '<h1>Index of /</h1><pre>Name                    Last modified      Size  <hr><a href="#">backup-2024.zip</a>         2024-11-02 09:14   81M\n<a href="#">css/</a>                    2025-01-18 17:40    -\n<a href="#">img/</a>                    2025-01-18 17:41    -\n<a href="#">index.html.bak</a>          2025-01-18 17:39   12K\n<hr></pre><address>Apache/2.4.58 (Ubuntu) Server Port 443</address>',
    ),
  ]),
  issue(
    'dd-gzip-untold',
    'The files were compressed for the bucket, but nothing says so: the page is garbage.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return { ...reply, body: new Uint8Array(gzipSync(reply.body)) }
      },
    ],
  ),
  issue(
    'dd-brotli-untrue',
    'The proxy unpacks the page and leaves the header: browsers cannot decode it.',
    [headers({ 'content-encoding': 'br' })],
  ),
  issue(
    'dd-charset-header',
    'The server says ISO-8859-1 for files in UTF-8, and every umlaut is broken.',
    [
      headers({ 'content-type': 'text/html; charset=ISO-8859-1' }),
      whole(
        'Bäckerei Müller – Öffnungszeiten',
        '<h1>Bäckerei Müller</h1><p>Für Süßes und Brötchen über die Straße: täglich geöffnet außer Montag. Grüße aus Köln! „Bestes Frühstück der Südstadt“ – wir hören es oft, und wir freuen uns über jeden Gast. Natürlich gibt es auch Käse, Gemüse und Bücher für die Kleinen.</p>',
        { lang: 'de' },
      ),
    ],
  ),
  issue('dd-as-text', 'The upload set no type, so visitors read the source of the page.', [
    headers({ 'content-type': 'text/plain; charset=utf-8' }),
  ]),
  issue('dd-as-download', 'The bucket sends the page as a file: the browser saves it.', [
    headers({ 'content-type': 'application/octet-stream' }),
  ]),
  issue('dd-empty-file', 'The disk was full during the deployment, and the index has no bytes.', [
    instead(''),
  ]),
  issue(
    'dd-redirect-loop',
    'The network in front speaks http to a server that wants https: too many redirects.',
    [moved((site) => site.url, 301)],
  ),
  issue(
    'dd-redirect-localhost',
    'The address of the site is not in its environment: visitors are sent to localhost.',
    [moved('http://localhost:3000/en', 307)],
  ),
  issue(
    'dd-redirect-staging',
    'The address in the database is still that of the staging site, which is gone.',
    [moved((site) => `https://staging.${site.domain}/`, 301)],
  ),
  issue(
    'dd-gateway-token',
    'The stage is missing in the path, and the gateway has its own answer.',
    [
      (request) =>
        request.isPage
          ? text(403, 'application/json', '{"message":"Missing Authentication Token"}')
          : undefined,
    ],
  ),
  issue('dd-certificate-other-name', 'The certificate is only for the name without www.', [], {
    tools: 'PV',
    certificate: (site) => ({ names: [site.domain] }),
  }),
  issue('dd-private-address', 'The record has the address of the office network.', [], {
    dns: () => ({ a: ['10.20.0.15'] }),
  }),
  issue('dd-no-address', 'The zone was moved without the record for www.', [], {
    dns: () => ({ a: [] }),
  }),
  review('dd-noindex-left', 'We went live with the switch that keeps search engines out.', [
    inHead('<meta name="robots" content="noindex, nofollow">'),
    headers({ 'x-robots-tag': 'noindex, nofollow' }),
  ]),
  review(
    'dd-canonical-localhost',
    'All tags for search engines and shares have the address of the build machine.',
    [
      document((html) => html.replace(/<link[^>]+rel=["']?canonical[^>]*>/gi, '')),
      inHead(
        '<link rel="canonical" href="http://localhost:4321/"><meta property="og:url" content="http://localhost:4321/"><meta property="og:image" content="http://localhost:4321/og.png">',
      ),
    ],
  ),
]
