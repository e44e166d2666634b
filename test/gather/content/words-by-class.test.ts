import { describe, expect, test } from 'vitest'
import { contentEvidence } from '#gather/content/content.ts'

const match = (html: string, source: 'body' | 'dom' = 'body', mediaType = 'text/html') =>
  contentEvidence({
    mediaType,
    charset: 'utf-8',
    body: new TextEncoder().encode(html),
    status: 200,
    url: 'https://example.com/',
    source,
  }).signature_match

const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`

/** A paragraph about something else. */
const about =
  '<p>The house was built by a miller in 1874 and has been a shop since the first war. There are two rooms: books are in the front, maps and globes at the back, and a stove stands between them. We are open from Tuesday to Saturday, and by appointment.</p>'

describe('an engine of templates or a builder of documents prints its message into the page', () => {
  test.each([
    'FreeMarker template error (DEBUG mode; use RETHROW in production!): The following has evaluated to null or missing: ==&gt; product.price [in template "product.ftlh" at line 41, column 18]',
    'Expression product.price is undefined on line 41, column 18 in product.ftl.',
    'org.apache.velocity.exception.ParseErrorException: Encountered "end" at page.vm[line 12, column 3]',
    "Velocity error: Unable to find resource 'templates/foot.vm'",
    'Error resolving template [home], template might not exist or might not be accessible by any of the configured Template Resolvers',
    'An error happened during template parsing (template: "class path resource [templates/home.html]")',
    'Exception evaluating SpringEL expression: "user.name" (template: "home" - line 12, col 8)',
    'An exception occurred processing [/shop.jsp] at line [12]',
    "javax.el.PropertyNotFoundException: Property 'nam' not found on type shop.Item",
    '/index.xhtml @12,34 value="#{shop.items}": Property \'items\' not found on type shop.Shop',
    'Variable "price" does not exist in "shop/index.html.twig" at line 5.',
    'An exception has been thrown during the rendering of a template ("Unable to generate a URL") in "base.html.twig" at line 3.',
    'Unknown "money" filter. Did you mean "merge"?',
    "Smarty: Unable to load template 'file:foot.tpl'",
    'Syntax error in template "file:shop.tpl" on line 3 "{foreach}" unexpected',
    'Undefined variable $price (View: /var/www/resources/views/shop.blade.php)',
    'View [shop.foot] not found.',
    'Unable to locate a class or view for component [price-tag].',
    "jinja2.exceptions.UndefinedError: 'price' is undefined",
    "UndefinedError: 'dict object' has no attribute 'price'",
    'TemplateNotFound: foot.html',
    "TemplateSyntaxError at / Invalid block tag on line 5: 'pric'. Did you forget to register or load this tag?",
    "Could not parse the remainder: '(1)' from 'price(1)'",
    "'shop_tags' is not a registered tag library. Must be one of: admin_list cache",
    "Unclosed tag on line 4: 'if'. Looking for one of: endif.",
    'Mako Runtime Error',
    'NameError: Undefined File "shop.mako", line 3, in render_body',
    "ActionView::Template::Error (undefined method `price' for nil:NilClass):",
    'Missing partial shop/_foot with {:locale=>[:en]}',
    'Haml::SyntaxError: Inconsistent indentation',
    'Illegal nesting: nesting within plain text is illegal.',
    'Slim::Parser::SyntaxError: Expected tag',
    'Liquid error (line 3): comparison of String with 0 failed',
    'Liquid Exception: Could not locate the included file foot.html',
    'Liquid Warning: Liquid syntax error (line 5): Unexpected character',
    'Missing helper: "money"',
    'The partial foot could not be found',
    "Parse error on line 4: ...{{#each items}}... Expecting 'ID', got 'EOF'",
    'Could not find matching close tag for "&lt;%=".',
    'Failed to lookup view "foot" in views directory "/app/views"',
    'TypeError: /app/views/shop.pug:12:5 Cannot read properties of undefined',
    'Template render error: (/app/shop.njk) [Line 12, Column 5]',
    '(unknown path) [Line 3, Column 4] unexpected token: }}',
    'template: shop.html:31:22: executing "shop.html" at &lt;.Price&gt;: nil pointer',
    'html/template:shop.html:12: no such template "foot"',
    'template for shortcode "price" not found',
    'error calling partial: partial "foot.html" not found',
    "The name 'price' does not exist in the current context CS0103: The name 'price' does not exist",
    "The view 'Index' was not found. The following locations were searched: /Views/Home/Index.cshtml",
    'Unclosed section "items" at 42',
    'Error during XSLT transformation: An XPath expression was expected',
    'XPST0017: Cannot find a 0-argument function',
    'Variable PRICE is undefined.',
    'Element PRICE is undefined in ITEM.',
    "variable [PRICE] doesn't exist",
    'The error occurred in /shop/index.cfm: line 12',
    "Error rendering macro 'price' : null",
    'Unknown macro: {price}',
    'Unable to render embedded object: File (map.png) not found.',
    'An error occurred while processing the template. The following has evaluated to null or missing: ==> x',
    'Fluid parse error in template Shop_action_index, line 3 at character 5. Error: x',
    'Rendering error in template [shop.html] line 3: Entry "price" not found in the data map',
    'Error evaluating expression [price] on line [12]: x',
    'Root attribute [price] does not exist or can not be accessed and strict variables is set to true. (shop.html:12)',
    'assign @price not available in eex template',
    'System Message: ERROR/3 (index.rst, line 14)',
    'Unresolved directive in index.adoc - include::foot.adoc[]',
    'Unresolved include directive in modules/ROOT/pages/index.adoc - include::x.adoc[]',
    'ZgotmplZ',
    'Macro Rendering Error',
    '--8&lt;-- "foot.md"',
    '[!INCLUDE [foot](foot.md)]',
    'Eleventy template error: x',
    'Lua error in Module:Shop at line 3: attempt to index a nil value',
    'Expression error: Unrecognized punctuation character "{".',
    'Template loop detected: Template:Shop',
  ])('%s', (message) => {
    const among = `<header><strong>Miller</strong></header><h1>Books</h1>${about}<p>Price: ${message}</p>${about}`
    expect(match(page('Miller books', among))).not.toBeNull()
    expect(match(page('Miller books', `<h1>Books</h1><p>${message}</p>`))).not.toBeNull()
  })

  test.each([
    '<div class="system-message"><p class="system-message-title">System Message: ERROR/3 (<tt class="docutils">index.rst</tt>, line 14)</p><p>Unknown directive type "tab-set".</p><pre>.. tab-set::</pre></div>',
    '<aside class="system-message"><p class="system-message-title">System Message: WARNING/2 (<span class="docutils literal">a.rst</span>, line 3)</p></aside>',
    '<div>Loading (StaticQuery)</div>',
    '<div class="block"><span class="invalid-tag">invalid @link</span></div>',
    '<p>See <strong>?@fig-rivers</strong>.</p>',
    '<!-- FREEMARKER ERROR MESSAGE STARTS HERE --><b>FreeMarker template error (HTML_DEBUG mode):</b><pre>==&gt; x [in template "a.ftlh" at line 3, column 5]</pre>',
  ])('in its own markup: %s', (message) => {
    const docs = `<main><h1>Loom 2.4 documentation</h1><p>Loom weaves <code>tables</code>.</p>${message}${about}</main>`
    expect(match(page('Loom 2.4 documentation', docs))).toEqual({
      id: 'document-builder',
      kind: 'debug_output',
    })
  })

  test.each([
    [
      'FreeMarker FAQ',
      '<h1>FAQ</h1><p>The message “FreeMarker template error” means that a value was missing. Use <code>!</code> for a default.</p><pre>FreeMarker template error (DEBUG mode): The following has evaluated to null or missing</pre>',
    ],
    [
      'Includes',
      '<h1>Includes</h1><p>If a file is missing, the page says <code>Unresolved directive in index.adoc - include::foot.adoc[]</code>.</p>',
    ],
    [
      'System messages',
      '<h1>System messages</h1><p>A message has a level: INFO/1, WARNING/2, ERROR/3 or SEVERE/4, and begins with the words System Message.</p><pre>System Message: ERROR/3 (index.rst, line 14)</pre>',
    ],
    [
      'useStaticQuery',
      '<h1>useStaticQuery</h1><p>While it runs you see <code>Loading (StaticQuery)</code>.</p>',
    ],
    [
      'Velocity',
      '<h1>Velocity</h1><p>The error in velocity: about two percent, measured in line 3 of the river.</p>',
    ],
    ['Razor error', '<h1>Razor error</h1><p>A film about a barber.</p>'],
  ])('and not a page about it: %s', (title, body) => {
    expect(match(page(title, body + about))).toBeNull()
  })
})

