import { gzipSync } from 'node:zlib'
import { at, atTop, type Fault, headers, inHead, serverError } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'

const deployment = rowsOf('deployment')
const links = rowsOf('links')

const inLink: Partial<Fault> = { tools: 'V' }

const to = (location: string, status = 301) => ({
  status,
  headers: { location },
  body: new Uint8Array(),
})

export const setVDelivery: readonly Fault[] = [
  deployment.issue(
    'v-certificate-of-apex',
    'The certificate is for the name without www only.',
    [],
    {
      tools: 'PV',
      certificate: ({ domain }) => ({ names: [domain] }),
    },
  ),
  deployment.issue(
    'v-two-rules-disagree',
    'The server takes www away, the application puts it back.',
    [moved(({ domain, url }) => `https://${domain}${new URL(url).pathname}`, 301)],
    { hosts: ({ domain }) => ({ [domain]: (_request, _upstream, { url }) => to(url) }) },
  ),
  deployment.issue('v-redirect-to-inner-name', 'The proxy lets a name of the inner network out.', [
    moved('http://web01.corp.internal/start'),
  ]),
  deployment.issue(
    'v-redirect-two-slashes',
    'A rule writes one slash too many: the path is a host.',
    [moved('//index.php/home', 301)],
  ),
  deployment.issue('v-page-as-download', 'A rule for documents to save catches the start page.', [
    headers({ 'content-disposition': 'attachment; filename="index.html"' }),
  ]),
  deployment.issue('v-compressed-twice', 'The application and the proxy both compress.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      const body = new Uint8Array(gzipSync(gzipSync(reply.body)))
      return { ...reply, headers: { ...reply.headers, 'content-encoding': 'gzip' }, body }
    },
  ]),
  deployment.review(
    'v-files-of-the-folder',
    'The start page has another name than the server looks for.',
    [
      whole(
        'Directory listing for /',
        '<h1>Directory listing for /</h1><hr><ul><li><a href="#a">assets/</a></li><li><a href="#b">Home.html</a></li><li><a href="#c">web.config</a></li></ul><hr>',
      ),
    ],
  ),
  deployment.review(
    'v-banner-of-staging',
    'The production site was built with the settings of the test.',
    [
      atTop(
        '<div style="background:#c00;color:#fff;padding:8px;text-align:center">STAGING ENVIRONMENT - do not place real orders, data is reset every night</div>',
      ),
    ],
  ),
  deployment.issue('v-well-but-404', 'The page is shown with the status of a missing one.', [
    (request, upstream) => (request.isPage ? { ...upstream(), status: 404 } : undefined),
  ]),
  deployment.review('v-redirect-to-panel-port', 'The start page sends visitors to another port.', [
    moved(({ host }) => `https://${host}:8443/`),
  ]),
  deployment.review('v-password-of-preview', 'The password of the preview is still asked for.', [
    (request) => {
      if (!request.isPage) return undefined
      const refused = text(
        401,
        'text/html; charset=utf-8',
        '<title>401</title><h1>Authorization Required</h1>',
      )
      return {
        ...refused,
        headers: { ...refused.headers, 'www-authenticate': 'Basic realm="Preview"' },
      }
    },
  ]),
  deployment.issue(
    'v-refresh-to-old-shop',
    'The page sends its visitors to a name that was given up.',
    [
      inHead(
        ({ domain }) => `<meta http-equiv="refresh" content="0; url=https://old-shop.${domain}/">`,
      ),
    ],
    inBrowser,
  ),
  deployment.issue('v-white-document', 'The template was saved empty.', [
    (request) => (request.isPage ? text(200, 'text/html; charset=utf-8', '\ufeff\n\n') : undefined),
  ]),

  links.issue(
    'v-link-after-new-structure',
    'The imprint moved, its link did not.',
    [atTop('<nav><a href="/service/imprint-2019/">Imprint</a></nav>')],
    inLink,
  ),
  links.issue(
    'v-link-to-failing-form',
    'The contact page fails on the server.',
    [atTop('<nav><a href="/contact-form/">Contact</a></nav>'), at('/contact-form/', serverError)],
    inLink,
  ),
  links.issue(
    'v-link-goes-in-circles',
    'The shop behind the link sends to itself.',
    [
      atTop('<nav><a href="/our-shop">Shop</a></nav>'),
      at('/our-shop', to('/our-shop/')),
      at('/our-shop/', to('/our-shop')),
    ],
    inLink,
  ),
  links.issue(
    'v-link-into-the-office',
    'A link names a computer of the office.',
    [atTop('<nav><a href="http://192.168.1.20/prices.html">Prices</a></nav>')],
    inLink,
  ),
]
