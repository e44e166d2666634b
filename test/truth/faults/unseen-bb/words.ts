import {
  application,
  at,
  atTop,
  bundle,
  document,
  type Fault,
  type Interceptor,
  serverError,
} from '#test/truth/fault.ts'
import { text } from '#test/truth/page.ts'
import { inBrowser, rowsOf, whole } from '#test/truth/row.ts'
import { own, panel } from './parts.ts'

const { issue, review } = rowsOf('words of a broken site')

const phpWarnings =
  '<br />\n<b>Warning</b>:  Undefined array key "layout" in <b>/home/kunden/htdocs/inc/config.php</b> on line <b>42</b><br />\n<br />\n<b>Warning</b>:  Trying to access array offset on value of type null in <b>/home/kunden/htdocs/inc/config.php</b> on line <b>43</b><br />\n<br />\n<b>Warning</b>:  Cannot modify header information - headers already sent by (output started at /home/kunden/htdocs/inc/config.php:42) in <b>/home/kunden/htdocs/inc/session.php</b> on line <b>11</b><br />\n'

const pythonTrace = `<h1>Internal problem</h1><pre>Traceback (most recent call last):
  File "/srv/app/wsgi.py", line 31, in application
    return site.respond(environ, start_response)
  File "/srv/app/site/views.py", line 112, in respond
    events = Calendar.load(settings.CALENDAR_URL)
  File "/srv/app/site/calendar.py", line 27, in load
    raise CalendarError(f"no such calendar: {url}")
site.calendar.CalendarError: no such calendar: None
</pre>`

const jspTrace = `<h3>Offers of the week</h3><pre>javax.servlet.ServletException: File "/WEB-INF/inc/offers.jsp" not found
	at org.apache.jasper.servlet.JspServlet.handleMissingResource(JspServlet.java:396)
	at org.apache.jasper.servlet.JspServlet.serviceJspFile(JspServlet.java:363)
	at org.apache.jasper.servlet.JspServlet.service(JspServlet.java:327)
	at javax.servlet.http.HttpServlet.service(HttpServlet.java:764)</pre>`

const plain = (words: string): Interceptor => {
  const reply = text(200, 'text/html; charset=utf-8', words)
  return (request) => (request.isPage ? reply : undefined)
}