describe('a host starts a program that slept', () => {
  test.each([
    'SERVICE WAKING UP ...',
    'APPLICATION LOADING',
    'This app has gone to sleep',
    'Your app is starting',
    'Please wait while we start your application',
    'The application is starting up, please wait',
    'Waking up your app...',
    'Spinning up your server',
    'Your server is starting up.',
    'This service is asleep',
    'Hang tight while we wake up your app',
    'We are waking up the server',
    'Starting your workspace…',
    'Your instance is booting',
    'Your container is being started',
    'Please wait while your application is starting',
    'This Space is sleeping due to inactivity',
    'Zzzz. This app has gone to sleep due to inactivity',
    'Please hold on while the server wakes up',
    'Die Anwendung wird gestartet',
    "L'application est en cours de démarrage",
    'La aplicación se está iniciando',
    'The machine is waking up',
    'Your project is waking up',
    'Please wait while the application loads',
  ])('%s', (message) => {
    expect(['wall', 'placeholder', 'error_page']).toContain(
      match(page('Miller', `<h1>${message}</h1><p>This takes up to a minute.</p>`))?.kind,
    )
  })

  test('in a terminal, as Render shows it', () => {
    const body =
      '<main><h1>SERVICE WAKING UP ...</h1><pre>17:02:41 Incoming HTTP request detected ...\n17:02:42 Service waking up ...</pre><p>APPLICATION LOADING</p></main>'
    expect(match(page('Application loading', body))).toEqual({ id: 'waking-up', kind: 'wall' })
  })

  test.each([
    [
      'Sunday',
      '<h1>The service is starting at ten</h1><p>Come in, the church is open to everyone.</p>',
    ],
    ['Startups', '<h1>Starting your business</h1><p>A course in six evenings.</p>'],
    ['Sleep', '<h1>Waking up well</h1><p>Light and a regular hour help more than coffee.</p>'],
    ['App', '<div id="root">Application loading...</div><script src="/a.js"></script>'],
    ['App', '<div id="root">Starting your workspace…</div><script src="/a.js"></script>'],
    ['Hotel', '<h1>Our space is waking up</h1><p>The garden opens in April.</p>'],
    [
      'Blog',
      '<h1>Starting your server</h1><p>Run <code>npm start</code> in the folder of the project, then open the address that the terminal shows. The next chapter adds a database, and the one after it a login.</p>',
    ],
  ])('and not: %s', (title, body) => {
    expect(match(page(title, body))).toBeNull()
  })
})

