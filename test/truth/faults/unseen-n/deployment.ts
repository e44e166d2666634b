import { type Fault, instead } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

const day = 86_400_000

export const setNDeployment: readonly Fault[] = [
  issue(
    'n-flexible-loop',
    'The network asks the origin over http, and the origin sends to https.',
    [moved((site) => site.url, 301)],
  ),
  issue(
    'n-redirect-to-localhost',
    'The framework does not know its public address behind the proxy.',
    [moved('http://localhost:3000/en', 307)],
  ),
  issue('n-page-is-download', 'The file was put into the bucket without its type.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { ...reply, headers: { ...reply.headers, 'content-type': 'application/octet-stream' } }
    },
  ]),
  issue('n-firebase-welcome', 'The initialisation wrote its own start page over the built one.', [
    whole(
      'Welcome to Firebase Hosting',
      '<div id="message"><h2>Welcome</h2><h1>Firebase Hosting Setup Complete</h1><p>You\'re seeing this because you\'ve successfully setup Firebase Hosting. Now it\'s time to go build something extraordinary!</p><a target="_blank" href="https://firebase.google.com/docs/hosting/">Open Hosting Documentation</a></div>',
    ),
  ]),
  issue(
    'n-directory-listing',
    'The build put the pages into a folder below the root of the server.',
    [
      instead(
        '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><html><head><title>Index of /</title></head><body><h1>Index of /</h1><table><tr><th>Name</th><th>Last modified</th><th>Size</th></tr><tr><td><a href="dist/">dist/</a></td><td>2026-11-20 09:14</td><td>-</td></tr><tr><td><a href="package.json">package.json</a></td><td>2026-11-20 09:14</td><td>1.8K</td></tr></table><address>Apache/2.4.58 (Ubuntu) Server Port 443</address></body></html>',
      ),
    ],
  ),
  issue('n-bucket-gone', 'The name still points to a bucket that was deleted.', [
    (request) =>
      request.isPage
        ? text(
            404,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message><BucketName>www.lumen-studio.it</BucketName></Error>',
          )
        : undefined,
  ]),
  issue(
    'n-protected-deployment',
    'The domain shows a deployment that asks for a login of the team.',
    [
      whole(
        'Authentication Required',
        '<main><h1>Authentication Required</h1><p>This page requires authentication. If you have access, sign in to continue.</p></main>',
        { status: 401 },
      ),
    ],
  ),
  review(
    'n-shop-opening-soon',
    'The password of the shop was not taken away on the day of the launch.',
    [
      whole(
        'Opening soon',
        '<main><h1>Opening soon</h1><p>Be the first to know when we launch.</p><form><label>Email <input type="email"></label><button>Notify me</button></form><details><summary>Enter using password</summary><form><input type="password" aria-label="Password"><button>Enter</button></form></details></main>',
      ),
    ],
  ),
  issue('n-certificate-expired', 'The renewal failed for a month and nobody read the mails.', [], {
    tools: 'P',
    certificate: (site) => ({
      names: [site.host],
      notBefore: new Date(Date.now() - 91 * day),
      notAfter: new Date(Date.now() - day),
    }),
  }),
  issue(
    'n-certificate-of-the-host',
    'The domain was not added at the host, which shows its own certificate.',
    [],
    {
      tools: 'P',
      certificate: () => ({ names: ['*.onrender-example.com', 'onrender-example.com'] }),
    },
  ),
]
