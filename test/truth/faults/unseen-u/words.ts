import { application, at, atEnd, atTop, type Fault, json, notFound } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const words = rowsOf('words of a broken site')
const garbage = rowsOf('garbage or source on the screen')
const deployment = rowsOf('deployment')

const filled = (markup: string) =>
  `document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`

export const setUWords: readonly Fault[] = [
  words.issue(
    'u-dashboard-preloader',
    'A dashboard below a path of the proxy gets none of its files, and its preloader says so.',
    [
      whole(
        'Grafana',
        `<div id="failed" style="display:none"><strong>If you're seeing this Grafana has failed to load its application files</strong><ol><li>This could be caused by your reverse proxy settings.</li><li>If you host grafana under subpath make sure your grafana.ini root_url setting includes subpath.</li></ol></div><script src="/public/build/app.4c1.js" onerror="document.getElementById('failed').style.display = 'block'"></script>`,
      ),
      at('/public/build/app.4c1.js', notFound),
    ],
    inBrowser,
  ),
  words.issue('u-panel-never-set-up', 'Nobody made the first user of the panel in time.', [
    whole(
      'Portainer',
      '<h1>New Portainer installation</h1><p>Your Portainer instance timed out for security purposes. To re-enable your Portainer instance, you will need to restart Portainer.</p>',
    ),
  ]),
  words.issue(
    'u-diagram-syntax',
    'A diagram of the documentation is not understood by the new version of its library.',
    [
      whole(
        'Architecture',
        `<main><h1>Architecture</h1>${about}<pre class="mermaid">graph TD; A[Shop] --&gt; B(</pre></main><script>setTimeout(() => { document.querySelector('.mermaid').outerHTML = '<svg width="400" height="120" role="img"><text x="20" y="40">Syntax error in text</text><text x="20" y="80">mermaid version 11.4.1</text></svg>' }, 300)</script>`,
      ),
    ],
    inBrowser,
  ),
  words.issue(
    'u-loader-of-sealed-code',
    'The new server lacks the extension that the shop needs.',
    [
      whole(
        '',
        'Site error: the ionCube PHP Loader needs to be installed. This is a widely used PHP extension for running ionCube protected PHP code, website security and malware blocking. Please visit get-loader.ioncube.com for install assistance.',
      ),
    ],
  ),
  words.issue('u-sessions-on-a-full-disk', 'The store of the sessions cannot write.', [
    atTop(
      '<p>MISCONF Redis is configured to save RDB snapshots, but it is currently not able to persist on disk. Commands that may modify the data set are disabled, because this instance is configured to report errors during writes if RDB snapshotting fails (stop-writes-on-bgsave-error option).</p>',
    ),
  ]),
  words.issue('u-shop-without-database', 'The shop does not reach its database, and answers 200.', [
    whole(
      '',
      'Link to database cannot be established: SQLSTATE[HY000] [2002] No such file or directory',
    ),
  ]),
  words.issue('u-form-deleted', 'The form of the contact page was deleted.', [
    whole(
      'Contact',
      `<h1>Write to us</h1>${about}<p class="gform_not_found">Oops! We could not locate your form.</p>`,
    ),
  ]),
  words.issue(
    'u-api-reference-empty',
    'The description that the reference is made of is not there.',
    [
      application(
        `fetch('/openapi.json').then((answer) => { if (!answer.ok) { ${filled('<h2>Orders API</h2><div><h4>Failed to load API definition.</h4><h4>Errors</h4><p>Fetch error</p><p>response status is 404 /openapi.json</p></div>')} } })`,
      ),
      at('/openapi.json', notFound),
    ],
    inBrowser,
  ),
  deployment.review('u-proof-of-work', 'A wall against robots stands before the site.', [
    whole(
      "Making sure you're not a bot!",
      `<h1>Making sure you're not a bot!</h1><p>Loading...</p><p>You are seeing this because the administrator of this website has set up Anubis to protect the server against the scourge of AI companies aggressively scraping websites.</p>`,
    ),
  ]),
  deployment.issue(
    'u-host-without-a-build',
    'The build has put its files where the host does not look.',
    [
      whole(
        'Welcome',
        '<h1>Welcome</h1><p>Your app will appear here once you complete your first deployment.</p>',
      ),
    ],
  ),
  deployment.issue(
    'u-placeholder-image',
    'The placeholder of the service runs in place of the site.',
    [
      whole(
        'Congratulations | Cloud Run',
        "<h1>It's running!</h1><p>Congratulations, you successfully deployed a container image to Cloud Run</p>",
      ),
    ],
  ),
  words.issue(
    'u-table-crashed',
    'A table is broken, and the query that asks it tells the visitors.',
    [
      atTop(
        `<div id="error"><p class="wpdberror"><strong>WordPress database error:</strong> [Table './shop/wp_options' is marked as crashed and should be repaired]<br><code>SELECT option_value FROM wp_options WHERE option_name = 'sidebars_widgets' LIMIT 1</code></p></div>`,
      ),
    ],
  ),
  words.issue('u-traffic-of-the-day-ko', 'The plan of the host has no traffic left today.', [
    whole(
      '일일 데이터 전송량 초과안내',
      '<h1>일일 데이터 전송량 초과안내</h1><p>해당 사이트는 허용된 일일 데이터 전송량을 초과하여 접속이 차단되었습니다.</p>',
      { lang: 'ko' },
    ),
  ]),
  words.issue('u-not-registered-zh', 'The host blocks a site that is not registered.', [
    whole(
      '该网站暂时无法进行访问',
      '<h4>该网站暂时无法进行访问</h4><p>因该网站未进行备案或涉及发布违禁信息，违反相关规定而无法访问。</p><p>如需恢复网站正常访问，网站管理员需及时进行相应处理。</p>',
      { lang: 'zh-CN' },
    ),
  ]),
  words.issue('u-paused-ru', 'The host has paused the site until somebody acts in its panel.', [
    whole(
      'Сайт временно приостановлен',
      '<h1>Сайт временно приостановлен</h1><p>Обратитесь в панель управления, чтобы возобновить работу.</p>',
      { lang: 'ru' },
    ),
  ]),
  words.issue('u-system-error-ja', 'The shop fails, and says so with status 200.', [
    whole(
      'システムエラー',
      '<h1>システムエラーが発生しました。</h1><p>大変お手数ですが、サイト管理者までご連絡ください。</p>',
      { lang: 'ja' },
    ),
  ]),
  words.issue('u-database-it', 'The failure was kept by a cache in front of the site as 200.', [
    whole('Errore del database', '<h1>Errore nello stabilire una connessione al database</h1>', {
      lang: 'it',
    }),
  ]),
  words.issue('u-read-error-es', 'The learning platform cannot read its tables.', [
    whole(
      'Error',
      '<h1>Campus</h1><p class="errormessage">Error al leer de la base de datos</p><button>Continuar</button>',
      { lang: 'es' },
    ),
  ]),
  words.issue('u-suspended-de', 'The bill of the host was not paid.', [
    whole(
      'Gesperrt',
      '<h1>Dieser Account wurde gesperrt</h1><p>Bitte wenden Sie sich an den Support Ihres Hosting-Anbieters.</p>',
      { lang: 'de' },
    ),
  ]),
  words.issue(
    'u-boundary-pl',
    'A component fails, and the boundary around the whole page takes its place.',
    [
      application(
        `setTimeout(() => { ${filled('<h1>Co\u015b posz\u0142o nie tak</h1><p>Wyst\u0105pi\u0142 nieoczekiwany b\u0142\u0105d. Od\u015bwie\u017c stron\u0119 lub spr\u00f3buj ponownie p\u00f3\u017aniej.</p>')} }, 500)`,
      ),
    ],
    inBrowser,
  ),
  deployment.review('u-acceptance-fr', 'A banner says that this is the site for tests.', [
    whole(
      'Librairie',
      `<div style="background:#fc0;padding:1em">Environnement de recette : ne pas utiliser en production</div><h1>Librairie du Moulin</h1>${about}`,
      { lang: 'fr' },
    ),
  ]),
  deployment.review('u-soon-pt', 'The site is announced and not there.', [
    whole('Em breve', '<h1>Novo site em breve</h1><p>Estamos preparando novidades.</p>', {
      lang: 'pt',
    }),
  ]),
  words.issue(
    'u-early-translations',
    'A plugin asks for its texts too early, and notices are shown.',
    [
      atTop(
        `<br><b>Notice</b>: Function _load_textdomain_just_in_time was called <strong>incorrectly</strong>. Translation loading for the <code>acf</code> domain was triggered too early. This is usually an indicator for some code in the plugin or theme running too early. Translations should be loaded at the <code>init</code> action or later. in <b>/var/www/html/wp-includes/functions.php</b> on line <b>6121</b><br>`,
      ),
    ],
  ),
  words.issue('u-element-unknown', 'An extension is gone, and its content elements with it.', [
    atTop(
      `<p style="background-color: yellow; padding: 0.5em 1em;"><strong>ERROR:</strong> Content Element with uid "77" and type "teaser_slider" has no rendering definition!</p>`,
    ),
  ]),
  words.issue('u-element-fails', 'One content element of the page throws.', [
    atEnd('<div class="frame">Oops, an error occurred! Code: 2026041709145708aadfae</div>'),
  ]),
  words.issue(
    'u-reactive-output',
    'The output of an application for statistics fails on the server.',
    [
      application(
        `setTimeout(() => { ${filled('<h2>Sales by region</h2><p>Region: North</p><div class="shiny-output-error">Error: An error has occurred. Check your logs or contact the app author for clarification.</div>')} }, 400)`,
      ),
    ],
    inBrowser,
  ),
  words.issue('u-include-fails', 'The files that the server includes were not uploaded.', [
    whole(
      'Parish council',
      `[an error occurred while processing this directive]<main><h1>Parish council</h1>${about}</main>[an error occurred while processing this directive]`,
    ),
  ]),
  garbage.issue(
    'u-template-breaks-off',
    'A template fails in its middle, and the rest is its message.',
    [
      whole(
        'Journal',
        `<h1>Journal</h1><p>Three new entries.</p><ul><li>template: list.html:14:22: executing "list.html" at &lt;.Post.Author&gt;: can't evaluate field Author in type main.Post`,
      ),
    ],
  ),
  words.issue(
    'u-index-locked',
    'The search has no disk left, and the page shows its answer.',
    [
      application(
        `fetch('/api/search').then((answer) => answer.json()).then((data) => { document.getElementById('root').innerHTML = '<h1>Catalogue</h1><p role="alert">' + data.error.reason + '</p>' })`,
      ),
      at(
        '/api/search',
        json({
          error: {
            type: 'cluster_block_exception',
            reason:
              'index [books] blocked by: [FORBIDDEN/12/index read-only / allow delete (api)];',
          },
        }),
      ),
    ],
    inBrowser,
  ),
  words.issue('u-callback-not-known', 'The sign-in does not know the new address of the site.', [
    moved('/realms/shop/protocol/openid-connect/auth?client_id=shop'),
    at(
      '/realms/shop/protocol/openid-connect/auth',
      text(
        400,
        'text/html; charset=utf-8',
        '<!doctype html><html lang="en"><title>Sign in to shop</title><h1>We are sorry...</h1><p>Invalid parameter: redirect_uri</p></html>',
      ),
    ),
  ]),
  garbage.issue('u-message-format', 'Messages with numbers are shown as they are written.', [
    whole(
      'Basket',
      `<h1>Your basket</h1><p>{count, plural, one {# item} other {# items}} in your basket</p><p>Delivered by {date, date, long}</p><button>Check out</button>`,
    ),
  ]),
  garbage.issue('u-file-include', 'The task that puts the parts together was not run.', [
    whole(
      'Bakery',
      `@@include('partials/header.html', {"active": "home"})<main><h1>Bread since 1921</h1>${about}</main>@@include('partials/footer.html')`,
    ),
  ]),
]