/** Messages on the screen of a broken site. */
export const setBbWords: readonly Fault[] = [
  issue('bb-panel-default', 'The domain points to a server that has no account for it.', [
    whole(
      'Default Web Site Page',
      '<h1>SORRY!</h1><p>If you are the owner of this website, please contact your hosting provider: webmaster@localhost</p><p>It is possible you have reached this page because:</p><ul><li>The IP address has changed.</li><li>There has been a server misconfiguration.</li><li>The site may have moved to a different server.</li></ul>',
    ),
  ]),
  issue('bb-domain-parked', 'The domain was not renewed and is now offered for sale.', [
    whole(
      'This domain may be for sale',
      '<h1>This domain may be for sale!</h1><p><a href="?inquire">Inquire about this domain</a></p><h2>Related searches</h2><ul><li><a href="?q=1">Online Shop Software</a></li><li><a href="?q=2">Cheap Web Hosting</a></li><li><a href="?q=3">Credit Cards</a></li></ul><p>The domain owner does not maintain any relationship with the advertisers.</p>',
    ),
  ]),
  issue('bb-hosting-unpaid', 'The host switched us off: an invoice is open.', [
    whole(
      'Website switched off',
      '<h1>This website has been switched off</h1><p>Owner of this site? There is an unpaid invoice on your account. Log in to the customer area to settle it, and your site will be back within the hour.</p>',
    ),
  ]),
  issue('bb-moving-servers', 'The notice of the move was left in place.', [
    whole(
      'We are moving',
      '<h1>Back soon</h1><p>We are moving to a faster server this weekend. The site is offline until Sunday evening, thank you for your patience.</p>',
    ),
  ]),
  review(
    'bb-opening-soon',
    'The site was to have been switched live, the placeholder is still up.',
    [
      whole(
        'Something new is on its way',
        '<h1>Something new is on its way</h1><p>Our website is under construction. Come back soon!</p>',
      ),
    ],
  ),
  issue('bb-pages-no-site', 'The custom domain is no longer attached to the project.', [
    whole(
      'Site not found &middot; GitHub Pages',
      '<h1>404</h1><p><strong>There isn\'t a GitHub Pages site here.</strong></p><p>If you\'re trying to publish one, <a href="https://help.github.com/pages/">read the full documentation</a> to learn how to set up <strong>GitHub Pages</strong> for your repository, organization, or user account.</p>',
      { status: 404 },
    ),
  ]),
  issue('bb-app-asleep', 'The free plan put the app to sleep and visitors have to wake it.', [
    whole(
      'Streamlit',
      '<main><h1>Zzzz</h1><p>This app has gone to sleep due to inactivity. Would you like to wake it back up?</p><button>Yes, get this app back up!</button></main>',
    ),
  ]),
  issue('bb-sql-refused', 'The database is down and the news box prints it.', [
    panel(
      '<h2>News</h2><p>SQLSTATE[HY000] [2002] Connection refused (SQL: select * from `posts` where `published` = 1 order by `created_at` desc limit 5)</p>',
    ),
  ]),
  issue('bb-php-warnings', 'After the upgrade of PHP its warnings are printed above the page.', [
    document((html) => phpWarnings + html),
  ]),
  issue('bb-python-trace', 'The start page fails and shows the traceback to everybody.', [
    whole('Internal problem', pythonTrace),
  ]),
  issue('bb-jsp-include', 'One included file is missing and its stack trace is in the page.', [
    panel(jspTrace),
  ]),
  issue(
    'bb-error-boundary',
    'The app crashes while it draws and only the apology is left.',
    [
      application(
        own(
          "const root=document.getElementById('root');try{const user=null;root.textContent=user.name}catch(e){console.error('The above error occurred in the <Dashboard> component:',e);root.innerHTML='<div role=\"alert\"><h1>Well, this is awkward.</h1><p>Something broke on our side. Our engineers have been told.</p><button>Reload</button></div>'}",
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'bb-widget-retry',
    'The timetable cannot be loaded and only offers to try again.',
    [
      panel('<h2>Timetable</h2><div id="bb-times"></div>'),
      bundle(
        own(
          "fetch('/api/timetable').then(r=>{if(!r.ok)throw new Error(r.status);return r.json()}).catch(()=>{document.getElementById('bb-times').innerHTML='<p>We could not load the timetable.</p><button>Try again</button>'})",
        ),
      ),
      at('/api/timetable', serverError),
    ],
    inBrowser,
  ),
  issue('bb-translation-keys', 'The language file was not deployed: visitors read the keys.', [
    panel(
      '<nav><a href="#a">header.menu.products</a> · <a href="#b">header.menu.prices</a> · <a href="#c">header.menu.contact</a></nav><h2>home.hero.title</h2><p>home.hero.subtitle</p><a href="#d">home.hero.cta_label</a>',
    ),
  ]),
  issue('bb-undefined-values', 'The values are missing, visitors read undefined and NaN.', [
    panel(
      '<h2>Welcome back, undefined!</h2><p>Your order of Invalid Date: undefined items, total NaN €</p>',
    ),
  ]),
  review('bb-placeholder-copy', 'Notes of the designer went live in place of our text.', [
    panel(
      '<h2>[HEADLINE – text to follow from marketing]</h2><p>TODO: 2–3 sentences about the product here, max. 240 characters. Tom, please check before go-live!</p>',
    ),
  ]),
  issue('bb-staging-ribbon', 'The staging build is what answers under the public name.', [
    panel(
      '<strong>STAGING ENVIRONMENT</strong> – build 1187 from branch develop – test data, orders placed here are not delivered',
    ),
  ]),
  review('bb-firewall-refusal', 'The firewall refuses visitors before they reach the site.', [
    plain(
      '<html><head><META NAME="robots" CONTENT="noindex,nofollow"></head><body><p>Request unsuccessful. Incapsula incident ID: 877000180123456789-402312345678901234</p></body></html>',
    ),
  ]),
  review('bb-browser-check', 'The check of the browser never lets anybody through.', [
    whole(
      'One moment, please...',
      '<h1>Checking your browser</h1><p>Please wait while your request is being verified. This process is automatic, you will be forwarded in a few seconds.</p>',
    ),
  ]),
  issue('bb-index-of', 'The index file is missing and our folders are open to anybody.', [
    plain(
      '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">\n<html>\n <head>\n  <title>Index of /</title>\n </head>\n <body>\n<h1>Index of /</h1>\n<ul><li><a href="backup-2023.zip"> backup-2023.zip</a></li>\n<li><a href="css/"> css/</a></li>\n<li><a href="index.php.old"> index.php.old</a></li>\n</ul>\n</body></html>\n',
    ),
    at('/backup-2023.zip', text(200, 'application/zip', 'PK')),
    at('/css/', text(200, 'text/html', '<title>Index of /css</title><h1>Index of /css</h1>')),
    at('/index.php.old', text(200, 'text/plain', 'old')),
  ]),
  issue('bb-loader-missing', 'The new server lacks an extension that the shop needs.', [
    plain(
      "Site error: the file <b>/var/www/html/index.php</b> requires the ionCube PHP Loader ioncube_loader_lin_8.1.so to be installed by the website operator. If you are the website operator please use the <a href='https://www.ioncube.com/lw/'>ionCube Loader Wizard</a> to assist with installation.",
    ),
  ]),
  issue(
    'bb-map-refused',
    'The key of the map does not cover this domain, visitors see no map.',
    [
      panel(
        '<h2>How to find us</h2><div id="bb-map" style="height:300px;background:#e5e3df"></div>',
      ),
      bundle(
        own(
          'console.error(\'Google Maps JavaScript API error: RefererNotAllowedMapError\\nhttps://developers.google.com/maps/documentation/javascript/error-messages#referer-not-allowed-map-error\');document.getElementById(\'bb-map\').innerHTML=\'<div class="gm-err-container"><div class="gm-err-content"><div class="gm-err-title">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\\\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div>\'',
        ),
      ),
    ],
    inBrowser,
  ),
  issue('bb-feed-gone', 'The token of the picture feed ran out, its error is in the page.', [
    panel(
      '<h2>Follow us</h2><div id="sbi_mod_error"><span>Error: No feed found.</span><br><span>Please go to the Instagram Feed settings page to create a feed.</span></div>',
    ),
  ]),
  issue('bb-form-gone', 'The contact form was deleted and nobody can write to us.', [
    panel(
      '<h2>Write to us</h2><p class="wpcf7-contact-form-not-found"><strong>Error:</strong> Contact form not found.</p>',
    ),
  ]),
  issue(
    'bb-captcha-domain',
    'The captcha is not registered for this domain: nobody can register.',
    [
      panel(
        '<form><label>E-mail <input type="email" name="email"></label><div class="rc-anchor-error-msg-container"><div>ERROR for site owner:<br>Invalid domain for site key</div></div><button disabled>Register</button></form>',
      ),
    ],
  ),
  issue(
    'bb-browser-refused',
    'The old browser test turns away everybody with a current Chrome.',
    [
      bundle(
        own(
          "if(!/Chrome\\/[5-9]\\d\\./.test(navigator.userAgent)){const d=document.createElement('div');d.style.cssText='position:fixed;inset:0;z-index:2147483000;background:#fff;color:#222;padding:15vh 20%;font:18px sans-serif';d.innerHTML='<h1>Your browser is not supported</h1><p>Please install a current version of Google Chrome or Mozilla Firefox to use this website.</p>';document.body.append(d)}",
        ),
      ),
    ],
    inBrowser,
  ),
  issue('bb-setup-wizard', 'The installation starts afresh and anybody can take the site over.', [
    whole(
      'Setup',
      '<h1>Create an admin account</h1><form method="post"><p><label>Username <input name="adminlogin"></label></p><p><label>Password <input type="password" name="adminpass"></label></p><h2>Configure the database</h2><p><label>Database user <input name="dbuser"></label></p><p><label>Database name <input name="dbname"></label></p><button>Install</button></form>',
    ),
  ]),
  issue('bb-host-header', 'The development server runs in production and refuses our name.', [
    plain('Invalid Host header'),
  ]),
  issue('bb-soft-404', 'The start page is gone, and the server says all is well.', [
    whole(
      'Nothing here',
      '<h1>Hm, there is nothing here</h1><p>The page you are looking for does not exist or has been moved. Try the <a href="?search">search</a>.</p>',
    ),
  ]),
  issue('bb-session-expired', 'A first visit is told that its session has run out.', [
    whole(
      'Session expired',
      '<h1>Your session has expired</h1><p>You have been inactive for too long. For your security you have been logged off. Close this window and start again.</p>',
    ),
  ]),
  issue('bb-defaced', 'Somebody broke in and replaced our start page.', [
    whole(
      'HackeD By Sh4dowR00t',
      '<h1>HackeD By Sh4dowR00t</h1><p>Your security is zero :) admin, patch your system! Greetz to all my friends.</p>',
      { head: '<style>body{background:#000;color:#0f0;text-align:center}</style>' },
    ),
  ]),
  review('bb-spam-links', 'A break-in planted links to casinos out of the sight of visitors.', [
    atTop(
      (site) =>
        `<div style="position:absolute;left:-9876px;top:0;width:1px;height:1px;overflow:hidden"><a href="https://${site.stranger}/slot-gacor">slot gacor hari ini</a> <a href="https://${site.stranger}/viagra">buy cheap viagra online without prescription</a> <a href="https://${site.stranger}/casino">online casino no deposit bonus</a> <a href="https://${site.stranger}/togel">situs togel terpercaya</a></div>`,
    ),
  ]),
  issue('bb-cookies-needed', 'The cookie is set for the wrong domain: everybody is turned away.', [
    whole(
      'Cookies required',
      '<h1>Cookies are switched off</h1><p>This site cannot be shown because your browser does not accept cookies. Allow cookies and reload the page.</p>',
    ),
  ]),
  issue('bb-ssi-directive', 'The included menu is missing, its error is at the top of the page.', [
    atTop(
      '<div style="position:relative;z-index:2147480000;background:#fff;color:#000">[an error occurred while processing this directive]</div>',
    ),
  ]),
  issue('bb-liquid-error', 'A snippet of the theme is missing and visitors read the error.', [
    panel(
      '<h2>Featured</h2>Liquid error (sections/featured-collection line 18): Could not find asset snippets/product-card.liquid',
    ),
  ]),
  issue('bb-spanish-outage', 'The site is down, and says so in Spanish.', [
    whole(
      'Servicio no disponible',
      '<h1>¡Vaya! Algo ha salido mal</h1><p>Estamos teniendo problemas técnicos y no podemos mostrar la página. Inténtelo de nuevo dentro de unos minutos.</p>',
      { lang: 'es' },
    ),
  ]),
  issue('bb-licence-expired', 'The licence of the booking software ran out, guests cannot book.', [
    panel(
      '<h2>Book a room</h2><p>The licence of this installation expired on 31/01/2025. Online booking is disabled. Please contact your administrator to renew it.</p>',
    ),
  ]),
]