describe('fields of a message are in front of the page', () => {
  const shop = page('Miller', '<h1>Miller</h1><p>Books and maps.</p>')
  const drawn = (start: string) =>
    `<html><head></head><body>${start}<meta charset="utf-8"><title>Miller</title><h1>Miller</h1></body></html>`

  test.each([
    'X-Powered-By: PHP/8.1.2\nContent-type: text/html; charset=UTF-8\n\n',
    'Content-Type: text/html\n\n',
    'Status: 200 OK\r\nContent-Type: text/html\r\n\r\n',
    '\ufeffSet-Cookie: sid=4f; path=/\n\n',
    'HTTP/1.1 200 OK\r\nServer: nginx\r\n\r\n',
    '1a2f\n',
    '1a2f\r\nContent-Type: text/html\r\n\r\n',
    'Cache-Control: no-cache, must-revalidate\n\n',
    'Server: Apache/2.4.62 (Debian)\n\n',
    'Date: Mon, 12 Jan 2026 10:00:00 GMT\n\n',
    'Transfer-Encoding: chunked\n\n',
    'Location: /shop/\n\n',
    'Expires: 0\nPragma: no-cache\n\n',
  ])('%j', (start) => {
    expect(match(start + shop)).toEqual({ id: 'http-message', kind: 'source_shown' })
    expect(match(drawn(start), 'dom')).toEqual({ id: 'http-message', kind: 'source_shown' })
  })

  test.each([
    'Location: the old mill, by the brook<h1>Mill</h1><p>Come in.</p>',
    'Date: 12 June<br>Place: the mill',
    'Server: Maria<br>Kitchen: Paul<h1>Team</h1>',
    'Vary: the spices<br>Serve: warm',
    '<pre>Content-Type: text/html</pre><p>is what a server sends',
    'Status: open<h1>Pool</h1>',
    '2024\n<h1>Year</h1>',
  ])('and not: %j', (html) => {
    expect(match(html)).toBeNull()
    expect(match(`<html><head></head><body>${html}</body></html>`, 'dom')).toBeNull()
  })
})

