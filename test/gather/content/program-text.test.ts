import { describe, expect, test } from 'vitest'
import { contentEvidence } from '#gather/content/content.ts'

const prose =
  '<p>Onze fietsenmaker zit al veertig jaar op de hoek van de gracht. Wij verkopen stadsfietsen, bakfietsen en onderdelen, en een lekke band is binnen een uur geplakt. Loop gerust binnen, de koffie staat klaar en de hond is vriendelijk.</p>'.repeat(
    3,
  )

function matched(body: string, title = 'Fietsen van Dijk') {
  const html = `<!doctype html><html lang="nl"><head><title>${title}</title></head><body>${body}</body></html>`
  return contentEvidence({
    mediaType: 'text/html',
    charset: 'utf-8',
    body: new TextEncoder().encode(html),
    status: 200,
    url: 'https://example.com/',
  }).signature_match
}

const shop = (part: string) => `<h1>Fietsen van Dijk</h1><main>${prose}${part}</main>`

describe('source code on a page with other content is found in any language', () => {
  test.each<[string, string]>([
    [
      'jQuery',
      '$(document).ready(function($){ $(".a").slick({ dots: true, at: [{ w: 768, s: { n: 1 } }] }); });',
    ],
    [
      'a snippet for statistics',
      "window.d = window.d || []; function gtag(){d.push(arguments);} gtag('js', new Date()); gtag('config', 'G-1');",
    ],
    [
      'TypeScript',
      'const [a, setA] = useState([]); useEffect(() => { fetch("/api").then(r => r.json()).then(setA); }, []);',
    ],
    [
      'PHP',
      "$q = new WP_Query(array('type' => 'p', 'per' => 4)); while ($q->have()) { $q->the(); }",
    ],
    ['JSON', '{"@type":"Bakery","name":"L","address":{"@type":"P","street":"M"},"open":["Tu"]}'],
    ['state', 'window.__STATE__={"user":null,"cart":{"items":[],"total":0},"a":{"b":true}};'],
    ['SQL', "SELECT * FROM wp_posts WHERE status = 'publish' LIMIT 10"],
  ])('%s', (_, code) => {
    expect(matched(shop(`<p>${code}</p>`))).toEqual({ kind: 'source_shown', id: 'program' })
  })

  test('calls with an object are no rules of styles', () => {
    const lines = [1, 2, 3].map((n) => `circle.attr({ fill: "red" }) draws ring ${n}.`)
    expect(matched(shop(`<pre>${lines.join('\n')}</pre>`))).toBeNull()
  })

  test('objects in prose are no rules of styles', () => {
    const lines = [1, 2, 3].map((n) => `a rectangle between {x: ${n}, y: 20} and {x: 80, y: 80}`)
    expect(matched(shop(`<p>${lines.join(', ')}</p>`))).toBeNull()
  })

  test('minified rules of styles', () => {
    const rules = '.a{background:url(a.jpg);color:red}.a h1{font-size:3rem;margin:0}.b{padding:4px}'
    expect(matched(shop(`<p>${rules}</p>`))).toEqual({ kind: 'source_shown', id: 'css' })
  })

  test.each<[string, string]>([
    [
      'formulas',
      'The set {(a, b) | a = b} and {x | x &gt; 0}; so f(x) = (x + 1) (x - 1) = x² - 1; see (3), [4].',
    ],
    ['a list', '"Rood" (€ 5); "Blauw" (€ 6); [Groen] = op aanvraag; {nieuw}: "Geel" &amp; "Wit".'],
    ['calls in prose', 'Use open(), read() and close(); they return -1 (see errno).'],
    ['a place of a file', 'Edit config.php, line 12, then save it.'],
    ['prices', 'Menu: $5 (small), $7 (large); "extra" cheese: $1. [Vegan] => ask us.'],
  ])('and not %s', (_, text) => {
    expect(matched(shop(`<p>${text}</p>`))).toBeNull()
  })

  test.each<[string, string]>([
    ['in elements for code', '<pre>if (a === b) { run(); }</pre>'],
    ['in classes for code', '<div class="codehilite">if (a) { run(); }</div>'],
  ])('and not on a page that also shows code %s', (_, sample) => {
    const code = '{"@type":"Bakery","name":"L","address":{"@type":"P","street":"M"},"open":["Tu"]}'
    expect(matched(shop(`<p>${code}</p>${sample}`))).toBeNull()
  })
})

