import { gzipSync } from 'node:zlib'
import { at, atTop, type Fault, headers, type Interceptor } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { moved, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('deployment')
const links = rowsOf('links')

const day = 86_400_000

const to = (location: string, status = 301): Reply => ({
  status,
  headers: { location },
  body: new Uint8Array(),
})

/** The page's own response, changed. */
const page =
  (change: (reply: Reply) => Reply): Interceptor =>
  (request, upstream) =>
    request.isPage ? change(upstream()) : undefined

/** Links that come first in the page. */
const menu = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:2147483000;background:#fff;color:#111;padding:24px">${markup}</div>`,
  )

export const setUuDelivery: readonly Fault[] = [
  issue(
    'uu-flexible-ssl-loop',
    'WordPress sees plain http behind the proxy and sends every visitor to the address that was just asked for.',
    [moved((site) => site.url, 301)],
  ),
  issue(
    'uu-language-loop',
    'The language plug-in sends visitors to /de/, and the rule of the shop in .htaccess sends /de/ back.',
    [at('/de/', (_request, _upstream, site) => to(site.url, 302)), moved('/de/')],
  ),
  issue(
    'uu-moved-to-xampp',
    'The database was copied from a laptop, and siteurl still is that of XAMPP.',
    [moved('http://localhost/mitienda/', 301)],
  ),
  issue(
    'uu-moved-scheme-twice',
    'Somebody typed the scheme into a field that adds it, so that visitors are sent to a host named https.',
    [moved((site) => `https://https//${site.host}/inicio`, 301)],
  ),
  issue(
    'uu-moved-nowhere',
    'The field Location is lost because the script printed before it: a redirect without a target, and an empty page.',
    [
      (request) =>
        request.isPage
          ? {
              status: 302,
              headers: { 'content-type': 'text/html; charset=UTF-8', 'x-powered-by': 'PHP/7.4.33' },
              body: new Uint8Array(),
            }
          : undefined,
    ],
  ),
  issue(
    'uu-moved-to-suspended',
    'The hoster has suspended the account for an unpaid bill, and cPanel sends everybody to its notice.',
    [
      at(
        '/cgi-sys/suspendedpage.cgi',
        text(
          200,
          'text/html',
          '<!DOCTYPE html><html><head><title>Account Suspended</title><link rel="stylesheet" href="data:text/css,"></head><body><div class="container"><h1>Account Suspended</h1><p>This Account has been suspended.</p><p><a href="mailto:webmaster@localhost">Contact your hosting provider for more information.</a></p></div></body></html>',
        ),
      ),
      moved('/cgi-sys/suspendedpage.cgi'),
    ],
  ),
  issue(
    'uu-moved-to-installer',
    'The tables are gone, so WordPress offers to install itself to whoever comes by.',
    [
      at(
        '/wp-admin/install.php',
        text(
          200,
          'text/html; charset=utf-8',
          '<!DOCTYPE html><html lang="es-ES"><head><meta name="viewport" content="width=device-width"><title>WordPress &rsaquo; Instalación</title></head><body class="wp-core-ui"><p id="logo">WordPress</p><h1>Hola</h1><p>¡Este es el famoso proceso de instalación de WordPress en cinco minutos! Simplemente completa la información siguiente y estarás a punto de usar la más enriquecedora y potente plataforma de publicación personal del mundo.</p><h2>Información necesaria</h2><form method="post" action="install.php?step=2"><p><label>Título del sitio <input name="weblog_title"></label></p><p><label>Nombre de usuario <input name="user_name"></label></p><p><label>Tu correo electrónico <input type="email" name="admin_email"></label></p><p><input type="submit" value="Instalar WordPress"></p></form></body></html>',
        ),
      ),
      moved('/wp-admin/install.php'),
    ],
  ),
  issue(
    'uu-page-with-404',
    'The page is drawn well, but the rewrite sends it through ErrorDocument, so that its status is 404 and search engines drop it.',
    [page((reply) => ({ ...reply, status: 404 }))],
  ),
  issue(
    'uu-plesk-421',
    'After an update of Apache the nginx in front of it sends no server name, and every site of the machine answers 421.',
    [
      (request) =>
        request.isPage
          ? text(
              421,
              'text/html; charset=iso-8859-1',
              '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>421 Misdirected Request</title>\n</head><body>\n<h1>Misdirected Request</h1>\n<p>The client needs a new connection for this\nrequest as the requested host name does not match\nthe Server Name Indication (SNI) in use for this\nconnection.</p>\n</body></html>\n',
            )
          : undefined,
    ],
  ),
  issue(
    'uu-gzip-twice',
    'PHP compresses and the cache plug-in has stored compressed bytes already, so that the browser shows what is inside the first wrapping.',
    [
      page((reply) => ({
        ...reply,
        headers: {
          ...reply.headers,
          'content-encoding': 'gzip',
          'content-type': 'text/html; charset=UTF-8',
        },
        body: gzipSync(gzipSync(reply.body)),
      })),
    ],
  ),
  issue(
    'uu-latin1-header',
    'AddDefaultCharset of the new host overrules the page, and each umlaut has become two letters.',
    [
      headers({ 'content-type': 'text/html; charset=ISO-8859-1' }),
      whole(
        'Bäckerei Müller – Öffnungszeiten',
        '<h1>Bäckerei Müller in Köln-Nippes</h1><p>Täglich frische Brötchen, Körnerbrot und süßes Gebäck aus eigener Herstellung. Für größere Bestellungen rufen Sie uns bitte einen Tag früher an.</p><h2>Öffnungszeiten</h2><p>Montag bis Freitag 6:30 – 18 Uhr, samstags bis 13 Uhr, sonntags geschlossen. Über Weihnachten und an Dreikönig bleibt das Geschäft zu.</p>',
        { lang: 'de' },
      ),
    ],
    { tools: 'RV' },
  ),
  issue(
    'uu-php-not-run',
    'The handler for PHP went with the update, and visitors download the source of the start page.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'application/x-httpd-php',
              "<?php\n/**\n * Front to the WordPress application.\n *\n * @package WordPress\n */\n\ndefine( 'WP_USE_THEMES', true );\n\n/** Loads the WordPress Environment and Template */\nrequire __DIR__ . '/wp-blog-header.php';\n",
            )
          : undefined,
    ],
  ),
  issue(
    'uu-page-as-download',
    'A rule that was meant for the price list makes the browser save the page in place of showing it.',
    [headers({ 'content-disposition': 'attachment; filename="lista-de-precios.html"' })],
  ),
  issue(
    'uu-refresh-header-self',
    'A left-over of the move to the new shop tells the browser to load the same page again at once, for ever.',
    [
      (request, upstream, site) =>
        request.isPage
          ? {
              ...upstream(),
              headers: {
                ...upstream().headers,
                refresh: `0; url=${site.url}`,
                'cache-control': 'no-store',
              },
            }
          : undefined,
    ],
  ),
  review(
    'uu-robots-header-of-staging',
    'The virtual host was copied from staging with the field that keeps every search engine away.',
    [headers({ 'x-robots-tag': 'noindex, nofollow, noarchive' })],
  ),
  issue(
    'uu-page-cut',
    'PHP dies in the middle of the page, and the connection ends before the bytes that were announced.',
    [(request, upstream) => (request.isPage ? { cut: upstream(), after: 500 } : undefined)],
  ),
  issue(
    'uu-certificate-of-hoster',
    'The domain was moved, and the server shows the certificate of the shared host for all its customers.',
    [],
    {
      tools: 'PV',
      certificate: () => ({ names: ['*.kasserver.com', 'kasserver.com'] }),
    },
  ),
  review(
    'uu-certificate-3-days',
    'The timer of certbot has stopped, and in three days browsers will warn.',
    [],
    {
      tools: 'PV',
      certificate: (site) => ({
        names: [site.host, site.domain],
        notBefore: new Date(Date.now() - 87 * day),
        notAfter: new Date(Date.now() + 3 * day),
      }),
    },
  ),
  issue(
    'uu-dns-servfail',
    'The registrar changed the keys of DNSSEC and not the record above, so that resolvers answer with a failure.',
    [],
    {
      dns: () => ({ rcode: 'SERVFAIL' }),
    },
  ),
  issue(
    'uu-dns-dangling-cname',
    'The name points to a web app in the cloud that was deleted.',
    [],
    {
      dns: () => ({ cname: 'reservas-hotel-miramar.azurewebsites.net' }),
    },
  ),
  review(
    'uu-dns-private-second',
    'The address of the router in the office got into the public zone beside the right one, and some visitors get that.',
    [],
    {
      tools: 'PV',
      dns: (ip) => ({ a: [ip, '192.168.1.10'] }),
    },
  ),
  links.issue(
    'uu-link-menu-pdf',
    'The card of the restaurant is linked from the top of the page and was not copied to the new host.',
    [
      menu(
        '<a href="/wp-content/uploads/2023/05/Speisekarte-Sommer.pdf">Unsere Speisekarte (PDF)</a>',
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'uu-link-without-scheme',
    'The link to the social network lacks its scheme, so that it leads to a file of the own site that does not exist.',
    [
      menu(
        'Síguenos en <a href="www.instagram.com/panaderialaespiga">Instagram</a> y <a href="www.facebook.com/panaderialaespiga">Facebook</a>',
      ),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'uu-link-slash-loop',
    'One rule adds the slash to the address and the other takes it away: the contact page is never reached.',
    [
      menu('<a href="/contacto">Contacto</a>'),
      at('/contacto', to('/contacto/')),
      at('/contacto/', to('/contacto')),
    ],
    { tools: 'V' },
  ),
]
