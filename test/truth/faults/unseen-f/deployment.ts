import { at, document, type Fault, headers, type Interceptor, json } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const deployed = rowsOf('deployment')

const answered = (
  status: number,
  type: string,
  body: string,
  more: Readonly<Record<string, string>> = {},
): Interceptor[] => [
  (request) => {
    if (!request.isPage) return undefined
    const reply = text(status, type, body)
    return { ...reply, headers: { ...reply.headers, ...more } }
  },
]

/** Written by an author who had not read the rules, their data or the other unseen sets. */
export const setFDeployment: readonly Fault[] = [
  deployed.issue('f-ingress-fake-certificate', 'The ingress has no secret for this host.', [], {
    certificate: () => ({
      commonName: 'Kubernetes Ingress Controller Fake Certificate',
      organization: 'Acme Co',
      names: ['ingress.local'],
    }),
    issuer: 'unknown',
  }),
  deployed.issue('f-certificate-apex-only', 'The certificate has the domain without www.', [], {
    certificate: ({ domain }) => ({ names: [domain] }),
  }),
  deployed.issue('f-record-loopback', 'The record of a developer was copied.', [], {
    dns: () => ({ a: ['127.0.1.1'] }),
  }),
  deployed.issue('f-redirect-cluster', 'The redirect names the service inside the cluster.', [
    moved('http://web.default.svc.cluster.local:8080/'),
  ]),
  deployed.issue('f-redirect-variable', 'A variable that the server does not know.', [
    moved('https://$host/', 301),
  ]),
  deployed.issue('f-redirect-undefined', 'The language of the visitor was not found.', [
    moved('/undefined/home'),
    at('/undefined/home', text(404, 'text/html', '<title>404</title><h1>Not Found</h1>')),
  ]),
  deployed.issue(
    'f-language-ping-pong',
    'Two rules for the language send visitors back and forth.',
    [
      moved('/en-gb-start/'),
      (request, _upstream, site) =>
        request.path === '/en-gb-start/'
          ? { status: 302, headers: { location: site.url }, body: new Uint8Array() }
          : undefined,
    ],
  ),
  deployed.issue('f-refresh-dev-server', 'A field sends every browser to the development server.', [
    headers({ refresh: '0; url=http://localhost:5173/' }),
  ]),
  deployed.issue(
    'f-bucket-listing',
    'The list of files in the bucket in place of the page.',
    answered(
      200,
      'application/xml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>shop-prod-web</Name><Prefix></Prefix><Marker></Marker><MaxKeys>1000</MaxKeys><IsTruncated>false</IsTruncated><Contents><Key>assets/index-3f2a.js</Key><LastModified>2026-11-20T09:12:44.000Z</LastModified><Size>184213</Size></Contents><Contents><Key>index.html</Key><LastModified>2026-11-20T09:12:45.000Z</LastModified><Size>1204</Size></Contents></ListBucketResult>',
    ),
  ),
  deployed.issue(
    'f-vercel-paused',
    'The limit of spending was reached.',
    answered(
      503,
      'text/plain; charset=utf-8',
      'This deployment is temporarily paused\n\nDEPLOYMENT_PAUSED\n\nfra1::9k2vt-1795400000000-3c1f0a',
      { 'x-vercel-error': 'DEPLOYMENT_PAUSED' },
    ),
  ),
  deployed.issue(
    'f-traefik-no-server',
    'No container is healthy.',
    answered(503, 'text/plain; charset=utf-8', 'no available server\n'),
  ),
  deployed.review(
    'f-waf-challenge-empty',
    'The firewall wants a browser to compute something.',
    answered(202, 'text/html; charset=UTF-8', '', {
      'x-amzn-waf-action': 'challenge',
      'cache-control': 'no-store, max-age=0',
    }),
    { tools: 'P' },
  ),
  deployed.review('f-incapsula', 'The firewall refuses, with status 200.', [
    whole(
      '',
      '<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=23&xinfo=9-87714021-0" frameborder="0" width="100%" height="100%" marginheight="0px" marginwidth="0px">Request unsuccessful. Incapsula incident ID: 877000140218771650-243918620487812361</iframe>',
      { head: '<meta name="robots" content="noindex,nofollow">' },
    ),
    at(
      '/_Incapsula_Resource',
      text(
        200,
        'text/html',
        '<html><body><h1>Access denied</h1><p>Error 15: this request was blocked by our security service.</p><p>Incident ID: 877000140218771650-243918620487812361</p></body></html>',
      ),
    ),
  ]),
  deployed.review('f-noindex-left', 'The site was built with the setting of the preview.', [
    document((html) =>
      html.replace(
        /<head[^>]*>/i,
        (tag) => `${tag}<meta name="robots" content="noindex, nofollow">`,
      ),
    ),
    headers({ 'x-robots-tag': 'noindex' }),
  ]),
  deployed.issue(
    'f-api-at-the-name',
    'The name points at the back end: its framework has no start page.',
    [
      (request) =>
        request.isPage
          ? {
              ...json({
                timestamp: '2026-11-23T01:12:08.114+00:00',
                status: 404,
                error: 'Not Found',
                path: '/',
              }),
              status: 404,
            }
          : undefined,
    ],
  ),
  deployed.issue('f-page-as-download', 'The page is offered as a file to save.', [
    headers({ 'content-type': 'application/octet-stream' }),
  ]),
]
