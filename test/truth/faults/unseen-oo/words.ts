import { atEnd, atTop, bundle, type Fault } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('words of a broken site')

/** A clearly visible section of the page, above the rest. */
const panel = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:2000;padding:16px;background:#fff;color:#222">${markup}</div>`,
  )

/** Text that visitors read on a broken site, as the software prints it. */
export const setOoWords: readonly Fault[] = [
  issue('oo-lucee-expression', 'Our CFML engine shows its error table to everybody.', [
    whole(
      'Error',
      `<table border="1" cellpadding="4"><tr><td colspan="2">Lucee 5.3.10.120 Error (expression)</td></tr>
<tr><td>Message</td><td>variable [CATEGORYID] doesn't exist</td></tr>
<tr><td>Stacktrace</td><td>The Error Occurred in<br><b>/var/www/shop/index.cfm: line 14</b><br>12: &lt;cfset service = application.catalog&gt;<br>13: <br><b>14: &lt;cfset items = service.list(categoryId)&gt;</b></td></tr>
<tr><td>Java Stacktrace</td><td>lucee.runtime.exp.ExpressionException: variable [CATEGORYID] doesn't exist<br>at lucee.runtime.type.scope.UndefinedImpl.get(UndefinedImpl.java:305)</td></tr></table>`,
      { status: 500 },
    ),
  ]),
  issue('oo-typo3-oops', 'A content element fails, and TYPO3 prints its code in its place.', [
    panel('Oops, an error occurred! Code: 202411210915307c1f4e0a'),
  ]),
  issue('oo-ssi-directive', 'The included footer is gone since the server moved.', [
    atEnd('<div class="footer">[an error occurred while processing this directive]</div>'),
  ]),
  issue('oo-mediawiki-database', 'Our wiki has lost its database.', [
    whole(
      'Sorry! This site is experiencing technical difficulties.',
      '<h1>Sorry! This site is experiencing technical difficulties.</h1><p>Try waiting a few minutes and reloading.</p><p><small>(Cannot access the database)</small></p>',
      { status: 500 },
    ),
  ]),
  issue('oo-oracle-archiver', "The database's archive area is full; the news block prints it.", [
    panel('<h2>News</h2><p>ORA-00257: Archiver error. Connect AS SYSDBA only until resolved.</p>'),
  ]),
  issue('oo-fastly-unknown-domain', 'The domain was never added to the new service of our CDN.', [
    (request, _upstream, { host }) =>
      request.isPage
        ? text(
            500,
            'text/html; charset=utf-8',
            `\n<html>\n<head>\n<title>Fastly error: unknown domain ${host}</title>\n</head>\n<body>\n<p>Fastly error: unknown domain: ${host}. Please check that this domain has been added to a service.</p>\n<p>Details: cache-fra-etou8220087-FRA</p></body></html>`,
          )
        : undefined,
  ]),
  issue('oo-traefik-no-server', 'All containers of the service are unhealthy.', [
    ({ isPage }) =>
      isPage ? text(503, 'text/plain; charset=utf-8', 'no available server\n') : undefined,
  ]),
  issue(
    'oo-blazor-unhandled',
    'The application has crashed; the yellow bar at the bottom says so.',
    [
      bundle(
        `setTimeout(() => { document.getElementById('blazor-error-ui').style.display = 'block' }, 1200)`,
      ),
      atEnd(
        '<div id="blazor-error-ui" style="display:none;position:fixed;left:0;bottom:0;z-index:2000;width:100%;padding:10px;background:lightyellow;color:#000">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
      ),
    ],
    inBrowser,
  ),
  issue('oo-passenger-start', 'The application does not start after the last deployment.', [
    whole(
      'Web application could not be started',
      '<h1>Web application could not be started by the Phusion Passenger(R) application server.</h1><p>Please read the Passenger log file (search for the Error ID) to find the details of the error.</p><dl><dt>Error ID</dt><dd>5b0d9c3e</dd></dl>',
      { status: 500 },
    ),
  ]),
  issue('oo-liquid-asset', 'A snippet was renamed, and the theme prints its complaint.', [
    panel(
      '<h2>Why buy from us</h2><div>Liquid error (sections/trust-badges line 18): Could not find asset snippets/icon-truck.liquid</div>',
    ),
  ]),
  issue(
    'oo-captcha-domain',
    'Nobody can send the contact form: the key of the captcha is for our old domain.',
    [
      (request, upstream, site) =>
        panel(
          `<h2>Contact</h2><form><p><textarea aria-label="Message" rows="4" cols="40"></textarea></p><iframe title="reCAPTCHA" src="https://${site.stranger}/recaptcha/anchor" width="304" height="78"></iframe><p><button>Send</button></p></form>`,
        )(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><html lang="en"><title>reCAPTCHA</title><body style="margin:0;font:12px sans-serif"><div style="color:red">ERROR for site owner:<br>Invalid domain for site key</div></body></html>',
          ),
      }),
    },
  ),
  issue('oo-aspnetcore-500-30', 'The new runtime is not installed on the web server.', [
    whole(
      'IIS 10.0 Detailed Error - 500.30',
      `<h1>HTTP Error 500.30 - ASP.NET Core app failed to start</h1><h2>Common solutions to this issue:</h2><ul><li>The app failed to start</li><li>The app started but then stopped</li><li>The app started but threw an exception during startup</li></ul><h2>Troubleshooting steps:</h2><ul><li>Check the system event log for error messages</li><li>Enable logging the application process' stdout messages</li><li>Attach a debugger to the application process and inspect</li></ul><p>For more information visit: <a href="https://go.microsoft.com/fwlink/?LinkID=2028265">https://go.microsoft.com/fwlink/?LinkID=2028265</a></p>`,
      { status: 500 },
    ),
  ]),
  issue('oo-php-headers-sent', 'There is a space in front of the first line of a file.', [
    atTop(
      '<br />\n<b>Warning</b>:  Cannot modify header information - headers already sent by (output started at /home/customer/public_html/wp-config.php:1) in <b>/home/customer/public_html/wp-includes/pluggable.php</b> on line <b>1450</b><br />\n',
    ),
  ]),
  issue('oo-account-suspended', 'The host has closed the account: an invoice is not paid.', [
    whole(
      'Account Suspended',
      '<h1>Account Suspended</h1><p>This Account has been suspended.</p><p><a href="#">Contact your hosting provider for more information.</a></p>',
    ),
  ]),
  review('oo-plesk-default', 'The domain shows the default page of the control panel.', [
    whole(
      "Web Server's Default Page",
      "<h1>Web Server's Default Page</h1><p>This page is generated by <a href='https://www.plesk.com/'>Plesk</a>, the leading hosting automation software. You see this page because there is no Web site at this address.</p><p>You can do the following:</p><ul><li>Create domains and set up Web hosting using Plesk.</li></ul>",
    ),
  ]),
  review('oo-ghost-upgrade', 'The blog has been in its upgrade since yesterday.', [
    whole(
      "We'll be right back",
      "<h1>We'll be right back.</h1><p>We're busy updating our site to give you the best experience, and will be back soon.</p>",
      { status: 503 },
    ),
  ]),
  review('oo-wordpress-protected', 'The page was published with the password of the draft.', [
    whole(
      'Protected: Prices &#8211; Harbour Books',
      '<h1>Protected: Prices</h1><form action="/wp-login.php?action=postpass" method="post"><p>This content is password protected. To view it please enter your password below:</p><p><label for="p">Password: <input name="post_password" id="p" type="password" size="20"></label> <input type="submit" name="Submit" value="Enter"></p></form>',
    ),
  ]),
  review('oo-neue-praesenz', 'Nach dem Umzug ist nur die Platzhalterseite da.', [
    whole(
      'Willkommen',
      '<h1>Hier entsteht eine neue Internetpräsenz</h1><p>Diese Domain wurde im Kundenauftrag registriert. Der Inhaber hat noch keine Inhalte hinterlegt.</p>',
      { lang: 'de' },
    ),
  ]),
  review('oo-broker-price', 'We forgot to renew the domain, and a broker has it.', [
    (request, upstream, site) =>
      whole(
        `${site.domain} is for sale`,
        `<h1>${site.domain}</h1><h2>This domain is for sale!</h2><p>Buy now for <b>$2,495</b> or make an offer. Fast and secure transfer within 24 hours.</p><button>Make an offer</button>`,
      )(request, upstream, site),
  ]),
  issue('oo-no-alive-nodes', 'The search cluster is down; the list of articles prints it.', [
    panel('<h2>Popular articles</h2><p class="error">No alive nodes found in your cluster</p>'),
    atEnd(about),
  ]),
  issue('oo-cloudlinux-limit', 'The small tariff does not carry the newsletter day.', [
    whole(
      '508 Resource Limit Is Reached',
      '<h1>Resource Limit Is Reached</h1><p>The website is temporarily unable to service your request as it exceeded resource limit. Please try again later.</p>',
      { status: 508 },
    ),
  ]),
  issue('oo-domino-exception', 'The old database was taken off the server.', [
    whole(
      'Error',
      '<h1>Error 404</h1>HTTP Web Server: IBM Notes Exception - File does not exist<hr>',
      { status: 404 },
    ),
  ]),
  issue('oo-kong-no-route', 'The route of the home page is missing in the gateway.', [
    ({ isPage }) =>
      isPage
        ? text(
            404,
            'application/json; charset=utf-8',
            '{\n  "message":"no Route matched with those values",\n  "request_id":"9c1b1f6d7d6a2d3f0a1e4b5c6d7e8f90"\n}',
          )
        : undefined,
  ]),
]