describe('messages to developers are found on a page with other content', () => {
  test.each<[string, string]>([
    ['ASP', "VBScript error '800a000d' Type mismatch: 'CInt' /includes/nav.asp, line 24"],
    ['PHP', 'Notice: Undefined variable $price in /var/www/html/inc/footer.php on line 12'],
    ['Ruby', "undefined method `name' for nil:NilClass app/views/home.html.erb:12"],
    ['Perl in German', 'Fehler: undefined value at /srv/cgi/shop.pl Zeile 7'],
  ])('by a place in a program: %s', (_, message) => {
    const found = matched(shop(`<div>Welkom</div><p>Open</p><p>${message}</p>`))
    expect(found).toEqual({ kind: 'debug_output', id: 'place-in-program' })
  })

  test.each([
    'Instagram Feed Error: The endpoint of the plugin has an invalid configuration.',
    'Error: The endpoint of this plugin is invalid or its domain is not allowed.',
  ])('by the name of a program: %s', (message) => {
    expect(matched(shop(`<div>${message}</div>`))).toEqual({
      kind: 'debug_output',
      id: 'named-message',
    })
  })

  test.each<[string, string, string]>([
    [
      'a question in a forum',
      'Forum',
      `${prose}<p>I see this since the update: Warning: Undefined index in /srv/a.php on line 14</p>`,
    ],
    [
      'a manual of messages',
      'Error messages',
      `${prose}<p>Error: cannot open the database file, check the permissions of the directory.</p>`,
    ],
    ['a notice to visitors', 'Shop', `${prose}<p>Warning: our steps are wet, hold the rail.</p>`],
  ])('and not in %s', (_, title, body) => {
    expect(matched(body, title)).toBeNull()
  })
})

describe('elements on a page with other content', () => {
  const shown = '&lt;p&gt;Bem-vindo à &lt;strong&gt;Casa&lt;/strong&gt;&lt;/p&gt;'

  test('are found where they were escaped once too often', () => {
    const again = shown + shown.replace('strong', 'em').replace('strong', 'em')
    expect(matched(shop(`<p>${again}</p>`))).toEqual({ kind: 'source_shown', id: 'markup' })
  })

  test('are found on a page with code that has none of them', () => {
    const list = '&lt;li&gt;Check-ups&lt;/li&gt;&lt;li&gt;Whitening&lt;/li&gt;'
    const body = shop(`<pre>const a = chart(b)</pre><p>${shown}${list}</p>`)
    expect(matched(body)).toEqual({ kind: 'source_shown', id: 'markup' })
  })

  test.each<[string, string, string]>([
    ['on a page about them', 'HTML for beginners', shop(`<p>${shown}${shown}</p>`)],
    ['on a page with code', 'Notes', shop(`<pre>${shown}</pre><p>${shown}${shown}</p>`)],
    ['as signs', 'Prices', shop('<p>a &lt;b and b&gt; c, &lt;p&gt; and &lt;i&gt;</p>')],
  ])('and not %s', (_, title, body) => {
    expect(matched(body, title)).toBeNull()
  })
})

describe('a page that is the source of a program', () => {
  const raw = (source: string) =>
    contentEvidence({
      mediaType: 'text/html',
      charset: 'utf-8',
      body: new TextEncoder().encode(source),
      status: 200,
      url: 'https://example.com/',
    }).signature_match

  test.each<[string, string]>([
    ['Node', "const express = require('express')\nconst app = express()\napp.listen(3000)\n"],
    ['React', "import { createRoot } from 'react-dom/client'\ncreateRoot(root).render(App())\n"],
    ['Python', "from flask import Flask\napp = Flask(__name__)\n\n@app.route('/')\n"],
    ['Go', 'package main\n\nimport "net/http"\n\nfunc main() {\n\thttp.Serve(nil, nil)\n}\n'],
    ['a container', 'FROM node:24 AS build\nWORKDIR /app\nCMD ["npm", "start"]\nRUN x=1 (a);\n'],
    ['nginx', 'server {\n  listen 80;\n  location / { proxy_pass http://app; }\n}\n'],
  ])('%s', (_, source) => {
    expect(raw(source)).toEqual({ kind: 'source_shown', id: 'script' })
  })

  test.each([
    'From London (2) to Leeds (3): a story; of two (2) cities = one (1).',
    'import export company (Leeds); call us = now; fast (24h); cheap;',
    'Function rooms (two); party = us; (free) parking; let us know;',
  ])('and not prose: %s', (text) => {
    expect(raw(text)).toBeNull()
  })
})

