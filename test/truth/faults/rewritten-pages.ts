import { at, bundle, document, everyAsset, type Fault, headers, inHead } from '../fault.ts'
import { text } from '../page.ts'
import { inBrowser, rowsOf } from '../row.ts'

// The markup of the page itself is changed, other than by an addition to its head or body.

const assets = rowsOf('assets')
const garbage = rowsOf('garbage or source on the screen')
const hidden = rowsOf('cannot be seen')
const scripts = rowsOf('scripts and policies')

const withStyles = { ...inBrowser, needs: ['stylesheet'] } as const

/** A value of an attribute may contain a greater-than sign. */
const bodyTag = /<body(?:"[^"]*"|'[^']*'|[^'">])*>/i
const headTag = /<head(?:\s[^>]*)?>/i

const firstInBody = (markup: string) =>
  document((html) =>
    bodyTag.test(html) ? html.replace(bodyTag, (tag) => tag + markup) : markup + html,
  )

const firstInHead = (markup: string | ((domain: string) => string)) =>
  document((html, { domain }) => {
    const added = typeof markup === 'string' ? markup : markup(domain)
    return headTag.test(html) ? html.replace(headTag, (tag) => tag + added) : added + html
  })

const policy = (content: string) =>
  `<meta http-equiv="Content-Security-Policy" content="${content}">`

const cloaked = document((html) => html.replace(/<body\b/i, '<body v-cloak'))
const cloak = inHead('<style>[v-cloak] { display: none !important }</style>')

/** Style sheets are loaded for print, and switched on by a handler. */
const switchedOn = document((html) =>
  html.replace(/<link\b[^>]*stylesheet[^>]*>/gi, (tag) =>
    tag
      .replace(/\smedia=(?:"[^"]*"|'[^']*'|[^\s>]+)/i, '')
      .replace(/^<link/i, `<link media="print" onload="this.media='all'"`),
  ),
)

export const rewrittenPages: readonly Fault[] = [
  rowsOf('never ready').review(
    'script-hangs',
    'The parser stops at a script that never comes.',
    [
      firstInBody('<script src="/assets/vendor-1a.js"></script>'),
      at('/assets/vendor-1a.js', 'hang'),
    ],
    inBrowser,
  ),
  garbage.issue(
    'truncated-template',
    'The document ends in the middle of its head, whole by its length.',
    [document((html) => html.slice(0, html.search(/<body/i)))],
  ),
  garbage.issue(
    'uu-memory-exhausted',
    'The list of the products needs more memory than the host grants, and PHP ends the page with its message.',
    [
      document((html) =>
        html.replace(
          /(<body(?:"[^"]*"|'[^']*'|[^'">])*>).*$/is,
          '$1<br />\n<b>Fatal error</b>:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes) in <b>/home/u482913377/domains/lojadasmeninas.com.br/public_html/wp-includes/class-wpdb.php</b> on line <b>2345</b><br />',
        ),
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'unclosed-comment',
    'A comment that is never closed swallows the page.',
    [firstInBody('<!-- begin of header '), document((html) => html.replaceAll('-->', '- ->'))],
    inBrowser,
  ),
  hidden.issue(
    'yy-pixel-not-closed',
    'The snippet of a tracker was pasted without its end, and the whole page is inside of it.',
    [
      firstInBody(
        '<noscript><img height="1" width="1" style="display:none" src="https://www.facebook.com/tr?id=281474976710&ev=PageView&noscript=1"/>',
      ),
      document((html) => html.replace(/<\/?noscript[^>]*>/gi, '')),
    ],
    inBrowser,
  ),
  hidden.issue(
    'k-tailwind-source-as-style',
    'The source of the styles was copied, and never built.',
    [
      everyAsset(
        /\.css$/,
        text(
          200,
          'text/css; charset=utf-8',
          '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n\n@layer components {\n  .btn { @apply rounded-lg px-4 py-2 font-semibold; }\n}\n',
        ),
      ),
      document((html) => html.replace(/<style[\s\S]*?<\/style>/gi, '')),
    ],
    withStyles,
  ),
  hidden.issue(
    'uu-cloak-stays',
    'The page is cloaked until Vue has taken it over, and Vue looks for an element with another name.',
    [
      bundle(
        `const app = document.querySelector('#shop-app'); if (app) app.removeAttribute('v-cloak'); else console.warn('[Vue warn]: Failed to mount app: mount target selector "#shop-app" returned null.')`,
      ),
      cloaked,
      cloak,
    ],
    inBrowser,
  ),
  hidden.issue(
    'zz-cloak-stays',
    'The framework that takes the cloak off the page is not loaded.',
    [cloaked, cloak],
    inBrowser,
  ),
  hidden.issue(
    'ww-styles-stay-for-print',
    'Styles are loaded for print and switched on by a handler that the new policy forbids.',
    [headers({ 'content-security-policy': "script-src 'self'" }), switchedOn],
    withStyles,
  ),
  scripts.issue(
    'ae-policy-onload-styles',
    'The new policy forbids the attribute that turns the style sheets on.',
    [headers({ 'content-security-policy': "script-src-attr 'none'" }), switchedOn],
    withStyles,
  ),
  scripts.issue(
    'csp-blocks-style',
    'The policy forbids the own styles.',
    [firstInHead(policy("style-src 'none'"))],
    withStyles,
  ),
  scripts.issue(
    'csp-blocks-inline',
    'The policy forbids scripts in the document.',
    [firstInHead(`${policy("script-src 'self'")}<script>window.config = {}</script>`)],
    inBrowser,
  ),
  scripts.issue(
    'csp-blocks-api',
    'The policy forbids the own API.',
    [
      firstInHead(
        (domain) =>
          `${policy("connect-src 'self'")}<script>fetch('https://api.${domain}/').catch(() => {})</script>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: () => text(200, 'application/json', '[]') }),
    },
  ),
  assets.issue(
    'uu-base-of-developer',
    'The build keeps the base address of the development server, so that no style and no script is found.',
    [firstInHead('<base href="http://localhost:4200/">')],
    withStyles,
  ),
  assets.issue(
    'yy-base-of-the-test-site',
    'TYPO3 still names the test site as base of all links, and its name is gone: the page has no styles.',
    [firstInHead((domain) => `<base href="https://relaunch.${domain}/">`)],
    withStyles,
  ),
]
