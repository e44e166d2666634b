import { gzipSync } from 'node:zlib'
import { at, atTop, type Fault, headers, type Interceptor, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const link = rowsOf('links')

/** The response of a server in front of the site, in place of the page. */
const refusal = (status: number, type: string, body: string): readonly Interceptor[] => [
  (request) => (request.isPage ? text(status, type, body) : undefined),
]
const html = 'text/html; charset=utf-8'
const plain = 'text/plain; charset=utf-8'
const bytes = (
  change: (body: Uint8Array) => Uint8Array,
  more: Readonly<Record<string, string>>,
): readonly Interceptor[] => [
  (request, upstream) => {
    if (!request.isPage) return undefined
    const reply = upstream()
    return { ...reply, headers: { ...reply.headers, ...more }, body: change(reply.body) }
  },
]

const names: readonly Fault[] = [
  issue('e-alias-of-deleted-app', 'The name is an alias of an app that was deleted.', [], {
    dns: () => ({ cname: 'aerial-otter-4821.apps-that-are-gone.net' }),
  }),
  issue(
    'e-ingress-fake-certificate',
    'The secret with the certificate is missing, so the ingress sends its own.',
    [],
    {
      tools: 'PV',
      issuer: 'unknown',
      certificate: () => ({
        commonName: 'Kubernetes Ingress Controller Fake Certificate',
        organization: 'Acme Co',
        names: ['ingress.local'],
      }),
    },
  ),
  issue('e-locale-loop', 'The language and the start page redirect to each other.', [
    (request, _upstream, site) => {
      const to = request.isPage ? '/pl/' : new URL(site.url).pathname
      if (!request.isPage && request.path !== '/pl/') return undefined
      return { status: 307, headers: { location: to }, body: new Uint8Array() }
    },
  ]),
  issue('e-redirect-to-cluster', 'The back end redirects to its name inside of the cluster.', [
    moved('http://storefront.default.svc.cluster.local/', 301),
  ]),
  issue(
    'e-redirect-without-scheme',
    'Somebody wrote the target of the redirect without https, so it is a path of the site.',
    [moved(({ host }) => `${host}/pl/home`, 301)],
  ),
  issue(
    'e-keycloak-redirect-uri',
    'The identity server does not know the new address of the application.',
    [
      moved(
        ({ domain, host }) =>
          `https://login.${domain}/realms/shop/protocol/openid-connect/auth?client_id=web&redirect_uri=https%3A%2F%2F${host}%2F&response_type=code&scope=openid`,
      ),
    ],
    {
      hosts: ({ domain }) => ({
        [`login.${domain}`]: () =>
          text(
            400,
            html,
            '<!doctype html><html class="login-pf"><head><meta charset="utf-8"><title>Sign in to shop</title></head><body><div id="kc-header-wrapper">Shop</div><h1 id="kc-page-title">We are sorry...</h1><div id="kc-error-message"><p class="instruction">Invalid parameter: redirect_uri</p></div></body></html>',
          ),
      }),
    },
  ),
]

const inFront: readonly Fault[] = [
  review(
    'e-preview-protected',
    'The deployment is only for those who log in at its platform.',
    refusal(
      401,
      html,
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Authentication Required</title></head><body><main><h1>Authentication Required</h1><p>Authenticating</p><noscript>This page requires JavaScript. Vercel Authentication protects this deployment.</noscript></main></body></html>',
    ),
  ),
  issue(
    'e-envoy-no-healthy-upstream',
    'No pod of the service is ready.',
    refusal(503, plain, 'no healthy upstream'),
  ),
  issue(
    'e-traefik-no-router',
    'No router of the proxy has that host name.',
    refusal(404, plain, '404 page not found\n'),
  ),
  issue(
    'e-tunnel-1033',
    'The tunnel to the machine of the site is down.',
    refusal(
      530,
      html,
      '<!doctype html><html lang="en-US"><head><meta charset="UTF-8"><title>Cloudflare Tunnel error | Cloudflare</title></head><body><h1><span>Error</span> <span>1033</span></h1><h2>Cloudflare Tunnel error</h2><h3>What happened?</h3><p>You\'ve requested a page on a website that is on the Cloudflare network. The host is configured as a Cloudflare Tunnel, and Cloudflare is currently unable to resolve it.</p></body></html>',
    ),
  ),
  issue(
    'e-platform-payment',
    'The account at the platform was not paid.',
    refusal(
      402,
      plain,
      'Payment required\n\nDEPLOYMENT_DISABLED\n\nfra1::x7k2p-1763861012345-0b1c2d3e4f5a\n',
    ),
  ),
  issue(
    'e-usage-exceeded',
    'The platform paused the site because of its traffic.',
    refusal(
      503,
      html,
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Site not available</title></head><body><h1>Site not available</h1><p>This site was paused as it reached its usage limits. Please contact the site owner for more information.</p></body></html>',
    ),
  ),
  issue(
    'e-fastly-unknown-domain',
    'The domain was not added to the service of the network.',
    refusal(
      500,
      html,
      '<html><head><title>Fastly error: unknown domain</title></head><body><p>Fastly error: unknown domain: www.shop.example. Please check that this domain has been added to a service.</p><p>Details: cache-fra-eddf8230112-FRA</p></body></html>',
    ),
  ),
  issue(
    'e-cloudfront-alternate-name',
    'The distribution does not have the name of the site.',
    refusal(
      403,
      html,
      '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><HTML><HEAD><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=iso-8859-1"><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>403 ERROR</H1><H2>The request could not be satisfied.</H2><HR noshade size="1px">The distribution does not match the certificate for which the HTTPS connection was established with. We can\'t connect to the server for this app or website at this time.<BR clear="all"><HR noshade size="1px"><PRE>Generated by cloudfront (CloudFront)\nRequest ID: 5Jv0aXw3q8Wl2yQ==</PRE></BODY></HTML>',
    ),
  ),
  issue(
    'e-iis-app-not-started',
    'The application crashes when the module of the server starts it.',
    refusal(
      500,
      html,
      '<!DOCTYPE html><html lang="en-US"><head><meta charset="utf-8" /><title> HTTP Error 500.30 </title></head><body><div id="content"><h1> HTTP Error 500.30 - ASP.NET Core app failed to start </h1><h2> Common solutions to this issue: </h2><ul><li> The app failed to start </li><li> The app started but then stopped </li><li> The app started but threw an exception during startup </li></ul><h2> Troubleshooting steps: </h2><ul><li> Check the system event log for error messages </li><li> Enable logging the application process\' stdout messages </li></ul></div></body></html>',
    ),
  ),
  issue(
    'e-rails-blocked-host',
    'The application was not given the name under which it is published.',
    refusal(
      403,
      html,
      '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Action Controller: Exception caught</title></head><body><header><h1>Blocked hosts: www.shop.example</h1></header><main id="container"><h2>To allow requests to these hosts, make sure they are valid hostnames (containing only numbers, letters, dashes and dots), then add the following to your environment configuration:</h2><pre>config.hosts &lt;&lt; "www.shop.example"</pre></main></body></html>',
    ),
  ),
  issue(
    'e-vite-blocked-host',
    'The preview server of the build tool is what was deployed, and it refuses the name.',
    refusal(
      403,
      plain,
      'Blocked request. This host ("www.shop.example") is not allowed.\nTo allow this host, add "www.shop.example" to `preview.allowedHosts` in vite.config.js.',
    ),
  ),
  issue(
    'e-django-bad-request',
    'The name is not among the allowed hosts.',
    refusal(
      400,
      html,
      '<!doctype html><html lang="en"><head><title>Bad Request (400)</title></head><body><h1>Bad Request (400)</h1><p></p></body></html>',
    ),
  ),
  issue(
    'e-plain-request-to-tls-port',
    'The load balancer ends TLS and talks plainly to a port that wants TLS.',
    refusal(
      400,
      'text/html',
      '<html>\r\n<head><title>400 The plain HTTP request was sent to HTTPS port</title></head>\r\n<body>\r\n<center><h1>400 Bad Request</h1></center>\r\n<center>The plain HTTP request was sent to HTTPS port</center>\r\n<hr><center>nginx/1.25.3</center>\r\n</body>\r\n</html>\r\n',
    ),
  ),
  issue(
    'e-jetty-no-context',
    'The archive of the application was not unpacked.',
    refusal(
      404,
      html,
      '<!DOCTYPE html><html lang="en"><head><title>Error 404 - Not Found</title><meta charset="utf-8"></head><body><h2>Error 404 - Not Found.</h2><p>No context on this server matched or handled this request.</p><p>Contexts known to this server are:</p><table class="contexts"><thead><tr><th>Context Path</th><th>Display Name</th><th>Status</th><th>LifeCycle</th></tr></thead><tbody></tbody></table><hr/><a href="https://jetty.org">Powered by Eclipse Jetty:// Server</a></body></html>',
    ),
  ),
  review('e-incapsula-incident', 'A wall in front of the site takes the visitor for a robot.', [
    instead(
      '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><meta name="format-detection" content="telephone=no"><meta name="viewport" content="initial-scale=1.0"></head><body style="margin:0px;height:100%">Request unsuccessful. Incapsula incident ID: 1067000650341987210-287312345678901234</body></html>',
    ),
  ]),
  review('e-ddos-guard-russian', 'A wall in front of the site checks the browser.', [
    whole(
      'DDoS-Guard',
      '<h1>Проверка браузера перед доступом к сайту</h1><p>Это автоматический процесс. Страница откроется через несколько секунд, если ваш браузер пройдёт проверку.</p><p>Включите JavaScript и файлы cookie.</p><p>Защита от DDoS-атак: DDoS-Guard</p>',
      { lang: 'ru', status: 403 },
    ),
  ]),
  review('e-shop-password', 'The password of the new shop was never taken away.', [
    moved('/password'),
    at(
      '/password',
      text(
        200,
        html,
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Northbound Bicycles – Opening Soon</title></head><body class="password"><header><a href="#LoginModal">Enter using password</a></header><main><h1>Opening soon</h1><p>Be the first to know when we launch.</p><form method="post"><input type="email" name="contact[email]" placeholder="Email"><button>Subscribe</button></form></main><footer>This shop will be powered by Shopify</footer></body></html>',
      ),
    ),
  ]),
  review('e-tunnel-interstitial', 'The site is a tunnel to the laptop of its developer.', [
    whole(
      'ngrok',
      '<main><h1>You are about to visit:</h1><p>brave-otter-4821.ngrok-free.app</p><p>Website IP: 203.0.113.8</p><ul><li>This website is served for free through ngrok.com.</li><li>You should only visit this website if you trust whoever sent the link to you.</li><li>Be careful about disclosing personal or financial information like passwords, phone numbers, or credit cards.</li></ul><button>Visit Site</button></main>',
    ),
  ]),
]

const representation: readonly Fault[] = [
  issue(
    'e-charset-utf-16',
    'The field of the response names another encoding than that of the file.',
    [headers({ 'content-type': 'text/html; charset=utf-16le' })],
  ),
  issue(
    'e-gzip-twice',
    'The files were uploaded compressed, and the network compresses them again.',
    bytes((body) => gzipSync(gzipSync(body)), { 'content-encoding': 'gzip' }),
  ),
  issue(
    'e-component-payload-cached',
    'The network stored the data of a navigation under the address of the page.',
    refusal(
      200,
      'text/x-component',
      '1:"$Sreact.fragment"\n2:I[87555,["177","static/chunks/app/layout-6f2c1b0e7d3a.js"],""]\n3:I[31295,["177","static/chunks/app/layout-6f2c1b0e7d3a.js"],""]\n0:{"P":null,"b":"kX3p9fQwZr81","p":"","c":["",""],"i":false,"f":[[["",{"children":["__PAGE__",{}]},"$undefined","$undefined",true],["",["$","$1","c",{"children":[null,["$","html",null,{"lang":"tr","children":["$","body",null,{"children":["$","$L2",null,{}]}]}]]}],{},null,false],null,false]],"m":"$undefined","G":["$3",[]],"s":false,"S":true}\n',
    ),
  ),
  issue(
    'e-archive-as-page',
    'The archive of the build was uploaded in place of its index.',
    refusal(200, 'application/zip', `PK\u0003\u0004${'dist/index.html assets/'.repeat(40)}`),
  ),
  issue('e-python-listing', 'The folder of the project is served, with its secrets.', [
    instead(
      '<!DOCTYPE HTML>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Directory listing for /</title>\n</head>\n<body>\n<h1>Directory listing for /</h1>\n<hr>\n<ul>\n<li><a href=".env">.env</a></li>\n<li><a href=".git/">.git/</a></li>\n<li><a href="Dockerfile">Dockerfile</a></li>\n<li><a href="node_modules/">node_modules/</a></li>\n<li><a href="package.json">package.json</a></li>\n<li><a href="src/">src/</a></li>\n</ul>\n<hr>\n</body>\n</html>\n',
    ),
    (request) =>
      /\/(?:\.env|\.git\/|Dockerfile|node_modules\/|package\.json|src\/)$/.test(request.path)
        ? text(200, plain, 'FROM node:22\n')
        : undefined,
  ]),
  issue(
    'e-sendfile-not-handled',
    'The application leaves the sending of the file to a server that does not do it.',
    bytes(() => new Uint8Array(), { 'x-sendfile': '/srv/shop/current/public/index.html' }),
  ),
]

const links: readonly Fault[] = [
  link.issue(
    'e-languages-404',
    'The other languages of the site were not built.',
    [
      atTop(
        '<nav aria-label="Language"><a href="/tr/" hreflang="tr">Türkçe</a> <a href="/pt-br/" hreflang="pt-BR">Português</a></nav>',
      ),
      at('/tr/', text(404, html, '<h1>404</h1>')),
      at('/pt-br/', text(404, html, '<h1>404</h1>')),
    ],
    { tools: 'V' },
  ),
  link.issue(
    'e-terms-500',
    'The terms that a customer has to read fail.',
    [
      atTop(`<header><a href="/regulamin">Regulamin</a>${about}</header>`),
      at('/regulamin', text(500, html, '<h1>Server Error (500)</h1>')),
    ],
    { tools: 'V' },
  ),
]

/** Written after the rules of 2026-11-23.1 by an author who had not read them. */
export const setEDeployment: readonly Fault[] = [...names, ...inFront, ...representation, ...links]
