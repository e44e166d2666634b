import {
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  headers,
  json,
  late,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, rowsOf } from '../../row.ts'
import { block, drawsPage, lessons, place, rooms, section } from './markup.ts'

const { pass } = rowsOf('harmless')
const well = rowsOf('late but well').pass

/** Healthy pages that look like a fault at first sight. */
export const setPHarmless: readonly Fault[] = [
  pass('p-article-on-critical-error', 'An article tells how to mend the error that it quotes.', [
    place(
      'Taller WordPress',
      `<article><h1>Cómo resolver «Ha habido un error crítico en esta web»</h1><p>Si al entrar en tu página ves la frase <q>Ha habido un error crítico en esta web</q>, casi siempre es culpa de un plugin. Te explico en cinco pasos cómo encontrarlo.</p><ol><li>Abre el correo que WordPress te ha enviado.</li><li>Entra en el modo de recuperación.</li><li>Desactiva los plugins uno a uno.</li></ol>${about}</article>`,
      { lang: 'es' },
    ),
  ]),
  pass('p-troubleshooting-of-map', 'The documentation explains a message of a map.', [
    atEnd(
      block(
        "<h2>Troubleshooting</h2><p>The map is grey and reads <code>This page can't load Google Maps correctly.</code> The key of your project has no billing account. Open the console, and add one.</p><pre><code>Google Maps JavaScript API error: BillingNotEnabledMapError</code></pre>",
      ),
    ),
  ]),
  pass('p-history-of-status', 'A page of past incidents, all of which are over.', [
    place(
      'Status',
      '<h1>All systems operational</h1><h2>Past incidents</h2><h3>18 November</h3><p><strong>Resolved</strong> – Checkout answered with 500 Internal Server Error for eleven minutes. <strong>Identified</strong> – A database connection could not be established.</p><h3>2 November</h3><p>No incidents reported.</p>',
    ),
  ]),
  pass('p-shirts-with-codes', 'A shop sells shirts with the numbers of errors.', [
    place(
      'Camisetas Nerd',
      '<h1>Camisetas</h1><ul><li>404 Not Found — 18 €</li><li>500 Internal Server Error — 18 €</li><li>undefined is not a function — 19 €</li><li>Sudadera «NaN» — 32 €</li><li>Taza «Out of order» — 9 €</li></ul><p>Enviamos a toda España en 48 horas.</p>',
      { lang: 'es' },
    ),
  ]),
  pass('p-docs-of-templates', 'The manual shows the marks of a template language as code.', [
    atEnd(
      block(
        '<h2>Variables</h2><p>Write <code>{{ page.title }}</code> where the title belongs.</p><pre><code>{% for item in site.data.menu %}\n  &lt;li&gt;{{ item.name }}&lt;/li&gt;\n{% endfor %}</code></pre>',
      ),
    ),
  ]),
  pass('p-works-announced', 'A notice of works on a night to come.', [
    atTop(
      '<div role="status" style="position:relative;padding:10px;background:#fff3cd;color:#533f03">Wartungsarbeiten: In der Nacht vom 5. auf den 6. Dezember ist das Kundenkonto von 1 bis 4 Uhr nicht erreichbar.</div>',
    ),
  ]),
  pass(
    'p-closed-for-holidays',
    'The restaurant is closed for the holidays, and the page is well.',
    [
      place(
        'Mesón La Parra',
        '<h1>Mesón La Parra</h1><p><strong>Cerrado por vacaciones hasta el 7 de enero.</strong></p><h2>Carta</h2><ul><li>Croquetas de cocido, 9 €</li><li>Bacalao al pilpil, 21 €</li><li>Tarta de queso, 6 €</li></ul><p>Reservas por teléfono a partir del 8 de enero.</p>',
        { lang: 'es' },
      ),
    ],
  ),
  pass('p-one-date-sold-out', 'One date is sold out, the others can be booked.', [
    place(
      'Teatro da Vila',
      '<h1>Bilhetes</h1><ul><li>12 de dezembro — Esgotado</li><li>13 de dezembro — 14 € <button type="button">Comprar</button></li><li>14 de dezembro — 14 € <button type="button">Comprar</button></li></ul><p>Não há lugares disponíveis para grupos no sábado.</p>',
      { lang: 'pt' },
    ),
  ]),
  pass('p-map-after-consent', 'The map waits for the visitor to agree. Confirmed.', [
    atEnd(
      block(
        '<h2>Anfahrt</h2><div style="height:220px;background:#ddd;padding:24px"><p>Mit dem Laden der Karte akzeptieren Sie die Datenschutzerklärung von Google.</p><button type="button">Karte laden</button></div>',
      ),
    ),
  ]),
  pass('p-messages-kept-hidden', 'The messages of the form are in the page, and not shown.', [
    atEnd(
      block(
        '<h2>Contacto</h2><form><label>Correo <input type="email"></label><p class="error" hidden>Se ha producido un error. Inténtelo de nuevo.</p><p style="display:none">No se pudo conectar con el servicio.</p><button type="button">Enviar</button></form><noscript>You need to enable JavaScript to run this app.</noscript><template><h2>500</h2><p>Internal Server Error</p></template>',
      ),
    ),
  ]),
  pass('p-banner-of-cookies', 'A banner of consent covers the lower edge.', [
    atEnd(
      '<div role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;z-index:9999;padding:20px;background:#fff;color:#222;border-top:1px solid #999;font:15px sans-serif"><p>Usamos cookies propias y de terceros para medir las visitas.</p><button type="button">Rechazar</button> <button type="button">Aceptar</button></div>',
    ),
  ]),
  pass('p-closed-parts', 'Questions and answers, closed until somebody asks.', [
    place(
      'Hostal Miramar',
      `<h1>Preguntas frecuentes</h1>${['¿Hay aparcamiento?', '¿Se admiten mascotas?', '¿A qué hora es la entrada?'].map((one) => `<details><summary>${one}</summary><p>Sí, aunque conviene avisar el día anterior por teléfono.</p></details>`).join('')}${rooms}`,
      { lang: 'es' },
    ),
  ]),
  pass('p-visitor-not-signed-in', 'The page asks who the visitor is, and 401 means nobody.', [
    ...section(
      '<p id="me">…</p>',
      "fetch('/api/me').then((one) => { document.getElementById('me').textContent = one.ok ? 'Mi cuenta' : 'Iniciar sesión' })",
    ),
    at('/api/me', { ...json({ message: 'Unauthenticated.' }), status: 401 }),
  ]),
  pass('p-no-offer-today', 'An offer of the day is optional: 404 means that there is none.', [
    ...section(
      '<p id="offer">Alle Preise enthalten die Mehrwertsteuer.</p>',
      "fetch('/api/tagesangebot').then((one) => (one.ok ? one.json() : null)).then((one) => { if (one) document.getElementById('offer').textContent = one.text })",
    ),
    at('/api/tagesangebot', notFound),
  ]),
  pass('p-typing-ahead-aborted', 'The page gives up a request that a newer one replaces.', [
    bundle(
      "const stop = new AbortController(); fetch('/api/sugerencias?q=a', { signal: stop.signal }).catch(() => {}); stop.abort(); fetch('/api/sugerencias?q=ab').then((one) => one.json())",
    ),
    at('/api/sugerencias', json(['abrigo', 'abanico'])),
  ]),
  pass('p-counter-of-visits', 'A counter of visits answers with 202 and no data.', [
    bundle(
      "window.plausible = window.plausible || function () {}; fetch('/api/event', { method: 'POST', keepalive: true, body: JSON.stringify({ n: 'pageview' }) }).catch(() => {})",
    ),
    at('/api/event', text(202, 'text/plain', 'ok')),
  ]),
  pass('p-lesson-on-loading-states', 'A lesson shows a spinner and its words as an example.', [
    place(
      'Escuela de Código',
      `<h1>Estados de carga</h1><p>Mientras llegan los datos, muestra un texto breve como <em>Cargando…</em>, y si fallan, una frase como <em>Algo salió mal. Inténtalo de nuevo.</em></p><pre><code>if (error) return &lt;p&gt;Algo salió mal&lt;/p&gt;\nif (!data) return &lt;p&gt;Cargando…&lt;/p&gt;</code></pre>${about}`,
      { lang: 'es' },
    ),
  ]),
  pass('p-policy-only-reports', 'A stricter policy is tried out, and only reports.', [
    headers({ 'content-security-policy-report-only': "default-src 'self'; style-src 'self'" }),
  ]),
  pass('p-warnings-of-libraries', 'Libraries warn the developer; no visitor sees it.', [
    bundle(
      "console.warn('JQMIGRATE: Migrate is installed, version 3.4.1'); console.warn('[Deprecation] Listener added for a synchronous DOM Mutation Event.'); console.info('Download the React DevTools for a better development experience')",
    ),
  ]),
  pass('p-site-in-thai', 'A healthy site in another script.', [
    place(
      'ร้านกาแฟริมน้ำ',
      '<h1>ร้านกาแฟริมน้ำ</h1><p>เราเปิดทุกวันตั้งแต่เจ็ดโมงเช้าถึงหกโมงเย็น มีกาแฟคั่วสดและขนมอบใหม่ทุกวัน</p><ul><li>ลาเต้ร้อน 60 บาท</li><li>ชาไทยเย็น 45 บาท</li><li>เค้กมะพร้าว 80 บาท</li></ul>',
      { lang: 'th' },
    ),
  ]),
  pass('p-sent-to-language', 'The start page sends the visitor to a language.', [
    (request) =>
      request.isPage
        ? { status: 302, headers: { location: '/de/willkommen' }, body: new Uint8Array() }
        : undefined,
    at(
      '/de/willkommen',
      text(
        200,
        'text/html; charset=utf-8',
        `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Musikschule Nordtal</title></head><body><h1>Willkommen</h1>${lessons}</body></html>`,
      ),
    ),
  ]),
  well('p-slow-shared-host', 'A cheap host that takes three seconds for the page.', [
    late(
      3000,
      document((html) => html),
    ),
  ]),
  well('p-rows-after-skeleton', 'Grey bars give way to the rows after a moment.', [
    drawsPage(
      '<h1>Próximos eventos</h1><ul id="rows" aria-busy="true"><li style="background:#ddd;height:20px"></li><li style="background:#ddd;height:20px"></li></ul>',
      "setTimeout(() => fetch('/api/eventos').then((one) => one.json()).then((rows) => { const list = document.getElementById('rows'); list.removeAttribute('aria-busy'); list.innerHTML = rows.map((one) => '<li>' + one + '</li>').join('') }), 1500)",
    ),
    at(
      '/api/eventos',
      json(['Feria del libro, 4 de diciembre', 'Concierto de Navidad', 'Mercadillo']),
    ),
  ]),
  well('p-counter-retries', 'The first answer of a counter fails, and the second try has it.', [
    ...section(
      '<p>Besucher heute: <span id="n">–</span></p>',
      "const ask = (left) => fetch('/api/zaehler?n=' + left).then((one) => { if (!one.ok) throw new Error('busy'); return one.json() }).then((one) => { document.getElementById('n').textContent = one.n }).catch(() => left > 0 && setTimeout(ask, 800, left - 1)); ask(2)",
    ),
    at('/api/zaehler', (request) =>
      request.n === 1 ? { ...json({ error: 'busy' }), status: 503 } : json({ n: 418 }),
    ),
  ]),
]
