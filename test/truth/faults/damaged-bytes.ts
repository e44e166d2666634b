import { brotliCompressSync, gzipSync } from 'node:zlib'
import { decode, encode, everyAsset, type Fault, firstFile } from '../fault.ts'
import { compressed, inBrowser, rowsOf } from '../row.ts'

// The bytes of a file of the site are changed.

const assets = rowsOf('assets')

export const damagedBytes: readonly Fault[] = [
  assets.issue(
    'script-truncated',
    'Half of a script.',
    [
      firstFile('script', (_request, upstream) => ({
        ...upstream(),
        body: encode(`${decode(upstream().body).slice(0, 400)}\nfunction (`),
      })),
    ],
    { ...inBrowser, needs: ['script'] },
  ),
  assets.issue(
    'script-gzip',
    'Compressed bytes without the field that says so.',
    [
      firstFile('script', (_request, upstream) => ({
        ...upstream(),
        body: gzipSync(upstream().body),
      })),
    ],
    { ...inBrowser, needs: ['script'] },
  ),
  assets.issue(
    'ag-style-brotli-unmarked',
    'The compressed file was uploaded without its encoding, and the page is without styles.',
    [
      firstFile('stylesheet', (_request, upstream) => ({
        ...upstream(),
        body: brotliCompressSync(upstream().body),
      })),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'h-stylesheet-swallowed',
    'A brace is missing at the start: every style is for print only.',
    [
      everyAsset(/\.css$/, (_request, upstream) => {
        const reply = upstream()
        return { ...reply, body: encode(`@media print{${decode(reply.body)}`) }
      }),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  rowsOf('deployment').issue('cut-gzip', 'Half of a compressed page.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      const body = gzipSync(reply.body)
      return {
        ...reply,
        headers: { ...reply.headers, 'content-encoding': 'gzip' },
        body: body.subarray(0, body.length / 2),
      }
    },
  ]),
  rowsOf('harmless').pass(
    'ad-compressed-with-brotli',
    'The network compresses the page and says so.',
    [compressed],
  ),
]