describe('a list of files', () => {
  test.each([
    [
      'Index of /',
      '<h1>Index of /</h1><pre><a href="?C=N;O=D">Name</a> <a href="?C=M;O=A">Last modified</a>\n<hr>backup.sql.gz 2026-02-11 18M<hr></pre><address>Apache/2.4.62 (Debian) Server</address>',
    ],
    ['Index of /files/', '<h1>Index of /files/</h1><hr><pre><a href="a.txt">a.txt</a> 1</pre>'],
    [
      'Index of /',
      '<h2>Index of /</h2><table><tr><th>Name<th>Last Modified<th>Size</table><div class="foot">lighttpd/1.4.76</div>',
    ],
    ['Directory listing for /', '<h1>Directory listing for /</h1><hr><table><tr><td>a</table>'],
    [
      '/',
      '<p>3 files</p><a href="?sort=name">Name</a><footer>Served with <a href="https://caddyserver.com"><svg></svg></a></footer>',
    ],
    [
      'shop.example.com - /',
      '<H1>shop.example.com - /</H1><hr><pre> 1/2/2026 10:14 AM &lt;dir&gt; <A HREF="/aspnet/">aspnet</A><br></pre>',
    ],
    ['Our files', '<h1>Index of /</h1><table><tr><th><a href="?C=N;O=D">Name</a></table>'],
  ])('of a server: %s', (title, body) => {
    expect(match(page(title, body))).toEqual({ id: 'directory-index', kind: 'default' })
  })

  test('of the server for files of Go', () => {
    const html =
      '<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n<a href="a.txt">a.txt</a>\n<a href="b/">b/</a>\n</pre>\n'
    expect(match(html)).toEqual({ id: 'directory-index', kind: 'default' })
  })

  test.each([
    [
      'Index of / explained',
      '<h1>Index of /</h1><p>A server without a start page shows this heading, and the names of files below it. Turn it off with Options -Indexes.</p>',
    ],
    ['Index of names', '<h1>Index of names</h1><p>A to Z</p>'],
    ['Index of /r/books', '<h1>Books</h1><p>A list.</p>'],
  ])('and not: %s', (title, body) => {
    expect(match(page(title, body))).toBeNull()
  })
})

