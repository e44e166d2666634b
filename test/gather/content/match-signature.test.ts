import { describe, expect, test } from 'vitest'
import { contentEvidence } from '#gather/content/content.ts'
import type { PageSignature } from '#gather/content/signatures/page-signature.ts'
import { signatureTables } from '#gather/content/signatures/tables.ts'
import { isQuotable } from '#gather/content/text/match-signature.ts'
import { meansNotFound } from '#gather/content/text/page-statement.ts'

const match = (html: string, status = 200, mediaType = 'text/html') =>
  contentEvidence({
    mediaType,
    charset: 'utf-8',
    body: new TextEncoder().encode(html),
    status,
    url: 'https://example.com/',
  }).signature_match

const page = (title: string, body: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`
const words = (count: number) => 'lorem ipsum '.repeat(Math.ceil(count / 12)).slice(0, count)

describe('platform placeholders', () => {
  test.each<[string, string, number, string]>([
    [
      'vercel',
      'The deployment could not be found on Vercel.\n\nDEPLOYMENT_NOT_FOUND\n\nfra1::x',
      404,
      'text/plain',
    ],
    [
      'vercel',
      page('404: NOT_FOUND', '<p>Code: <code>DEPLOYMENT_NOT_FOUND</code></p>'),
      404,
      'text/html',
    ],
    ['netlify', 'Not Found - Request ID: 01JABCDEF', 404, 'text/plain'],
    [
      'heroku',
      page('Heroku', '<iframe src="//www.herokucdn.com/error-pages/no-such-app.html"></iframe>'),
      404,
      'text/html',
    ],
    ['heroku', page('No such app', '<p>No such app</p>'), 404, 'text/html'],
    [
      'github-pages',
      page('Site not found', '<p><strong>There isn&#39;t a GitHub Pages site here.</strong></p>'),
      404,
      'text/html',
    ],
    [
      'aws-s3',
      '<?xml version="1.0"?><Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message></Error>',
      404,
      'application/xml',
    ],
    [
      'fastly',
      page('', 'Fastly error: unknown domain: example.com. Please check'),
      500,
      'text/html',
    ],
    [
      'worksites',
      page('', 'Hello! Sorry, but the website you&rsquo;re looking for doesn&rsquo;t exist.'),
      200,
      'text/html',
    ],
    ['surge', page('', 'project not found <a href="https://surge.sh">x</a>'), 404, 'text/html'],
  ])('%s', (id, body, status, mediaType) => {
    expect(match(body, status, mediaType)).toEqual({ id, kind: 'placeholder' })
  })

  test('need a status 4xx or less than 4 KiB', () => {
    const html = (bytes: number) => {
      const start = page('', "There isn't a GitHub Pages site here.")
      return `${start}<!--${'x'.repeat(bytes - start.length - 7)}-->`
    }
    expect(match(html(4095), 200)).not.toBeNull()
    expect(match(html(4096), 200)).toBeNull()
    expect(match(html(4096), 404)).not.toBeNull()
    expect(match(html(4096), 499)).not.toBeNull()
    expect(match(html(4096), 500)).toBeNull()
  })

  test('are not found in pages about them', () => {
    const text = 'The deployment could not be found on Vercel.'
    expect(
      match(page('Vercel errors', `<p>You may see:</p><pre>${text} DEPLOYMENT_NOT_FOUND</pre>`)),
    ).toBeNull()
    expect(match(page('Vercel errors', `<p>You may see <code>${text}</code></p>`))).toBeNull()
    expect(match(page('Vercel errors', `<blockquote>${text}</blockquote>`))).toBeNull()
    expect(match(page('Vercel errors', `<p>${text}</p><p>${words(1500)}</p>`))).toBeNull()
  })

  test("do not match a common sentence without the platform's mark", () => {
    const apache404 = page(
      '404 Not Found',
      '<h1>Not Found</h1><p>The requested URL was not found on this server.</p>',
    )
    expect(match(apache404, 404)).toBeNull()
    expect(match(page('', 'project not found'), 404)).toBeNull()
    expect(match(page('', "This page isn't available"), 404)).toBeNull()
  })
})

describe('server default pages', () => {
  const nginx = 'successfully installed and working. Further configuration is required.'
  test.each([
    [
      'nginx',
      page(
        'Welcome to nginx!',
        `<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is ${nginx}</p>`,
      ),
    ],
    ['nginx', page('Welcome to nginx!', `<p>If you see this page, nginx is ${nginx}</p>`)],
    [
      'apache-ubuntu',
      page(
        'Apache2 Ubuntu Default Page: It works',
        'This is the default welcome page used to test the correct operation of the Apache2 server after installation',
      ),
    ],
    [
      'apache-debian',
      page(
        'Apache2 Debian Default Page: It works',
        'This is the default welcome page used to test the correct\n operation of the Apache2 server',
      ),
    ],
    [
      'apache-test-page',
      page(
        'Apache HTTP Server Test Page powered by CentOS',
        'This page is used to test the proper operation of the Apache HTTP server after it has been installed.',
      ),
    ],
    ['apache', '<html><body><h1>It works!</h1></body></html>\n'],
    [
      'iis',
      page(
        'IIS Windows Server',
        '<a href="http://go.microsoft.com/fwlink/?linkid=66138&amp;clcid=0x409"><img src="iisstart.png" alt="IIS"></a>',
      ),
    ],
    [
      'caddy',
      page('Caddy works!', '<p>Your web server is working. Now make it work for you. 💪</p>'),
    ],
    [
      'tomcat',
      page(
        'Apache Tomcat/9.0.80',
        "<h2>If you're seeing this, you've successfully installed Tomcat. Congratulations!</h2>",
      ),
    ],
    [
      'directory-index',
      '<html><head><title>Index of /</title></head><body><h1>Index of /</h1><hr><pre><a href="../">../</a>\n<a href="a.txt">a.txt</a></pre>',
    ],
    [
      'directory-index',
      page(
        'Index of /files',
        '<h1>Index of /files</h1><table><tr><th>Name</th></tr><tr><td><a href="/">Parent Directory</a></td></tr></table>',
      ),
    ],
    [
      'directory-index',
      page(
        'Directory listing for /',
        '<h1>Directory listing for /</h1><hr><ul><li><a href="a">a</a></li></ul>',
      ),
    ],
  ])('%s', (id, html) => {
    expect(match(html)).toEqual({ id, kind: 'default' })
  })

  test('need title and phrase both', () => {
    expect(match(page('Welcome to nginx!', '<p>We run our bakery on nginx.</p>'))).toBeNull()
    expect(
      match(
        page(
          'How to install nginx',
          `<p>If you see this page, the nginx web server is ${nginx}</p>`,
        ),
      ),
    ).toBeNull()
    expect(match(page('Index of /r/programming', '<p>A list of posts</p>'))).toBeNull()
  })

  test.each([
    [
      'Securing Adminer',
      '<p>The form has the fields Username, Password and Database.</p><p>Anyone who finds it may guess them, so restrict it to the addresses of your office.</p>',
    ],
    [
      'Automating WordPress Installation',
      `<p>The “famous five-minute WordPress installation process” takes an hour for ten sites.</p><p>${words(200)}</p>`,
    ],
  ])('do not match an article: %s', (title, body) => {
    expect(match(page(title, `<h1>${title}</h1>${body}`))).toBeNull()
  })

  test('do not match on the title alone', () => {
    expect(match(page('It works!', '<h1>It works!</h1>'))?.kind).toBe('starter')
    expect(match(page('IIS Windows Server', '<h1>En construcción</h1>'))?.kind).toBe('coming_soon')
  })
})

describe('framework errors', () => {
  test.each<[string, number, string]>([
    [
      'next',
      200,
      page(
        '',
        'Application error: a client-side exception has occurred while loading example.com (see the browser console for more information).',
      ),
    ],
    [
      'django-debug',
      500,
      page(
        'DoesNotExist at /',
        `<p>${words(5000)}</p><p>You’re seeing this error because you have <code>DEBUG = True</code> in your Django settings file.</p>`,
      ),
    ],
    [
      'spring-whitelabel',
      404,
      '<html><body><h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a fallback.</p></body></html>',
    ],
    [
      'php-fatal',
      200,
      '<br />\n<b>Fatal error</b>:  Uncaught Error: Call to undefined function x() in /var/www/index.php:3\nStack trace:\n#0 {main}\n  thrown in <b>/var/www/index.php</b> on line <b>3</b><br />',
    ],
    [
      'php-fatal',
      200,
      '<br />\n<b>Parse error</b>:  syntax error, unexpected end of file in <b>/var/www/index.php</b> on line <b>9</b><br />',
    ],
    [
      'wordpress',
      500,
      page('WordPress › Error', '<p>There has been a critical error on this website.</p>'),
    ],
    [
      'laravel-ignition',
      500,
      page(
        'Error',
        '<script>window.data = {};</script><script>window.ignite(window.data);</script>',
      ),
    ],
    ['laravel-whoops', 500, page('Whoops! There was an error.', words(9000))],
    [
      'symfony-debug',
      500,
      page(
        'Oh no (500 Internal Server Error)',
        '<div class="exception-message-wrapper"><h1>Oh no</h1></div>',
      ),
    ],
    ['rails-debug', 500, page('Action Controller: Exception caught', words(9000))],
    [
      'rails',
      500,
      page(
        "We're sorry, but something went wrong (500)",
        "<h1>We're sorry, but something went wrong.</h1>",
      ),
    ],
    [
      'werkzeug',
      500,
      page('ZeroDivisionError: division by zero // Werkzeug Debugger', words(9000)),
    ],
    [
      'express',
      500,
      page(
        'Error',
        '<pre>Error: boom<br> &nbsp; &nbsp;at /app/index.js:3:9<br> &nbsp; &nbsp;at Layer.handle</pre>',
      ),
    ],
    [
      'asp-net',
      500,
      page(
        'Runtime Error',
        "<h1>Server Error in '/' Application.<hr></h1><h2><i>Runtime Error</i></h2>",
      ),
    ],
    [
      'asp-net-core',
      500,
      page(
        'Internal Server Error',
        '<h1>An unhandled exception occurred while processing the request.</h1>',
      ),
    ],
    [
      'tomcat',
      500,
      page(
        'HTTP Status 500 – Internal Server Error',
        'The server encountered an unexpected condition that prevented it from fulfilling the request.',
      ),
    ],
  ])('%s under %i', (id, status, html) => {
    expect(match(html, status)).toEqual({ id, kind: 'error' })
  })

  test('under a status of success need less than 2,000 visible characters', () => {
    const text = 'Application error: a client-side exception has occurred'
    const html = (characters: number) =>
      page('', `${text} ${'x'.repeat(characters - text.length - 1)}`)
    expect(match(html(1999))).toEqual({ id: 'next', kind: 'error' })
    expect(match(html(2000))).toBeNull()
    expect(match(html(2000), 399)).toBeNull()
    expect(match(html(2000), 400)).toEqual({ id: 'next', kind: 'error' })
  })

  test('are not found in documentation that quotes a trace, even a short one', () => {
    expect(
      match(
        page(
          'PHP errors',
          '<p>You get:</p><pre>&lt;b&gt;Fatal error&lt;/b&gt;:  Uncaught Error on line &lt;b&gt;3&lt;/b&gt; Stack trace: thrown in</pre>',
        ),
      ),
    ).toBeNull()
    expect(
      match(
        page(
          'Spring',
          '<pre>Whitelabel Error Page This application has no explicit mapping for /error, so you are seeing this as a fallback.</pre>',
        ),
      ),
    ).toBeNull()
    expect(
      match(
        page(
          'Flask',
          '<blockquote>The debugger caught an exception in your WSGI application.</blockquote>',
        ),
      ),
    ).toBeNull()
    expect(
      match(page('Status', 'Errors and exceptions: no error, no exception, no stack trace today')),
    ).toBeNull()
  })
})

describe('soft 404', () => {
  test.each([
    ['Page not found', 'Acme', 'the title'],
    ['Acme', 'Page Not Found', 'the heading'],
    ['404 | Acme', 'x', 'a part of the title'],
    ['Acme - Seite nicht gefunden', 'x', 'German'],
    ['Página no encontrada – Acme', 'x', 'Spanish'],
    ['ページが見つかりません | Acme', 'x', 'Japanese'],
    ['Acme', 'Oops! That page can’t be found.', 'typographic apostrophe'],
  ])('%s / %s (%s)', (title, heading) => {
    expect(match(page(title, `<h1>${heading}</h1>`))).toEqual({ id: 'not-found', kind: 'soft404' })
  })

  test.each([
    ['404: This page could not be found.', '404', 'Next.js'],
    ['Không tìm thấy trang', 'Không tìm thấy trang', 'Vietnamese'],
    ['Página no encontrada - Ribera', 'No se ha podido encontrar esa página.', 'Spanish'],
    ['Seite nicht gefunden', 'Wir konnten die Seite leider nicht finden.', 'German'],
    ['Page introuvable', 'Impossible de trouver cette page.', 'French'],
    ['Pagina non trovata', 'Non riusciamo a trovare questa pagina.', 'Italian'],
    ['Página não encontrada', 'Não foi possível localizar a página.', 'Portuguese'],
  ])('is certain where title and heading say so: %s / %s (%s)', (title, heading) => {
    const body = `<h1>${heading}</h1><p>${'x'.repeat(320)}</p>`
    expect(match(page(title, body))).toEqual({ id: 'only-not-found', kind: 'soft404' })
    expect(match(page(title, `${body}<p>${'x'.repeat(79)}</p>`))?.id).toBe('not-found')
  })

  test('is certain where the title and a sentence below a number say so', () => {
    const body = '<h1>Erreur 404</h1><p>Oups ! La page que vous recherchez est introuvable.</p>'
    expect(match(page('Page introuvable', body))?.id).toBe('only-not-found')
    expect(match(page('Page introuvable', '<h1>Marie</h1><p>Peinture</p>'))?.id).toBe('not-found')
  })

  test('needs status 200 and less than 1,500 visible characters', () => {
    const html = (characters: number) => page('Not found', `<p>${'x'.repeat(characters)}</p>`)
    expect(match(html(1499))).not.toBeNull()
    expect(match(html(1500))).toBeNull()
    expect(match(html(100), 404)).toBeNull()
  })

  test.each([
    'How to fix page not found errors',
    'Peugeot 404 for sale',
    'Lost and not found items of Acme',
    'The page that could not be found: a novel history',
    '',
  ])('is not in %j', (title) => {
    expect(meansNotFound(title)).toBe(false)
  })
})

describe('a listing of files in the place of a page', () => {
  test.each<[string, string]>([
    ['Files within dist/', '<h1><i>Index of&nbsp;</i><a href="/">dist/</a></h1>'],
    ['listing directory /', '<ul id="files" class="view-tiles"><li><a href="/a.js">a.js</a></ul>'],
    ['www.example.com - /', '<pre><a href="/">[To Parent Directory]</a><br>1/2/2026 web.config'],
    ['Directory Listing For [/]', '<table><tr><td>Filename<td>Size</table>'],
  ])('of a server: %s', (title, body) => {
    expect(match(page(title, body))).toEqual({ id: 'directory-index', kind: 'default' })
  })

  test('is not a page about files', () => {
    const body = '<h1>Files within reach</h1><p>We keep your documents in order.</p>'
    expect(match(page('Files within reach', body))).toBeNull()
  })
})

describe('pages of hosts in place of a site', () => {
  test.each([
    ['xserver', 'このウェブスペースへは、まだホームページがアップロードされていません。'],
    ['aapanel', '您的请求在Web服务器中没有找到对应的站点！'],
  ])('%s', (id, heading) => {
    expect(match(page('x', `<h1>${heading}</h1>`))).toEqual({ id, kind: 'placeholder' })
  })

  test('Amplify, with its questions and answers', () => {
    const placeholder = page(
      'Welcome',
      "<h1>Welcome</h1><p>Your app will appear here once you complete your first deployment.</p><h2>Deployment didn't work? Here are some options:</h2><p>Check out our docs</p><p>Click the Feedback button in the bottom-left corner of the service page</p><h2>Quick tips:</h2><p>Have you checked your build settings? The baseDirectory parameter must point at the output of the build.</p>",
    )
    expect(match(placeholder)).toEqual({ id: 'aws-amplify', kind: 'placeholder' })
  })
})

describe('an object in place of a page', () => {
  test.each([
    '{"message":"Endpoint request timed out"}',
    '{"errorType":"Runtime.ImportModuleError","errorMessage":"x","trace":[]}',
    '{"message":"No API key found in request","hint":"x"}',
    '{"error":{"code":"rate_limit_exceeded","message":"Rate limit exceeded"}}',
    '{"errors":[{"message":"PersistedQueryNotFound"}]}',
  ])('reports an error: %s', (body) => {
    expect(match(body, 200, 'application/json')).toEqual({ id: 'json-error', kind: 'error_page' })
  })

  test.each([
    '{"message":"Welcome to the Forbidden City API"}',
    '{"message":"Hello from the API"}',
    '{"items":[],"errors":[]}',
    '{"errors":[{"message":"slow"}],"data":{"a":1}}',
    '{"message":"Seats are not available on Monday","seats":[]}',
  ])('does not: %s', (body) => {
    expect(match(body, 200, 'application/json')).toBeNull()
  })

  test.each([
    '{"version":"1","status":"ok"}',
    '{"status":"UP","components":{"db":{"status":"UP"}}}',
    '{"status":"pass","checks":{}}',
  ])('is a health check: %s', (body) => {
    expect(match(body, 200, 'application/json')).toEqual({ id: 'health', kind: 'health' })
  })

  test.each([
    '{"status":"ok","data":[1]}',
    '{"status":"down","database":"up"}',
    '["ok"]',
    // An API at the root of a host describes itself.
    '{"name":"orders-api","version":"1","status":"ok"}',
    '{"status":"up","service":"orders"}',
  ])('is no health check: %s', (body) => {
    expect(match(body, 200, 'application/json')).toBeNull()
  })

  test('is an error of an object store as XML', () => {
    const xml = '<?xml version="1.0"?><Error><Code>ExpiredToken</Code><Message>x</Message></Error>'
    expect(match(xml, 200, 'application/xml')).toEqual({ id: 'object-store', kind: 'placeholder' })
    const feed = '<?xml version="1.0"?><rss><channel><title>NoSuchKey</title></channel></rss>'
    expect(match(feed, 200, 'application/xml')).toBeNull()
  })
})

describe('a page in one of many languages', () => {
  test.each([
    ['error_page', 'Accès interdit', "Vous n'avez pas la permission."],
    ['error_page', 'Доступ запрещён', ''],
    ['error_page', '일일 트래픽이 초과되었습니다.', '관리자에게 문의하세요.'],
    ['error_page', 'Ihre Lizenz ist abgelaufen', 'Bitte kontaktieren Sie den Support.'],
    ['error_page', 'Für diese Domain sind noch keine Inhalte hinterlegt', ''],
    ['error_page', 'Сайт ещё не опубликован', ''],
    ['error_page', 'Hitilafu imetokea', 'Tafadhali jaribu tena baadaye.'],
    ['error_page', 'Lost?', 'The page you are looking for was moved, removed or never existed.'],
    ['maintenance', 'Laman sedang diselenggara', ''],
    ['maintenance', 'Сайт на технічному обслуговуванні', ''],
    ['private', 'Próxima apertura', 'Esta tienda está protegida con contraseña. Introdúcela.'],
    ['private', 'Bald', 'Dieser Shop ist passwortgeschützt.'],
    ['error_page', 'Tu sesión ha expirado', 'Vuelve a iniciar sesión para continuar.'],
    ['error_page', 'Ihre Sitzung ist abgelaufen', 'Bitte melden Sie sich wieder an.'],
  ])('says %s: %s', (kind, heading, text) => {
    expect(match(page('x', `<h1>${heading}</h1><p>${text}</p>`))?.kind).toBe(kind)
  })

  test.each([
    [
      '网站维护',
      '网站维护服务',
      '我们为企业提供网站建设与维护服务，价格合理，响应迅速，欢迎来电咨询。',
    ],
    ['橋本建設', '橋本建設株式会社', '工事中の現場見学会を開催します。'],
    ['Théâtre', 'Bientôt au théâtre', 'Le Malade imaginaire, du 3 au 9 mai. Réservez vos places.'],
    ['Locked out?', 'Locked out? Access denied?', 'We open doors in Leeds, day and night.'],
    ['500 Days', '500', 'Five hundred days on the road, a diary with photographs.'],
    ['Forbidden', 'Forbidden', 'Cider from Somerset, pressed in October.'],
    ['Café', 'Opening hours', 'The report of our café has not been published before.'],
  ])('offers something: %s', (title, heading, text) => {
    expect(match(page(title, `<h1>${heading}</h1><p>${text}</p>`))).toBeNull()
  })
})

describe('a short page that is named like an error', () => {
  test.each([
    ['Something Went Wrong', 'A podcast about failure. New episodes every Friday.'],
    ['Server Error', 'Tour dates: 12 May Leeds, 14 May York.'],
    ['404', 'A gallery for contemporary art in Leeds.'],
  ])('is the page of a work or place: %s', (name, text) => {
    expect(match(page(name, `<h1>${name}</h1><p>${text}</p>`))).toBeNull()
  })

  test.each([
    ['Something went wrong', 'Please try again later.'],
    ['Something went wrong', 'Back to the home page'],
    ['404', 'Nothing here. Go back to the home page of the gallery.'],
  ])('is an error without one: %s, %s', (name, text) => {
    expect(match(page(name, `<h1>${name}</h1><p>${text}</p>`))).not.toBeNull()
  })

  test.each([
    [
      '建設中マンションのご案内',
      '<p>2026年9月竣工予定。現在工事中の現場を毎週土曜日にご見学いただけます。</p><p>2LDKから4LDKまで、全六十二戸。南向き、駅徒歩七分。</p><p>十一月は八階の床のコンクリートを打ちました。写真は毎月更新します。</p>',
    ],
    ['Riedl Construction', '<p>Three homes are under construction in Leeds this year.</p>'],
  ])('builds houses: %s', (name, body) => {
    expect(match(page(name, `<h1>${name}</h1>${body}`))).toBeNull()
  })

  test.each(['Our new website is under construction', 'Under construction', 'サイトは工事中です'])(
    'builds its site: %s',
    (text) => {
      const body = `<h1>Riedl</h1><p>${text}</p>`
      expect(match(page('Riedl', body))?.kind).toBe('coming_soon')
    },
  )
})

describe('an application that says why it shows nothing', () => {
  const shell = "<p>If you're seeing this Grafana has failed to load its application files</p>"

  test('is an error without scripts', () => {
    expect(match(page('Grafana', shell))).toEqual({ id: 'files-not-loaded', kind: 'error_page' })
  })

  test('is not one before its scripts have run', () => {
    expect(match(page('Grafana', `${shell}<script src="/app.js"></script>`))).toBeNull()
  })
})

test('a lesson begins with a trial on purpose, and no other page does', () => {
  const trial = '<h1>Hello, world!</h1><label>First name</label>'
  expect(match(page('Combo boxes: tutorial', trial))).toBeNull()
  expect(match(page('Combo boxes', trial))).toMatchObject({ id: 'trial' })
})

test('every signature is specific enough to exclude ordinary pages', () => {
  for (const { signatures } of signatureTables) {
    for (const one of signatures) {
      const parts = [
        one.title,
        one.titleStart,
        one.titleEnd,
        one.source,
        ...(one.text ?? []),
        ...(one.raw ?? []),
      ]
      const length = parts.join('').length
      expect(length, one.id).toBeGreaterThanOrEqual(11)
    }
  }
})

describe('settings that no build has replaced', () => {
  const shop = (line: string) =>
    page(
      'Harbour Bikes',
      `<h1>Bicycles</h1><p>We repair bicycles beside the old harbour.</p><p>${line}</p>`,
    )
  test.each([
    '© {process.env.NEXT_PUBLIC_COMPANY}, 12 Quay Street',
    'Call us: {import.meta.env.VITE_PHONE}',
    'Welcome to $VITE_APP_NAME',
    'Welcome to \u0024{REACT_APP_NAME}',
  ])('%s', (line) => {
    expect(match(shop(line))).toMatchObject({ kind: 'source_shown' })
  })

  test.each([
    'Prices from $VITELLO a plate',
    'Set <code>{process.env.NEXT_PUBLIC_COMPANY}</code> first.',
  ])('but not: %s', (line) => {
    expect(match(shop(line))).toBeNull()
  })

  test('nor in an article about them', () => {
    const text = `<h1>Environment variables in JavaScript</h1><p>In a component you write {process.env.NEXT_PUBLIC_COMPANY}, and the build replaces it in your code.</p><p>${words(600)}</p>`
    expect(match(page('Environment variables in JavaScript', text))).toBeNull()
  })
})

describe('walls under any status', () => {
  test.each<[string, string, number]>([
    ['imperva', page('', '<p>Request unsuccessful. Incapsula incident ID: 1-2</p>'), 200],
    [
      'f5',
      page(
        'Request Rejected',
        '<p>The requested URL was rejected. Please consult with your administrator.</p>',
      ),
      200,
    ],
    [
      'mod-security',
      page('Not Acceptable!', '<p>This error was generated by Mod_Security.</p>'),
      406,
    ],
    [
      'wordfence',
      page('x', '<h1>Your access to this site has been limited by the site owner</h1>'),
      503,
    ],
    [
      'cloudfront',
      page(
        'ERROR: The request could not be satisfied',
        '<p>Request blocked.</p><pre>Generated by cloudfront (CloudFront)</pre>',
      ),
      403,
    ],
    [
      'cloudflare',
      page(
        'Attention Required! | Cloudflare',
        '<h1>Sorry, you have been blocked</h1><p>Cloudflare Ray ID: 8a • Error reference number: 1</p>',
      ),
      403,
    ],
    ['robots', page('Pardon Our Interruption', '<h1>Pardon Our Interruption</h1>'), 405],
    [
      'robots',
      page('Just a moment...', '<h1>Checking your browser before accessing shop.com.</h1>'),
      503,
    ],
    ['robots', page('Checking you are not a bot', '<p>Protected by go-away.</p>'), 418],
    [
      'robots',
      page('Robot Challenge Screen', '<h3>Checking the site connection security</h3>'),
      202,
    ],
    ['robots', page('Client Challenge', '<p>Please enable JavaScript to proceed.</p>'), 200],
  ])('%s: %s', (id, html, status) => {
    expect(match(html, status)).toEqual({ id, kind: 'wall' })
  })

  test.each([
    ['a queue', page('Queue', '<h1>You are in the queue</h1>'), 503],
    ['a start', page('App', '<h1>Your app is starting</h1>'), 503],
    ['maintenance', page('Maintenance', '<h1>Down for maintenance</h1>'), 503],
    [
      'an article',
      page('Robots', `<h1>How a check for robots works</h1><p>${words(1000)}</p>`),
      404,
    ],
  ])('but not %s', (_, html, status) => {
    expect(match(html, status)).toBeNull()
  })
})

test('no signature is a special case of a wider one with the same result', () => {
  const all = signatureTables.flatMap(({ kind, signatures }) =>
    signatures.map((one) => ({ kind, ...one })),
  )
  const special = all.filter((one) =>
    all.some(
      (wider) =>
        wider !== one &&
        wider.id === one.id &&
        wider.kind === one.kind &&
        // A page may quote a signature of sentences only, and then the other one decides.
        (isQuotable(one) || !isQuotable(wider)) &&
        implies(one, wider),
    ),
  )
  expect(special).toEqual([])
})

/** Whether every page that matches the one signature also matches the wider one. */
function implies(one: PageSignature, wider: PageSignature): boolean {
  const { title = '', titleStart = title, titleEnd = title, text = [], raw = [], source } = one
  const isPart = (parts: readonly string[]) => (part: string) =>
    parts.some((whole) => whole.includes(part))
  return (
    (wider.title === undefined || wider.title === one.title) &&
    titleStart.startsWith(wider.titleStart ?? '') &&
    titleEnd.endsWith(wider.titleEnd ?? '') &&
    (wider.text ?? []).every(isPart(text)) &&
    (wider.raw ?? []).every(isPart([...raw, source ?? ''])) &&
    (wider.source === undefined || wider.source === source)
  )
}

describe('a source that shows nothing', () => {
  test.each([
    ['a head only', '<!doctype html><html><head><title>Shop</title></head>'],
    ['an empty body', page('Shop', '\n\n')],
    ['empty elements', page('', '<div><p></p><br></div>')],
    ['text that only browsers without scripts show', page('', '<noscript>Hello</noscript>')],
  ])('%s', (_, html) => {
    expect(match(html)).toEqual({ id: 'no-content', kind: 'blank' })
  })

  test.each([
    ['text', page('', 'Good morning')],
    ['an image', page('', '<img src="/a.png">')],
    ['a drawing', page('', '<svg><circle r="4"/></svg>')],
    ['a film', page('', '<video src="/a.mp4"></video>')],
    ['a frame', page('', '<iframe src="/a"></iframe>')],
    ['frames', '<html><frameset cols="50%,50%"><frame src="/a"><frame src="/b"></frameset>'],
    ['a field', page('', '<input name="q">')],
    ['a script that may fill it', page('', '<div id="root"></div><script src="/app.js"></script>')],
    ['a refresh', '<html><head><meta http-equiv="refresh" content="0; url=/en/"></head>'],
    [
      'a shadow root',
      page('', '<my-page><template shadowrootmode="open"><img src="/a.png"></template></my-page>'),
    ],
  ])('not one with %s', (_, html) => {
    expect(match(html)).toBeNull()
  })
})

describe('a rendered page that asks for scripts', () => {
  const rendered = (text: string) =>
    contentEvidence({
      mediaType: 'text/html',
      charset: 'utf-8',
      body: new TextEncoder().encode(page('Shop', `<div id="root">${text}</div>`)),
      status: 200,
      url: 'https://example.com/',
      source: 'dom',
    }).signature_match

  test.each([
    'You need to enable JavaScript to run this app.',
    "We're sorry but this app doesn't work properly without JavaScript enabled. Please enable it to continue.",
    'Please enable JavaScript to continue using this application.',
    'This site requires JavaScript.',
    'JavaScript is required.',
    'JavaScript is disabled in your browser.',
    'Bitte aktivieren Sie JavaScript.',
    'Veuillez activer JavaScript.',
  ])('%s', (text) => {
    expect(rendered(text)).toEqual({ id: 'needs-scripts', kind: 'error_page' })
    // In the source it is the message for readers without scripts.
    expect(match(page('Shop', `<div id="root">${text}</div>`))).toBeNull()
  })

  test('a tutorial about it is no match', () => {
    expect(rendered(`${words(500)} Please enable JavaScript.`)).toBeNull()
  })
})

const dollar = '$'

describe('text that lost its letters', () => {
  const turkish =
    'Hakkýmýzda Firmamýz 1985 yýlýndan beri bisiklet satýþý yapmaktadýr. Müþterilerimize en iyi hizmeti saðlýyoruz. '
  const utf16 = new TextDecoder('utf-16le').decode(new TextEncoder().encode(words(400)))

  test.each([
    [
      'lost-letters',
      '??? ?? ? ??? ???? <p>?? ??? 1985??? ???? ???? ????. ??? ? ??? ??? 3? ??? ???.</p>',
    ],
    ['charset', turkish],
    ['charset', utf16],
  ])('is %s: %s', (id, text) => {
    expect(match(page('Shop', `<p>${text}</p>`))).toMatchObject({ id, kind: 'garbled' })
  })

  test.each([
    [
      'questions of a quiz',
      'Who? What? When? Where? Why? How? ??? 10? 20? 30? What is the answer to all of these?',
    ],
    [
      'Icelandic',
      'Það er gott veður í dag og við ætlum að fara út á sjó með þér. Þið eruð öll velkomin með. Ýmsir.'.repeat(
        3,
      ),
    ],
    [
      'Old English',
      'Hwæt! We Gardena in geardagum, þeodcyninga, þrym gefrunon, hu ða æþelingas ellen fremedon.'.repeat(
        3,
      ),
    ],
    [
      'Czech',
      'Nový den začíná krásným ránem, každý muž i žena mají svůj vlastní příběh a dobrý důvod.'.repeat(
        3,
      ),
    ],
    [
      'Chinese',
      '我们是一家自行车商店，自一九八五年以来一直为客户提供最好的服务。欢迎光临我们的店铺，选购您喜欢的自行车。',
    ],
  ])('is not a page in or with %s', (_name, text) => {
    expect(match(page('Shop', `<p>${text}</p>`))).toBeNull()
  })
})

describe('names of faults among others', () => {
  const shirts = [
    '404 Not Found',
    'Segmentation fault (core dumped)',
    'Socket hang up',
    'Coming soon',
  ]
  const products = shirts
    .map((name) => `<h2>${name}</h2><p>Organic cotton, five sizes.</p>`)
    .join('')

  test('are the products of a shop', () => {
    expect(match(page('Shirts for programmers', `<h1>Shirts</h1>${products}`))).toBeNull()
  })

  test('are the products of a shop in the words of a program, and not without a price', () => {
    const name = '<h1>Shirts</h1><h2>undefined is not a function</h2>'
    expect(match(page('Shirts', `${name}<p>Sizes S to XXL. £22.00</p>`))).toBeNull()
    expect(match(page('Shirts', `${name}<p>Sizes S to XXL.</p>`))).not.toBeNull()
  })

  test('are the codes of an interface, in Chinese', () => {
    const rows = [
      ['400', '请求参数错误', '检查参数的类型'],
      ['401', '未授权访问', '重新登录后再试'],
      ['500', '服务器内部错误', '稍后重试，或联系客服'],
    ].map((cells) => `<tr>${cells.map((one) => `<td>${one}</td>`).join('')}</tr>`)
    const codes = `<p>所有接口出错时返回统一的格式。请根据下表处理。</p><table>${rows.join('')}</table>`
    expect(match(page('接口文档', `<h1>接口</h1>${codes}`))).toBeNull()
    expect(match(page('接口文档', '<p>服务器内部错误，稍后重试，或联系客服。</p>'))).not.toBeNull()
  })

  test.each([
    ['Your first order will show up here.', false],
    ['Your site will appear here.', true],
    ['Your new web site is going to be live here.', true],
  ])('%j is the text of a new account, or that of a starter: %s', (text, isStarter) => {
    const found = match(page('Overview', `<h1>Overview</h1><p>${text}</p>`))
    expect(found?.kind === 'starter').toBe(isStarter)
  })

  test('are the statuses of an API', () => {
    const rows = [
      '400 Bad Request',
      '404 Not Found',
      '429 Too Many Requests',
      '500 Internal Server Error',
    ]
    const list = rows.map((row) => `<li>${row}</li>`).join('')
    expect(match(page('Errors', `<h1>Errors</h1><ul>${list}</ul>`))).toBeNull()
    expect(
      match(page('Shop', `<h1>Shop</h1><ul>${list.slice(0, 24)}</ul><p>Too many requests</p>`)),
    ).not.toBeNull()
  })

  test('are not what a page with a heading of its own prints', () => {
    const printed = '<h1>Shop</h1><pre>Segmentation fault (core dumped)</pre>'
    expect(match(page('Shop', printed))).toMatchObject({ id: 'segmentation-fault' })
  })
})

describe('what platforms and libraries say in the place of a page', () => {
  test.each([
    [
      'cloudfront',
      page(
        'ERROR: The request could not be satisfied',
        '<h1>403 ERROR</h1><pre>Generated by cloudfront (CloudFront)</pre>',
      ),
    ],
    [
      'render',
      page(
        'Starting',
        '<h1>APPLICATION LOADING</h1><pre>INCOMING HTTP REQUEST DETECTED ...\nSERVICE WAKING UP ...</pre>',
      ),
    ],
    [
      'ngrok',
      page(
        'ngrok',
        '<h1>You are about to visit:</h1><p>This website is served for free through ngrok.com.</p>',
      ),
    ],
    [
      'not-filed',
      page(
        '网站暂时无法访问',
        '<h1>网站暂时无法访问</h1><p>该网站未根据工信部相关法规取得备案号，已被服务商停止解析。</p>',
      ),
    ],
    [
      'unpaid',
      page('Срок работы пробной версии истек', '<p>Срок работы пробной версии продукта истек.</p>'),
    ],
    [
      'graphql',
      page(
        'Bicycles',
        '<h1>Bicycles</h1><p>Error : Response not successful: Received status code 500</p>',
      ),
    ],
    [
      'docusaurus',
      page('Docs', `<p>Your Docusaurus site did not load properly.</p><p>${words(900)}</p>`),
    ],
    [
      'lovable',
      page('Lovable', '<p>Publish or update your Lovable project for it to appear here.</p>'),
    ],
    [
      'translation-keys',
      page('Shop', `<p>key 'nav.products (tr)' returned an object instead of string.</p>`),
    ],
    [
      'javascript',
      page('Shop', "<h1>500</h1><p>Cannot read properties of undefined (reading 'price')</p>"),
    ],
  ])('is %s', (id, html) => {
    expect(match(html)).toMatchObject({ id })
  })

  test.each([
    ['a registered site', '<p>沪ICP备12345678号</p><h1>自行车商店</h1>'],
    [
      'a guide to filing',
      `<h1>网站如何备案</h1><p>${'网站备案需要准备身份证和域名证书。'.repeat(20)}</p>`,
    ],
    [
      'a licence that is offered',
      '<h1>Лицензии</h1><p>Пробная версия на 30 дней, лицензия на год.</p>',
    ],
    [
      'a guide to ngrok',
      `<h1>Tunnels</h1><p>With ngrok a website is served for free. ${words(900)}</p>`,
    ],
  ])('is not %s', (_name, html) => {
    expect(match(page('Page', html))).toBeNull()
  })
})

describe('faults that were found by the bench of truth', () => {
  test.each<[string, string, string]>([
    [
      'error_page',
      page('Software error:', "<pre>Can't locate DBI.pm in @INC at x.pl</pre>"),
      'text/html',
    ],
    ['error_page', page('RuntimeError at GET /', '<h1>RuntimeError</h1>'), 'text/html'],
    [
      'error',
      page('Error', '<pre>stack traceback:\n\t/srv/a.lua: in main chunk</pre>'),
      'text/html',
    ],
    [
      'debug_output',
      page('Shop', '<h1>Shop</h1><p>[an error occurred while processing this directive]</p>'),
      'text/html',
    ],
    ['error_page', page('Orders', '<p>ORA-12541: TNS:no listener</p>'), 'text/html'],
    ['error_page', 'default backend - 404', 'text/plain'],
    ['error_page', '404 page not found\n', 'text/plain'],
    ['error_page', 'error code: 1016', 'text/plain'],
    [
      'error_page',
      page('508 Resource Limit Is Reached', '<h1>Resource Limit Is Reached</h1>'),
      'text/html',
    ],
    ['error_page', page('Application failed to respond', '<p>Check your logs.</p>'), 'text/html'],
    ['error_page', '{"statusCode":500,"error":"Internal Server Error"}', 'application/json'],
    ['error_page', '{"detail":"Not Found"}', 'text/html'],
    ['default', page('PHP 8.1.2 - phpinfo()', '<h1>PHP Version 8.1.2</h1>'), 'text/html'],
    [
      'default',
      page('Welcome to XAMPP', '<p>You have successfully installed XAMPP on this system!</p>'),
      'text/html',
    ],
    ['starter', page('Express', '<h1>Express</h1><p>Welcome to Express</p>'), 'text/html'],
    [
      'parked',
      page('x', "<h1>Looks like this domain isn't connected to a website yet</h1>"),
      'text/html',
    ],
    [
      'garbled',
      page('x', `<p>${'\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2 '.repeat(9)}</p>`),
      'text/html',
    ],
    [
      'garbled',
      page('x', `<p>${'\u00e8\u2021\u00aa\u00e8\u00bb\u00a2\u00e8\u00bb\u0160 '.repeat(9)}</p>`),
      'text/html',
    ],
    ['garbled', `PGh0bWw${'Ab9+'.repeat(300)}=`, 'text/html'],
    ['source_shown', page('x', `<p>${`Hello ${dollar}{user.name} `.repeat(3)}</p>`), 'text/html'],
    ['source_shown', page('x', '<h1>translation missing: en.cart.title</h1>'), 'text/html'],
    [
      'source_shown',
      page(
        'x',
        '<p>&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD a ======= b &gt;&gt;&gt;&gt;&gt;&gt;&gt; topic</p>',
      ),
      'text/html',
    ],
    ['source_shown', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>Hi</h1>', 'text/html'],
    ['source_shown', `!function(e,t){${'var a=1;'.repeat(60)}}()`, 'text/html'],
  ])('%s: %s', (kind, body, mediaType) => {
    expect(match(body, 200, mediaType)?.kind).toBe(kind)
  })

  test.each<[string, string]>([
    [`{"status":"ok","message":"Up","data":[1]}`, 'application/json'],
    [`{"title":"Bicycles","code":200}`, 'application/json'],
    [page('Caf\u00e9', '<p>\u00c0 c\u00f4t\u00e9 de la gare, d\u00e8s midi.</p>'), 'text/html'],
    [page('Strings', `<pre>${`${dollar}{user.name} `.repeat(3)}</pre>`), 'text/html'],
    [
      page('Coming soon', `<h1>Coming soon</h1>${'<h2>The boat</h2><p>In May.</p>'.repeat(6)}`),
      'text/html',
    ],
  ])('and not what resembles them: %s', (body, mediaType) => {
    expect(match(body, 200, mediaType)).toBeNull()
  })
})

const other =
  '<p>The house was built by a miller in 1874 and has been a shop since the first war. There are two rooms: books are in the front, maps and globes at the back, and a stove stands between them. We are open from Tuesday to Saturday, and by appointment.</p>'
const long = `<main>${other.repeat(12)}</main>`

describe('classes of pages that are not the site', () => {
  test.each<[string, string, string]>([
    [
      'a message of a database',
      'error',
      page('Flights', '<h1>Flights</h1><p>Invalid `prisma.flight.findMany()` invocation:</p>'),
    ],
    [
      'a cache',
      'error',
      page(
        'x',
        "<h1>x</h1><p>MISCONF Redis is configured to save RDB snapshots, but it's unable to persist.</p>",
      ),
    ],
    [
      'a socket',
      'error',
      page('Members', '<h1>Members</h1><p>Error: connect ECONNREFUSED 127.0.0.1:5432</p>'),
    ],
    [
      'a qualified exception',
      'error',
      page('x', '<p>sqlalchemy.exc.OperationalError: (psycopg2.OperationalError) no route</p>'),
    ],
    [
      'a template of Go',
      'error',
      page(
        'x',
        '<h1>x</h1><p>template: index.html:12:3: executing "index.html" at <.X>: no field</p>',
      ),
    ],
    [
      'an old server',
      'error',
      page('x', "<p>Microsoft VBScript runtime <b>error '800a000d'</b></p><p>/a.asp, line 118</p>"),
    ],
    [
      'a shop',
      'error',
      page(
        'x',
        '<h1>There has been an error processing your request</h1><p>Error log record number: 8c1f</p>',
      ),
    ],
    [
      'a platform without a deployment',
      'placeholder',
      page(
        'Welcome',
        '<h1>Welcome</h1><p>Your app will appear here once you complete your first deployment.</p>',
      ),
    ],
    [
      'a first step',
      'placeholder',
      page('Welcome to Firebase Hosting', '<h1>Firebase Hosting Setup Complete</h1>'),
    ],
    [
      'a site that was removed',
      'error_page',
      page('Gone', '<h1>This workspace has been deleted</h1>'),
    ],
    ['a plan that ended', 'error_page', page('Acme', '<h1>Your free trial has expired</h1>')],
    [
      'an error in Vietnamese',
      'error_page',
      page('x', '<h1>Đã xảy ra lỗi</h1><p>Vui lòng thử lại sau.</p>'),
    ],
    [
      'a queue',
      'wall',
      page('Queue', '<h1>You are now in line</h1><p>Your estimated wait time is: 26 minutes</p>'),
    ],
    ['a queue in German', 'wall', page('x', '<h1>Sie befinden sich in der Warteschlange</h1>')],
    ['a wall by country', 'wall', page('x', '<h1>Not available in your region</h1>')],
    [
      'a wall by browser',
      'wall',
      page('Unsupported browser', '<h1>Your browser is not supported</h1>'),
    ],
    [
      'a check of a host',
      'wall',
      page('One moment, please...', '<h1>Please wait while your request is being verified...</h1>'),
    ],
    ['a check for robots', 'wall', page('Just a moment...', '<h1>Verifying you are human</h1>')],
    [
      'a defaced page',
      'defaced',
      page('Hacked By X', '<h1>Hacked By Gh0stCr3w</h1><p>Greetz to all.</p>'),
    ],
    [
      'a seized name',
      'defaced',
      page('Notice', '<h1>This domain has been seized by the authorities</h1>'),
    ],
    [
      'a first post',
      'starter',
      page(
        'x',
        '<h2>Hello world!</h2><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p>',
      ),
    ],
    [
      'notes of an author',
      'starter',
      page('x', `<h2>About</h2><p>[INSERT COMPANY DESCRIPTION HERE]</p>${long}`),
    ],
    [
      'a test environment',
      'starter',
      page('x', `<div>STAGING ENVIRONMENT - data is reset every night</div>${long}`),
    ],
    [
      'shortcodes',
      'source_shown',
      page('x', `<p>[vc_row full_width="a"][vc_column][/vc_column][/vc_row]</p>${long}`),
    ],
    ['tags of Blade', 'source_shown', page('x', `<p>@include('partials.nav')</p>${long}`)],
    ['keys without a translation', 'source_shown', page('x', `<h1>??home.title_en??</h1>${long}`)],
    [
      'the payload of server components',
      'source_shown',
      '1:"$Sreact.fragment"\n2:I[47132,[],"Root"]',
    ],
    ['a dump', 'debug_output', page('x', `<pre>array(3) { ["id"]=> int(118) }</pre>${long}`)],
    [
      'a dump without pre',
      'debug_output',
      page('x', `<nav>Home</nav>${long}<div>Array ( [id] => 118 [a] => b )</div>`),
    ],
    [
      'a message of PHP above a page',
      'debug_output',
      page('x', `Warning: Cannot modify header information in /srv/a.php on line 14 ${long}`),
    ],
    [
      'a notice in a long page',
      'debug_output',
      page(
        'x',
        `<br />\n<b>Notice</b>:  Undefined x in <b>/srv/a.php</b> on line <b>3</b><br />${long}`,
      ),
    ],
    [
      'a notice of a framework',
      'debug_output',
      page('x', `<h4>A PHP Error was encountered</h4><p>Severity: Warning</p>${long}`),
    ],
    ['rows in place of a page', 'fragment', '<tr id="row-7"><td>Tandem</td><td>3 left</td></tr>'],
  ])('%s: %s', (_, kind, html) => {
    expect(match(html)?.kind).toBe(kind)
  })

  test.each<[string, string]>([
    [
      'a play',
      page(
        'Something Went Wrong - Theatre',
        `<h1>Something Went Wrong</h1><p>A comedy in two acts by Ida Brandt.</p>${other}`,
      ),
    ],
    [
      'a firm',
      page(
        'Maintenance - Hofmann Lifts',
        `<h1>Maintenance</h1><p>We carry out scheduled maintenance of lifts.</p>${other}`,
      ),
    ],
    [
      'an exhibition',
      page(
        'Access Denied - City Library',
        `<h1>Access Denied</h1><p>Books that were forbidden.</p>${other}`,
      ),
    ],
    [
      'release notes',
      page(
        'Release notes',
        `<h1>Release notes</h1><ul><li>Fixed: Application error: a client-side exception has occurred, when a voucher was removed.</li></ul>${other}`,
      ),
    ],
    [
      'an encyclopedia',
      page(
        'Lorem ipsum',
        `<h1>Lorem ipsum</h1><blockquote>Lorem ipsum dolor sit amet</blockquote>${other}`,
      ),
    ],
    ['a novel', page('The Waiting Room', `<h1>Waiting Room</h1><p>A novel.</p>${other}`)],
    [
      'a forum',
      page(
        'Help',
        `<nav>Home</nav><h1>Help</h1><p>Asked by Ida</p><p>I see: Warning: Cannot modify header in /srv/a.php on line 14</p>${other}`,
      ),
    ],
    [
      'a lesson on traces',
      `<h2>Reading a traceback</h2><p>The last line names the error, the lines above it name the way there:</p><pre><code>Traceback (most recent call last):\n  File "shop.py", line 12\nTypeError: can't multiply</code></pre><p>Here the price was read as text. Convert it to a number first.</p>`,
    ],
    [
      'a lesson on dumps',
      page(
        'var_dump',
        `<h1>var_dump</h1><p>It prints:</p><p>So:</p><pre>array(3) { ["id"]=> int(118) }</pre>${other}`,
      ),
    ],
    [
      'a lesson on shortcodes',
      page('Shortcodes', `<p>Write:</p><code>[vc_row][/vc_row]</code>${other}`),
    ],
    [
      'an application with a sentence in reserve',
      page('Shop', '<p>Your browser is not supported</p><script src="/a.js"></script>'),
    ],
    [
      'a list of classes',
      page('Hierarchy', '<h1>Hierarchy</h1><ul><li>org.junit.ComparisonFailure</li></ul>'),
    ],
  ])('and not %s', (_, html) => {
    expect(match(html)).toBeNull()
  })
})

