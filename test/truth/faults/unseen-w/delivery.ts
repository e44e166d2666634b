import { type Fault, headers, inHead } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

export const setWDelivery: readonly Fault[] = [
  issue(
    'w-certificate-of-platform',
    'The domain was added without a certificate: the one of the platform is sent.',
    [],
    {
      certificate: (site) => ({ names: [`*.apps.${site.stranger}`] }),
    },
  ),
  issue(
    'w-ingress-fake-certificate',
    'The secret of the ingress is missing: it sends its self-made certificate.',
    [],
    {
      issuer: 'unknown',
      certificate: () => ({ names: ['ingress.local'] }),
    },
  ),
  issue('w-certificate-expired', 'The renewal of the certificate has failed for weeks.', [], {
    certificate: () => ({
      notBefore: new Date(Date.now() - 93 * 86_400_000),
      notAfter: new Date(Date.now() - 3 * 86_400_000),
    }),
  }),
  issue('w-no-https', 'Only port 80 is published: the site has no HTTPS.', [], { plain: true }),
  issue(
    'w-redirect-to-localhost',
    'The URL of the app is still the one of development, and everybody is sent there.',
    [moved('http://localhost:3000/login?callbackUrl=%2F', 307)],
  ),
  issue(
    'w-redirect-to-itself',
    'The network speaks HTTP to the server, which sends every request to HTTPS.',
    [moved((site) => site.url, 301)],
  ),
  issue(
    'w-empty-502',
    'The proxy of the platform finds no running machine and sends nothing else.',
    [(request) => (request.isPage ? text(502, 'text/plain', '') : undefined)],
  ),
  issue(
    'w-worker-dies',
    'The process runs out of memory in each request, and the connection is cut.',
    [(request) => (request.isPage ? 'reset' : undefined)],
  ),
  issue('w-page-cut-off', 'The answer stops in the middle of the page.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const cut = upstream()
      return { cut, after: Math.floor(cut.body.byteLength / 3) }
    },
  ]),
  issue(
    'w-page-downloads',
    'The page was uploaded without a type: browsers save it instead of showing it.',
    [headers({ 'content-type': 'binary/octet-stream' })],
  ),
  issue('w-directory-listing', 'The build went to another folder: visitors see a list of files.', [
    whole(
      'Index of /',
      '<h1>Index of /</h1><hr><pre><a href="#">../</a>\n<a href="#assets">assets/</a>                      20-Nov-2026 09:14       -\n<a href="#dist">dist/</a>                        20-Nov-2026 09:14       -\n<a href="#pkg">package.json</a>                 20-Nov-2026 09:13    1204\n<a href="#lock">package-lock.json</a>            20-Nov-2026 09:13  284511\n</pre><hr>',
    ),
  ]),
  issue(
    'w-canonical-localhost',
    'The page tells search engines that its address is on the computer of the developer.',
    [
      inHead(
        '<link rel="canonical" href="http://localhost:3000/"><meta property="og:url" content="http://localhost:3000/"><meta property="og:image" content="http://localhost:3000/opengraph-image.png">',
      ),
    ],
  ),
  issue('w-secret-in-page', 'A secret key of the payments is in the page.', [
    inHead(
      `<script>window.__ENV__ = { NODE_ENV: "production", STRIPE_SECRET_KEY: "sk_${'live'}_51NvQ7kJ2mXw8RtY4bHc6ZpLd9FsGa3UeKoTi1VyBn0MxPqWzS5Cr", STRIPE_CURRENCY: "eur" }</script>`,
    ),
  ]),
  review(
    'w-staging-noindex',
    'The field of the staging site that keeps search engines away came along to production.',
    [headers({ 'x-robots-tag': 'noindex, nofollow' })],
  ),
]
