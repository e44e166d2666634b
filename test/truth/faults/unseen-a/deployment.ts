import { at, atTop, encode, type Fault } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')

export const setADeployment: readonly Fault[] = [
  issue('redirect-without-scheme', 'The target has no scheme: it is a path below the page.', [
    moved((site) => `${site.host}/start`, 301),
  ]),
  issue('redirect-undefined-host', 'The public address is not set: https://undefined/.', [
    moved('https://undefined/login'),
  ]),
  issue('redirect-to-missing-locale', 'The front page leads to a language that was not built.', [
    moved('/en-GB/'),
    at(
      '/en-GB/',
      text(
        404,
        'text/html; charset=utf-8',
        '<title>Page not found</title><h1>404</h1><p>Page not found</p>',
      ),
    ),
  ]),
  issue(
    'redirect-to-expired-sibling',
    'The shop has its own name, and the host behind it is switched off.',
    [moved((site) => `https://shop.${site.domain}/`, 301)],
    { hosts: (site) => ({ [`shop.${site.domain}`]: 'refuses' }) },
  ),
  issue(
    'redirect-www-apex-loop',
    'The proxy adds www, the application takes it away.',
    [moved((site) => `https://${site.domain}${new URL(site.url).pathname}`, 301)],
    {
      hosts: (site) => ({
        [site.domain]: (request) => ({
          status: 301,
          headers: { location: `https://${site.host}${request.url.pathname}` },
          body: new Uint8Array(),
        }),
      }),
    },
  ),
  issue('deployment-disabled', 'The bill of the platform was not paid.', [
    whole(
      '402: DEPLOYMENT_DISABLED',
      '<h1>402: PAYMENT_REQUIRED</h1><p>Code: DEPLOYMENT_DISABLED</p><p>ID: fra1::n7x2k-1763830012345-5f1c</p>',
      { status: 402 },
    ),
  ]),
  issue('worker-exception', 'The script at the edge throws.', [
    whole(
      'Worker threw exception | www.bike-hire.example',
      '<h1>Error 1101</h1><h2>Worker threw exception</h2><p>You are the first visitor to this page since the last deployment.</p>',
      { status: 500 },
    ),
  ]),
  review(
    'range-of-servers',
    'Every second server of the group is down.',
    [
      (request) =>
        request.n % 2 === 1 && request.isPage
          ? text(
              502,
              'text/html',
              '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body></html>',
            )
          : undefined,
    ],
    { tools: 'P' },
  ),
  links.issue(
    'nav-to-development',
    'The menu was built with the address of the development server.',
    [
      atTop(
        '<nav><ul><li><a href="http://127.0.0.1:4321/menu">Menu</a></li><li><a href="http://127.0.0.1:4321/reservations">Reservations</a></li></ul></nav>',
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'nav-pricing-500',
    'One page of the menu fails.',
    [
      atTop(
        '<nav><ul><li><a href="/pricing">Pricing</a></li><li><a href="?">Start</a></li></ul></nav>',
      ),
      at('/pricing', text(500, 'text/plain', 'Internal Server Error')),
    ],
    { tools: 'V' },
  ),
  issue('redirect-variable', 'The variable of the proxy was not put in: https://$host.', [
    moved('https://$host/'),
  ]),
  issue('redirect-308-to-gone', 'The old path leads to a new one that was deleted.', [
    moved('/kollektion/2026', 308),
    at('/kollektion/2026', text(410, 'text/html', '<h1>410 Gone</h1>')),
  ]),
  issue('function-base64', 'The gateway does not decode the body of the function.', [
    (request, upstream) =>
      request.isPage
        ? {
            ...upstream(),
            body: encode(btoa(String.fromCharCode(...upstream().body.subarray(0, 4000)))),
          }
        : undefined,
  ]),
  links.issue(
    'nav-bad-scheme',
    'A link of the menu has two schemes.',
    [
      atTop(
        '<nav><a href="https://https//www.example.org/events">Events</a> <a href="?">Start</a></nav>',
      ),
    ],
    { tools: 'V' },
  ),
]