describe('a page that is named after a status', () => {
  const article = (title: string, body: string) =>
    page(title, `<main><article><h1>${title}</h1>${body}</article></main>`)

  test.each([
    [
      '503 Service Unavailable',
      '<p>The server cannot handle the request for now. It may send the field <code>Retry-After</code> with it.</p><h2>When to send it</h2><p>During maintenance, or when there is more to do than can be done. Crawlers come back later.</p>',
    ],
    [
      '502 Bad Gateway',
      '<p>A gateway got no valid answer from the server behind it.</p><h2>Causes</h2><ul><li>The server behind it is down.</li><li>Its response is cut.</li></ul><h2>See also</h2><p><code>504 Gateway Timeout</code></p>',
    ],
    [
      '404 Not Found',
      '<p>The status code <code>404</code> means that there is nothing at the address. A response with it may be kept by caches.</p><h2>Example</h2><pre>HTTP/1.1 404 Not Found</pre>',
    ],
    [
      '403 Forbidden',
      '<p>The server understood the request and refuses it. Clients should not repeat it with the same credentials.</p><p>It differs from <code>401</code>, which asks for credentials; a server may also answer <code>404</code>.</p>',
    ],
    [
      '500 Internal Server Error',
      '<p>Der Server meldet damit einen Fehler, den er nicht näher kennt. Clients können die Anfrage wiederholen.</p><h2>Beispiel</h2><pre>HTTP/1.1 500</pre>',
    ],
  ])('explains it: %s', (title, body) => {
    expect(match(article(title, body))).toBeNull()
    expect(match(article(title, body), 'dom')).toBeNull()
  })

  test.each([
    [
      '503 Service Unavailable',
      '<p>The server is temporarily unable to service your request due to maintenance downtime or capacity problems. Please try again later.</p>',
    ],
    ['502 Bad Gateway', '<hr><center>nginx</center>'],
    [
      'Internal Server Error',
      '<p>The server encountered an internal error or misconfiguration and was unable to complete your request.</p><p>More information about this error may be available in the server error log.</p>',
    ],
    [
      'Bad gateway',
      '<h2>What happened?</h2><p>The web server reported a bad gateway error.</p><h2>What can I do?</h2><p>Please try again in a few minutes.</p>',
    ],
    ['404 Not Found', '<p>Code: <code>NOT_FOUND</code></p><p>ID: <code>fra1::x</code></p>'],
  ])('reports it: %s', (title, body) => {
    expect(match(article(title, body))).not.toBeNull()
  })
})

describe('something is wrong', () => {
  test.each([
    [
      'The Cellar',
      '<h1>The Cellar</h1><p>A game in words. Last time: <b>GAME OVER. You fell down the stairs and were not found.</b></p><p>You stand in a dark cellar. Something is wrong with the lamp. There are exits to the north and to the east.</p><form><label>What now? <input name="command"></label> <button>Do it</button></form><p>Try <kbd>look</kbd>, <kbd>take lamp</kbd>, <kbd>go north</kbd> or <kbd>retry</kbd>.</p>',
    ],
    [
      'Station 9',
      '<h1>Station 9</h1><p>You wake up on a cold floor. Something went wrong. An alarm says: system failure.</p><p>Exits: airlock to the west. Type <kbd>help</kbd> or try again.</p>',
    ],
    ['Radio', '<h1>Radio</h1><p>Something is wrong with the antenna. Try again in spring.</p>'],
  ])('in a game or with a thing: %s', (title, body) => {
    expect(match(page(title, body))).toBeNull()
    expect(match(page(title, body), 'dom')).toBeNull()
  })

  test.each([
    '<h1>Shop</h1><p>There was a problem with the payment. Please try again later.</p>',
    '<h1>Something is wrong with the server</h1><p>Please try again later.</p>',
  ])('with the site: %s', (body) => {
    expect(match(page('Shop', body))?.kind).toBe('error_page')
  })
})

