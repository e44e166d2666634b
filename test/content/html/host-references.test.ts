import { describe, expect, test } from 'vitest'
import { contentEvidence } from '#content/read-content.ts'

const from = 'https://www.example.com/shop/'
const mill = 'https://www.mill.org/'

describe('the head of a page', () => {
  const match = (head: string, url = from) =>
    contentEvidence({
      mediaType: 'text/html',
      charset: 'utf-8',
      body: new TextEncoder().encode(
        `<!doctype html><html><head><title>Shop</title>${head}</head><body><h1>Shop</h1><p>Open on Sundays.</p></body></html>`,
      ),
      status: 200,
      url,
    }).signature_match

  test.each([
    ['refresh', '<meta http-equiv="refresh" content="0; url=http://127.0.0.1:4173/">'],
    ['base', '<base href="http://localhost:3000/">'],
    ['previews', '<meta property="og:image" content="http://localhost:4321/og.png">'],
    ['previews', '<meta name="twitter:image" content="http://10.0.0.2/og.png">'],
    ['disk', '</head><body><img src="file:///C:/Users/Anna/hero.jpg">'],
    ['disk', '</head><body><img src="C:\\Shop\\hero.jpg">'],
    ['disk', '</head><body><img src="d:/shop/hero.jpg">'],
    ['disk', '</head><body><img src="file:///home/anna/shop/hero.jpg">'],
    ['disk', '</head><body><img src="file://localhost/Users/anna/shop/hero.jpg">'],
    ['disk', '</head><body><img src="file:////server/photos/hero.jpg">'],
    ['disk', '</head><body><img src="/Users/anna/Desktop/shop/hero.jpg">'],
    ['disk', '</head><body><img src="/home/u512034/domains/shop/public_html/hero.jpg">'],
    ['base', '<base target="_self" href="http://192.168.0.2/">'],
  ])('with a %s of a developer leads inside', (id, head) => {
    expect(match(head)).toEqual({ id, kind: 'leads_inside' })
  })

  test.each([
    '<meta http-equiv="refresh" content="600">',
    '<base href="https://www.example.com/">',
    '<base href="/localhost/">',
    '<meta property="og:image" content="/og.png">',
    '</head><body><img src="/images/users/anna.jpg"><a href="file:///usr/share/doc/index.html">Docs</a>',
    '</head><body><img src="/home/banner.jpg">',
    '</head><body><img src="/home/slides/autumn/banner.jpg">',
    '</head><body><img src="/home/banners/Desktop/hero.jpg">',
    '</head><body><img src="/users/anna.jpg">',
    '</head><body><img src="/users/42/downloads/avatar.jpg">',
    '</head><body><img src="/Users/anna/Pictures/avatar.jpg">',
    '</head><body><img src="file:///usr/share/doc/bash/prompt.png">',
    '<meta name="description" content="0; url=http://localhost/">',
  ])('does not with %s', (head) => {
    expect(match(head)).toBeNull()
  })

  test.each([
    ['assets', '<script type="module" src="http://[::1]:5173/@vite/client"></script>'],
    ['assets', '<script src=//localhost:8080/app.js defer></script>'],
    ['assets', '<link rel="stylesheet" href="http://192.168.1.20/app.css">'],
    ['assets', '<link rel=modulepreload href="http://127.0.0.1:3000/a.js">'],
    ['assets', '<script src="https://cdn.internal/app.js"></script>'],
    [
      'form',
      '<form method="post" action="http://127.0.0.1:8080/contact"><button>Send</button></form>',
    ],
    ['form', '<form><button formaction="http://localhost/send">Send</button></form>'],
    ['form', '<form><input type="submit" formaction="http://10.0.0.2/send"></form>'],
    ['links', '<nav><a href="http://localhost:3000/products">Products</a></nav>'],
    ['links', '<a href=http://192.168.1.20:8080/login><b>Sign</b> in'],
    ['links', '<link rel="alternate" hreflang="de" href="http://localhost:3000/de/">'],
    [
      'links',
      '<link rel="alternate" type="application/rss+xml" href="http://127.0.0.1/shop/feed/">',
    ],
    [
      'return',
      '<a href="https://accounts.google.com/o/oauth2/v2/auth?client_id=1&amp;redirect_uri=http://localhost:3000/callback">Sign in</a>',
    ],
    [
      'return',
      '<a href="https://id.mill.org/logout?post_logout_redirect_uri=http%3A%2F%2F127.0.0.1%3A5173%2F">Sign out</a>',
    ],
    ['links-on-disk', '<a href="file:///C:/Users/Anna/prices.html">Prices</a>'],
    ['links-on-disk', '<a href="file:///home/anna/shop/prices.html">Prices</a>'],
    ['links-on-disk', '<a href="C:\\\\Shop\\\\prices.html">Prices</a>'],
    ...[
      '"url":"http://localhost:3000"',
      '"@id" : "http:\\/\\/192.168.1.20\\/#site"',
      '"image":[ "http://127.0.0.1:4321/a.jpg"]',
      '"publisher":{"logo":{"@type":"ImageObject","url":"http://shop.local/logo.png"}}, oops',
    ].map((data) => [
      'structured-data',
      `<script type="application/ld+json">{"@type":"Store",${data}}</script>`,
    ]),
  ])('refers inside with %s: %s', (id, markup) => {
    expect(match(markup)).toEqual({ id, kind: 'leads_inside' })
  })

  test.each([
    '<!-- <script src="http://localhost:5173/a.js"></script> <base href="http://localhost/"> -->',
    '<template><script src="http://localhost:5173/a.js"></script></template>',
    '<noscript><link rel="stylesheet" href="http://localhost:5173/a.css"></noscript>',
    '<script>const tag = \'<script src="http://localhost/a.js">\'</script>',
    '<script type="text/template" src="http://localhost/a.html"></script>',
    '<script nomodule src="http://localhost/a.js"></script>',
    '<link rel="alternate stylesheet" href="http://localhost/a.css">',
    '<link rel="preconnect" href="http://localhost/">',
    '<script src="/localhost/a.js"></script>',
    '<a href="http://localhost:3000/">http://localhost:3000/</a>',
    '<p>Open <a href="http://localhost:3000/admin">localhost:3000/admin</a> and sign in.</p>',
    '<pre><a href="http://localhost:3000/">Shop</a></pre>',
    '<a href="https://shop.example/">The shop of our example</a>',
    '<a href="/localhost/">Local hosts</a>',
    '<a href="/home/anna/prices.html">Prices</a>',
    '<a href="file:///usr/share/doc/bash/README">The manual of your system</a>',
    '<a href="file:///C:/Users/Anna/a.html">file:///C:/Users/Anna/a.html</a>',
    '<code><a href="file:///home/anna/a.html">A file</a></code>',
    '<script src="https://www.example.org/a.js?from=http://localhost/"></script>',
    '<form action="/send?to=http://127.0.0.1/"></form>',
    ...[
      'application/ld+json">{"text":"Open http://localhost:3000","url":"https://www.example.com/"}',
      'application/ld+json">{"sameAs":"http://localhost:3000","url":"http://shop.example/"}',
      'application/json">{"url":"http://localhost:3000"}',
    ].map((script) => `<script type="${script}</script>`),
    '<form action=""><button>Send</button></form>',
    '<img src="http://localhost/a.png" alt="">',
    '<pre>&lt;script src="http://localhost:5173/a.js">&lt;/script></pre>',
    '<p><a href="http://localhost:3000/">http://localhost:3000/</a></p>',
    '<link rel="alternate" hreflang="de" href="https://www.example.com/de/">',
    '<p><a href="https://id.mill.org/login?redirect_uri=http://localhost/">https://id.mill.org/login?redirect_uri=http://localhost/</a></p>',
    '<a href="https://id.mill.org/login?redirect_uri=https://www.example.com/">Sign in</a>',
    '<a href="https://search.mill.org/?q=http://localhost/">Search</a>',
  ])('does not refer inside with %s', (markup) => {
    expect(match(markup)).toBeNull()
  })

  test.each([
    ['form-placeholder', '<form action="https://formspree.io/f/YOUR_FORM_ID"></form>'],
    ['form-placeholder', '<form action="https://formspree.io/f/your-form-id"></form>'],
    ['form-placeholder', '<form action="https://formspree.io/f/%7Bform_id%7D"></form>'],
    ['form-placeholder', '<form action="https://getform.io/f/xxxxxxxx"></form>'],
    ['form-placeholder', '<form action="https://formsubmit.co/your@email.com"></form>'],
    ['form-placeholder', '<form action="https://api.example.net/contact"></form>'],
    ['plain-http-assets', '<link rel="stylesheet" href="http://www.mill.org/a.css">'],
    ['plain-http-assets', '<script src="http://cdn.example.net/a.js"></script>'],
    ['plain-http-assets', '<base href="http://www.mill.org/"><script src="a.js"></script>'],
    ['reload', '<meta http-equiv="refresh" content="1">'],
    ['reload', '<meta http-equiv="refresh" content="0; url=https://www.mill.org/#top">'],
    ['reload', '<base href="/shop/"><meta http-equiv="refresh" content="1">'],
    ['reload', '<base href="data:,x"><meta http-equiv="refresh" content="0; url=./">'],
    ['reload', '<base href="/shop/"><meta http-equiv="refresh" content="0; url=../">'],
    [
      'form-placeholder',
      '<base href="https://formspree.io/f/"><form action="your-form-id"></form>',
    ],
    ['staging-links', '<a href="https://staging.mill.org/contact">Contact</a>'],
    ['staging-links', '<a href="https://www-staging2.mill.org/">Home</a>'],
    ['staging-metadata', '<meta property="og:url" content="https://staging.mill.org/">'],
    [
      'staging-metadata',
      '<meta property="og:image" content="https://mill-git-main-acme.vercel.app/og.png">',
    ],
    [
      'staging-metadata',
      '<script type="application/ld+json">{"url":"https://staging.mill.org/"}</script>',
    ],
  ])('names a %s: %s', (id, markup) => {
    expect(match(markup, mill)).toEqual({ id, kind: 'leads_elsewhere' })
  })

  test.each([
    '<form action="https://formspree.io/f/mqkvwzab"></form>',
    '<form action="https://formspree.io/f/your"></form>',
    '<form action="/f/YOUR_FORM_ID"></form>',
    '<form action="https://list.mill.org/newsletter?list=your-form-id"></form>',
    '<img src="http://www.mill.org/a.png" alt="">',
    '<link rel="canonical" href="http://www.mill.org/">',
    '<meta http-equiv="Content-Security-Policy" content="upgrade-insecure-requests"><script src="http://www.mill.org/a.js"></script>',
    '<meta http-equiv="refresh" content="5">',
    '<noscript><meta http-equiv="refresh" content="0"></noscript>',
    '<base href="/shop/"><meta http-equiv="refresh" content="0; url=./">',
    '<base href="https://example.com/"><form action=""></form>',
    '<a href="https://staging.mill.net/contact">Contact</a>',
    '<a href="https://dev.mill.org/">Developers</a>',
    '<meta property="og:url" content="https://dev.mill.org/">',
    '<meta property="og:image" content="https://images.mill.net/staging-area.png">',
    '<a href="https://staging.mill.org/">staging.mill.org</a>',
    '<pre><a href="https://staging.mill.org/">Shop</a></pre>',
  ])('names none: %s', (markup) => {
    expect(match(markup, mill)).toBeNull()
  })

  test('links of a staging site lead to itself', () => {
    expect(
      match('<a href="https://staging.mill.org/a">A</a>', 'https://staging.mill.org/'),
    ).toBeNull()
  })
})
