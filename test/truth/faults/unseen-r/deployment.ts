import {
  at,
  atEnd,
  type Fault,
  firstFile,
  headers,
  instead,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'
import { above, below, page, pitch } from './parts.ts'

const { issue, review } = rowsOf('deployment')
const asset = rowsOf('assets')
const link = rowsOf('links').issue

/** Responses of the platform in front of the site, links that were correct before, and files that are not delivered. */
export const setRDeployment: readonly Fault[] = [
  issue('r-render-suspended', 'The service was suspended at Render (confirmed).', [
    whole('Service Suspended', 'This service has been suspended by its owner.', { status: 503 }),
  ]),
  issue('r-vercel-function-crashed', 'The function of the page does not start (confirmed).', [
    whole(
      '500: INTERNAL_SERVER_ERROR',
      '<main><p>This Serverless Function has crashed.</p><p>Your connection is working correctly.</p><p>Vercel is working correctly.</p><h1>500: INTERNAL_SERVER_ERROR</h1><p>Code: FUNCTION_INVOCATION_FAILED</p><p>ID: fra1::6x2qk-1795492205331-0c1d7f8a41be</p></main>',
      { status: 500 },
    ),
  ]),
  issue('r-firebase-not-deployed', 'The domain has no release at Firebase (confirmed).', [
    whole(
      'Site Not Found',
      '<h1>Site Not Found</h1><h2>Why am I seeing this?</h2><p>There are a few potential reasons:</p><ol><li>You haven\'t deployed an app yet.</li><li>You may have deployed an empty directory.</li><li>This is a custom domain, but we haven\'t finished setting it up yet.</li></ol><h2>How can I deploy my first app?</h2><p>Refer to our <a href="https://firebase.google.com/docs/hosting/">hosting documentation</a> to get started.</p>',
      { status: 404 },
    ),
  ]),
  issue('r-azure-stopped', 'The free quota of the day is used up (confirmed).', [
    whole(
      'Web App - Unavailable',
      '<h1>Error 403 - This web app is stopped.</h1><p>The web app you have attempted to reach is currently stopped and does not accept any requests. Please try to reload the page or visit it again soon.</p><p>If you are the web app administrator, please find the common 403 error scenarios and resolution <a href="https://go.microsoft.com/fwlink/?linkid=2095007">here</a>.</p>',
      { status: 403 },
    ),
  ]),
  issue('r-kibana-not-ready', 'The dashboard does not reach its database (confirmed).', [
    (request) =>
      request.isPage
        ? text(503, 'text/plain; charset=utf-8', 'Kibana server is not ready yet.')
        : undefined,
  ]),
  issue('r-ngrok-offline', 'The demo ran on a laptop that was closed (confirmed).', [
    whole(
      'ngrok',
      '<main><p>The endpoint tidewater-demo.ngrok-free.app is offline.</p><p>ERR_NGROK_3200</p></main>',
      { status: 404 },
    ),
  ]),
  issue('r-redirect-to-developer', 'The address of the sign-in is that of the developer.', [
    moved('http://localhost:3000/login?next=%2F', 307),
  ]),
  issue('r-redirect-to-port', 'The container adds its inner port to the address.', [
    moved(({ host }) => `http://${host}:8080/`, 301),
  ]),
  issue(
    'r-sign-in-host-gone',
    'The page goes to a sign-in whose name was never set up.',
    [moved(({ domain }) => `https://auth.${domain}/authorize?client_id=web`)],
    { hosts: ({ domain }) => ({ [`auth.${domain}`]: 'nothing' }) },
  ),
  issue(
    'r-certificate-of-platform',
    'The custom domain still has the certificate of the platform.',
    [],
    {
      tools: 'PV',
      certificate: () => ({ names: ['*.apps.platform.example', 'apps.platform.example'] }),
    },
  ),
  issue('r-alias-gone', 'The name is an alias of a deployment that was deleted.', [], {
    dns: () => ({ cname: 'tidewater-git-main.platform.example' }),
  }),
  issue('r-page-is-download', 'The bucket does not know the type of the page.', [
    headers({ 'content-type': 'application/octet-stream' }),
  ]),
  issue('r-empty-response', 'The function at the edge returns nothing.', [instead('')]),
  review('r-preview-protected', 'The preview asks for the account of the platform.', [
    whole(
      'Authentication Required',
      '<main><h1>Authentication Required</h1><p>You need to sign in to view this deployment.</p><a href="https://vercel.com/sso-api">Continue with Vercel</a></main>',
      { status: 401 },
    ),
  ]),
  review(
    'r-platform-waits-for-code',
    'The container of the platform in place of the own one (confirmed).',
    [
      whole(
        'Microsoft Azure App Service - Welcome',
        '<main><h1>Your web app is running and waiting for your content</h1><p>Your web app is live, but we don’t have your content yet. If you’ve already deployed, it could take up to 5 minutes for your content to show up, so come back soon.</p></main>',
      ),
    ],
  ),
  link(
    'r-sign-in-fails',
    'The page of the sign-in has its own function, which crashes.',
    [
      above('<p><a href="/login">Sign in</a> · <a href="/signup">Start your trial</a></p>'),
      at('/login', serverError),
      at(
        '/signup',
        text(200, 'text/html; charset=utf-8', '<title>Sign up</title><h1>Sign up</h1>'),
      ),
    ],
    { tools: 'V' },
  ),
  link(
    'r-version-of-docs-gone',
    'The version of the docs was removed, and the guide still links to it.',
    [
      below(
        '<h2>Next steps</h2><ul><li><a href="/docs/2.x/webhooks">Webhooks</a></li><li><a href="/docs/2.x/rate-limits">Rate limits</a></li></ul>',
      ),
      at('/docs/2.x/webhooks', notFound),
      at('/docs/2.x/rate-limits', notFound),
    ],
    { tools: 'V' },
  ),
  asset.issue(
    'r-stylesheet-empty',
    'The new build found no class to keep: an empty stylesheet.',
    [firstFile('stylesheet', text(200, 'text/css; charset=utf-8', ''))],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  asset.issue(
    'r-media-host-gone',
    'The domain of the media of the CMS has no record since the move.',
    [
      below('<h2>Customers</h2>'),
      atEnd(
        ({ domain }) =>
          `<div>${['harbour', 'mill', 'school'].map((name) => `<img src="https://media.${domain}/stories/${name}.webp" alt="The ${name}" width="320" height="200">`).join('')}</div>`,
      ),
    ],
    { ...inBrowser, hosts: ({ domain }) => ({ [`media.${domain}`]: 'nothing' }) },
  ),
  asset.review(
    'r-sprite-gone',
    'The icons of the buttons are in a file that was not deployed.',
    [
      page(
        'Editor',
        `<div role="toolbar">${['bold', 'italic', 'link', 'list'].map((name) => `<button aria-label="${name}" style="width:36px;height:36px"><svg width="20" height="20"><use href="/icons/sprite-77aa.svg#${name}"></use></svg></button>`).join('')}</div><h1>Editor</h1>${pitch}`,
      ),
      at('/icons/sprite-77aa.svg', notFound),
    ],
    inBrowser,
  ),
  asset.issue(
    'r-embedder-policy',
    'The page was isolated for a feature, and the images of the CDN do not allow it.',
    [
      headers({
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      }),
      atEnd(
        ({ stranger }) =>
          `<div>${[1, 2, 3].map((n) => `<img src="https://img.${stranger}/${n}.svg" alt="Screenshot ${n}" width="320" height="200">`).join('')}</div>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`img.${stranger}`]: () =>
          text(
            200,
            'image/svg+xml',
            '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#48a"/></svg>',
          ),
      }),
    },
  ),
]
