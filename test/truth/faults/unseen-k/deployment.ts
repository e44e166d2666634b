import {
  application,
  at,
  atEnd,
  atTop,
  document,
  type Fault,
  headers,
  inHead,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf } from '../../row.ts'
import { shop } from './shop.ts'

const { issue, review } = rowsOf('deployment')
const policies = rowsOf('scripts and policies')
const links = rowsOf('links')

const appears =
  "document.getElementById('root').innerHTML = '<h1>Orders</h1><p>Twelve orders are waiting to be packed, three of them for today.</p>'"

export const setKDeployment: readonly Fault[] = [
  issue('k-ingress-certificate', 'The secret with the certificate is missing in the cluster.', [], {
    issuer: 'unknown',
    certificate: () => ({
      commonName: 'Kubernetes Ingress Controller Fake Certificate',
      organization: 'Acme Co',
      names: ['ingress.local'],
    }),
  }),
  policies.issue(
    'k-nonce-of-yesterday',
    'The network caches the document, and the server sends a new nonce each time.',
    [
      headers({
        'content-security-policy':
          "script-src 'nonce-Zk3vQ0m8xT1uYpLw' 'strict-dynamic'; object-src 'none'; base-uri 'none'",
      }),
      document((html) => html.replaceAll('<script', '<script nonce="b7Hc2NfRk0yWqPzA"')),
      application(appears),
    ],
    inBrowser,
  ),
  policies.issue(
    'k-trusted-types',
    'A scanner asked for a policy that the application does not fulfil.',
    [
      headers({
        'content-security-policy': "require-trusted-types-for 'script'; frame-ancestors 'self'",
      }),
      application(appears),
    ],
    inBrowser,
  ),
  policies.issue(
    'k-embedder-policy',
    'Isolation was switched on for one feature: pictures of another host are refused.',
    [
      headers({ 'cross-origin-embedder-policy': 'require-corp' }),
      atTop(
        (site) =>
          `<section style="position:relative;z-index:9999;background:#fff;padding:16px"><img src="https://photos.${site.stranger}/team.svg" alt="Our team" width="640" height="360"><img src="https://photos.${site.stranger}/shop.svg" alt="Our shop" width="640" height="360"></section>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`photos.${site.stranger}`]: () =>
          text(
            200,
            'image/svg+xml',
            '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#356"/></svg>',
          ),
      }),
    },
  ),
  policies.issue(
    'k-payment-frame-refused',
    "The new policy does not name the host of the payment form's frame.",
    [
      headers({ 'content-security-policy': "frame-src 'self'; frame-ancestors 'self'" }),
      atTop(
        (site) =>
          `<h2>Pay by card</h2><iframe title="Card" src="https://pay.${site.stranger}/elements" width="480" height="260"></iframe>`,
      ),
      shop('<h1>Checkout</h1><p>Fjell 2, one piece: 349 €</p>'),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`pay.${site.stranger}`]: () =>
          text(200, 'text/html; charset=utf-8', '<title>Card</title><input aria-label="Card">'),
      }),
    },
  ),
  policies.review(
    'k-development-client',
    "The development server runs in production: its client's socket does not come up.",
    [
      document((html) =>
        html.replace(
          /<head[^>]*>/i,
          (tag) => `${tag}<script type="module" src="/@vite/client"></script>`,
        ),
      ),
      at(
        '/@vite/client',
        text(
          200,
          'text/javascript; charset=utf-8',
          "console.debug('[vite] connecting...')\nconst socket = new WebSocket('wss://' + location.host + '/?token=0lJ7hQ2mXy8p', 'vite-hmr')\nsocket.addEventListener('error', () => console.error('[vite] failed to connect to websocket.\\nyour current setup:\\n  (browser) ' + location.host + '/ <--[HTTP]--> localhost:5173/ (server)\\n  (browser) ' + location.host + ':/ <--[WebSocket (failing)]--> localhost:5173/ (server)\\nCheck out your Vite / network configuration and https://vite.dev/config/server-options.html#server-hmr .'))\n",
        ),
      ),
    ],
    inBrowser,
  ),
  review(
    'k-canonical-localhost',
    'The base of metadata was never set: canonical links name a developer machine.',
    [
      document((html) =>
        html
          .replace(/<link[^>]*rel=["']?canonical[^>]*>/gi, '')
          .replace(
            /<\/head>/i,
            '<link rel="canonical" href="http://localhost:3000/"><meta property="og:url" content="http://localhost:3000/"><meta property="og:image" content="http://localhost:3000/opengraph-image.png"></head>',
          ),
      ),
    ],
  ),
  issue(
    'k-cookie-loop',
    'The cookie of the language is set for another domain, so the redirect never ends.',
    [
      (request, _upstream, site) =>
        request.isPage
          ? {
              status: 302,
              headers: {
                location: site.url,
                'set-cookie': `locale=en; Domain=.${site.stranger}; Path=/; Secure`,
                'cache-control': 'no-store',
              },
              body: new Uint8Array(),
            }
          : undefined,
    ],
  ),
  review(
    'k-platform-login',
    'The protection of previews was switched on for the production domain.',
    [
      moved(
        (site) =>
          `https://accounts.${site.stranger}/login?next=%2Fsso-api%3Furl%3Dhttps%253A%252F%252F${site.host}%252F`,
      ),
    ],
    {
      hosts: (site) => ({
        [`accounts.${site.stranger}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><title>Login – Cloud Platform</title></head><body><h1>Log in to your team</h1><p>You need access to this deployment to see it.</p><form action="/login" method="post"><label>E-mail <input type="email" name="email"></label><label>Password <input type="password" name="password"></label><button>Continue</button></form></body></html>',
          ),
      }),
    },
  ),
  issue(
    'k-refresh-to-staging',
    'A redirect of the test phase stayed in the template; the test host is gone.',
    [
      inHead(
        (site) => `<meta http-equiv="refresh" content="0; url=https://staging.${site.domain}/">`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-base-href',
    'The build is meant for a folder of a project page, and stands at the root.',
    [
      document((html) =>
        html.replace(/<head[^>]*>/i, (tag) => `${tag}<base href="/northwind-web/">`),
      ),
    ],
    { tools: 'RV', needs: ['stylesheet', 'script'] },
  ),
  review('k-debugbar', 'Debugging is on in production: the bar shows queries and session.', [
    inHead(
      "<link rel='stylesheet' type='text/css' property='stylesheet' href='/_debugbar/assets/stylesheets?v=1732000000'>",
    ),
    at(
      '/_debugbar/assets/stylesheets',
      text(200, 'text/css; charset=utf-8', '.phpdebugbar { font: 12px sans-serif }'),
    ),
    atEnd(
      '<div class="phpdebugbar" style="position:fixed;left:0;bottom:0;width:100%;z-index:100000;background:#fafafa;color:#222;border-top:2px solid #f4645f;padding:4px;font:12px sans-serif"><div class="phpdebugbar-header"><span>Messages</span> <span>Timeline</span> <span>Exceptions</span> <span>Views 14</span> <span>Route</span> <span>Queries 48</span> <span>Models 112</span> <span>Session</span> <span>Request</span> <span>GET /</span> <span>PHP 8.3.13</span> <span>412ms</span> <span>24MB</span></div><div class="phpdebugbar-body"><code>select * from `sessions` where `id` = \'x7GkQ2\' limit 1</code> <code>select * from `users` where `id` = 1 limit 1</code></div></div>',
    ),
  ]),
  links.review(
    'k-links-of-preview',
    'The menu was generated with the address of a preview that is deleted.',
    [
      atTop((site) =>
        ['tents', 'boots', 'stoves', 'repair']
          .map(
            (name) =>
              `<a href="https://northwind-git-autumn-team.${site.stranger}/${name}">${name}</a>`,
          )
          .join(' '),
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'k-links-undefined',
    'The slug of each product is undefined: every card leads to the same missing page.',
    [
      atTop(
        '<ul><li><a href="/products/undefined">Tent Fjell 2</a></li><li><a href="/products/undefined">Tent Rondane 3</a></li><li><a href="/products/undefined?colour=red">Tent Vidda 4</a></li></ul>',
      ),
    ],
    { tools: 'V' },
  ),
  review('k-test-environment', 'The build of the test environment went to production.', [
    atTop(
      '<div role="banner" style="position:relative;z-index:9999;background:#d90429;color:#fff;padding:8px;text-align:center;font:bold 16px sans-serif">TEST ENVIRONMENT – orders placed here are not real and are deleted every night. Build 2026-11-22.3 (branch: release-candidate)</div>',
    ),
  ]),
]