describe('values of a program', () => {
  const cells = ['undefined', 'null', 'NaN', '[object Object]', 'Invalid Date']

  test.each([
    [
      'Equality in JavaScript',
      `<h1>What is equal to what</h1><p>Two equals signs convert first, three do not.</p><table border="1"><tr><th>Left<th>Right<th>==${cells.map((one) => `<tr><td>${one}<td>null<td>true`).join('')}</table>`,
    ],
    [
      'What is nothing?',
      `<h1>What is nothing?</h1><table>${cells.map((one) => `<tr><td>${one}</td><td>nothing</td></tr>`).join('')}</table>`,
    ],
    [
      'Lesson 7: Odd values',
      `<h1>Lesson 7: Odd values</h1><p>Look at the table.</p><table><tr><th>You write</th><th>You get</th></tr>${cells.map((one) => `<tr><td>An example</td><td>${one}</td></tr>`).join('')}</table>`,
    ],
    [
      'What is nothing?',
      `<h1>What is nothing?</h1><ul>${cells.map((one) => `<li>${one}</li>`).join('')}</ul>`,
    ],
    [
      '[object Object] – poster',
      '<h1>[object Object]</h1><p>A poster for everyone who has met this string in JavaScript. 50 x 70 cm, matt paper.</p><p>€ 19</p><button>Add to cart</button>',
    ],
  ])('are what a page is about: %s', (title, body) => {
    expect(match(page(title, body))).toBeNull()
    expect(match(page(title, body), 'dom')).toBeNull()
  })

  test.each([
    '<h1>Your basket</h1><table><tr><td>undefined</td><td>NaN €</td><td>Invalid Date</td></tr><tr><td>[object Object]</td><td>NaN €</td><td>Invalid Date</td></tr></table><p>Total: NaN €</p>',
    '<h1>[object Object]</h1><p>€ 12</p>',
    '<h1>New posters</h1><ul><li>[object Object] – NaN €</li><li>[object Object] – NaN €</li></ul>',
  ])('are in the place of content: %s', (body) => {
    expect(match(page('Shop', body))).not.toBeNull()
  })
})

describe('a part of a page is replaced by the message of what should have made it', () => {
  test.each([
    'ERROR: Content Element with uid "77" and type "teaser_slider" has no rendering definition!',
    'Error creating thumbnail: Unable to save thumbnail to destination',
    'The referenced media source is missing and needs to be re-embedded.',
    'The Calendar portlet is temporarily unavailable.',
    'Exception in plugin: Widget_Sales could not be rendered',
    'Error: The module "views_slideshow" is missing',
    'Block type "my.cms::latest-news" is not registered',
    'Component &lt;NewsList&gt; is not registered',
    'Failed to render widget: sales_by_region',
    'Missing image: hero.jpg',
    'Include of "/parts/menu.html" failed',
    'index [books] blocked by: [FORBIDDEN/12/index read-only / allow delete (api)];',
    'all shards failed',
    'no such index [products]',
    'WRONGTYPE Operation against a key holding the wrong kind of value',
    'ORA-00942: table or view does not exist',
    'PRECONDITION_FAILED - inequivalent arg',
    'No such price: price_123',
    'IntegrationError: Missing value for Stripe(): apiKey should be a string.',
    'Highcharts error #13',
    'Unable to write to cache directory',
    'Failed to start session: open(/var/lib/php/sessions/sess_x, O_RDWR) failed: No space left on device (28)',
  ])('%s', (line) => {
    expect(match(page('Books', `<h1>Books</h1>${about}<div>${line}</div>`))).not.toBeNull()
  })

  test.each([
    'Components that are not registered do not appear in the editor.',
    'No image found? Write to us.',
    'The disk has no space left for more than two albums.',
    'Prices of this plug-in start at 12 euros.',
    'The portlet was founded in 1987.',
  ])('which this is not: %s', (line) => {
    expect(match(page('Books', `<h1>Books</h1>${about}<p>${line}</p>`))).toBeNull()
  })
})

describe('a whole page is the message', () => {
  test.each([
    ['Campus', '<h1>Campus</h1><p>Error al leer de la base de datos</p>'],
    ['Campus', '<h1>Campus</h1><p>Fehler beim Lesen der Datenbank</p>'],
    ['Школа', '<h1>Школа</h1><p>Ошибка чтения из базы данных</p>'],
    ['', '<p>Site error: the ionCube PHP Loader needs to be installed.</p>'],
    ['', '<p>The PHP extension intl is required by this application.</p>'],
    ['Hinweis', '<p>Das Datenvolumen dieser Website ist für diesen Monat aufgebraucht.</p>'],
    ['Aviso', '<p>Este sitio ha superado el límite de transferencia mensual.</p>'],
    ['안내', '<p>해당 사이트는 허용된 일일 데이터 전송량을 초과하여 접속이 차단되었습니다.</p>'],
    ['Сайт', '<p>Превышен лимит трафика.</p>'],
    [
      'Panel',
      '<h1>New installation</h1><p>Your instance timed out for security purposes. To re-enable your instance, you will need to restart it.</p>',
    ],
  ])('%s: %s', (title, body) => {
    expect(match(page(title, body))).not.toBeNull()
  })

  test.each([
    ['{"Hello":"World"}', 'hello-world'],
    ['"Hello from Lambda!"', 'hello-world'],
    ['{"message":"Hello from the shop","items":[]}', undefined],
  ])('of a new API: %s', (body, id) => {
    expect(match(body, 'body', 'application/json')?.id).toBe(id)
  })
})

