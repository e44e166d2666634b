import { application, atEnd, atTop, document, type Fault, instead } from '../../fault.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const words = rowsOf('words of a broken site')

/** Markup that is visible in front of anything that the page fixes at its top. */
const shown = (html: string) =>
  `<div style="position:relative;z-index:2147483647;background:#fff;color:#111;font:16px/1.5 sans-serif;padding:12px">${html}</div>`

export const setSsWords: readonly Fault[] = [
  garbage.issue(
    'ss-code-fence',
    'The answer of the model was saved as the page, with its fence before and its explanation behind.',
    [
      document((html) => `\`\`\`html\n${html}`),
      atEnd(
        shown(
          '``` <p>This single-file page includes a responsive layout, accessible colours and smooth scrolling. Let me know if you would like me to adjust anything!</p>',
        ),
      ),
    ],
  ),
  garbage.issue(
    'ss-rest-of-the-code',
    'The agent shortened the file with a remark, which now stands where the services of the client were.',
    [
      whole(
        'Malermeister Vogt',
        `<h1>Malermeister Vogt</h1><p>Seit 1974 streichen, tapezieren und dämmen wir in Köln und Umgebung, in dritter Generation und mit sechs Gesellen. Wir kommen pünktlich und räumen hinter uns auf.</p><h2>Unsere Leistungen</h2>// ... rest of the code remains unchanged ...<footer>© 2025 Malermeister Vogt</footer>`,
        { lang: 'de' },
      ),
    ],
  ),
  garbage.issue(
    'ss-php-as-text',
    'The server has no PHP, and visitors read how the page asks its database.',
    [
      instead(
        `<?php\nrequire_once __DIR__ . '/config.php';\n$db = new PDO($dsn, $user, $pass);\n$rows = $db->query('SELECT id, title, price FROM products ORDER BY title')->fetchAll();\n?>\n<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Products</title></head>\n<body>\n<h1>Products</h1>\n<ul>\n<?php foreach ($rows as $row): ?>\n<li><?= htmlspecialchars($row['title']) ?></li>\n<?php endforeach; ?>\n</ul>\n</body></html>\n`,
      ),
    ],
  ),
  garbage.issue(
    'ss-keys-of-translations',
    'The file with the translations was not uploaded, and the page shows the keys.',
    [
      application(
        `document.getElementById('root').innerHTML = '<header><a href="#a">nav.home</a> <a href="#b">nav.services</a> <a href="#c">nav.contact</a></header><main><h1>home.hero.title</h1><p>home.hero.subtitle</p><button>home.hero.cta</button><h2>home.services.heading</h2><p>home.services.items.0.description</p></main><footer>footer.copyright</footer>'`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ss-ejs-as-text',
    'The template went to a plain file server, which does not fill it.',
    [
      whole(
        '<%= title %>',
        `<h1><%= title %></h1>${about}<p><%= user.greeting || 'Hello' %></p><ul><% posts.forEach(function (post) { %><li><a href="#post"><%= post.headline %></a></li><% }) %></ul>`,
      ),
    ],
  ),
  garbage.issue(
    'ss-liquid-error',
    'A section of the theme has an error, and its message stands in the shop.',
    [
      atTop(
        shown(
          'Liquid error (sections/featured-collection line 12): comparison of String with 0 failed',
        ),
      ),
    ],
  ),
  garbage.issue(
    'ss-values-that-are-none',
    'Fields of the API have other names now, and the offer is made of values that are none.',
    [
      atTop(
        shown(
          '<h2>Welcome back, undefined!</h2><p>Next delivery: Invalid Date</p><p>Total: € NaN</p><ul><li>[object Object]</li><li>[object Object]</li></ul>',
        ),
      ),
    ],
  ),
  garbage.issue(
    'ss-escaped-twice',
    'The text of the content system is escaped twice, and visitors read its tags.',
    [
      whole(
        'Über uns',
        '<h1>Über uns</h1><div>&lt;p&gt;Seit 1874 gibt es unser Haus.&lt;/p&gt;&lt;p&gt;Wir f&amp;uuml;hren &lt;strong&gt;B&amp;uuml;cher&lt;/strong&gt;, Karten und&amp;nbsp;Globen.&lt;br /&gt;Besuchen Sie uns!&lt;/p&gt;</div>',
        { lang: 'de' },
      ),
    ],
  ),
  garbage.review(
    'ss-markdown-as-text',
    'The text was pasted as Markdown into a field that does not know it.',
    [
      whole(
        'Our studio',
        '<h1>Our studio</h1><div>## What we do\n\n**Branding**, **web design** and *photography* since 1998.\n\n- [See our work](/work)\n- [Write to us](mailto:hello@studio.example)\n\n### Where we are\n\n&gt; Two rooms above the old mill.</div>',
      ),
    ],
  ),
  garbage.issue(
    'ss-double-mojibake',
    'The database was moved with the wrong character set, and each umlaut has become two signs.',
    [
      whole(
        'GÃ¤rtnerei KÃ¶hler',
        '<h1>GÃ¤rtnerei KÃ¶hler</h1><p>Unsere Ã–ffnungszeiten: tÃ¤glich auÃŸer sonntags. Wir fÃ¼hren StrÃ¤ucher, BlÃ¼ten und KrÃ¤uter fÃ¼r jede Jahreszeit â€“ auch auf Bestellung.</p><p>SchÃ¶ne GrÃ¼ÃŸe, Ihre Familie KÃ¶hler</p>',
        { lang: 'de' },
      ),
    ],
  ),
  words.issue(
    'ss-php-warning-of-key',
    'A warning with the path of the file stands above the page.',
    [
      atTop(
        shown(
          '<br />\n<b>Warning</b>:  Undefined array key "lang" in <b>/var/www/vhosts/client/httpdocs/inc/head.php</b> on line <b>12</b><br />',
        ),
      ),
    ],
  ),
  words.issue(
    'ss-next-client-exception',
    'The application has crashed in the browser, and one sentence is left.',
    [
      application(
        `document.getElementById('root').innerHTML = '<div style="height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><h2 style="font-size:14px;font-weight:400;line-height:28px">Application error: a client-side exception has occurred while loading ' + location.hostname + ' (see the browser console for more information).</h2></div>'`,
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'ss-vite-overlay',
    'The development server is public, and the overlay with its error covers the page.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;z-index:2147483647;background:rgba(0,0,0,.66)"><div style="max-width:80ch;margin:30px auto;padding:24px;background:#181818;color:#d8d8d8;font:14px monospace"><pre style="color:#ff5555;background:none;white-space:pre-wrap">[plugin:vite:import-analysis] Failed to resolve import "./components/Hero" from "src/App.tsx". Does the file exist?</pre><pre style="color:#2dd9da;background:none">/app/src/App.tsx:3:17</pre><div>Click outside, press Esc key, or fix the code to dismiss.</div></div></div>',
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'ss-streamlit-module',
    'A package is missing in the list of requirements, and visitors read a traceback.',
    [
      whole(
        'Sales dashboard',
        '<main><p>ModuleNotFoundError: This app has encountered an error. The original error message is redacted to prevent data leaks. Full error details have been recorded in the logs.</p><p>Traceback:</p><pre>File "/mount/src/sales/streamlit_app.py", line 3, in &lt;module&gt;\n    import plotly.express as px</pre></main>',
      ),
    ],
  ),
  words.issue(
    'ss-polish-database-error-cached',
    'The network keeps the error page of last night and serves it as if it were well.',
    [
      whole(
        'Błąd bazy danych',
        '<div class="wp-die-message"><h1>Błąd podczas łączenia się z bazą danych</h1></div>',
        { lang: 'pl' },
      ),
    ],
  ),
  words.review(
    'ss-vite-host-not-allowed',
    'The preview server of the build tool serves the site and does not know its name.',
    [
      (request, _upstream, site) =>
        request.isPage
          ? {
              status: 403,
              headers: { 'content-type': 'text/plain' },
              body: new TextEncoder().encode(
                `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`preview.allowedHosts\` in vite.config.js.`,
              ),
            }
          : undefined,
    ],
  ),
  words.issue(
    'ss-account-suspended',
    'The invoice of the host was not paid, and the site is switched off.',
    [
      whole(
        'Account Suspended',
        '<h1>Account Suspended</h1><p>This Account has been suspended.</p><p><a href="#contact">Contact your hosting provider for more information.</a></p>',
      ),
    ],
  ),
  words.issue(
    'ss-index-of-root',
    'No start page was uploaded, and visitors see the folder with its secrets.',
    [
      instead(
        '<html>\r\n<head><title>Index of /</title></head>\r\n<body>\r\n<h1>Index of /</h1><hr><pre><a href="../">../</a>\r\n<a href="dist/">dist/</a>                                              12-Nov-2025 09:14                   -\r\n<a href=".env">.env</a>                                               12-Nov-2025 09:12                 412\r\n<a href="backup.sql">backup.sql</a>                                         11-Nov-2025 22:40             1840233\r\n</pre><hr></body>\r\n</html>\r\n',
      ),
    ],
  ),
  words.review(
    'ss-next-starter',
    'What was deployed is the starter of the framework and not the site.',
    [
      whole(
        'Create Next App',
        '<main><p>Get started by editing <code>src/app/page.tsx</code>.</p><p>Save and see your changes instantly.</p><a href="https://vercel.com/new">Deploy now</a> <a href="https://nextjs.org/docs">Read our docs</a></main>',
      ),
    ],
  ),
  words.review(
    'ss-brackets-to-fill',
    'The places that the agent left for the client to fill are on the public page.',
    [
      whole(
        '[Your Company Name]',
        `<h1>Welcome to [Your Company Name]</h1>${about}<p>Call us: [Insert phone number] or visit us at [Street Address], [City].</p><footer>© [Year] [Your Company Name]. All rights reserved.</footer>`,
      ),
    ],
  ),
  words.review(
    'ss-parked-german',
    'The domain still shows the page of the host for names that are not in use.',
    [
      whole(
        'Domain im Kundenauftrag registriert',
        '<h1>Diese Domain wurde im Kundenauftrag registriert</h1><p>Hier entsteht in Kürze eine neue Internetpräsenz.</p><p>Sie sind der Inhaber? Laden Sie Ihre Seiten per FTP hoch, um diese Platzhalterseite zu ersetzen.</p>',
        { lang: 'de' },
      ),
    ],
  ),
  words.review(
    'ss-shop-password-spanish',
    'The shop is still locked, and visitors are asked for a password.',
    [
      whole(
        'Próxima apertura',
        '<main><h1>Próxima apertura</h1><p>Esta tienda está protegida con contraseña. Introduce la contraseña para entrar.</p><form method="post" action="#"><label>Contraseña <input type="password" name="password"></label> <button>Entrar</button></form></main>',
        { lang: 'es' },
      ),
    ],
  ),
]
