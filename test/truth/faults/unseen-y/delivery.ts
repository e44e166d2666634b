import {
  at,
  everyAsset,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  late,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

const day = 86_400_000

/** Declares Brotli compression for an uncompressed response. */
const notBrotli: Interceptor = headers({ 'content-encoding': 'br' })

const page: Interceptor = (request, upstream) => (request.isPage ? upstream() : undefined)

export const setYDelivery: readonly Fault[] = [
  issue('y-certificate-expired', 'the certificate ran out three days ago', [], {
    certificate: (site) => ({
      names: [site.host],
      notBefore: new Date(Date.now() - 93 * day),
      notAfter: new Date(Date.now() - 3 * day),
    }),
  }),
  issue('y-certificate-name', 'the certificate is the one of the hosting company', [], {
    certificate: (site) => ({ names: [`*.${site.stranger}`, site.stranger] }),
  }),
  issue('y-certificate-self-signed', 'an authority that nobody knows signed the certificate', [], {
    issuer: 'unknown',
  }),
  issue('y-port-closed', 'nothing listens on the port for https', [], { issuer: 'none' }),
  issue('y-flexible-loop', 'https leads to http, and http leads back to https', [
    moved((site) => site.url.replace('https:', 'http:'), 301),
  ]),
  issue(
    'y-redirect-to-nowhere',
    'the page leads to the host of the preview, which is gone',
    [moved((site) => `https://preview.${site.domain}/`)],
    { hosts: (site) => ({ [`preview.${site.domain}`]: 'nothing' }) },
  ),
  issue('y-document-cut', 'the connection ends in the middle of the document', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.byteLength / 3) }
    },
  ]),
  issue('y-not-brotli', 'the proxy announces a compression that was already undone', [notBrotli]),
  issue('y-attachment', 'the browser offers the page as a download', [
    headers({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="index.html"',
    }),
  ]),
  issue('y-no-answer', 'the connection is accepted and nothing ever comes back', [
    (request) => (request.isPage ? 'hang' : undefined),
  ]),
  review('y-slow-server', 'it takes nine seconds until the first byte arrives', [late(9000, page)]),
  review('y-noindex', 'the header of the staging system keeps the search engines away', [
    headers({ 'x-robots-tag': 'noindex, nofollow' }),
  ]),
  review('y-canonical-localhost', 'the canonical address is the one of the developer machine', [
    inHead('<link rel="canonical" href="http://localhost:3000/">'),
  ]),
  issue(
    'y-unbuilt-source',
    'the sources were uploaded in place of the build',
    [
      at('/src/main.tsx', {
        ...text(
          200,
          'application/octet-stream',
          "import { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\n\ncreateRoot(document.getElementById('root')!).render(<App />)\n",
        ),
      }),
      whole(
        'Vite + React + TS',
        '<div id="root"></div><script type="module" src="/src/main.tsx"></script>',
      ),
    ],
    { tools: 'RV' },
  ),
  issue(
    'y-styles-and-scripts-gone',
    'the document is of the last build and its files were already removed',
    [everyAsset(/\.(?:css|js|mjs)$/, notFound)],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  review('y-staging-password', 'the page asks for the password of the staging system', [
    (request) => {
      if (!request.isPage) return undefined
      const reply = text(
        401,
        'text/html',
        '<html><head><title>401 Authorization Required</title></head><body><center><h1>401 Authorization Required</h1></center><hr><center>nginx</center></body></html>',
      )
      return {
        ...reply,
        headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Staging"' },
      }
    },
  ]),
]
