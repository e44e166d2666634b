import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  firstFile,
  headers,
  inHead,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const assets = rowsOf('assets')
const policies = rowsOf('scripts and policies')
const styled: Partial<Fault> = { ...inBrowser, needs: ['stylesheet'] }

/** Written by an author who had not read the rules, their data or the other unseen sets. */
export const setFAssets: readonly Fault[] = [
  assets.issue(
    'f-style-gzip-unlabelled',
    'The bucket has the compressed style sheet without its encoding.',
    [
      everyAsset(/\.css$/, (_request, upstream) => {
        const reply = upstream()
        return { ...reply, body: gzipSync(reply.body) }
      }),
    ],
    styled,
  ),
  assets.issue(
    'f-tailwind-unbuilt',
    'The source of the styles was deployed: browsers know none of its directives.',
    [
      everyAsset(
        /\.css$/,
        text(
          200,
          'text/css; charset=utf-8',
          '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n',
        ),
      ),
    ],
    styled,
  ),
  assets.issue(
    'f-lfs-pointer',
    'The large picture is a pointer of Git LFS.',
    [
      atTop(
        '<img src="/img/hero-lake.jpg" width="900" height="420" alt="The lake in the morning">',
      ),
      at(
        '/img/hero-lake.jpg',
        text(
          200,
          'image/jpeg',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 384213\n',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'f-style-of-sibling-corp',
    'The CDN of the site forbids others to use its files.',
    [inHead((site) => `<link rel="stylesheet" href="https://cdn.${site.domain}/main.4b1f.css">`)],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`cdn.${site.domain}`]: () => {
          const reply = text(200, 'text/css', 'body { font-family: serif }')
          return {
            ...reply,
            headers: { ...reply.headers, 'cross-origin-resource-policy': 'same-origin' },
          }
        },
      }),
    },
  ),
  assets.review(
    'f-font-of-sibling-cors',
    'The font is on the CDN, which does not say who may use it.',
    [
      inHead(
        (site) =>
          `<style>@font-face { font-family: House; src: url(https://cdn.${site.domain}/house.woff2) format("woff2") } body, body * { font-family: House, sans-serif !important }</style>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`cdn.${site.domain}`]: () => text(200, 'font/woff2', 'wOF2'),
      }),
    },
  ),
  assets.issue(
    'f-first-script-expired',
    'The signed address of the script is no longer valid.',
    [
      firstFile(
        'script',
        text(
          403,
          'application/xml',
          '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
        ),
      ),
    ],
    { ...inBrowser, needs: ['script'] },
  ),
  policies.issue(
    'f-source-deployed',
    'The folder of the sources was deployed in place of the build.',
    [
      whole('Orders', '<div id="root"></div><script type="module" src="/src/main.ts"></script>'),
      at(
        '/src/main.ts',
        text(
          200,
          'video/mp2t',
          'import { createApp } from "./app"\ncreateApp(document.querySelector<HTMLElement>("#root")!)\n',
        ),
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'f-hash-of-old-script',
    'The policy has the hash of the script before its last change.',
    [
      headers({
        'content-security-policy':
          "script-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
      }),
      whole(
        'Rooms',
        `<h1>Rooms</h1>${about}<p id="free"></p><script>document.getElementById('free').textContent = 'Twelve rooms are free.'</script>`,
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'f-trusted-types',
    'The policy was switched on before the code was ready for it.',
    [
      headers({ 'content-security-policy': "require-trusted-types-for 'script'" }),
      application(
        `document.getElementById('root').innerHTML = '<h1>Orders</h1><p>Nothing is late.</p>'`,
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'f-env-undefined',
    'The settings were to be written into the page when the container starts.',
    [bundle(`const base = window.__ENV.API_BASE.replace(/\\/$/, ''); document.title += base`)],
    inBrowser,
  ),
]