test('a message of a database is found at the top of any page', () => {
  const message =
    "You have an error in your SQL syntax; check the manual for the right syntax near 'LIMIT 0'"
  const found = { kind: 'debug_output', id: 'machine-message' }
  expect(matched(`<div>${message}</div>${shop('')}`)).toEqual(found)
  expect(matched(`<div>${message}</div>${shop('<pre>git log --oneline --graph</pre>')}`)).toEqual(
    found,
  )
  // On a page with code, or below such a title, the message may be the subject of the page.
  expect(matched(shop(`<pre>git log --oneline --graph</pre><p>${message}</p>`))).toBeNull()
  expect(matched(`<p>${message}</p>${prose}`, 'MySQL error 1064')).toBeNull()
})

test('what Chrome says of XML that is not well-formed is found in a rendered page', () => {
  const html =
    '<html><body><parsererror style="display: block"><h3>This page contains the following errors:</h3><div>error on line 1</div></parsererror><h1>Pousada</h1></body></html>'
  const at = (source: 'body' | 'dom') =>
    contentEvidence({
      mediaType: 'application/xhtml+xml',
      charset: 'utf-8',
      body: new TextEncoder().encode(html),
      status: 200,
      url: 'https://example.com/',
      source,
    }).signature_match
  expect(at('dom')).toEqual({ kind: 'debug_output', id: 'parser-error' })
  expect(at('body')?.id).not.toBe('parser-error')
})

describe('keys of messages in the place of words', () => {
  test.each<[string, string]>([
    [
      'Shop',
      '<h2>COM_CONTACT_REQUIRED_TITLE</h2><label>COM_CONTACT_EMAIL_LABEL</label><p>COM_CONTACT_SEND_MESSAGE</p>',
    ],
    ['home.meta.title', '<h1>home.hero.headline</h1><p>home.hero.intro</p><a>nav.contact</a>'],
  ])('are found: %s', (title, body) => {
    expect(matched(body, title)).toEqual({ kind: 'source_shown', id: 'translation-keys' })
  })

  test('are found beside scripts, unless one may put words in their place', () => {
    const body = (attributes = '') =>
      `<h1${attributes}>home.hero.headline</h1><p>home.hero.intro</p><a>nav.contact</a><script src="/app.js"></script>`
    expect(matched(body(), 'Shop')?.id).toBe('translation-keys')
    expect(matched(body(' data-i18n="home.hero.headline"'), 'Shop')).toBeNull()
  })

  test('are found above a page with code, and not inside of it', () => {
    const keys = '<nav>nav.products nav.pricing nav.docs</nav><h1>landing.hero.title</h1>'
    const menu = `<ul>${['home', 'products', 'contact'].map((one) => `<li>common.nav.${one}</li>`).join('')}</ul>`
    const steps = Array.from({ length: 40 }, (_one, n) => `<p>Step ${n} of the guide.</p>`).join('')
    const code = '<pre>const i18n = createI18n({ locale, messages })</pre>'
    expect(matched(`${keys}${code}${steps}`, 'Shop')?.id).toBe('translation-keys')
    expect(matched(`${menu}${code}${steps}`, 'Shop')?.id).toBe('translation-keys')
    expect(matched(`${steps}${code}${keys}${steps}`, 'Shop')).toBeNull()
  })

  test.each<[string, boolean]>([
    ['Translation missing: en.landing.title', true],
    ['A key without a text is shown as \u201cTranslation missing: en.landing.title\u201d.', false],
  ])('of Rails, and not in quotation marks: %s', (text, isFound) => {
    expect(matched(`<p>${text}</p>`, 'Shop')?.id === 'translation-keys').toBe(isFound)
  })

  test.each<[string, string]>([
    ['CMAKE_MACOSX_RPATH manual', '<h1>CMAKE_MACOSX_RPATH</h1><p>CMAKE_A_B</p><p>CMAKE_B_C</p>'],
    ['Modules', '<h1>All modules</h1><p>os.path</p><p>xml.dom</p><p>email.mime</p>'],
    ['Files', '<h1>index.html</h1><p>a.tar.gz</p><p>b.pdf</p><p>shop.example.com</p>'],
  ])('and not names: %s', (title, body) => {
    expect(matched(body, title)).toBeNull()
  })
})

