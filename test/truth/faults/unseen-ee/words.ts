import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  encode,
  type Fault,
  type Interceptor,
  instead,
  json,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')

/** A section of the page whose content is below any bar fixed at the top. */
const block = (markup: string) =>
  `<section style="position:relative;z-index:2000;max-width:1100px;margin:0 auto;padding:96px 24px 24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</section>`

/** A vendor's document for a frame. Unlike a page of the site, any site may frame it. */
const framed =
  (html: string): Interceptor =>
  () => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: encode(`<!doctype html><meta charset="utf-8">${html}`),
  })

/** A list that a call fills, or `sentence` in its place if the call fails. */
const listOr = (path: string, sentence: string) =>
  bundle(
    `const list=document.querySelector('#ee-list');fetch('${path}').then(r=>{if(!r.ok)throw new Error(r.status);return r.json()}).then(all=>{list.innerHTML=all.map(o=>'<p>'+o.title+'</p>').join('')}).catch(()=>{list.innerHTML='<p class="alert alert-danger" role="alert">${sentence}</p>'})`,
  )

const inPlace: readonly Fault[] = [
  words.issue('ee-typo3-element', 'The news on the start page are an error code since the update', [
    atTop(
      block(
        '<h2>Aktuelles aus dem Rathaus</h2><div class="frame-inner">Oops, an error occurred! Code: 202511180934129ec9a59f</div>',
      ),
    ),
  ]),
  words.issue('ee-cf7-gone', 'The contact form is gone and its error stands there', [
    atTop(
      block(
        '<h2>Kontakt</h2><p class="wpcf7-contact-form-not-found"><strong>Fehler:</strong> Kontaktformular wurde nicht gefunden.</p>',
      ),
    ),
  ]),
  words.issue(
    'ee-instagram-feed',
    'Visitors read an instruction for the editor, not our pictures',
    [
      atTop(
        block(
          '<h2>Follow us</h2><div id="sbi_mod_error"><p><b>Error: No feed with the ID 2 found.</b></p><p>Please go to the Instagram Feed settings page to create a feed.</p></div>',
        ),
      ),
    ],
  ),
  words.issue('ee-revslider-alias', 'The slider at the top was lost in the move', [
    atTop(
      block(
        '<div class="rev_slider_wrapper">Revolution Slider Error: <b>Slider with alias startseite not found.</b></div>',
      ),
    ),
  ]),
  words.issue(
    'ee-maps-nl',
    'The key of the map expired and the map says so',
    [
      atTop(
        block(
          '<h2>Zo vindt u ons</h2><div id="map" style="height:320px;background:#e5e3df"></div><script>document.getElementById("map").innerHTML=\'<div class="dismissButton" style="margin:60px auto;width:300px;background:#fff;padding:24px;box-shadow:0 1px 4px #0006"><span>Deze pagina kan Google Maps niet correct laden.</span><p><a href="https://developers.google.com/maps/documentation/javascript/error-messages">Bent u de eigenaar van deze website?</a> <button>OK</button></p></div>\'</script>',
        ),
      ),
    ],
    inBrowser,
  ),
  words.issue('ee-woo-no-payment', 'Nobody can pay since the plug-in of the bank was updated', [
    atTop(
      block(
        '<h2>Checkout</h2><p>Total: £48.00</p><div id="payment" class="woocommerce-checkout-payment"><ul><li class="woocommerce-notice woocommerce-notice--info woocommerce-info">Sorry, it seems that there are no available payment methods. Please contact us if you require assistance or wish to make alternate arrangements.</li></ul><button disabled>Place order</button></div>',
      ),
    ),
  ]),
  words.issue(
    'ee-recaptcha-es',
    'The form cannot be sent: its captcha refuses our key',
    [
      atTop(({ stranger }) =>
        block(
          `<h2>Pida su cita</h2><form action="#"><p><label>Nombre <input name="nombre" required></label></p><iframe title="reCAPTCHA" src="https://${stranger}/recaptcha/api2/anchor?k=6Lc3pQ" width="304" height="78"></iframe><p><button>Enviar</button></p></form>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: framed(
          '<div class="rc-anchor-error-msg-container"><div class="rc-anchor-error-msg" style="color:red;font:11px sans-serif">ERROR para el propietario del sitio: el tipo de clave no es válido</div></div>',
        ),
      }),
    },
  ),
  words.issue(
    'ee-cookie-declaration',
    'The list of cookies that the law asks for is an error of its vendor',
    [
      atTop(({ stranger }) =>
        block(
          `<h2>Cookies</h2><div id="cd"></div><script src="https://${stranger}/5f0c1d/cd.js"></script>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger, host }) => ({
        [stranger]: () =>
          text(
            200,
            'text/javascript; charset=utf-8',
            `document.getElementById('cd').innerHTML='<p style="color:red">Error: The domain ${host.toUpperCase()} is not authorized to show the cookie declaration for domain group ID 5f0c1d7e-9b1a-4a66-8c1e-0d7d1f3f2a10. Please add it to the domain group in the Cookiebot Manager to authorize the domain.</p>'`,
          ),
      }),
    },
  ),
  words.issue(
    'ee-syncfusion-trial',
    'The banner of a licence that nobody renewed lies over our customers’ portal',
    [
      bundle(
        `const b=document.createElement('div');b.style.cssText='position:fixed;top:10px;left:10px;right:10px;z-index:999999999;background:#eef2ff;border:1px solid #ef4444;padding:12px;color:#1f2937;font:16px sans-serif';b.innerHTML='This application was built using a trial version of Syncfusion® Essential Studio®. To remove the license validation message permanently, a valid license key must be included. <a href="https://www.syncfusion.com/account/claim-license-key">Claim your free account</a>';document.body.append(b)`,
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'ee-tiny-key',
    'Nobody can write a comment: the editor wants a key',
    [
      bundle(
        `document.querySelector('#ee-editor').innerHTML='<div class="tox-notification tox-notification--error" role="alert" style="background:#f8dede;border:1px solid #c00;padding:8px">A valid API key is required to continue using TinyMCE. Please alert the admin to check the current API key. <a href="https://www.tiny.cloud/docs/tinymce/latest/invalid-api-key/">Click here to learn more</a>.</div><textarea readonly rows="6" cols="60"></textarea>'`,
      ),
      atTop(block('<h2>Leave a reply</h2><div id="ee-editor"></div>')),
    ],
    inBrowser,
  ),
  words.issue('ee-liferay-portlet', 'The agenda of the town is out of order since Monday', [
    atTop(
      block(
        '<h2>Agenda municipal</h2><div class="alert alert-danger" role="alert">Agenda no está disponible temporalmente.</div>',
      ),
    ),
  ]),
  words.issue(
    'ee-shiny-output',
    'Every chart of the report is an error',
    [
      bundle(
        `for(const o of document.querySelectorAll('.shiny-plot-output')){o.classList.add('shiny-output-error');o.textContent='Error: An error has occurred. Check your logs or contact the app author for clarification.'}`,
      ),
      atTop(
        block(
          '<h2>Admissions by week</h2><div class="shiny-plot-output" style="color:#f00"></div><h2>Admissions by ward</h2><div class="shiny-plot-output" style="color:#f00"></div>',
        ),
      ),
    ],
    inBrowser,
  ),
  words.issue('ee-asp-odbc', 'The list of dealers ends in an error of the database', [
    atTop(
      block(
        '<h2>Händler</h2><font face="Arial" size=2><p>Microsoft OLE DB Provider for ODBC Drivers</font> <font face="Arial" size=2>error \'80004005\'</font><p><font face="Arial" size=2>[Microsoft][ODBC SQL Server Driver][DBNETLIB]SQL Server does not exist or access denied.</font><p><font face="Arial" size=2>/inc/haendler.asp</font><font face="Arial" size=2>, line 42</font>',
      ),
    ),
  ]),
  words.issue('ee-shopify-liquid', 'The new theme prints errors where the collection was', [
    atTop(
      block(
        '<h2>Featured</h2><ul class="grid"><li>Liquid error (sections/featured-collection line 38): invalid url input</li><li>Liquid error (sections/featured-collection line 38): invalid url input</li></ul>',
      ),
    ),
  ]),
  words.issue(
    'ee-news-fr',
    'The news of the association have not been there since the CMS moved',
    [
      listOr(
        '/api/actualites',
        'Impossible de charger les actualités. Veuillez réessayer ultérieurement.',
      ),
      at('/api/actualites', serverError),
      atTop(block('<h2>Actualités</h2><div id="ee-list">Chargement…</div>')),
    ],
    inBrowser,
  ),
  words.issue(
    'ee-slots-pl',
    'Patients cannot see free appointments',
    [
      listOr(
        '/api/wizyty/terminy',
        'Nie udało się pobrać wolnych terminów. Spróbuj ponownie później.',
      ),
      at('/api/wizyty/terminy', { ...json({ error: 'upstream' }), status: 502 }),
      atTop(block('<h2>Wolne terminy</h2><div id="ee-list">Ładowanie…</div>')),
    ],
    inBrowser,
  ),
  words.issue(
    'ee-calendar-ja',
    'The calendar of the school could not be read',
    [
      listOr('/api/calendar/2025-12', '読み込みに失敗しました。時間をおいて再度お試しください。'),
      atTop(block('<h2>行事予定</h2><div id="ee-list">読み込み中…</div>')),
    ],
    inBrowser,
  ),
  words.issue(
    'ee-blazor-bar',
    'The yellow bar of an unhandled exception stands below every page',
    [
      bundle(
        `console.error('Error: System.NullReferenceException: Object reference not set to an instance of an object.');document.getElementById('blazor-error-ui').style.display='block'`,
      ),
      atEnd(
        '<div id="blazor-error-ui" style="display:none;position:fixed;bottom:0;left:0;width:100%;z-index:100000;background:lightyellow;color:#000;padding:.6rem 1.25rem .7rem">An unhandled error has occurred. <a href="." class="reload">Reload</a> <span class="dismiss">🗙</span></div>',
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'ee-docusaurus-base',
    'The manual was published below another path, and says so in red',
    [
      atTop(
        '<div id="__docusaurus-base-url-issue-banner-container"></div><link rel="stylesheet" href="/handbook/assets/css/styles.4f2a91c0.css" onerror="document.getElementById(\'__docusaurus-base-url-issue-banner-container\').innerHTML=\'&lt;div id=&quot;docusaurus-base-url-issue-banner&quot; style=&quot;position:relative;z-index:2000;border:thick solid red;background-color:rgb(255,230,179);color:#000;margin:20px;padding:20px;font-size:20px&quot;&gt;&lt;p style=&quot;font-weight:bold;font-size:30px&quot;&gt;Your Docusaurus site did not load properly.&lt;/p&gt;&lt;p&gt;A very common reason is a wrong site baseUrl configuration.&lt;/p&gt;&lt;p&gt;Current configured baseUrl = /handbook/&lt;/p&gt;&lt;p&gt;We suggest trying baseUrl = /&lt;/p&gt;&lt;/div&gt;\'">',
      ),
    ],
    inBrowser,
  ),
  words.issue('ee-kentico-webpart', 'A part of the page cannot be loaded since the hotfix', [
    atTop(
      block(
        "<h2>News</h2><span class='ErrorLabel'>[Error loading the WebPart 'RepeaterNews' of type 'repeater']</span>",
      ),
    ),
  ]),
  words.issue(
    'ee-jira-macro',
    'The page of known problems has been empty since the link was lost',
    [
      atTop(
        block(
          '<h2>Known issues</h2><div class="error"><span class="error">Error rendering macro \'jira\' : Unable to locate Jira server for this macro. It may be due to Application Link configuration.</span></div>',
        ),
      ),
    ],
  ),
  words.issue(
    'ee-video-privacy',
    'The film of our school cannot be played on the new domain',
    [
      atTop(({ stranger }) =>
        block(
          `<h2>Unsere Schule im Film</h2><iframe title="Film" src="https://${stranger}/video/76979871" width="640" height="360"></iframe>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: framed(
          '<body style="background:#17292f;color:#fff;font:16px sans-serif;text-align:center"><h1>Sorry</h1><p>Because of its privacy settings, this video cannot be played here.</p>',
        ),
      }),
    },
  ),
  words.issue('ee-pdo-pt', 'The shop prints the user name of its database', [
    atTop(
      block(
        "<h2>Produtos em destaque</h2><div class=\"alert alert-danger\">Erro ao conectar ao banco de dados: SQLSTATE[HY000] [1045] Access denied for user 'loja'@'localhost' (using password: YES)</div>",
      ),
    ),
  ]),
  words.review(
    'ee-form-closed',
    'The form of inquiries reached a limit that somebody set for a test',
    [
      atTop(
        block(
          '<h2>Contact us</h2><div class="gf_submission_limit_message"><p>Sorry. This form is no longer accepting new submissions.</p></div>',
        ),
      ),
    ],
  ),
]

const inItsPlace: readonly Fault[] = [
  words.issue('ee-moodle-db', 'Pupils cannot reach their courses', [
    whole(
      'Error',
      '<div style="text-align:center;border:1px solid #000;border-radius:20px;padding:15px"><h1>Error: Database connection failed</h1><p>It is possible that the database is overloaded or otherwise not running properly.</p><p>The site administrator should also check that the database details have been correctly specified in config.php</p></div>',
      { status: 503 },
    ),
  ]),
  words.issue('ee-umbraco-boot', 'The site does not start after the deployment', [
    whole(
      'Boot Failed',
      '<h1>Boot Failed</h1><p>Umbraco failed to boot, if you are the owner of the website please see the log file for more details.</p>',
      { status: 500 },
    ),
  ]),
  words.issue('ee-eccube', 'The shop is an error since the plug-in was updated', [
    whole(
      'エラー',
      '<h1>システムエラーが発生しました。</h1><p>大変お手数ですが、サイト管理者までご連絡ください。</p><a href="#">トップページへ</a>',
      { lang: 'ja', status: 500 },
    ),
  ]),
  words.issue('ee-nextcloud-domain', 'The cloud of the association refuses its new name', [
    whole(
      'Nextcloud',
      '<h2>Zugriff über eine nicht vertrauenswürdige Domain</h2><p>Bitte kontaktieren Sie Ihre Administration. Wenn Sie Administrator sind, bearbeiten Sie die „trusted_domains“-Einstellung in config/config.php.</p>',
      { lang: 'de', status: 400 },
    ),
  ]),
  words.issue('ee-composer-platform', 'The host runs an older PHP than the release needs', [
    instead(
      'Composer detected issues in your platform:\n\nYour Composer dependencies require a PHP version "&gt;= 8.2.0". You are running 8.1.29.\n',
      500,
    ),
  ]),
  words.issue('ee-account-expired', 'The bill was not paid and the site is gone', [
    whole(
      'Website Expired',
      '<h1>Website Expired</h1><p>This account has expired. If you are the site owner, click below to login.</p><a href="#">Login</a>',
    ),
  ]),
  words.issue('ee-joomla-db', 'The site of the club lost its database', [
    instead(
      'Error displaying the error page: Application Instantiation Error: Could not connect to MySQL.',
      500,
    ),
  ]),
  words.issue(
    'ee-aspnet-pt',
    'The portal of the municipality fails after the update of the server',
    [
      whole(
        'Erro de Tempo de Execução',
        "<h1>Erro de Servidor no Aplicativo '/'.<hr></h1><h2><i>Erro de Tempo de Execução</i></h2><p><b>Descrição: </b>Erro de aplicativo no servidor. As configurações de erro personalizadas atuais desse aplicativo impedem que os detalhes do erro de aplicativo sejam exibidos remotamente (por motivos de segurança).</p>",
        { lang: 'pt', status: 500 },
      ),
    ],
  ),
  words.issue('ee-coldfusion', 'Every page of the catalogue is an error with its template', [
    whole(
      'Error Occurred While Processing Request',
      '<h1>The web site you are accessing has experienced an unexpected error.<br>Please contact the website administrator.</h1><p>The following information is meant for the website developer for debugging purposes.</p><h2>Error Occurred While Processing Request</h2><p>Variable PRODUCTID is undefined.</p><p>The error occurred in D:/inetpub/catalogue/index.cfm: line 18</p>',
      { status: 500 },
    ),
  ]),
  words.issue('ee-wp-maintenance-it', 'The update stopped in the night and left its lock', [
    whole(
      'Manutenzione',
      '<div class="wp-die-message">Momentaneamente non disponibile per manutenzione programmata. Controlla di nuovo tra un minuto.</div>',
      { lang: 'it', status: 503 },
    ),
  ]),
  words.review('ee-maintenance-es', 'The maintenance mode of last week was never switched off', [
    whole(
      'Sitio en mantenimiento',
      '<h1>Sitio en mantenimiento</h1><p>Estamos trabajando para mejorar nuestra web. Volvemos en unos minutos. Disculpe las molestias.</p>',
      { lang: 'es' },
    ),
  ]),
  words.issue(
    'ee-react-router',
    'Who comes after a deployment gets the error page of the router',
    [
      application(
        `import('/assets/Home-BzK3q1xW.js').catch(e=>{document.getElementById('root').innerHTML='<h2>Unexpected Application Error!</h2><h3 style="font-style:italic">'+e.message+'</h3><pre style="padding:.5rem;background:#c8c8c880">'+e+'</pre>'})`,
      ),
    ],
    inBrowser,
  ),
]

export const setEeWords: readonly Fault[] = [...inPlace, ...inItsPlace]
