import { at, type Fault, headers } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

export const setHhDelivery: readonly Fault[] = [
  review('hh-readme-page', 'The branch has no index.html, so that GitHub Pages shows the README.', [
    whole(
      'my-app',
      '<div class="container-lg px-3 my-5 markdown-body"><h1><a href="./">my-app</a></h1><p>This is a <a href="https://nextjs.org">Next.js</a> project bootstrapped with <a href="https://nextjs.org/docs/app/api-reference/cli/create-next-app"><code>create-next-app</code></a>.</p><h2 id="getting-started">Getting Started</h2><p>First, run the development server:</p><pre><code>npm run dev\n# or\nyarn dev\n# or\npnpm dev</code></pre><p>Open <code>http://localhost:3000</code> with your browser to see the result.</p><p>You can start editing the page by modifying <code>app/page.tsx</code>. The page auto-updates as you edit the file.</p><h2 id="deploy-on-vercel">Deploy on Vercel</h2><p>The easiest way to deploy your Next.js app is to use the Vercel Platform from the creators of Next.js.</p></div>',
    ),
  ]),
  issue('hh-go-listing', 'The Go file server serves the repository instead of its dist folder.', [
    (request) =>
      request.isPage
        ? text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n<a href=".gitignore">.gitignore</a>\n<a href="Dockerfile">Dockerfile</a>\n<a href="README.md">README.md</a>\n<a href="dist/">dist/</a>\n<a href="go.mod">go.mod</a>\n<a href="main.go">main.go</a>\n<a href="package.json">package.json</a>\n<a href="web/">web/</a>\n</pre>\n',
          )
        : undefined,
  ]),
  issue(
    'hh-vite-source-index',
    'The repository is served and not the build: browsers do not run main.tsx.',
    [
      at(
        '/src/main.tsx',
        text(
          200,
          'application/octet-stream',
          "import { StrictMode } from 'react'\nimport { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\n\ncreateRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>)\n",
        ),
      ),
      whole(
        'Vite + React + TS',
        '<div id="root"></div><script type="module" src="/src/main.tsx"></script>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'hh-cra-homepage',
    'Built for a folder of GitHub Pages, deployed at the root of a domain: blank.',
    [
      whole(
        'React App',
        '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
        {
          head: '<script defer="defer" src="/portfolio-2025/static/js/main.4f1c9e02.js"></script><link href="/portfolio-2025/static/css/main.e6c13ad2.css" rel="stylesheet">',
        },
      ),
    ],
    inBrowser,
  ),
  issue('hh-https-http-loop', 'The application sends to http, and the edge sends back to https.', [
    moved(({ url }) => url.replace('https:', 'http:'), 301),
  ]),
  issue(
    'hh-internal-name',
    'The application builds its redirect from the name of the service in the cluster.',
    [moved('http://web-prod.railway.internal:8080/en')],
  ),
  issue(
    'hh-container-port',
    'The redirect has the port of the container, which is not open to the world.',
    [moved(({ host }) => `https://${host}:8443/app/`)],
  ),
  issue(
    'hh-platform-certificate',
    'The domain points at the platform, and nobody added it there: the certificate is of the platform.',
    [],
    { certificate: () => ({ names: ['onrender.com', '*.onrender.com'] }) },
  ),
  issue(
    'hh-ingress-fake-certificate',
    'The secret of the certificate is missing, so that the ingress shows the one it made for itself.',
    [],
    { issuer: 'unknown', certificate: () => ({ names: ['ingress.local'] }) },
  ),
  review(
    'hh-preview-noindex',
    'The alias was set to a preview deployment, which asks not to be indexed.',
    [headers({ 'x-robots-tag': 'noindex' })],
  ),
  issue('hh-basic-auth-left', 'The password of the staging time is still on.', [
    (request) => {
      if (!request.isPage) return undefined
      const reply = text(
        401,
        'text/html',
        '<html>\r\n<head><title>401 Authorization Required</title></head>\r\n<body>\r\n<center><h1>401 Authorization Required</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
      )
      return {
        ...reply,
        headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Staging"' },
      }
    },
  ]),
  issue('hh-page-is-download', 'The upload script named no types: the page is offered as a file.', [
    headers({ 'content-type': 'application/octet-stream' }),
  ]),
  issue(
    'hh-encoding-without',
    'The metadata of the bucket says gzip of files that are not compressed.',
    [headers({ 'content-encoding': 'gzip' })],
  ),
  issue(
    'hh-proxy-temp-cut',
    'The proxy may not write to its temporary folder and breaks long answers off.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return { cut: reply, after: Math.floor(reply.body.byteLength / 3) }
      },
    ],
  ),
  review(
    'hh-immutable-document',
    'The rule for hashed files was given to the document too: visitors keep this version for a year.',
    [headers({ 'cache-control': 'public, max-age=31536000, immutable' })],
    { tools: 'PV' },
  ),
]
