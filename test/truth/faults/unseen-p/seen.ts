import { atEnd, atTop, bundle, type Fault, inHead, instead, json } from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf } from '../../row.ts'
import { block, drawsPage, lessons, misread, place, rooms, section } from './markup.ts'

const garbage = rowsOf('garbage or source on the screen').issue
const hidden = rowsOf('cannot be seen').issue
const waiting = rowsOf('never ready')
const failsLate = rowsOf('fails late').issue

/** Content that is visible but not meant for visitors, or meant for them but not visible. */
export const setPSeen: readonly Fault[] = [
  garbage(
    'p-keys-of-translations',
    'The files of the translations were not copied into the release.',
    [
      place(
        'Reservas',
        '<h1>booking.title</h1><p>booking.intro.text</p><ul><li>booking.rooms.single.label</li><li>booking.rooms.double.label</li><li>booking.rooms.family.label</li></ul><button type="button">booking.actions.reserve_now</button><p>footer.legal.copyright</p>',
        { lang: 'es' },
      ),
    ],
    inBrowser,
  ),
  garbage('p-polish-misread', 'The database was imported with the wrong charset.', [
    place(
      'Przedszkole Miejskie',
      `<h1>${misread('Aktualności')}</h1><p>${misread('Zapraszamy na dzień otwarty w przedszkolu. Zajęcia odbędą się w środę i w piątek, a także w przyszłą sobotę.')}</p><p>${misread('Dyżur dyrektora: poniedziałek, 9.00–12.00. Prosimy o wcześniejsze zgłoszenie.')}</p>`,
      { lang: 'pl' },
    ),
  ]),
  garbage('p-latin-bytes-in-utf8', 'The files were saved in Latin-1, and the server says UTF-8.', [
    (request) => {
      if (!request.isPage) return undefined
      const html =
        '<!doctype html><html lang="pt"><head><meta charset="utf-8"><title>Município</title></head><body><h1>Câmara Municipal</h1><p>A reunião pública realiza-se às quintas-feiras. As inscrições são gratuitas e não há limite de lotação.</p><p>Informações: secretaria, edifício da estação.</p></body></html>'
      const body = new Uint8Array(Buffer.from(html, 'latin1'))
      return { ...text(200, 'text/html; charset=utf-8', ''), body }
    },
  ]),
  garbage('p-template-not-built', 'The sources were uploaded in place of the built site.', [
    instead(
      '---\nlayout: default\ntitle: Inicio\npermalink: /\n---\n{% include header.html lang="es" %}\n<section class="hero">\n  <h1>{{ site.data.home.title }}</h1>\n  <p>{{ site.data.home.lead | markdownify }}</p>\n</section>\n{% for item in site.data.menu %}\n  <article><h2>{{ item.name }}</h2><p>{{ item.price }} €</p></article>\n{% endfor %}\n',
    ),
  ]),
  garbage(
    'p-braces-of-products',
    'The framework that fills the cards comes from a CDN that is no longer there.',
    [
      atEnd(
        ({ stranger }) =>
          `${block('<div id="tienda"><h2>Productos destacados</h2><ul><li v-for="p in productos">{{ p.nombre }} — {{ formatoPrecio(p.precio) }}</li></ul><p>{{ productos.length }} productos en oferta hasta el {{ fechaFin }}</p></div>')}<script src="https://cdn.${stranger}/vue@2.6.14/vue.min.js"></script><script>new Vue({ el: '#tienda', data: { productos: [] } })</script>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`cdn.${stranger}`]: 'nothing' }) },
  ),
  garbage(
    'p-prices-not-a-number',
    'The new API sends prices as objects.',
    [
      drawsPage(
        '<h1>Ofertas de la semana</h1><ul id="ofertas"></ul>',
        "const price = (one) => (one * 1.21).toFixed(2) + ' €'; document.getElementById('ofertas').innerHTML = ['Aceite', 'Queso', 'Vino'].map((name) => '<li>' + name + ' · ' + price({ amount: 12 }) + '</li>').join('') + '<li>Total: ' + price(undefined) + '</li>'",
      ),
    ],
    inBrowser,
  ),
  garbage(
    'p-dates-of-events',
    'The calendar of the school sends dates that the page cannot read.',
    [
      ...section(
        '<h2>Termine</h2><ul id="termine"></ul>',
        "document.getElementById('termine').innerHTML = ['Adventsbasar', 'Elternabend', 'Konzert'].map((name) => '<li>' + new Date('12.24.2026 um 18 Uhr').toLocaleDateString('de') + ' – ' + name + '</li>').join('')",
      ),
    ],
    inBrowser,
  ),
  garbage('p-data-in-place-of-page', 'The cache stored the answer for the application.', [
    (request) =>
      request.isPage
        ? json({
            component: 'Inicio',
            props: { errors: {}, auth: { user: null }, platos: [{ id: 4, nombre: 'Paella' }] },
            url: '/',
            version: '6c1f0e2b',
          })
        : undefined,
  ]),
  garbage(
    'p-builder-shortcodes',
    'The page builder was switched off and left its shortcodes.',
    [
      place(
        'Musikschule Nordtal',
        `[vc_row full_width="stretch_row"][vc_column width="1/2"][vc_column_text]${lessons}[/vc_column_text][/vc_column][vc_column width="1/2"][vc_single_image image="418" img_size="large"][/vc_column][/vc_row]`,
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  garbage(
    'p-escaped-description',
    'The descriptions are escaped twice since the import.',
    [
      atEnd(
        block(
          '<h2>Description</h2><p>&lt;p&gt;Woven in &lt;strong&gt;Oaxaca&lt;/strong&gt; from local wool.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;120 × 80 cm&lt;/li&gt;&lt;li&gt;Hand wash only&lt;/li&gt;&lt;/ul&gt;</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  hidden(
    'p-consent-wall-stays',
    'The script of the consent wall has gone; its buttons do nothing, and the wall covers the page.',
    [
      atEnd(
        ({ stranger }) =>
          `<style>html,body{overflow:hidden!important}</style><div id="cmp-wall" style="position:fixed;inset:0;z-index:2147483647;background:#fff"></div><script src="https://consent.${stranger}/cmp/v3/loader.js" async></script>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`consent.${stranger}`]: 'refuses' }) },
  ),
  hidden(
    'p-animations-never-begin',
    'Each section waits for a library of animations that the page no longer loads.',
    [
      place(
        'Posada del Río',
        `<section data-aos="fade-up"><h1>Posada del Río</h1>${rooms}</section><section data-aos="fade-up"><h2>La casa</h2>${about}</section>`,
        {
          lang: 'es',
          head: '<style>[data-aos]{opacity:0;transform:translate3d(0,100px,0);transition:all .4s}[data-aos].aos-animate{opacity:1;transform:none}</style>',
        },
      ),
    ],
    inBrowser,
  ),
  hidden(
    'p-snippet-against-flicker',
    'The snippet of a test that ended hides the page and never shows it.',
    [
      inHead(
        '<style>.async-hide{opacity:0 !important}</style><script>document.documentElement.className += " async-hide"</script>',
      ),
    ],
    inBrowser,
  ),
  hidden(
    'p-preloader-stays',
    'The preloader is taken away by a library that the page no longer loads.',
    [
      atTop(
        '<div id="preloader" style="position:fixed;top:0;left:0;width:100%;height:100%;background:#fff;z-index:999999"></div>',
      ),
      bundle("gsap.to('#preloader', { autoAlpha: 0, duration: 0.6, delay: 0.2 })"),
    ],
    inBrowser,
  ),
  hidden(
    'p-white-on-white',
    'The new theme of the colours overrides the background, and not the text.',
    [inHead('<style>html,body,body *{color:#fff!important;background:#fff!important}</style>')],
    inBrowser,
  ),
  waiting.review(
    'p-menu-keeps-loading',
    'The shell of the menu waits for an API that accepts and does not answer.',
    [
      drawsPage(
        '<h1>Carta</h1><div role="status" aria-busy="true">Cargando la carta…</div>',
        "fetch('/api/carta').then((one) => one.json()).then((one) => console.log(one))",
      ),
      (request) => (request.path === '/api/carta' ? 'hang' : undefined),
    ],
    inBrowser,
  ),
  waiting.issue(
    'p-reloads-for-ever',
    'A chunk of the build before is gone, and the page reloads itself for it.',
    [bundle("import('/assets/Reservas-b81c.js').catch(() => location.reload())")],
    inBrowser,
  ),
  failsLate(
    'p-session-over-for-everybody',
    'A guard of the new release treats each visitor as one whose session is over. Confirmed.',
    [
      bundle(
        'setTimeout(() => { document.body.innerHTML = \'<div role="alertdialog" style="margin:120px auto;width:360px;padding:24px;border:1px solid #999;font:16px sans-serif"><h2>Aviso</h2><p>Su sesión ha expirado. Inicie sesión nuevamente.</p><button>Aceptar</button></div>\' }, 2000)',
      ),
    ],
    inBrowser,
  ),
  failsLate(
    'p-page-empties-itself',
    'A component fails after the first effect, and the tree is unmounted.',
    [
      bundle(
        'setTimeout(() => { document.body.replaceChildren(); throw new TypeError("Cannot read properties of null (reading \'horarios\')") }, 2200)',
      ),
    ],
    inBrowser,
  ),
  failsLate(
    'p-availability-times-out',
    'The back end of the hotel is gone; after its timeout the page says so.',
    [
      ...section(
        '<h2>Disponibilidad</h2><div id="disp" aria-live="polite">Consultando…</div>',
        "fetch('/api/disponibilidad', { signal: AbortSignal.timeout(3000) }).catch(() => { document.getElementById('disp').innerHTML = '<strong>No se pudo conectar con el servicio.</strong> El servicio no está disponible en este momento.' })",
      ),
      (request) => (request.path === '/api/disponibilidad' ? 'hang' : undefined),
    ],
    inBrowser,
  ),
]
