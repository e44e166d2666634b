import { gzipSync } from 'node:zlib'
import {
  at,
  atTop,
  bundle,
  type Fault,
  type FaultySite,
  headers,
  type Interceptor,
  inHead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')
const linksOnly: Partial<Fault> = { tools: 'V' }

const html = 'text/html; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

/** A response in place of the page. */
const answer =
  (
    status: number,
    type: string,
    body: string | ((site: FaultySite) => string),
    more: Readonly<Record<string, string>> = {},
  ): Interceptor =>
  (request, _upstream, site) => {
    if (!request.isPage) return undefined
    const reply = text(status, type, typeof body === 'string' ? body : body(site))
    return { ...reply, headers: { ...reply.headers, ...more } }
  }

const to = (location: string, status = 302) => ({
  status,
  headers: { location },
  body: new Uint8Array(),
})

const menu = (path: string, words: string) =>
  atTop(`<nav style="position:relative;z-index:99"><a href="${path}">${words}</a></nav>`)

const listing = ['.env.example', 'Dockerfile', 'dist/', 'package.json', 'src/', 'vite.config.ts']

export const setXxDelivery: readonly Fault[] = [
  issue(
    'xx-vercel-not-found',
    'The output folder is wrong, so the host has no file for the root.',
    [
      answer(
        404,
        plain,
        'The page could not be found\n\nNOT_FOUND\n\nfra1::m5x7k-1764172800123-2f6d1c0b9a44\n',
        { server: 'Vercel', 'x-vercel-error': 'NOT_FOUND' },
      ),
    ],
  ),
  issue(
    'xx-api-has-the-root',
    'The API was deployed where the site should be, and knows no root.',
    [answer(404, 'application/json', '{"detail":"Not Found"}', { server: 'uvicorn' })],
  ),
  issue('xx-tunnel-error-1033', 'The laptop at the other end of the tunnel is switched off.', [
    answer(
      530,
      html,
      (site) =>
        `<!doctype html><html lang="en-US"><head><title>Cloudflare Tunnel error | ${site.host} | Cloudflare</title></head><body><div id="cf-error-details"><h1><span>Error</span> <span>1033</span></h1><h2>Cloudflare Tunnel error</h2><h2>What happened?</h2><p>You've requested a page on a website (${site.host}) that is on the Cloudflare network. The host (${site.host}) is configured as a Cloudflare Tunnel, and Cloudflare is currently unable to resolve it.</p><p>Cloudflare Ray ID: 9a4c1e0f7b2d3c55</p></div></body></html>`,
      { server: 'cloudflare', 'cf-ray': '9a4c1e0f7b2d3c55-FRA' },
    ),
  ]),
  review(
    'xx-tunnel-warning',
    'A tunnel for tests shows its warning to each visitor before the page.',
    [
      answer(
        200,
        html,
        (site) =>
          `<!doctype html><html lang="en"><head><title>ngrok</title></head><body><noscript>You are about to visit ${site.host}, served by 203.0.113.7. This website is served for free through ngrok.com. You should only visit this website if you trust whoever sent the link to you. (ERR_NGROK_6024)</noscript><div id="root"><h1>You are about to visit:</h1><h2>${site.host}</h2><p>Website IP: 203.0.113.7</p><ul><li>This website is served for free through ngrok.com.</li><li>You should only visit this website if you trust whoever sent the link to you.</li><li>Be careful about disclosing personal or financial information like passwords, phone numbers, or credit cards.</li></ul><button>Visit Site</button></div></body></html>`,
        { 'ngrok-error-code': 'ERR_NGROK_6024' },
      ),
    ],
  ),
  issue(
    'xx-project-folder-listed',
    'The folder of the project is served, and not the one of the build.',
    [
      answer(
        200,
        html,
        `<!DOCTYPE HTML>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Directory listing for /</title>\n</head>\n<body>\n<h1>Directory listing for /</h1>\n<hr>\n<ul>\n${listing.map((one) => `<li><a href="${one}">${one}</a></li>`).join('\n')}\n</ul>\n<hr>\n</body>\n</html>\n`,
        { server: 'SimpleHTTP/0.6 Python/3.12.3' },
      ),
      at('/dist/', text(200, html, '<title>Directory listing for /dist/</title><ul></ul>')),
    ],
  ),
  review(
    'xx-page-is-a-download',
    'The upload to the bucket did not set a type, so the page is saved.',
    [headers({ 'content-type': 'application/octet-stream' })],
  ),
  issue(
    'xx-gzip-without-field',
    'A compressed file was uploaded, and nothing says that it is one.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return {
          ...reply,
          headers: { ...reply.headers, 'content-type': html },
          body: Uint8Array.from(gzipSync(reply.body)),
        }
      },
    ],
  ),
  issue(
    'xx-wrong-charset-field',
    'The server calls a page in UTF-8 Latin-1, and each umlaut becomes two letters.',
    [
      headers({ 'content-type': 'text/html; charset=iso-8859-1' }),
      whole(
        'Bäckerei Müller',
        '<h1>Grüß Gott in der Bäckerei Müller</h1><p>Täglich frisch: Brötchen, Nussstrudel und süße Krapfen. Für größere Mengen bitten wir um Vorbestellung – möglichst zwei Tage früher, auch für Törtchen und Käsestangen.</p><p>Geöffnet dienstags bis samstags von 6 Uhr früh bis 13 Uhr, sonntags nur für Abholer.</p>',
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  issue('xx-empty-answer', 'The function at the edge returns a response without a body.', [
    answer(200, html, ''),
  ]),
  issue('xx-half-a-page', 'The server is killed for its memory while it sends the page.', [
    (request, upstream) =>
      request.isPage
        ? { cut: upstream(), after: Math.floor(upstream().body.length / 2) }
        : undefined,
  ]),
  issue(
    'xx-moved-to-localhost',
    'The address of the site was left at that of the machine of the developer.',
    [moved('http://localhost:3000/en', 307)],
  ),
  issue(
    'xx-moved-to-undefined',
    'The variable with the name of the site is missing in production.',
    [moved('https://undefined/en', 307)],
  ),
  issue(
    'xx-loop-to-https',
    'Behind its proxy the application believes that it is asked over http, and redirects for ever.',
    [moved((site) => site.url, 301)],
  ),
  issue(
    'xx-refresh-to-localhost',
    'The start page that was deployed sends each visitor to the dev server.',
    [
      whole('Redirecting', '<p>Redirecting to <a href="http://localhost:5173/">the app</a></p>', {
        head: '<meta http-equiv="refresh" content="0; url=http://localhost:5173/">',
      }),
    ],
    inBrowser,
  ),
  review(
    'xx-access-login',
    'The rule that protects the preview also protects the public site.',
    [
      moved(
        (site) =>
          `https://team.${site.stranger}/cdn-cgi/access/login/${site.host}?kid=5f1c&redirect_url=%2F`,
      ),
    ],
    {
      hosts: (site) => ({
        [`team.${site.stranger}`]: () =>
          text(
            200,
            html,
            `<!doctype html><html lang="en"><head><title>Sign in ・ Cloudflare Access</title></head><body><h1>Log in to ${site.host}</h1><form method="post"><p>Get a login code emailed to you</p><label>Email <input type="email" name="email"></label><button>Send me a code</button></form></body></html>`,
          ),
      }),
    },
  ),
  review(
    'xx-deployment-protected',
    'The protection of previews was left on for the public address.',
    [
      answer(
        401,
        html,
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Authentication Required</title><meta name="robots" content="noindex, nofollow"></head><body><h1>Authentication Required</h1><p>Authenticating</p><p>Vercel Authentication</p></body></html>',
        {
          server: 'Vercel',
          'x-robots-tag': 'noindex',
          'set-cookie': '_vercel_sso_nonce=k3Qz; Path=/',
        },
      ),
    ],
  ),
  review(
    'xx-host-blocked-by-vite',
    'A dev server stands in production and does not know the public name.',
    [
      answer(
        403,
        plain,
        (site) =>
          `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`server.allowedHosts\` in vite.config.js.`,
      ),
    ],
  ),
  review(
    'xx-noindex-nofollow-field',
    'The field that hides a staging site was taken to production.',
    [headers({ 'x-robots-tag': 'noindex, nofollow' })],
  ),
  review(
    'xx-page-immutable',
    'Browsers keep the document itself for a year, so no release reaches them.',
    [headers({ 'cache-control': 'public, max-age=31536000, immutable' })],
  ),
  issue(
    'xx-private-address',
    'The record was set to the address that the server has in its own network.',
    [],
    {
      dns: () => ({ a: ['10.0.3.17'] }),
    },
  ),
  issue(
    'xx-certificate-of-the-host',
    'The domain was never added to the project, so the host shows its own certificate.',
    [],
    { tools: 'PV', certificate: (site) => ({ names: [`*.${site.stranger}`] }) },
  ),
  review('xx-certificate-two-days', 'Renewal stopped when the port for its check was closed.', [], {
    tools: 'PV',
    certificate: () => ({ notAfter: new Date(Date.now() + 2 * 86_400_000) }),
  }),
  issue('xx-https-closed', 'Only port 80 of the container was published.', [], { issuer: 'none' }),
  links.issue(
    'xx-link-without-extension',
    'The export wrote about.html, the menu asks for /about, and the host does not join the two.',
    [menu('/about', 'About us'), at('/about', notFound)],
    linksOnly,
  ),
  links.issue(
    'xx-link-function-fails',
    'The page behind the menu is a function that crashes at its start.',
    [
      menu('/pricing', 'Pricing'),
      at('/pricing', {
        ...text(
          500,
          plain,
          'A server error has occurred\n\nFUNCTION_INVOCATION_FAILED\n\nfra1::zq2xw-1764172800123-6f1d\n',
        ),
        headers: { 'content-type': plain, 'x-vercel-error': 'FUNCTION_INVOCATION_FAILED' },
      }),
    ],
    linksOnly,
  ),
  links.issue(
    'xx-link-login-loop',
    'The guard of the routes guards the log-in too, and the two redirect to each other.',
    [
      menu('/dashboard', 'Dashboard'),
      at('/dashboard', to('/signin?from=%2Fdashboard')),
      at('/signin', to('/dashboard')),
    ],
    linksOnly,
  ),
  links.issue(
    'xx-link-to-localhost',
    'The large button of the page leads to the machine of whoever clicks it.',
    [
      atTop(
        '<p style="position:relative;z-index:99;background:#fff;padding:16px"><a href="http://localhost:3000/signup" style="font-size:24px;color:#06c">Get started for free</a></p>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'xx-reloads-for-ever',
    'The client of the dev server is in the page: it finds no socket and reloads again and again.',
    [
      bundle(
        `console.log('[vite] server connection lost. Polling for restart...'); setTimeout(async () => { await fetch(location.href, { mode: 'no-cors', headers: { Accept: 'text/x-vite-ping' } }).catch(() => {}); location.reload() }, 800)`,
      ),
      inHead('<script>window.__vite_plugin_react_preamble_installed__ = true</script>'),
    ],
    inBrowser,
  ),
]