describe('words of faults are content', () => {
  test.each([
    [
      'Bakery',
      '<h1>Bakery</h1><p>Of course, here in Ulm we bake at night. Let me know if you need bread for a feast [1][2].</p><p>Sure, I will.</p>',
    ],
    [
      'Globes',
      '<h1>Globes</h1><h2>Desk globe</h2><p>Temporarily unavailable. We expect it back in June.</p><h2>Floor globe</h2><p>480 euros, in stock.</p>',
    ],
    ['Ponti', '<h1>Ponti in costruzione</h1><p>Tre cantieri aperti in Piemonte.</p>'],
    [
      'Kundenportal',
      '<h1>Ihre Aufträge</h1><table><tr><td>10482</td><td>Versandt</td></tr><tr><td>10511</td><td>In Arbeit</td></tr></table>',
    ],
    [
      'Fixing \u201cThere has been a critical error on this website\u201d',
      '<h1>Fixing \u201cThere has been a critical error on this website\u201d</h1><p>It is nearly always a plug-in. Rename its folder.</p><p>The same steps help with \u201cError establishing a database connection\u201d.</p>',
    ],
    ['Brücken', '<h1>Brücken im Bau</h1><p>Drei Baustellen in Bayern.</p>'],
    ['Barcos', '<h1>Barcos em construção</h1><p>Dois estaleiros em Viana do Castelo.</p>'],
    [
      'Floating point',
      '<h1>What is not a number</h1><p>Zero divided by zero is NaN, and NaN is not equal to itself. A variable without a value is undefined, an object in a text becomes [object Object].</p>',
    ],
    [
      'Builds',
      '<h1>Builds of today</h1><table><tr><td>search</td><td>failed</td><td>Error: connect ECONNREFUSED 10.0.3.7:5432</td></tr><tr><td>mail</td><td>passed</td><td>2 min 3 s</td></tr></table>',
    ],
    [
      'Mill Grotesk',
      '<h1>Mill Grotesk</h1><p>Nine weights for books and screens.</p><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit.</p><p>Hamburgefonstiv 0123456789</p>',
    ],
  ])('%s', (title, body) => {
    expect(match(page(title, body))).toBeNull()
  })

  test.each([
    '<h1>Il sito è in costruzione</h1>',
    '<h1>Unsere neue Website ist im Aufbau</h1>',
    '<p>Diese Internetseite befindet sich noch im Aufbau.</p>',
    '<h1>Sitio en construcción</h1>',
    '<h1>En construction</h1>',
    '<h1>Site em construção</h1>',
  ])('which they are not: %s', (body) => {
    expect(match(page('Studio', body))?.kind).toBe('coming_soon')
  })
})