describe('text that was encoded once too often, or is no text', () => {
  test.each<[string, string]>([
    [
      'lost-letters',
      'T?glich ge?ffnet f?r Sie: Fr?hst?ck, Br?tchen und Geb?ckst?cke aus nat?rlichen Zutaten.',
    ],
    [
      'lost-letters',
      'Our rooms have a view of the lake, and breakfast is served until eleven. ????? ??????????! ?? ???????? ? ?????? ? ??????????? ? 9:00 ?? 18:00.',
    ],
    ['escapes', 'Wir =C3=B6ffnen um 8 Uhr f=C3=BCr Sie, t=C3=A4glich, au=C3=9Fer sonntags.'],
    ['escapes', 'T\\u00e4glich ge\\u00f6ffnet f\\u00fcr Sie und Ihre G\\u00e4ste'],
    ['base64', `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(12)}`],
  ])('is garbled: %s', (id, text) => {
    expect(matched(`<p>${text}</p>`)).toEqual({ kind: 'garbled', id })
  })

  test('a document of a word processor in the place of a page', () => {
    const rtf =
      "{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Calibri;}}\\pard Willkommen bei B\\'e4cker\\par}"
    const { signature_match } = contentEvidence({
      mediaType: 'text/html',
      charset: 'utf-8',
      body: new TextEncoder().encode(rtf),
      status: 200,
      url: 'https://example.com/',
    })
    expect(signature_match).toEqual({ kind: 'garbled', id: 'other-format' })
  })

  test.each([
    'Find the words: ? ? ? ? ? ? ? ? and ??? ??? ??? ??? ??? ??? ???, seven letters each.',
    'What?Why?How? Fragen?Antworten! Wer?Wo?Was? Ja?Nein? Tag?Nacht? Rot?Blau?',
    'See /search?q=a and /list?sort=b, /cart?id=c, /shop?page=d, /news?tag=e, /faq?lang=f.',
    'Der Schlüssel ist MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A, die Datei heißt a%C3%A4.pdf.',
  ])('and not %s', (text) => {
    expect(matched(shop(`<p>${text}</p>`))).toBeNull()
  })
})

describe('a reference that was made of source code', () => {
  const members =
    '<li>parse(const char *text, Options&lt;Flags::All&gt; = {}) -&gt; Value (Value::*)()</li>'.repeat(
      6,
    )

  test('shows signatures, and templates in the comments of the source', () => {
    const comment =
      '<p>Shortcut for {{get(ID)}}, {{get(URI)}} and {{get(SIZE)}}, also &lt;% get %&gt;.</p>'
    for (const tool of [
      '<!-- Generated by Doxygen 1.9.1 -->',
      '<!-- Generated by javadoc (11.0.2) on Mon Dec 28 -->',
      '<!-- NewPage -->',
      '<meta name="generator" content="gi-docgen">',
      '<p>Produced by <a href="https://haddock.example/">Haddock</a> version 2.26</p>',
    ]) {
      expect(matched(`${tool}<ul>${members}</ul>${comment}`, 'Value')).toBeNull()
    }
    expect(matched(`<ul>${members}</ul>${comment}`, 'Value')?.kind).toBe('source_shown')
  })

  test('is also known by its names, which lead to their descriptions', () => {
    const linked = members.replaceAll(/(parse|Value)(?=\(|::)/g, '<b><a href="#$1">$1</a></b>')
    expect(matched(`<ul>${linked}</ul>`, 'List of All Members')).toBeNull()
    expect(matched(`<ul>${members}</ul>`, 'List of All Members')?.id).toBe('program')
  })

  test('or is a manual page', () => {
    const manual = (heading: string) => `<h2>${heading}<a name="s"></a></h2><p>${members}</p>`
    expect(matched(manual('SYNOPSIS'), 'FUD')).toBeNull()
    expect(matched(manual('OPENING'), 'FUD')?.id).toBe('program')
  })

  test('is not a page that a converter of prose made', () => {
    const page = `<meta name="generator" content="pandoc"><h1>Fietsen</h1>${members}`
    expect(matched(page)?.kind).toBe('source_shown')
  })
})

test('a tag in quotation marks is mentioned, another one was not filled in', () => {
  expect(
    matched(shop('<p>De notatie is \u2019&lt;% naam %&gt;\u2019 of "{% if x %}".</p>')),
  ).toBeNull()
  expect(matched(shop('<p>Dag &lt;% naam %&gt;</p>'))?.id).toBe('template-percent')
  expect(matched(shop('<p>Dag {% if x %}</p>'))?.id).toBe('template-block')
})

test('a listing at the end of a page is whole without the end tags around it', () => {
  const page = (end: string) =>
    contentEvidence({
      mediaType: 'text/html',
      charset: 'utf-8',
      body: new TextEncoder().encode(
        `<html><body><div><div><section>${prose}<pre class="cpp">int main() {}${end}`,
      ),
      status: 200,
      url: 'https://example.com/',
    }).signature_match
  expect(page('</pre>\n')).toBeNull()
  expect(page('</pre>')?.kind).toBe('cut')
  expect(page('\n')?.kind).toBe('cut')
})
