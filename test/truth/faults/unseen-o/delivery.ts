import { everyAsset, type Fault, headers, notFound } from '../../fault.ts'
import { text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')

export const setODelivery: readonly Fault[] = [
  issue(
    'o-certificate-default-host',
    'The server shows the panel’s certificate for our name.',
    [],
    {
      certificate: ({ stranger }) => ({ names: [`srv12.${stranger}`] }),
    },
  ),
  issue(
    'o-certificate-staging',
    'The certificate is from the staging authority of the ACME client.',
    [],
    {
      issuer: 'unknown',
    },
  ),
  issue('o-https-closed', 'The load balancer lost its listener for 443.', [], { issuer: 'none' }),
  issue(
    'o-redirect-to-itself',
    'The proxy talks http to the origin, which sends everybody to https.',
    [moved(({ url }) => url, 301)],
  ),
  issue(
    'o-redirect-to-staging',
    'The address in the settings table is still that of the staging site.',
    [moved(({ domain }) => `https://staging-4.${domain}/`, 301)],
    { hosts: ({ domain }) => ({ [`staging-4.${domain}`]: 'nothing' }) },
  ),
  review(
    'o-noindex-header',
    'The header of the staging site came along: we are leaving the search engines.',
    [headers({ 'x-robots-tag': 'noindex, nofollow' })],
  ),
  issue('o-basic-auth-left', 'The password of the preview is still asked for.', [
    (request) => {
      if (!request.isPage) return undefined
      const reply = text(
        401,
        'text/html',
        '<html>\r\n<head><title>401 Authorization Required</title></head>\r\n<body>\r\n<center><h1>401 Authorization Required</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
      )
      return {
        ...reply,
        headers: { ...reply.headers, 'www-authenticate': 'Basic realm="Preview"' },
      }
    },
  ]),
  issue('o-octet-stream', 'The upload to the bucket set no type: browsers download the page.', [
    headers({ 'content-type': 'binary/octet-stream' }),
  ]),
  issue('o-plain-text-page', 'The server has no type for our files and shows their source.', [
    headers({ 'content-type': 'text/plain; charset=utf-8' }),
  ]),
  issue('o-gzip-that-is-none', 'A header says gzip for a body that is not compressed.', [
    headers({ 'content-encoding': 'gzip' }),
  ]),
  issue('o-cut-in-the-middle', 'The proxy’s disk is full: the page ends in the middle.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.byteLength / 2) }
    },
  ]),
  issue('o-index-of', 'The build folder is named otherwise: visitors see the list of files.', [
    ({ isPage, path }) =>
      isPage
        ? text(
            200,
            'text/html',
            `<html>\r\n<head><title>Index of ${path}</title></head>\r\n<body>\r\n<h1>Index of ${path}</h1><hr><pre><a href="../">../</a>\r\n<a href="#dist">dist/</a>                         14-May-2024 10:31          -\r\n<a href="#package">package.json</a>                  14-May-2024 10:30       1284\r\n<a href="#readme">README.md</a>                     14-May-2024 10:30        612\r\n</pre><hr></body>\r\n</html>\r\n`,
          )
        : undefined,
  ]),
  issue(
    'o-only-html-uploaded',
    'The sync left out every file but the HTML.',
    [everyAsset(/\.(?:css|m?js|png|jpe?g|gif|svg|webp|woff2?)$/i, notFound)],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  issue('o-blank-document', 'The template is empty since the release: 200 and nothing to see.', [
    whole('', ''),
  ]),
]