describe('what a server, a build or an editor shows that visitors were not to see', () => {
  const prose =
    '<p>The mill was built in 1874. Barley and rye were ground here until the river was moved.</p>'.repeat(
      40,
    )
  const key = `-----BEGIN RSA PRIVATE KEY-----\\n${'MIIEvQ'.repeat(12)}\\n-----END RSA PRIVATE KEY-----`
  const shownKey = key.replaceAll('\\n', '\n')
  const environment =
    'APP_ENV=production\nDB_HOST=10.12.4.8\nDB_USERNAME=shop\nDB_PASSWORD=tr33-h0use-91\nPATH=/bin'

  test.each<[string, string, string]>([
    ['source_shown', 'format-verbs', `<p>Order %!d(string=4711)</p>${prose}`],
    [
      'source_shown',
      'format-verbs',
      `<p>Ships to %!s(MISSING), 3 pieces%!(EXTRA int=2)</p>${prose}`,
    ],
    ['secret', 'private-key', `<p>${shownKey}</p>${prose}`],
    ['secret', 'private-key', `<script>const account = {"private_key":"${key}"}</script>${prose}`],
    [
      'secret',
      'secret-token',
      `<script>window.settings = { key: "sk_${'live'}_51Nv7kJ2mXw8RtYbHc6ZpLd9Fs" }</script>${prose}`,
    ],
    [
      'secret',
      'secret-token',
      `<script>const url = "postgres://shop:tr33-h0use-91@db.mill.test/shop"</script>${prose}`,
    ],
    [
      'secret',
      'secret-token',
      `<script>createClient(url, "eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"iss":"supabase","role":"service_role"}').toString('base64url')}.QmFzZTY0VXJsU2lnbmF0dXJl")</script>${prose}`,
    ],
    [
      'secret',
      'secret-token',
      `<script>const sample = "postgres://shop:example-9931@db.mill.test/shop", url = "postgres://shop:tr33-h0use-91@db.mill.test/shop"</script>${prose}`,
    ],
    [
      'starter',
      'demo-store',
      `<p>This is a demo store for testing purposes &mdash; no orders shall be fulfilled.</p>${prose}`,
    ],
    [
      'starter',
      'assistant-reply',
      `<p>Certainly! Here's a rewritten version of your hero section:</p>${prose}<p>Let me know if you'd like me to adjust the tone.</p>`,
    ],
    [
      'starter',
      'assistant-reply',
      `Here's the complete updated index.html with the new hero section:${prose}`,
    ],
    [
      'starter',
      'assistant-reply',
      `${prose}<p>Log out</p>Let me know if you'd like me to make any other changes!`,
    ],
    [
      'starter',
      'starter-readme',
      `<h1>my-app</h1><p>This is a <a href="https://nextjs.org">Next.js</a> project bootstrapped with <code>create-next-app</code>.</p><pre>npm run dev</pre>${prose}`,
    ],
    [
      'source_shown',
      'template',
      `<script>start()</script><h2>Welcome to \${SITE_NAME}</h2>${prose}`,
    ],
    [
      'debug_output',
      'component-message',
      `<p>\u26a0\ufe0f Stripe publishable key is missing. Set VITE_STRIPE_KEY in your .env file and rebuild.</p>${prose}`,
    ],
    [
      'source_shown',
      'template',
      `<script>start()</script><p>Call us: {{company::phone}}</p>${prose}`,
    ],
    [
      'debug_output',
      'machine-message',
      `<div class="alert">1146 Table 'web12_joomla.jos_eventlist' doesn't exist</div>${prose}`,
    ],
    [
      'debug_output',
      'failed-value',
      `${'<time>Thursday, 1 January 1970</time><h3>News of the mill</h3>'.repeat(3)}${prose}`,
    ],
    [
      'source_shown',
      'translation-keys',
      `<p><a>header.nav.rooms</a> &nbsp; <a>header.nav.menu</a> &nbsp; <a>header.nav.contactUs</a></p>${prose}`,
    ],
    [
      'source_shown',
      'translation-keys',
      `<p>COM_CONTENT_READ_MORE_TITLE</p><p>JGLOBAL_HITS_COUNT</p>${prose}`,
    ],
    [
      'debug_output',
      'component-message',
      `<div>Error loading Partial View script (file: ~/Views/MacroPartials/News.cshtml)</div>${prose}`,
    ],
    ['debug_output', 'component-message', `<p>NEXT_PUBLIC_API_URL is not set</p>${prose}`],
    [
      'starter',
      'author-notes',
      `<h2>About [Company Name]</h2><p>[Company Name] has served [City] since [Year].</p>${prose}`,
    ],
    [
      'starter',
      'payment-for-tests',
      `<a class="btn" href="https://buy.stripe.com/test_8wM3dQ0Xc5bF2zK9AA">Pay now</a>${prose}`,
    ],
    ['source_shown', 'omitted-code', `${prose}{/* ... existing service cards ... */}`],
    ['source_shown', 'omitted-code', `${prose}<p>// ... rest of the code</p>`],
    ['source_shown', 'omitted-code', `${prose}<p>[Remaining sections stay the same]</p>`],
    ['secret', 'environment', `<pre>${environment}</pre>`],
    ['secret', 'environment', `<p>${environment.replaceAll('\n', '<br>')}</p>${prose}`],
    ['source_shown', 'razor', `@page @{ ViewData["Title"] = "Shop"; } ${prose}`],
    ['source_shown', 'blade', `@foreach ($items as $item) <p>{{ $item->name }}</p> ${prose}`],
    [
      'debug_output',
      'streamlit',
      `<p>This app has encountered an error. The original error message is redacted to prevent data leaks.</p>${prose}`,
    ],
    [
      'debug_output',
      'dump',
      `<p class='wpdberror'><strong>WordPress database error:</strong> [Table 'a.b' doesn't exist]</p>${prose}`,
    ],
    ['debug_output', 'build-overlay', `${prose}<vite-error-overlay></vite-error-overlay>`],
    [
      'debug_output',
      'build-overlay',
      `${prose}<div style="position:fixed;inset:0"><pre><span>[plugin:vite:vue] Element is missing end tag.</span></pre></div>`,
    ],
    ['starter', 'debug-toolbar', `${prose}<div id="djDebug" dir="ltr"></div>`],
    ['starter', 'debug-toolbar', `${prose}<div id="sfwdt1a2b3c" class="sf-toolbar"></div>`],
    ['starter', 'debug-toolbar', `${prose}<div class="phpdebugbar phpdebugbar-closed"></div>`],
    [
      'starter',
      'debug-toolbar',
      `${prose}<script async id="mini-profiler" src="/mini-profiler-resources/includes.js"></script>`,
    ],
    [
      'starter',
      'draft-preview',
      `<div>You are viewing draft content. <a href="?exit">Exit preview mode</a></div>${prose}`,
    ],
    ['starter', 'template-text', `<h1>Your Headline Here</h1>${prose}`],
    ['starter', 'template-text', `<footer>123 Anywhere St., Any City</footer>${prose}`],
    [
      'error',
      'coldfusion',
      '<p><b>Variable EVENTDATE is undefined.</b></p><p>The error occurred in <b>C:/sites/list.cfm: line 27</b></p>',
    ],
    [
      'error',
      'unity',
      '<div>Unable to parse Build/a.framework.js.br! This can happen if build compression was enabled but web server hosting the content was misconfigured to not serve the file.</div>',
    ],
    ['error_page', 'no-route', '<h1>Undefined method "color"</h1>'],
    ['parked', 'registered', '<h1>Ta domena została zarejestrowana</h1>'],
    ['parked', 'registered', '<h1>Den här domänen är parkerad</h1>'],
    ['parked', 'registered', '<h1>Doména je zaparkovaná</h1>'],
    [
      'wall',
      'robots',
      '<h1>Robot or human?</h1><p>Activate and hold the button to confirm that you\u2019re human.</p>',
    ],
    [
      'starter',
      'generator',
      '<h1>To get started, open the <code>src/pages</code> directory in your project.</h1>',
    ],
    [
      'coming_soon',
      'under-construction',
      '<h1>Under construction</h1><p>Please come back later.</p>',
    ],
  ])('has the kind %s: %s (%#)', (kind, id, body) => {
    expect(match(page('Linden Mill', body))).toEqual({ kind, id })
  })

  test('a page that was sent as a JSON string', () => {
    expect(match(JSON.stringify(page('Mill', prose)))).toEqual({
      kind: 'source_shown',
      id: 'json-string',
    })
  })

  test.each<[string, string]>([
    [
      'a manual of formats',
      `<p>Then it prints <code>%!d(string=hi)</code>, for a wrong type.</p>${prose}`,
    ],
    ['a percentage before an exclamation', `<p>Save 50%!(for members)</p>${prose}`],
    ['a manual with a key', `<pre>${shownKey}</pre>${prose}`],
    ['a tool with an example of a key', `<textarea placeholder="${key}"></textarea>${prose}`],
    [
      'a manual with a key that its data repeat',
      `<pre>${shownKey}</pre><script>const page = {"code":"${key}"}</script>${prose}`,
    ],
    [
      'keys for browsers',
      `<script>init({ key: "pk_${'live'}_51Nv7kJ2mXw8RtYbHc6ZpLd9Fs", anon: "eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"iss":"supabase","role":"anon"}').toString('base64url')}.QmFzZTY0VXJsU2lnbmF0dXJl" })</script>${prose}`,
    ],
    [
      'an invented key',
      `<script>const sample = "sk_${'live'}_1234567890abcdefghijklmn"</script>${prose}`,
    ],
    [
      'a key that a manual shows and copies',
      `<pre>sk_${'live'}_51Nv7kJ2mXw8RtYbHc6ZpLd9Fs</pre><script>copy("sk_${'live'}_51Nv7kJ2mXw8RtYbHc6ZpLd9Fs")</script>${prose}`,
    ],
    [
      'an address of a data store in a template',
      `<script>const url = "postgres://user:${'$'}{PASSWORD}@db.mill.test/shop"</script>${prose}`,
    ],
    ['words of an assistant in prose', `<p>The rest of the code is below.</p>${prose}`],
    [
      'a list of existing things',
      `<h2># Existing cards</h2><p>Other sections are closed.</p>${prose}`,
    ],
    ['a recipe', `Here is the menu of this week:${prose}<p>Let me know what you think.</p>`],
    [
      'a setting that is explained',
      `<h1>Settings</h1><p>If NEXT_PUBLIC_API_URL is not set, the build takes the address of the page.</p>${prose}`,
    ],
    [
      'a house in repair',
      '<h1>Kern &amp; Sons, Builders</h1><p>These houses are being built by us this year. Visitors are welcome on the sites on Fridays.</p><h3>Library, Mill Lane</h3><p>Three floors of brick for 40,000 books. The roof is closed, the stairs are coming soon.</p><h3>School, Harbour Street</h3><p>Twelve classrooms around a yard. Maintenance of the old wing goes on until May.</p>',
    ],
    ['a manual of settings', `<h1>Settings</h1><pre>${environment}</pre>${prose}`],
    [
      'settings without values',
      '<pre>DB_HOST=localhost DB_NAME=app DB_USER_NAME=app DB_PASSWORD=your-password APP_ENV=local</pre>',
    ],
    ['a manual of a tool bar', `<pre>&lt;div id="djDebug"&gt;</pre>${prose}`],
    [
      'a manual of an overlay',
      `<pre>[plugin:vite:import-analysis] Failed to resolve import</pre>${prose}`,
    ],
    [
      'a manual of previews',
      `<h1>Drafts</h1><p>How an editor looks at drafts</p><p>While you are viewing draft content, a bar is at the top.</p>${prose}`,
    ],
    [
      'a magazine',
      `<h1>Under Construction</h1><p>Issue 4: bridges of wood.</p>${prose.slice(0, 700)}`,
    ],
    [
      'a question in a forum',
      '<h1>Undefined array key after update</h1><p>Hello, since the update I see this: Warning: Undefined array key "color" in /srv/a.php on line 88.</p><p>Set the colour once.</p>',
    ],
    [
      'a form for names',
      '<h1>Domains</h1><p>Find out whether a domain is registered.</p><button>Search</button>',
    ],
  ])('and not %s', (_, body) => {
    expect(match(page('Linden Mill', body))).toBeNull()
  })
})

