import { at, atTop, type Fault, inHead } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')

const first: readonly Fault[] = [
  issue(
    'redirect-to-container',
    'The application redirects to the name that the proxy has for it.',
    [moved('http://web:3000/home')],
  ),
  review(
    'redirect-to-guarded-staging',
    'The public name leads to the test environment, which asks for a password.',
    [moved((site) => `https://staging.${site.domain}/`)],
    {
      hosts: (site) => ({
        [`staging.${site.domain}`]: () => {
          const reply = text(401, 'text/plain', 'Authorization Required')
          return {
            ...reply,
            headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Staging"' },
          }
        },
      }),
    },
  ),
  issue(
    'script-to-localhost',
    'A script sends the visitor to the machine of its developer.',
    [
      inHead(
        '<script>if (location.hostname !== "localhost") location.replace("http://localhost:5173/")</script>',
      ),
    ],
    { tools: 'RV' },
  ),
  issue('method-not-allowed', 'The route of the page is bound to another method.', [
    whole('405', '{"detail":"Method Not Allowed"}', { status: 405 }),
  ]),
  issue(
    'proxy-default-certificate',
    'The proxy has no certificate for the name, and shows its own.',
    [],
    {
      certificate: () => ({
        commonName: 'TRAEFIK DEFAULT CERT',
        names: ['5f0c2a.traefik.default'],
      }),
      issuer: 'unknown',
    },
  ),
  links.issue(
    'button-to-gone-shop',
    'The button of the page leads to a shop whose name is no more.',
    [
      atTop(
        (site) =>
          `<p><a href="https://tickets.${site.domain}/summer" style="background:navy;color:white;padding:1em">Buy tickets</a></p>`,
      ),
    ],
    { tools: 'V' },
  ),
]

/** Written for the second set. */
const secondDeployment: readonly Fault[] = [
  issue(
    'meta-to-nowhere',
    'The page leads on at once, to a file that is not there.',
    [
      whole('Redirecting', '<p>Redirecting to <a href="/site/home.html">the site</a>…</p>', {
        head: '<meta http-equiv="refresh" content="0; url=/site/home.html">',
      }),
    ],
    { tools: 'RV' },
  ),
  issue('blocked-hosts-rails', 'The framework does not know its public name.', [
    whole(
      'Action Controller: Exception caught',
      '<header><h1>Blocked hosts: www.bike-hire.example</h1></header><main><p>To allow requests to these hosts, make sure they are valid hostnames, then add the following to your environment configuration:</p><pre>config.hosts &lt;&lt; "www.bike-hire.example"</pre></main>',
      { status: 403 },
    ),
  ]),
  review('unavailable-for-legal', 'The country of the visitor is shut out.', [
    whole(
      'Unavailable',
      '<h1>451: Unavailable due to legal reasons</h1><p>We recognize you are attempting to access this website from a country where we cannot grant access at this time.</p>',
      { status: 451 },
    ),
  ]),
  review('address-of-development', 'What is shared points at the machine of the developer.', [
    inHead(
      '<link rel="canonical" href="http://localhost:3000/"><meta property="og:url" content="http://localhost:3000/"><meta property="og:image" content="http://localhost:3000/og.png">',
    ),
  ]),
  links.review(
    'link-to-empty',
    'A page of the menu is empty.',
    [
      atTop('<nav><a href="/team">Team</a> <a href="?">Start</a></nav>'),
      at('/team', text(500, 'text/html', '')),
    ],
    { tools: 'V' },
  ),
]

export const setBDeployment: readonly Fault[] = [...first, ...secondDeployment]
