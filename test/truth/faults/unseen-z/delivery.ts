import { type Fault, headers, inHead, late } from '#test/truth/fault.ts'
import { text } from '#test/truth/page.ts'
import { about, moved, rowsOf, whole } from '#test/truth/row.ts'

const { issue, review } = rowsOf('deployment')

export const setZDelivery: readonly Fault[] = [
  issue('z-canonical-localhost', 'Search engines are told that the site is at localhost', [
    inHead(
      '<link rel="canonical" href="http://localhost:4321/"><meta property="og:url" content="http://localhost:4321/"><meta property="og:image" content="http://localhost:4321/og.png">',
    ),
  ]),
  review('z-noindex', 'The page of the staging server that keeps search engines out went live', [
    headers({ 'x-robots-tag': 'noindex, nofollow' }),
  ]),
  issue('z-https-loop', 'Proxy and server send visitors to each other for ever', [
    moved((site) => site.url, 301),
  ]),
  issue('z-to-localhost', 'Everybody is sent to the sign-in on the developer’s computer', [
    moved('http://localhost:3000/api/auth/signin?callbackUrl=%2F', 307),
  ]),
  issue('z-staging-password', 'Visitors are asked for the password of the staging server', [
    (request) => {
      if (!request.isPage) return undefined
      const reply = text(
        401,
        'text/html',
        '<html><head><title>401 Authorization Required</title></head><body><center><h1>401 Authorization Required</h1></center><hr><center>nginx/1.24.0 (Ubuntu)</center></body></html>',
      )
      return {
        ...reply,
        headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Staging"' },
      }
    },
  ]),
  issue(
    'z-vercel-login',
    'The deployment is protected: who is not in the team sees a sign-in',
    [moved((site) => `https://sso.${site.stranger}/sso-api?url=${encodeURIComponent(site.url)}`)],
    {
      hosts: (site) => ({
        [`sso.${site.stranger}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Login – Vercel</title></head><body><h1>Log in to Vercel</h1><form><input type="email" placeholder="Email Address"><button type="button">Continue with Email</button></form><button>Continue with GitHub</button><button>Continue with SAML SSO</button></body></html>',
          ),
      }),
    },
  ),
  issue('z-certificate-apex', 'The certificate does not cover the name with www', [], {
    certificate: (site) => ({ names: [site.domain] }),
  }),
  issue('z-self-signed', 'The certificate is one that no browser trusts', [], {
    issuer: 'unknown',
  }),
  issue('z-http-only', 'The site is there without encryption only', [], {
    plain: true,
    issuer: 'none',
  }),
  issue('z-text-plain', 'Visitors read the source: the upload lost the type of the file', [
    headers({ 'content-type': 'text/plain; charset=utf-8' }),
  ]),
  issue('z-download', 'The bucket offers the start page as a download', [
    headers({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="index.html"',
    }),
  ]),
  issue('z-gzip-lie', 'The page says that it is compressed and is not', [
    headers({ 'content-encoding': 'gzip' }),
  ]),
  issue('z-latin-header', 'Der Server nennt die falsche Kodierung: alle Umlaute sind zerstört', [
    headers({ 'content-type': 'text/html; charset=iso-8859-1' }),
    whole(
      'Bäckerei Jäger – Öffnungszeiten',
      `<h1>Bäckerei Jäger – frische Brötchen täglich</h1><p>Unsere Öffnungszeiten: täglich außer Montag, früh ab 6 Uhr. Schöne Grüße aus der Küche!</p>${about}`,
      { lang: 'de' },
    ),
  ]),
  issue('z-cut', 'The answer breaks off in the middle', [
    (request, upstream) =>
      request.isPage
        ? { cut: upstream(), after: Math.floor(upstream().body.byteLength * 0.4) }
        : undefined,
  ]),
  review(
    'z-seven-seconds',
    'The smallest plan is too slow: every visitor waits seven seconds for the page',
    [late(7000, (request, upstream) => (request.isPage ? upstream() : undefined))],
  ),
]