describe('a key of a service for tests', () => {
  const form = (key: string) =>
    `<form action="/a" method="post"><input name="mail"><div class="widget" data-sitekey="${key}"></div><button>Send</button></form>`
  const script = (source: string) => `<script>${source}</script>`
  const testKey = 'pk_test_51HqLyjWDarjtT1zdp7dcQpLmXnV8e2RtYb'

  test.each([
    ['captcha-for-tests', form('6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI')],
    ['captcha-for-tests', form('1x00000000000000000000AA')],
    ['captcha-for-tests', form('3x00000000000000000000FF')],
    ['captcha-for-tests', form('10000000-ffff-ffff-ffff-000000000001')],
    ['key-for-tests', script(`const pay = () => Stripe('${testKey}')`)],
    ['key-for-tests', script(`self.__next_f.push([1,"{\\"publishableKey\\":\\"${testKey}\\"}"])`)],
    [
      'key-for-tests',
      `<script async data-clerk-publishable-key="${testKey}" src="/c.js"></script>`,
    ],
  ])('%s is found in %s', (id, markup) => {
    expect(match(page('Bookshop', about + markup))).toEqual({ id, kind: 'starter' })
  })

  test.each([
    ['a key of the site', 'Bookshop', form('6LdXxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI')],
    ['a similar key', 'Bookshop', form('1x0000000000000000000AAA')],
    ['a key for use', 'Bookshop', script("Stripe('pk_live_51HqLyjWDarjtT1zdp7dcQpLmXnV8e2RtYb')")],
    ['a test of the prefix', 'Bookshop', script("key.startsWith('pk_test_')")],
    [
      'a manual that shows the key',
      'Tests',
      `${form('1x00000000000000000000AA')}<p>Use the key <code>1x00000000000000000000AA</code>, which always passes.</p>`,
    ],
    [
      'a manual with the key in an example',
      'Tests',
      '<pre><code>&lt;div class="cf-turnstile" data-sitekey="1x00000000000000000000AA"&gt;&lt;/div&gt;</code></pre>',
    ],
    [
      'a manual with hidden examples',
      'API reference',
      `<p>Pass the key to the function.</p><pre><code class="language-js">stripe.elements()</code></pre>${script(`Stripe('${testKey}')`)}`,
    ],
  ])('and not %s', (_what, title, markup) => {
    expect(match(page(title, about + markup))).toBeNull()
  })
})

test.each([
  ['Made in Framer', '<a href="https://www.framer.com/">Made in Framer</a>'],
  [
    'Lovable',
    '<aside id="lovable-badge"><a href="https://lovable.dev/">Edit with Lovable</a></aside>',
  ],
  ['v0', '<a href="https://v0.dev">Built with v0</a>'],
  ['Bolt', '<a href="https://bolt.new">Made in Bolt</a>'],
  ['Webflow', '<a class="w-webflow-badge" href="https://webflow.com">Made in Webflow</a>'],
  ['Wix', '<div id="WIX_ADS">This website was built on Wix. Create yours today. Get Started</div>'],
])('the badge of a builder, %s, says nothing about the page', (_name, badge) => {
  expect(match(page('Bookshop', about + badge), 'dom')).toBeNull()
})

test('an article that is named after a message, and shows it as code, is none', () => {
  const heading = 'MySQL error 1064: You have an error in your SQL syntax'
  const code = '<pre><code>ERROR 1064 (42000): You have an error in your SQL syntax</code></pre>'
  const advice =
    '<p>The parser stopped at the word after near. Look at what is before it; usually a comma or a quotation mark is missing.</p>'
  expect(match(page(heading, `<h1>${heading}</h1>${advice}${code}`))).toBeNull()
  expect(match(page(heading, `<h1>${heading}</h1>${code}`))?.kind).toBe('error_page')
})

test.each([
  ['Before you continue to Bookshop', 'We use cookies to count visits and to show advertisements.'],
  ['We value your privacy', 'You need to accept to continue to the site.'],
  ['Cookies', 'Please accept all cookies to continue.'],
])('a request for consent in place of the page: %s', (heading, text) => {
  const markup = page('Consent', `<h2>${heading}</h2><p>${text}</p><button>Accept all</button>`)
  expect(match(markup, 'dom')).toEqual({ id: 'consent', kind: 'wall' })
})

test.each([
  ['a film in the page needs it', '<h1>Books</h1><p>Please accept cookies to view this video.</p>'],
  [
    'the page is there too',
    `<h1>Books</h1>${about.repeat(3)}<p>You need to accept to continue.</p>`,
  ],
])('and not where %s', (_what, body) => {
  expect(match(page('Bookshop', body), 'dom')).toBeNull()
})
