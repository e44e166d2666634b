import { at, type Fault, headers, type Interceptor, inHead, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const deployment = rowsOf('deployment')

const nginx = (status: number, phrase: string): Interceptor =>
  instead(
    `<html>\r\n<head><title>${status} ${phrase}</title></head>\r\n<body>\r\n<center><h1>${status} ${phrase}</h1></center>\r\n<hr><center>nginx/1.27.3</center>\r\n</body>\r\n</html>\r\n`,
    status,
  )

export const setCcDelivery: readonly Fault[] = [
  deployment.issue('cc-bad-gateway', 'The application behind the proxy does not run.', [
    nginx(502, 'Bad Gateway'),
  ]),
  deployment.issue('cc-forbidden-root', 'The root folder has no index page.', [
    nginx(403, 'Forbidden'),
  ]),
  deployment.issue('cc-flexible-loop', 'Proxy and server send each other round in a circle.', [
    moved((site) => site.url, 301),
  ]),
  deployment.issue('cc-redirect-to-localhost', 'The site sends visitors to their own machine.', [
    moved('http://localhost:3000/'),
  ]),
  deployment.issue(
    'cc-redirect-to-lost-preview',
    'The site sends visitors to a staging host that is gone.',
    [moved((site) => `https://staging.${site.domain}/`, 307)],
    { hosts: (site) => ({ [`staging.${site.domain}`]: 'nothing' }) },
  ),
  deployment.issue('cc-certificate-of-apex-only', 'The certificate does not cover www.', [], {
    tools: 'PV',
    certificate: (site) => ({ names: [site.domain] }),
  }),
  deployment.issue(
    'cc-proxy-default-certificate',
    'The proxy shows its own default certificate.',
    [],
    {
      issuer: 'unknown',
      certificate: () => ({
        names: [
          'f1a6c0d2b7e94c3aa5d8e6f0917b2c34.9e8d7c6b5a4f3e2d1c0b9a8f7e6d5c4b.traefik.default',
        ],
      }),
    },
  ),
  deployment.issue('cc-https-closed', 'Nobody opened port 443.', [], { issuer: 'none' }),
  deployment.issue('cc-page-downloads', 'Browsers save the page as a file.', [
    headers({ 'content-type': 'application/octet-stream' }),
  ]),
  deployment.issue(
    'cc-encoding-without-gzip',
    'The upload says gzip and is none: browsers show an error.',
    [headers({ 'content-encoding': 'gzip' })],
  ),
  deployment.issue('cc-cut-in-the-middle', 'The proxy’s disk is full and every page ends early.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const cut = upstream()
      return { cut, after: Math.floor(cut.body.byteLength / 2) }
    },
  ]),
  deployment.issue('cc-empty-answer', 'The function returns 200 and nothing else.', [
    (request) => (request.isPage ? text(200, 'text/html; charset=utf-8', '') : undefined),
  ]),
  deployment.review(
    'cc-noindex-of-preview',
    'Production still tells search engines to stay away.',
    [
      headers({ 'x-robots-tag': 'noindex, nofollow' }),
      inHead('<meta name="robots" content="noindex, nofollow">'),
      at('/robots.txt', text(200, 'text/plain; charset=utf-8', 'User-agent: *\nDisallow: /\n')),
    ],
  ),
  deployment.review('cc-basic-auth-left', 'The password of the staging phase is still asked for.', [
    (request) => {
      if (!request.isPage) return undefined
      const reply = text(
        401,
        'text/html',
        '<html>\r\n<head><title>401 Authorization Required</title></head>\r\n<body>\r\n<center><h1>401 Authorization Required</h1></center>\r\n<hr><center>nginx/1.27.3</center>\r\n</body>\r\n</html>\r\n',
      )
      const field = { 'www-authenticate': 'Basic realm="Staging"' }
      return { ...reply, headers: { ...reply.headers, ...field } }
    },
  ]),
  deployment.review(
    'cc-preview-login',
    'The deployment is protected; visitors see the host’s login.',
    [
      whole(
        'Login – Vercel',
        '<main><h1>Log in to Vercel</h1><form action="#"><input type="email" placeholder="Email Address"><button>Continue with Email</button></form><p>This deployment is protected. Log in with an account that has access.</p></main>',
        { status: 401 },
      ),
    ],
  ),
]
