import { at, bundle, type Fault, json, serverError } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'
import { drawsPage, section } from './markup.ts'

const { issue, review } = rowsOf('requests that fail in silence')

const fills = (path: string, options = '') =>
  `fetch(${JSON.stringify(path)}${options}).then((one) => { if (!one.ok) throw new Error(one.status); return one.json() }).then((rows) => { document.getElementById('rows').innerHTML = rows.map((one) => '<li>' + one.name + '</li>').join('') }).catch(() => {})`

/** Pages that load, but whose requests fail. */
export const setPRequests: readonly Fault[] = [
  issue(
    'p-products-500',
    'The list of products stays empty: its API fails.',
    [
      ...section('<h2>Novedades</h2><ul id="rows"></ul>', fills('/api/productos?destacado=1')),
      at('/api/productos', serverError),
    ],
    inBrowser,
  ),
  issue(
    'p-query-refused',
    'The schema of the shop changed, and the query of the page did not.',
    [
      drawsPage(
        '<h1>Colección</h1><ul id="rows"></ul>',
        "fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ products { name precioFinal } }' }) }).then((one) => one.json()).then(({ data }) => data.products.map((one) => one.name))",
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "precioFinal" on type "Product".',
              locations: [{ line: 1, column: 19 }],
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-api-of-developer',
    'The address of the API is that of the machine of the developer.',
    [
      ...section(
        '<h2>Turnos disponibles</h2><ul id="rows"></ul>',
        fills('http://localhost:3001/api/turnos'),
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-api-allows-old-origin',
    'The API still allows only the address of the preview.',
    [
      ...section('<h2>Kurse</h2><ul id="rows"></ul>', ({ domain }) =>
        fills(`https://api.${domain}/v2/kurse`),
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () =>
          json([{ name: 'Aquarell' }], {
            'access-control-allow-origin': 'https://preview-kurse.pages.example',
          }),
      }),
    },
  ),
  issue(
    'p-token-of-cms-expired',
    'The token of the headless CMS is no longer valid, and the news are missing. Confirmed.',
    [
      ...section(
        '<h2>Actualités de la mairie</h2><ul id="rows"></ul>',
        fills(
          '/cms/entries?content_type=actualite',
          ", { headers: { authorization: 'Bearer k-71c' } }",
        ),
      ),
      at('/cms/entries', {
        ...json({
          sys: { type: 'Error', id: 'AccessTokenInvalid' },
          message: 'The access token you sent could not be found or is invalid.',
        }),
        status: 401,
      }),
    ],
    inBrowser,
  ),
  issue(
    'p-data-is-page',
    'The rewrite for the application answers the API too.',
    [
      drawsPage(
        '<h1>Horarios</h1><ul id="rows"></ul>',
        fills('/api/horarios').replace('.catch(() => {})', ''),
      ),
      at(
        '/api/horarios',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="es"><head><title>Horarios</title></head><body><div id="root"></div></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-api-of-staging-gone',
    'The release was built with the environment of staging, whose name is gone.',
    [
      ...section('<h2>Sản phẩm mới</h2><ul id="rows"></ul>', ({ domain }) =>
        fills(`https://api-staging.${domain}/san-pham`),
      ),
    ],
    { ...inBrowser, hosts: ({ domain }) => ({ [`api-staging.${domain}`]: 'nothing' }) },
  ),
  issue(
    'p-translations-missing',
    'The file of the language is not in the release: the keys are shown.',
    [
      ...section(
        '<h2 data-t="newsletter.title">newsletter.title</h2><p data-t="newsletter.hint">newsletter.hint</p><button type="button" data-t="newsletter.send">newsletter.send</button>',
        "fetch('/locales/pt-BR/common.json').then((one) => one.json()).then((words) => document.querySelectorAll('[data-t]').forEach((one) => { one.textContent = words[one.dataset.t] }))",
      ),
    ],
    inBrowser,
  ),
  issue(
    'p-quota-of-backend',
    'The project of the hosted database is over its quota. Confirmed.',
    [
      drawsPage('<h1>Agenda cultural</h1><ul id="rows"></ul>', fills('/rest/v1/eventos?select=*')),
      at('/rest/v1/eventos', {
        ...json({
          message:
            'Service for this project is restricted due to the following violations: exceed_egress_quota.',
        }),
        status: 402,
      }),
    ],
    inBrowser,
  ),
  review(
    'p-shop-came-empty',
    'The import of the night left no product: the shop is empty.',
    [
      drawsPage(
        '<h1>Tienda</h1><p id="n">Cargando…</p><ul id="rows"></ul>',
        "fetch('/api/tienda').then((one) => one.json()).then((rows) => { document.getElementById('n').textContent = rows.length === 0 ? 'No hay productos disponibles.' : '' })",
      ),
      at('/api/tienda', json([])),
    ],
    inBrowser,
  ),
  review(
    'p-chat-is-down',
    'The chat of another company does not answer.',
    [
      bundle(
        ({ stranger }) =>
          `const tag = document.createElement('script'); tag.src = 'https://chat.${stranger}/widget/loader.js'; tag.onerror = () => { const box = document.createElement('div'); box.style.cssText = 'position:fixed;right:20px;bottom:20px;padding:14px;background:#fff;border:1px solid #888;z-index:9999'; box.textContent = 'El chat no está disponible en este momento.'; document.body.append(box) }; document.head.append(tag)`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`chat.${stranger}`]: 'refuses' }) },
  ),
]
