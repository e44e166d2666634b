import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  type Interceptor,
  json,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { issue } = rowsOf('words of a broken site')

const raw =
  (status: number, type: string, body: string): Interceptor =>
  (request) =>
    request.isPage ? text(status, type, body) : undefined

const block = (inner: string) =>
  `<section style="position:relative;padding:5rem 2rem 2rem;background:#fff;color:#1d2327">${inner}</section>`

const plain = 'text/plain; charset=utf-8'

/** Documents of a proxy, a platform or a framework in place of the page. */
const inPlaceOfThePage: readonly Fault[] = [
  issue('aa-istio-rbac', 'The new AuthorizationPolicy lets nobody in.', [
    raw(403, plain, 'RBAC: access denied'),
  ]),
  issue('aa-gke-default-backend', 'The ingress lost its host rule in the rollout.', [
    raw(404, plain, 'response 404 (backend NotFound), service rules for the path non-existent'),
  ]),
  issue('aa-ingress-nginx-backend', 'The Ingress object was pruned by Argo CD.', [
    raw(404, plain, 'default backend - 404'),
  ]),
  issue('aa-kong-ring-balancer', 'Kong has no healthy target for the upstream.', [
    raw(
      503,
      'application/json; charset=utf-8',
      '{\n  "message":"failure to get a peer from the ring-balancer",\n  "request_id":"6f2e0b4c9f1d7a3370b1ce2f7c8a5d11"\n}',
    ),
  ]),
  issue('aa-vite-preview-host', 'Production runs `vite preview` and refuses its own name.', [
    (request, _upstream, site) =>
      request.isPage
        ? text(
            403,
            plain,
            `Blocked request. This host ("${site.host}") is not allowed.\nTo allow this host, add "${site.host}" to \`preview.allowedHosts\` in vite.config.js.`,
          )
        : undefined,
  ]),
  issue('aa-front-door', 'Front Door has no origin left in this region.', [
    whole(
      'Service unavailable',
      "<h2>Our services aren't available right now</h2><p>We're working to restore all services as soon as possible. Please check back soon.</p>20260302T071411Z-16f4c7d5b9x2kqv9hC1AMS0n4s00000007b000000000f3k1",
      { status: 503 },
    ),
  ]),
  issue('aa-netlify-paused', 'The team ran out of credits and the project was paused.', [
    whole(
      'Site not available',
      '<main><div class="card"><h1>Site not available</h1><p>This site was paused as it reached its usage limits. Please contact the site owner for more information.</p><p>If this is your site, please visit Netlify’s <a href="https://docs.netlify.com/manage/accounts-and-billing/billing/resume-paused-projects/">Billing docs page</a> or log into your Netlify account to upgrade your plan.</p></div></main>',
      { status: 503 },
    ),
  ]),
  issue('aa-web-app-stopped', 'The App Service plan was stopped by the cost script.', [
    whole(
      'Microsoft Azure Web App - Error 403',
      '<div id="content"><h1>Error 403 - This web app is stopped.</h1><p>The web app you have attempted to reach is currently stopped and does not accept any requests. Please try to reload the page or visit it again soon.</p><p>If you are the web app administrator, please find the common 403 error scenarios and resolution <a href="https://go.microsoft.com/fwlink/?linkid=2095007">here</a>.</p></div>',
      { status: 403 },
    ),
  ]),
  issue('aa-cloud-run-malformed', 'The container dies while it answers.', [
    raw(
      503,
      plain,
      'The request failed because either the HTTP response was malformed or connection to the instance had an error.',
    ),
  ]),
  issue('aa-sveltekit-500', 'A load function without its secret: the static error page.', [
    whole(
      'Internal Error',
      '<div class="error"><span class="status">500</span><div class="message"><h1>Internal Error</h1></div></div>',
      { status: 500 },
    ),
  ]),
  issue(
    'aa-nuxt-generated-500',
    'The API was down during `nuxt generate`, and the error page was shipped.',
    [
      whole(
        '500 - Server error',
        '<div id="__nuxt"><div class="antialiased bg-white dark:bg-black min-h-screen place-content-center"><div class="max-w-520px text-center"><h1 class="text-8xl font-medium mb-8">500</h1><p class="text-xl px-8 font-light">This page is temporarily unavailable.</p></div></div></div>',
      ),
    ],
  ),
  issue('aa-wsgi-handler', 'The Django settings module fails to import.', [
    raw(500, plain, 'A server error occurred.  Please contact the administrator.'),
  ]),
  issue('aa-laravel-manifest', 'The image was built without the front end.', [
    whole(
      'Vite manifest not found at: /var/www/html/public/build/manifest.json',
      '<div><span>Illuminate\\Foundation\\ViteManifestNotFoundException</span><h1>Vite manifest not found at: /var/www/html/public/build/manifest.json</h1><p>PHP 8.3.11 · Laravel 11.30.0</p><pre>vendor/laravel/framework/src/Illuminate/Foundation/Vite.php:946\nresources/views/layouts/app.blade.php:14</pre></div>',
      { status: 500 },
    ),
  ]),
  issue(
    'aa-keycloak-client',
    'The client id was missing in this build, and everybody ends at Keycloak’s error page.',
    [
      moved(
        (site) =>
          `https://login.${site.domain}/realms/shop/protocol/openid-connect/auth?client_id=undefined&response_type=code&scope=openid&redirect_uri=${encodeURIComponent(site.url)}`,
      ),
    ],
    {
      hosts: (site) => ({
        [`login.${site.domain}`]: () =>
          text(
            400,
            'text/html; charset=utf-8',
            '<!doctype html><html class="login-pf" lang="en"><head><meta charset="utf-8"><title>Sign in to shop</title></head><body><div id="kc-header-wrapper">SHOP</div><div class="login-pf-page"><header><h1 id="kc-page-title">We are sorry...</h1></header><div id="kc-error-message"><p class="instruction">Client not found.</p></div></div></body></html>',
          ),
      }),
    },
  ),
  issue('aa-magento-report', 'The deployment left generated code of two versions.', [
    whole(
      'There has been an error processing your request',
      '<main class="page-main"><h1>There has been an error processing your request</h1><p>Exception printing is disabled by default for security reasons.</p><p>Error log record number: <strong>f3b1d0a7c2964e8d19a7</strong></p></main>',
      { status: 503 },
    ),
  ]),
  issue('aa-codeigniter', 'The writable folder is not mounted in the new pods.', [
    whole(
      'Whoops!',
      '<div class="container text-center"><h1 class="headline">Whoops!</h1><p class="lead">We seem to have hit a snag. Please try again later...</p></div>',
      { status: 500 },
    ),
  ]),
  issue('aa-play-exception', 'The evolutions were not applied in this region.', [
    whole(
      'Error',
      '<h1>Oops, an error occurred</h1><p id="detail">This exception has been logged with id <strong>8a4jk2l9m</strong>.</p>',
      { status: 500 },
    ),
  ]),
  issue('aa-rails-500-es', 'The Spanish static page of Rails is what everybody gets.', [
    whole(
      'Lo sentimos, pero algo salió mal (500)',
      '<div class="rails-default-error-page"><div class="dialog"><div><h1>Lo sentimos, pero algo salió mal.</h1></div><p>Si eres el administrador de esta aplicación, revisa los registros para más información.</p></div></div>',
      { lang: 'es', status: 500 },
    ),
  ]),
  issue('aa-aspnet-error-view', 'Every request ends in the default error view.', [
    whole(
      'Error - Contoso.Web',
      '<header><nav><a href="/">Contoso.Web</a></nav></header><main role="main"><h1 class="text-danger">Error.</h1><h2 class="text-danger">An error occurred while processing your request.</h2><p><strong>Request ID:</strong> <code>00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00</code></p></main><footer>&copy; 2026 - Contoso.Web</footer>',
      { status: 500 },
    ),
  ]),
  issue('aa-gateway-json', 'Spring Cloud Gateway finds no instance in Eureka.', [
    raw(
      503,
      'application/json',
      '{"timestamp":"2026-03-02T07:14:11.120+00:00","path":"/","status":503,"error":"Service Unavailable","requestId":"b9a1c4f2-17"}',
    ),
  ]),
  issue('aa-busy-ko', 'Our own error page, cached with 200.', [
    whole(
      '서비스 이용 안내',
      '<div class="err"><strong>일시적인 오류로 서비스에 접속할 수 없습니다.</strong><p>잠시 후 다시 시도해 주시기 바랍니다. 이용에 불편을 드려 죄송합니다.</p><a href="/">메인으로</a></div>',
      { lang: 'ko' },
    ),
  ]),
  issue(
    'aa-react-router',
    'The API wraps its list since this morning, and the route throws.',
    [
      at('/api/orders', json({ data: { items: [] }, meta: { version: 3 } })),
      application(
        `fetch('/api/orders').then((r)=>r.json()).then((b)=>b.items.map((o)=>o.id)).catch((e)=>{console.error('React Router caught the following error during render',e);const h=document.createElement('h2');h.textContent='Unexpected Application Error!';const m=document.createElement('h3');m.style.fontStyle='italic';m.textContent=e.message;const p=document.createElement('pre');p.textContent=e.stack;document.getElementById('root').replaceChildren(h,m,p)})`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'aa-dash-layout',
    'The worker of the Dash app dies on its layout.',
    [
      at('/_dash-layout', serverError),
      application(
        `document.getElementById('root').innerHTML='<div class="_dash-loading">Loading...</div>';fetch('/_dash-layout').then((r)=>{if(r.status!==200)document.getElementById('root').innerHTML='<div class="_dash-error">Error loading layout</div>'})`,
      ),
    ],
    inBrowser,
  ),
]

const inThePage: readonly Fault[] = [
  issue('aa-envoy-fragment', 'The header service is down and its error became the header.', [
    atTop(
      block(
        'upstream connect error or disconnect/reset before headers. retried and the latest reset reason: remote connection failure, transport failure reason: delayed connect error: Connection refused',
      ),
    ),
  ]),
  issue('aa-typo3-oops', 'A content element fails since the update of the extension.', [
    atTop(
      block(
        '<div id="c412" class="frame">Oops, an error occurred! Code: 202603020714110b7f3a9c</div>',
      ),
    ),
  ]),
  issue('aa-wp-critical-nl', 'A widget of the footer kills PHP.', [
    atEnd(
      '<div class="wp-die-message" style="padding:2rem;background:#fff;color:#3c434a"><p>Er heeft zich een kritieke fout voorgedaan op deze site.</p><p><a href="https://wordpress.org/documentation/article/faq-troubleshooting/">Meer informatie over probleemoplossing in WordPress.</a></p></div>',
    ),
  ]),
  issue('aa-maps-key', 'The browser key of the map lost its billing account.', [
    atTop(
      block(
        '<h2>How to find us</h2><div id="map" style="height:260px;background:#e5e3df"><div class="gm-err-container"><div class="gm-err-content"><div class="gm-err-title">Oops! Something went wrong.</div><div class="gm-err-message">This page didn\'t load Google Maps correctly. See the JavaScript console for technical details.</div></div></div></div>',
      ),
    ),
  ]),
  issue('aa-storyblok-component', 'The content uses a block that this release does not know.', [
    atTop(block('<p>The component <strong>hero_split</strong> has not been created yet.</p>')),
  ]),
  issue('aa-kendo-licence', 'The licence file was not in the build agent.', [
    atTop(
      '<div style="position:relative;z-index:2000;padding:12px 24px;background:#ffc0b3;color:#1f1f1f;font:14px sans-serif"><strong>No valid license found for Kendo UI for Angular.</strong> Learn how to activate your license: <a href="https://prgress.co/3PyHIoH">https://prgress.co/3PyHIoH</a></div>',
    ),
  ]),
  issue('aa-ssi-directive', 'The include moved and Apache says so in its place.', [
    atTop(block('[an error occurred while processing this directive]')),
  ]),
  issue('aa-liquid-divided', 'A product without a price breaks the section of the theme.', [
    atTop(
      block(
        '<h2>Featured this week</h2><p>Oak side table</p><span class="price">Liquid error (sections/featured-collection line 31): divided by 0</span>',
      ),
    ),
  ]),
  issue('aa-feed-not-found', 'The feed was not migrated with the database.', [
    atTop(
      block(
        '<div id="sb_instagram"><div class="sbi_mod_error" style="display:block"><p><strong>Error: No feed with the ID 1 found.</strong></p><p>Please go to the Instagram Feed settings page to create a feed.</p></div></div>',
      ),
    ),
  ]),
  issue(
    'aa-mui-watermark',
    'The licence key is an empty string in this build.',
    [
      bundle(
        `const w=document.createElement('div');w.style.cssText='position:absolute;pointer-events:none;color:#8282829e;z-index:100000;width:100%;text-align:center;bottom:50%;font-size:24px';w.textContent='MUI X Missing license key';console.error('MUI X: Missing license key.');document.getElementById('grid').append(w)`,
      ),
      atTop(
        block(
          '<h2>Rates</h2><div id="grid" style="position:relative;height:220px"><table><tr><th>Term</th><th>Rate</th></tr><tr><td>12 months</td><td>2.15 %</td></tr></table></div>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'aa-graphql-field',
    'The field was renamed in the schema, and the message is printed.',
    [
      at('/graphql', {
        ...json({
          errors: [
            {
              message:
                'Cannot query field "priceRange" on type "Product". Did you mean "priceRangeV2"?',
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
        status: 400,
      }),
      bundle(
        `fetch('/graphql',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({query:'{products{priceRange}}'})}).then((r)=>r.json()).then((b)=>{document.getElementById('products').textContent='Error! '+b.errors[0].message})`,
      ),
      atTop(block('<h2>Our range</h2><div id="products">…</div>')),
    ],
    inBrowser,
  ),
  issue(
    'aa-prix-fr',
    'Le service des prix ne répond plus.',
    [
      at('/api/tarifs', { ...serverError, status: 503 }),
      bundle(
        `fetch('/api/tarifs').then((r)=>{if(!r.ok)throw new Error(r.status)}).catch(()=>{document.getElementById('tarifs').innerHTML='<p role="alert">Oups ! Impossible de charger les tarifs pour le moment. Veuillez réessayer plus tard.</p>'})`,
      ),
      atTop(block('<h2>Nos tarifs</h2><div id="tarifs"></div>')),
    ],
    inBrowser,
  ),
  issue(
    'aa-data-ja',
    '在庫APIが落ちている。',
    [
      at('/api/stock', { ...serverError, status: 504 }),
      bundle(
        `fetch('/api/stock').then((r)=>{if(!r.ok)document.getElementById('stock').textContent='データの取得に失敗しました。時間をおいて再度お試しください。'})`,
      ),
      atTop(block('<h2>在庫状況</h2><div id="stock"></div>')),
    ],
    inBrowser,
  ),
  issue(
    'aa-boundary-pl',
    'Zmienił się kształt odpowiedzi i sekcja padła.',
    [
      at('/api/oferty', json({ wyniki: null })),
      bundle(
        `fetch('/api/oferty').then((r)=>r.json()).then((b)=>b.wyniki.slice(0,3)).catch((e)=>{console.error(e);document.getElementById('oferty').innerHTML='<h3>Coś poszło nie tak</h3><p>Nie udało się wczytać ofert.</p><button type="button">Spróbuj ponownie</button>'})`,
      ),
      atTop(block('<h2>Oferty tygodnia</h2><div id="oferty"></div>')),
    ],
    inBrowser,
  ),
  issue(
    'aa-liveview-origin',
    'check_origin does not know the new domain, and the socket never joins.',
    [
      bundle(
        `const s=new WebSocket('wss://'+location.host+'/live/websocket?vsn=2.0.0');s.onerror=()=>{document.getElementById('server-error').hidden=false}`,
      ),
      atTop(
        '<div id="flash-group"><div id="server-error" role="alert" hidden style="position:fixed;top:8px;right:8px;z-index:99999;padding:12px;background:#ffe4e6;color:#881337"><p>Something went wrong!</p><p>Hang in there while we get back on track</p></div></div>',
      ),
    ],
    inBrowser,
  ),
  issue(
    'aa-unity-encoding',
    'The bucket serves .br files without their encoding.',
    [
      bundle(
        `const d=document.createElement('div');d.style.cssText='background:red;color:#fff;padding:10px';d.textContent='Unable to parse Build/configurator.framework.js.br! This can happen if build compression was enabled but web server hosting the content was misconfigured to not serve the file with HTTP Response Header "Content-Encoding: br" present. Check browser Console and Devtools Network tab to debug.';document.getElementById('unity-warning').append(d)`,
      ),
      atTop(
        block(
          '<h2>Configurator</h2><div id="unity-container"><canvas id="unity-canvas" width="480" height="200" style="background:#231f20"></canvas><div id="unity-warning"></div></div>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'aa-chunk-boundary',
    'The old HTML is still at the edge, its chunks are gone.',
    [
      bundle(
        `const u='/assets/chunks/412.8f1c02ab.js';const s=document.createElement('script');s.src=u;s.onerror=()=>{document.getElementById('configurator').innerHTML='<p role="alert">Loading chunk 412 failed.<br>(error: '+location.origin+u+')</p>'};document.head.append(s)`,
      ),
      atTop(block('<h2>Build your own</h2><div id="configurator"></div>')),
    ],
    inBrowser,
  ),
]

export const setAaWords: readonly Fault[] = [...inPlaceOfThePage, ...inThePage]