describe('a fault among other content', () => {
  const about = '<p>We rent boats at the lake, by the hour and by the week, since 1987.</p>'.repeat(
    40,
  )
  const shop = (body: string) => match(page('Boats', `<h1>Boats</h1>${body}${about}`))

  test.each([
    [
      'a check for robots that has visitors run a command',
      '<h2>Verify you are human</h2><ol><li>Press <b>Windows key + R</b></li><li>Press <b>CTRL + V</b></li><li>Press Enter</li></ol>',
      'fake-check',
    ],
    [
      'the test key of a captcha',
      '<div>This reCAPTCHA is for testing purposes only. Please report to the site admin if you are seeing this.</div>',
      'component-message',
    ],
    [
      'a domain that the consent manager does not know',
      '<div>Error: The domain A.EXAMPLE is not authorized to show the cookie banner for domain group ID 4e1f.</div>',
      'component-message',
    ],
    [
      'a directive that the server could not process',
      '<div>[an error occurred while processing this directive]</div>',
      'server-side-include',
    ],
    [
      'a checkout in test mode',
      '<div class="payment_box"><p>TEST MODE ENABLED. In test mode, you can use the card number 4242424242424242 with any CVC and a valid expiration date.</p></div>',
      'payment-for-tests',
    ],
  ])('%s is found', (_name, body, id) => {
    expect(shop(body)?.id).toBe(id)
  })

  test.each([
    'The license key for Handsontable is missing. Use your purchased key to activate the product.',
    'Error: No feed with the ID 3 found.',
    "No such price: 'price_1PqX8mLkdIwHu7ix0aB3cD4e'; a similar object exists in test mode",
    'Assistant: Error code: 429 - {"error": {"message": "You exceeded your current quota"}}',
    'Error: No feed with the ID 3 found.</div><div>Please go to the Instagram Feed settings page to create a feed.',
    'It looks like we’re having issues.</div><div>Tell us what happened.</div><div>Submit Crash Report',
    'Failed to rejoin. Please retry or reload the page.',
    'Your free plan has reached its monthly view limit. Upgrade your subscription to show it again.',
    'It looks like we’re having issues.',
    'This domain is not registered with Tiny Cloud. Please see our quick start or create an account.',
    'We were unable to load Disqus. If you are a moderator please see our troubleshooting guide.',
    'Error: No feed found. Please go to the Instagram Feed settings page to create a feed.',
    'Your free trial of Weglot has ended. Upgrade your plan to show translations.',
    'Error: Contact form not found.',
    'Slider with alias home-2 not found.',
    'There has been a critical error on this website. Please check your site admin email inbox.',
    'Syntax error in text mermaid version 10.9.1',
    '[Math Processing Error]',
    'The media could not be loaded, either because the server or network failed.',
    'Failed to load API definition.',
    'Failed to fetch dynamically imported module: https://mill.example/assets/boats.js',
    'Invalid Date',
    'The domain example.com is not authorized to show this chat.',
    'This site key is not valid for example.com.',
    'Oh no. Error running app. If this keeps happening, please file an issue.',
    'This session has encountered an interruption, and some controls may not work as intended.',
    'An error occurred: giscus is not installed on this repository',
    'There are no payment methods available. This may be an error on our side.',
    'AADSTS50011: The redirect URI specified in the request does not match.',
    'Diese Domain (example.com) ist für diesen Schlüssel nicht freigeschaltet.',
    'Mapbox: Invalid access token.',
    'Please enter a valid API key in the plugin settings.',
    'Stripe: You did not provide an API key.',
    'Created with a trial version of Harbour PDF.',
    'This page uses an unlicensed trial version of GridSuite. The trial has expired.',
    'Clé API invalide',
    'API 密钥无效',
    '<strong>ERROR for site owner:</strong><br>Invalid domain for site key',
    'HubSpot form could not be loaded',
    'Unable to render section',
    'This form has been disabled by its owner.',
    'Please select a menu in Appearance > Menus.',
    'Formulario no encontrado.',
    'upstream connect error or disconnect/reset before headers. reset reason: connection failure',
    'FirebaseError: Missing or insufficient permissions.',
    'CSRF token mismatch.',
    'Missing required environment variable: STRIPE_KEY',
    'Message could not be sent. Mailer Error: SMTP connect() failed.',
    'Reservations are not possible due to a technical problem.',
    'Unsere Filiale ist wegen eines technischen Defekts geschlossen.',
  ])('a component reports: %s', (line) => {
    expect(shop(`<div>${line}</div>`)?.id).toBe('component-message')
    expect(shop(`${about}<div>${line}</div>`)?.id).toBe('component-message')
    expect(shop(`<pre>${line}</pre>`)).toBeNull()
  })

  test.each([
    'Invalid access token. Please check your dashboard.',
    'This domain is not allowed for this access key.',
    'This chatbot has been disabled.',
    'The feed ID is missing.',
    'Your account has exceeded the monthly requests quota.',
    'If you are the site owner, please check your settings.',
    'La clé API est invalide ou a expiré.',
    'Este dominio no está autorizado para usar este widget.',
    'O token de acesso expirou.',
    'La chiave API non è valida.',
    'De API-sleutel is ongeldig.',
    'Klucz API jest nieprawidłowy.',
    'このドメインは登録されていません。',
    '该域名未授权。',
    'Этот домен не зарегистрирован.',
    'Модуль Информационных блоков не установлен',
  ])('a component tells the owner what it lacks: %s', (line) => {
    expect(shop(`<div>${line}</div>`)?.id).toBe('component-message')
    expect(shop(`<pre>${line}</pre>`)).toBeNull()
    expect(
      shop(`<p>Our widgets need a key, and these are the answers.</p><p>${line}</p>`),
    ).toBeNull()
  })

  test.each([
    'This site is not affiliated with, or licensed by, the makers of the films.',
    'This site is not registered with any authority, and gives no advice.',
    'If you are the owner of this boat, please contact the harbour master.',
    'If you are the owner, please log in to claim your page.',
    'Need more seats? Upgrade your plan at any time.',
    'For questions about these pages please contact the webmaster.',
    'The climbers have reached the limit of their strength.',
    'Your account will be suspended when the invoice is not paid.',
    'This form must not be used if your passport has expired.',
    'The licence of the driver had expired, said the police on Monday.',
    'A valid ticket is required for the boat.',
    'The gallery is not open on Mondays.',
    'This calendar is printed on paper from our own mill.',
  ])('nobody tells the owner of a component: %s', (line) => {
    expect(shop(`<p>${line}</p>`)).toBeNull()
  })

  test.each([
    'Failed to load products',
    'Fehler beim Laden der Daten',
    'Impossible de charger les produits.',
    'No se pudieron cargar los productos.',
    'データの読み込みに失敗しました',
    '数据加载失败',
  ])('a part was not loaded: %s', (line) => {
    expect(shop(`<h2>Boats</h2><p>${line}</p>`)?.id).toBe('failure-in-place')
    expect(shop(`<h2>Boats</h2><p>${line}</p><script src="a.js"></script>`)).toBeNull()
  })

  test.each([
    'The reader cannot load files above 2 GB.',
    'Why was the page not loaded?',
    'We could not load the boat on the truck, so it stays in the harbour until May.',
  ])('not a part that was not loaded: %s', (line) => {
    expect(shop(`<h2>Boats</h2><p>${line}</p>`)).toBeNull()
  })

  test.each([
    [
      'the manual of a component',
      '<p>Handsontable needs a key.</p><p>The license key for Handsontable is missing. Use your purchased key.</p>',
    ],
    [
      'an answer about a plug-in',
      '<p>In WordPress you may read this:</p><p>There has been a critical error on this website.</p>',
    ],
    ['the terms of a site', '<p>example.com is not registered with any authority.</p>'],
    ['another domain', '<p>The domain other.example is not registered.</p>'],
  ])('%s is about components', (_name, body) => {
    expect(shop(body)).toBeNull()
  })

  const links = (...texts: readonly string[]) =>
    texts.map((text) => `<a href="https://other.example/${text}">${text}</a>`).join(' ')

  test.each([
    ['beside the page', `<div style="position:absolute; left:-9999px">${links('casino', 'poker')}`],
    ['without a height', `<p style="height:0;overflow:hidden">${links('viagra', 'cialis')}</p>`],
    ['not displayed', `<div id="x" style='display: none;'>${links('slot gacor', 'togel')}</div>`],
  ])('links that were sold, and no visitor sees: %s', (_name, body) => {
    expect(shop(body)?.id).toBe('hidden-spam')
  })

  test.each([
    ['one that is seen', links('casino', 'poker')],
    ['a hidden menu', `<ul style="display:none">${links('Lakes', 'Harbours')}</ul>`],
    ['one link', `<p style="display:none">${links('poker', 'bridge')}</p>`],
    [
      'links of the site itself',
      '<div style="display:none"><a href="/casino">Casino</a><a href="/poker">Poker</a></div>',
    ],
    ['links behind it', `<p style="display:none">Closed</p>${links('casino', 'poker')}`],
  ])('not %s', (_name, body) => {
    expect(shop(body)).toBeNull()
  })

  test('nor the hidden links of a site about such things', () => {
    const body = `<h1>Poker rooms</h1><div style="display:none">${links('casino', 'poker')}</div>${about}`
    expect(match(page('Rooms', body))).toBeNull()
  })

  test.each([
    ['failed-value', '<p>Price: NaN €</p>'],
    ['failed-value', '<p>Hello undefined!</p>'],
    ['failed-value', '<p>Updated: January 1, 1970</p>'],
    ['template', '<p>{{ product.title }}</p>'],
    ['message-format', '<p>%s boats found</p>'],
    ['message-format', '<p>Boat {0} of {1}</p>'],
    ['escapes', '<p>Caf&amp;eacute; at the lake</p>'],
    ['escapes', '<p>Z\\u00fcrich</p>'],
    ['tokens', '<p>© __SITE_NAME__</p>'],
    ['tokens', '<p>Call us: %PHONE_NUMBER%</p>'],
  ])('%s: %s', (id, body) => {
    expect(shop(body)?.id).toBe(id)
  })

  test.each(['<p>Open %APPDATA% and delete the folder.</p>', '<p>Born on 1 January 1970.</p>'])(
    'not: %s',
    (body) => {
      expect(shop(body)).toBeNull()
    },
  )

  test('the owner of a shop is asked to act', () => {
    const asked =
      '<p>Ten sklep internetowy został zawieszony. Jeżeli jesteś właścicielem sklepu, zaloguj się do panelu.</p>'
    expect(match(page('Sklep', `<h1>Sklep</h1>${asked}`))?.id).toBe('plain-suspended')
  })

  test('variables of a title that were not filled are found, a share of a hundred is not', () => {
    expect(match(page('%%title%% %%sep%% %%sitename%%', about))?.id).toBe('placeholder-in-title')
    expect(match(page('100%% off', about))).toBeNull()
  })

  test.each([
    [
      'an article about the fake check',
      'The ClickFix scam: how it works',
      '<p>It says: verify you are human, press Windows + R, then Ctrl + V.</p>',
    ],
    [
      'an article about charsets',
      'Why you see Ã¤ instead of ä',
      '<h1>Why you see Ã¤ instead of ä</h1><p>The letter ä is two bytes in UTF-8: Ã¤, and ö becomes Ã¶, ü becomes Ã¼.</p>',
    ],
    [
      'numbers of an axis',
      'Visits',
      '<svg><text>500</text><text>1,000</text><text>1,500</text><text>2,000</text><text>2,500</text></svg>',
    ],
    [
      'the words of a diagram',
      'Grammar',
      `<h1>Grammar</h1><svg>${['SELECT', '*', 'FROM', 'WHERE', 'id', '=', '{', 'x', '}', ';', 'if', '(', ')'].map((one) => `<text>${one}</text>`).join('')}</svg>`,
    ],
  ])('%s passes', (_name, title, body) => {
    expect(match(page(title, body))).toBeNull()
  })
})
