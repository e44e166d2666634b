import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  type Interceptor,
  instead,
  json,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** A response that is not an HTML page, in place of the page. */
const answer =
  (status: number, type: string, body: string): Interceptor =>
  (request) =>
    request.isPage ? text(status, type, body) : undefined

/** A script that adds a section with this markup to the page. */
const filled = (markup: string) =>
  `const part=document.createElement('section');part.innerHTML=${JSON.stringify(markup)};document.body.prepend(part);`

/** Pages that are unchanged except for the words of a fault somewhere in them. */
const inPlace: readonly Fault[] = [
  issue('ii-php-warning', 'Our visitors read a warning of PHP above the page.', [
    atTop(
      '<br />\n<b>Warning</b>:  Undefined array key "lang" in <b>/var/www/html/includes/header.php</b> on line <b>14</b><br />\n',
    ),
  ]),
  issue(
    'ii-wordpress-critical-end',
    'A plugin dies in the footer, and WordPress says so below the page.',
    [
      atEnd(
        '<div class="wp-die-message"><p>There has been a critical error on this website.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Learn more about troubleshooting WordPress.</a></p></div>',
      ),
    ],
  ),
  issue('ii-ssi-error', 'Apache could not include the header and says so in its place.', [
    atTop('<div id="header">[an error occurred while processing this directive]</div>'),
  ]),
  issue('ii-liquid-error', 'The theme of our shop divides by nothing and shows it.', [
    atTop(
      '<div class="shopify-section"><div class="page-width">Liquid error (sections/featured-collection line 31): divided by 0</div></div>',
    ),
  ]),
  issue(
    'ii-contact-form-missing',
    'The contact form was deleted, and the page says that it is not found.',
    [
      atEnd(
        '<section><h2>Write to us</h2><p class="wpcf7-contact-form-not-found"><strong>Error:</strong> Contact form not found.</p></section>',
      ),
    ],
  ),
  issue('ii-spanish-database', 'The page says that it cannot reach its database.', [
    atTop(
      '<div class="alert alert-danger" role="alert">No se ha podido conectar con la base de datos. Inténtelo de nuevo más tarde.</div>',
    ),
  ]),
  issue('ii-joomla-module', 'A module of Joomla shows the error of its query.', [
    atTop(
      '<div id="system-message-container"><div class="alert alert-error"><h4 class="alert-heading">Error</h4><div class="alert-message">1146 Table \'web12_joomla.jos_eventlist\' doesn\'t exist</div></div></div>',
    ),
  ]),
  issue(
    'ii-google-maps',
    'Where our map was, Google says that something went wrong.',
    [
      bundle(
        filled(
          '<div style="height:300px;background:#e5e3df"><div class="gm-err-container"><div class="gm-err-content"><div class="gm-err-title">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div></div>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'ii-blazor-bar',
    'The yellow bar of Blazor says that an error has occurred.',
    [
      bundle(
        "const bar=document.getElementById('blazor-error-ui');bar.style.display='block';console.error('Unhandled exception rendering component: Object reference not set to an instance of an object.');",
      ),
      atEnd(
        '<div id="blazor-error-ui" style="background:lightyellow;color:#000;bottom:0;box-shadow:0 -1px 2px rgba(0,0,0,.2);display:none;left:0;padding:.6rem 1.25rem .7rem;position:fixed;width:100%;z-index:1000">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'ii-german-dates',
    'The dates of our courses cannot be loaded, and the page says so.',
    [
      at('/api/termine', serverError),
      bundle(
        `fetch('/api/termine').then(r=>{if(!r.ok)throw new Error(r.status);return r.json()}).catch(()=>{${filled('<h2>Termine</h2><p class="fehler">Die Termine konnten nicht geladen werden. Bitte versuchen Sie es später erneut.</p>')}});`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'ii-japanese-data',
    'The page says that it failed to get its data.',
    [
      at('/api/news', json({ status: 'NG', message: 'DB接続エラー' })),
      bundle(
        `fetch('/api/news').then(r=>r.json()).then(d=>{if(d.status!=='OK'){${filled('<h2>お知らせ</h2><p>データの取得に失敗しました。時間をおいて再度お試しください。</p>')}}});`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'ii-polish-offers',
    'Our list of offers is replaced by an error in Polish.',
    [
      bundle(
        filled(
          '<div class="blad" role="alert">Wystąpił błąd podczas ładowania ofert. Odśwież stronę lub spróbuj ponownie później.</div>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'ii-datatables-alert',
    'Every visitor gets a box of DataTables with an error.',
    [
      at('/api/bookings', serverError),
      bundle(
        "fetch('/api/bookings').then(r=>{if(!r.ok)alert('DataTables warning: table id=bookings - Ajax error. For more information about this error, please see https://datatables.net/tn/7')});",
      ),
    ],
    inBrowser,
  ),
  issue(
    'ii-next-client-exception',
    'Next.js shows its own sentence in place of the page.',
    [
      (request, upstream, site) =>
        bundle(
          `document.body.innerHTML='<div style="height:100vh;display:flex;align-items:center;justify-content:center"><h2 style="font-size:14px">Application error: a client-side exception has occurred while loading ${site.host} (see the browser console for more information).</h2></div>';throw new TypeError("Cannot read properties of undefined (reading 'slug')");`,
        )(request, upstream, site),
    ],
    inBrowser,
  ),
]

/** Pages of servers and hosts. */
const servers: readonly Fault[] = [
  issue('ii-nginx-forbidden', 'The folder has no index, and nginx forbids it.', [
    instead(
      '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n<hr><center>nginx/1.24.0 (Ubuntu)</center>\r\n</body>\r\n</html>\r\n',
      403,
    ),
  ]),
  issue('ii-apache-default', 'The new server shows the default page of Ubuntu.', [
    whole(
      'Apache2 Ubuntu Default Page: It works',
      '<div class="main_page"><div class="page_header"><span>Apache2 Default Page</span></div><div class="section_header">It works!</div><p>This is the default welcome page used to test the correct operation of the Apache2 server after installation on Ubuntu systems. If you can read this page, it means that the Apache HTTP server installed at this site is working properly. You should <b>replace this file</b> (located at <tt>/var/www/html/index.html</tt>) before continuing to operate your HTTP server.</p></div>',
    ),
  ]),
  issue('ii-caddy-works', 'Caddy congratulates our visitors in place of the site.', [
    whole(
      'Caddy works!',
      "<h1>Congratulations!</h1><p>Your web server is working. Now make it work for you. 💪</p><p>Caddy is ready to serve your site over HTTPS:</p><ol><li>Point your domain's A/AAAA DNS records at this machine.</li><li>Upload your site's files to <code>/var/www/html</code>.</li><li>Edit your Caddyfile at <code>/etc/caddy/Caddyfile</code>.</li></ol>",
    ),
  ]),
  issue('ii-index-of', 'Apache lists our files in place of the page.', [
    instead(
      (site) =>
        `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">\n<html><head><title>Index of /</title></head><body><h1>Index of /</h1><table><tr><th>Name</th><th>Last modified</th><th>Size</th></tr><tr><td>backup-2024.zip</td><td>2024-11-02 10:14</td><td>18M</td></tr><tr><td>cgi-bin/</td><td>2023-01-19 08:20</td><td>-</td></tr><tr><td>index.html.bak</td><td>2024-11-02 10:16</td><td>9.1K</td></tr></table><address>Apache/2.4.58 (Ubuntu) Server at ${site.host} Port 443</address></body></html>`,
    ),
  ]),
  issue('ii-cpanel-suspended', 'The bill of the host was not paid.', [
    whole(
      'Account Suspended',
      '<h1>Account Suspended</h1><p>This Account has been suspended.</p><p>Contact your hosting provider for more information.</p>',
    ),
  ]),
  issue('ii-cloudflare-521', 'Cloudflare says that our server is down.', [
    (request, _upstream, site) =>
      request.isPage
        ? text(
            521,
            'text/html; charset=UTF-8',
            `<!DOCTYPE html><html lang="en-US"><head><title>${site.host} | 521: Web server is down</title></head><body><h1>Web server is down <span>Error code 521</span></h1><p>Visit cloudflare.com for more information.</p><h2>What happened?</h2><p>The web server is not returning a connection. As a result, the web page is not displaying.</p></body></html>`,
          )
        : undefined,
  ]),
  issue('ii-s3-denied', 'The bucket is not public.', [
    answer(
      403,
      'application/xml',
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>7YV3N4S0B2Q1K9DA</RequestId><HostId>k3JZ0v1TqkM5aQ==</HostId></Error>',
    ),
  ]),
  issue('ii-api-gateway', 'The domain points to the stage of an API that knows no such route.', [
    answer(403, 'application/json', '{"message":"Missing Authentication Token"}'),
  ]),
  issue('ii-vercel-function', 'The function at Vercel crashes.', [
    answer(
      500,
      'text/plain; charset=utf-8',
      'A server error has occurred\n\nFUNCTION_INVOCATION_FAILED\n\nfra1::85kzp-1719464449663-222b593a5bd6\n',
    ),
  ]),
  issue('ii-netlify-paused', 'Netlify paused the site for its usage.', [
    whole(
      'Site not available',
      '<h1>Site not available</h1><p>This site was paused as it reached its usage limits. Please contact the site owner for more information.</p>',
      { status: 503 },
    ),
  ]),
  issue('ii-firebase-setup', 'The empty folder was deployed: Firebase welcomes our visitors.', [
    whole(
      'Welcome to Firebase Hosting',
      '<div id="message"><h2>Welcome</h2><h1>Firebase Hosting Setup Complete</h1><p>You\'re seeing this because you\'ve successfully setup Firebase Hosting. Now it\'s time to go build something extraordinary!</p><a target="_blank" href="https://firebase.google.com/docs/hosting/">Open Hosting Documentation</a></div>',
    ),
  ]),
  issue('ii-squarespace-expired', 'The subscription of our site has run out.', [
    whole(
      'Squarespace - Website Expired',
      '<main><h1>Website Expired</h1><p>This account has expired. If you are the site owner, click below to login.</p><p><a href="https://login.squarespace.com/">Login</a></p></main>',
      { status: 404 },
    ),
  ]),
  issue('ii-dev-server-host', 'The development server is in production and refuses our name.', [
    answer(200, 'text/html; charset=utf-8', 'Invalid Host header'),
  ]),
]

/** Pages of frameworks and of custom applications. */
const applications: readonly Fault[] = [
  issue(
    'ii-react-router',
    'React Router shows its own page of an error.',
    [
      application(
        'document.getElementById(\'root\').innerHTML=\'<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">Cannot read properties of null (reading &#39;items&#39;)</h3><pre style="padding:.5rem;background-color:rgba(200,200,200,.5)">TypeError: Cannot read properties of null (reading &#39;items&#39;)\\n    at Ke (https://www.example.com/assets/index-4f1c.js:41:1882)</pre>\'',
      ),
    ],
    inBrowser,
  ),
  issue('ii-rails-500', 'Rails is sorry.', [
    whole(
      "We're sorry, but something went wrong (500)",
      '<div class="dialog"><h1>We\'re sorry, but something went wrong.</h1><p>If you are the application owner check the logs for more information.</p></div>',
      { status: 500 },
    ),
  ]),
  issue('ii-spring-whitelabel', 'Spring Boot shows its white label.', [
    instead(
      "<html><body><h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a fallback.</p><div id='created'>Tue Nov 25 09:12:44 UTC 2025</div><div>There was an unexpected error (type=Internal Server Error, status=500).</div></body></html>",
      500,
    ),
  ]),
  issue('ii-thinkphp', 'ThinkPHP asks our visitors to come back.', [
    whole(
      '系统发生错误',
      '<div class="system-message"><h1>页面错误！请稍后再试～</h1></div><div class="copyright"><a title="官方网站" href="http://www.thinkphp.cn">ThinkPHP</a> <span>V5.1.41 LTS</span> <span>{ 十年磨一剑-为API开发设计的高性能框架 }</span></div>',
      { lang: 'zh-CN' },
    ),
  ]),
  issue('ii-french-error', 'Our own page of an error is all that anyone sees.', [
    whole(
      'Oups !',
      '<main><h1>Oups, une erreur est survenue</h1><p>Le service est momentanément indisponible. Nos équipes techniques ont été prévenues. Merci de réessayer dans quelques minutes.</p></main>',
      { lang: 'fr' },
    ),
  ]),
  issue('ii-korean-error', 'Our own page of an error is all that anyone sees.', [
    whole(
      '오류 안내',
      '<div class="error"><h1>서비스 이용에 불편을 드려 죄송합니다.</h1><p>일시적인 오류로 페이지를 표시할 수 없습니다. 잠시 후 다시 시도해 주세요.</p></div>',
      { lang: 'ko' },
    ),
  ]),
  review(
    'ii-turkish-maintenance',
    'We are at work on the site, and look whether that is still meant.',
    [
      whole(
        'Bakım Çalışması',
        '<main><h1>Sitemiz bakımda</h1><p>Planlı bakım çalışması nedeniyle şu anda hizmet veremiyoruz. Kısa süre içinde tekrar yayında olacağız.</p></main>',
        { lang: 'tr' },
      ),
    ],
  ),
  review('ii-shopify-opening', 'The shop still has its password.', [
    whole(
      'Opening soon',
      '<main><h1>Opening soon</h1><p>Be the first to know when we launch.</p><form method="post" action="/contact#contact_form"><input type="email" name="contact[email]" placeholder="Email"><button>Submit</button></form><p><a href="#LoginModal">Enter using password</a></p><p>Are you the store owner? <a href="/admin">Log in here</a></p></main>',
    ),
    at('/admin', text(200, 'text/html; charset=utf-8', '<title>Log in</title><h1>Log in</h1>')),
  ]),
  review('ii-parked-for-sale', 'The domain is at its dealer.', [
    (request, upstream, site) =>
      whole(
        `${site.domain} is for sale`,
        `<h1>${site.domain}</h1><p>This domain is for sale! Buy this domain for 2,495 USD or make an offer.</p><p>The domain owner has parked this page at Sedo's Domain Parking.</p>`,
      )(request, upstream, site),
  ]),
  review('ii-german-new-presence', 'The host has a page for domains that are not used yet.', [
    whole(
      'Willkommen',
      '<h1>Hier entsteht eine neue Internetpräsenz</h1><p>Diese Domain wurde soeben erfolgreich eingerichtet. Inhalte folgen in Kürze.</p>',
      { lang: 'de' },
    ),
  ]),
]

export const setIiWords: readonly Fault[] = [...inPlace, ...servers, ...applications]
