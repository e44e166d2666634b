import { application, at, type Fault, json } from '../../fault.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'
import { html, page, prose, shop } from './shop.ts'

const words = rowsOf('words of a broken site')

/** Markup that the application draws in place of all other content. */
const boundary = (markup: string) => [
  application(`document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`),
]

/** Written for set C by an author who had not read the rules. */
export const setCWords: readonly Fault[] = [
  words.issue('php-deprecated-at-top', 'The host went to a newer PHP: messages above the page.', [
    page(
      html(
        `<br />\n<b>Deprecated</b>:  Creation of dynamic property WPBakery_Cache::$group is deprecated in <b>/home/customer/www/moorside.example/public_html/wp-content/plugins/js_composer/include/classes/core/class-cache.php</b> on line <b>141</b><br />\n<!doctype html><html lang="en"><head><title>Moorside Nursery</title></head><body><h1>Moorside Nursery</h1>${prose.en.repeat(3)}</body></html>`,
      ),
    ),
  ]),
  words.issue('blank-line-before-php', 'A blank line before the opening tag of a file.', [
    page(
      html(
        `<br />\n<b>Warning</b>:  Cannot modify header information - headers already sent by (output started at /homepages/12/d471129/htdocs/wp-config.php:1) in <b>/homepages/12/d471129/htdocs/wp-includes/pluggable.php</b> on line <b>1435</b><br />\n<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Bäckerei Lindner</title></head><body><h1>Bäckerei Lindner</h1>${prose.de.repeat(3)}</body></html>`,
      ),
    ),
  ]),
  words.issue('php-parse-error', 'A change by hand to the theme: nothing but a message.', [
    page(
      html(
        `<br />\n<b>Parse error</b>:  syntax error, unexpected '}', expecting end of file in <b>/home/u517/public_html/wp-content/themes/astra-child/functions.php</b> on line <b>41</b><br />\n`,
      ),
    ),
  ]),
  words.issue('memory-exhausted-in-the-middle', 'The page ends where the memory ended.', [
    page(
      html(
        `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Atelier Moreau</title></head><body><h1>Atelier Moreau</h1>${prose.fr}<div class="galerie"><br />\n<b>Fatal error</b>:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes) in <b>/var/www/vhosts/moreau/httpdocs/wp-includes/class-wp-image-editor-gd.php</b> on line <b>157</b><br />\n`,
      ),
    ),
  ]),
  words.issue('typo3-content-error', 'One element of the page fails: visitors see a code.', [
    shop('de', { bottom: '<div>Oops, an error occurred! Code: 202604151204031fa3c2d7</div>' }),
  ]),
  words.issue('contact-form-not-found', 'The form was deleted, the page still calls it.', [
    shop('it', {
      bottom: '<h2>Contatti</h2><p>[contact-form-7 404 "Not Found"]</p>',
    }),
  ]),
  words.issue('vbscript-runtime-error', 'An old page of ASP fails in its middle.', [
    shop('nl', {
      bottom:
        ' <font face="Arial" size=2>\n<p>Microsoft VBScript runtime </font> <font face="Arial" size=2>error \'800a000d\'</font>\n<p><font face="Arial" size=2>Type mismatch: \'CInt\'</font>\n<p><font face="Arial" size=2>/includes/nav.asp</font><font face="Arial" size=2>, line 24</font>',
    }),
  ]),
  words.issue('include-directive-error', 'The server could not include the navigation.', [
    shop('en', { top: '[an error occurred while processing this directive]' }),
  ]),
  words.issue('liquid-error-in-header', 'The theme calls a file that was removed.', [
    shop('en', {
      top: '<div class="header__icons">Liquid error (sections/header line 112): Could not find asset snippets/icon-cart.liquid</div>',
    }),
  ]),
  words.issue('perl-software-error', 'The script of the guest book lacks a module.', [
    page(
      html(
        '<h1>Software error:</h1>\n<pre>Can\'t locate DBI.pm in @INC (you may need to install the DBI module) (@INC contains: /etc/perl /usr/local/lib/x86_64-linux-gnu/perl/5.36.0 /usr/share/perl5) at /var/www/cgi-bin/index.pl line 7.\nBEGIN failed--compilation aborted at /var/www/cgi-bin/index.pl line 7.\n</pre>\n<p>\nFor help, please send mail to the webmaster (<a href="mailto:webmaster@localhost">webmaster@localhost</a>), giving this error message \nand the time and date of the error.\n</p>',
      ),
    ),
  ]),
  words.issue('prestashop-no-database', 'The shop cannot reach its database.', [
    page(
      html(
        'Link to database cannot be established: SQLSTATE[HY000] [1045] Access denied for user &#039;k4711_shop&#039;@&#039;localhost&#039; (using password: YES)',
      ),
    ),
  ]),
  words.issue('joomla-error-of-error', 'The page for errors fails as well.', [
    page(
      html(
        'Error displaying the error page: Application Instantiation Error: Could not connect to MySQL server.',
      ),
    ),
  ]),
  words.issue('map-of-contact-page', 'The key of the map is refused: a grey box says so.', [
    shop('de', {
      bottom:
        '<h2>Anfahrt</h2><div style="height:300px;background:#e5e3df;display:grid;place-items:center;text-align:center"><div><div style="font-size:20px">Hoppla! Ein Fehler ist aufgetreten.</div><div>Google Maps wurde auf dieser Seite nicht richtig geladen. Technische Details dazu findest du in der JavaScript-Konsole.</div></div></div>',
    }),
  ]),
  words.issue('slider-library-conflict', 'The slider at the top of the page shows its own error.', [
    shop('fr', {
      top: "<div class=\"rs_error_message_box\" style=\"background:#ff5448;color:#fff;padding:1rem\"><b>Revolution Slider Error:</b> You have some jquery.js library include that comes after the Slider Revolution files js inclusion. To fix this, you can: 1. Set 'Module General Options' -> 'jQuery &amp; OutPut Filters' -> 'Put JS to Body' to on. 2. Find the double jQuery.js inclusion and remove it.</div>",
    }),
  ]),
  words.review(
    'shop-without-products',
    'The import failed: the shop opens with no product at all.',
    [
      whole(
        'Shop – Fietsen van Dijk',
        '<header>Fietsen van Dijk</header><main><h1>Shop</h1><p class="woocommerce-info">Geen producten gevonden die aan je zoekcriteria voldoen.</p></main>',
        { lang: 'nl' },
      ),
    ],
  ),
  words.issue(
    'boundary-finnish',
    'The application ended, and says so in Finnish.',
    boundary(
      '<h1>Jokin meni vikaan</h1><p>Yritä myöhemmin uudelleen tai ota yhteyttä asiakaspalveluun.</p>',
    ),
    inBrowser,
  ),
  words.issue(
    'boundary-hungarian',
    'The same in Hungarian.',
    boundary('<h2>Hoppá, valami hiba történt!</h2><p>Kérjük, próbálja meg később újra.</p>'),
    inBrowser,
  ),
  words.issue(
    'boundary-romanian',
    'The same in Romanian.',
    boundary('<h2>A apărut o eroare</h2><p>Vă rugăm să încercați din nou mai târziu.</p>'),
    inBrowser,
  ),
  words.issue(
    'list-not-loaded-german',
    'The offers cannot be loaded: a message and a button are in their place.',
    [
      application(
        `document.getElementById('root').innerHTML = '<header><h1>Ferienwohnungen am See</h1></header><main id="list"></main>'; fetch('/api/angebote').then((one) => { if (!one.ok) throw one }).catch(() => { document.getElementById('list').innerHTML = '<p>Die Angebote konnten leider nicht geladen werden.</p><button>Erneut versuchen</button>' })`,
      ),
      at('/api/angebote', { ...json({ message: 'upstream' }), status: 503 }),
    ],
    inBrowser,
  ),
  words.review(
    'not-found-italian-200',
    'The start page says that it was not found, with status 200.',
    [
      whole(
        'Pagina non trovata – Cantina Bellavista',
        '<header>Cantina Bellavista</header><main><h1>Ops! Questa pagina non è stata trovata.</h1><p>Sembra che non ci sia nulla in questa posizione. Prova con una ricerca?</p></main>',
        { lang: 'it' },
      ),
    ],
  ),
  words.issue('hacked-start-page', 'Somebody else has written the start page.', [
    whole(
      'Hacked By Mr.Gh0st_404',
      '<body bgcolor="black"><center><font color="red" size="7">Hacked By Mr.Gh0st_404</font><br><font color="white">Your security is low. Contact: gh0st@mail.example</font></center>',
    ),
  ]),
  words.issue('suspended-spanish', 'The host has closed the account.', [
    whole(
      'Cuenta suspendida',
      '<h1>Esta cuenta ha sido suspendida</h1><p>Póngase en contacto con su proveedor de alojamiento para obtener más información.</p>',
      { lang: 'es' },
    ),
  ]),
  words.issue('proxy-manager-default', 'The name was not set up in the proxy.', [
    whole(
      'Default Site',
      "<div class=\"text-center\"><h1>Congratulations!</h1><p>You've successfully started the Nginx Proxy Manager.</p><p>If you're seeing this site then you're trying to access a host that isn't set up yet.</p><p>Log in to the Admin panel to get started.</p></div>",
    ),
  ]),
  words.issue('xampp-dashboard', 'The page of a package for developers.', [
    whole(
      'Welcome to XAMPP',
      '<h1><img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="> XAMPP <span>Apache + MariaDB + PHP + Perl</span></h1><h2>Welcome to XAMPP for Windows 8.2.12</h2><p>You have successfully installed XAMPP on this system! Now you can start using Apache, MariaDB, PHP and other components.</p>',
    ),
  ]),
  words.review('hostinger-default', 'The plan was bought, nothing was uploaded.', [
    whole(
      'Default page',
      '<h1>You Are All Set to Go!</h1><p>All you have to do now is upload your website files and start your journey. Check out how to do that below:</p><ul><li>How to upload your website</li><li>Install WordPress</li></ul>',
    ),
  ]),
  words.review('angular-starter', 'The page that a new application begins with.', [
    whole(
      'Frontend',
      '<app-root><main class="main"><div class="content"><h1>Hello, frontend</h1><p>Congratulations! Your app is running. 🎉</p><a href="#docs">Explore the Docs</a> <a href="#tutorials">Learn with Tutorials</a> <a href="#cli">CLI Docs</a></div></main></app-root>',
    ),
  ]),
  words.review('new-presence-german', 'The page of the host for names without content.', [
    whole(
      'Hier entsteht eine neue Internetpräsenz',
      '<h1>Hier entsteht eine neue Internetpräsenz</h1><p>Diese Domain wurde erfolgreich eingerichtet.</p>',
      { lang: 'de' },
    ),
  ]),
  words.review('created-at-host-french', 'The page of the host for a new name.', [
    whole(
      'Félicitations ! Votre domaine a bien été créé chez OVHcloud !',
      '<h1>Site en construction</h1><p>Félicitations ! Votre domaine a bien été créé chez OVHcloud !</p>',
      { lang: 'fr' },
    ),
  ]),
  words.review('woocommerce-horizon', 'The shop was never opened.', [
    whole(
      'Pardon our dust!',
      '<h1>Great things are on the horizon</h1><p>Something big is brewing! Our store is in the works and will be launching soon!</p>',
    ),
  ]),
  words.review('site-works-danish', 'Somebody forgot to switch maintenance off.', [
    whole(
      'Vedligeholdelse',
      '<h1>Siden er under vedligeholdelse</h1><p>Vi arbejder på at forbedre vores hjemmeside og er snart tilbage.</p>',
      { lang: 'da' },
    ),
  ]),
  words.review('maintenance-dutch', 'The same in Dutch.', [
    whole(
      'Even geduld',
      '<h1>Wij zijn bezig met onderhoud</h1><p>De website is tijdelijk niet beschikbaar. Kom later nog eens terug.</p>',
      { lang: 'nl' },
    ),
  ]),
]
