import {
  application,
  at,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'
import { below, drawn, page, pitch, product } from './parts.ts'

const { issue, review } = rowsOf('requests that fail in silence')
const { pass } = rowsOf('harmless')
const late = rowsOf('fails late').issue
const script = rowsOf('scripts and policies').issue

/** A list that the page's own code fills from its API. */
const list = (heading: string) =>
  below(
    `<h2>${heading}</h2><ul id="rows" style="min-height:120px"></ul><p>Updated every five minutes.</p>`,
  )
const fills = (url: string, init = '{}') =>
  bundle(
    `fetch(${url}, ${init}).then((r) => r.json()).then((all) => { document.getElementById('rows').innerHTML = all.map((one) => '<li>' + one.name + '</li>').join('') })`,
  )

const code = (source: string) => text(200, 'text/javascript; charset=utf-8', source)
const shell =
  '<!doctype html><html lang="en"><head><title>Tidewater</title></head><body><div id="root"></div></body></html>'

/** Requests, scripts and policies that fail behind a page that looks nearly unchanged. */
export const setRRequests: readonly Fault[] = [
  issue(
    'r-plans-500',
    'The API of the plans fails, and the code says nothing.',
    [list('Plans'), fills("'/api/plans'"), at('/api/plans', serverError)],
    inBrowser,
  ),
  issue(
    'r-plans-are-page',
    'The rewrite of the application answers its API too.',
    [
      list('Plans'),
      fills("'/api/v2/plans'"),
      at('/api/v2/plans', text(200, 'text/html; charset=utf-8', shell)),
    ],
    inBrowser,
  ),
  issue(
    'r-undefined-base',
    'The variable with the address of the API was not set in the build.',
    [list('Integrations'), fills("'/undefined/v1/integrations'")],
    inBrowser,
  ),
  issue(
    'r-api-on-localhost',
    'The address of the API is that of the developer.',
    [list('Customers'), fills("'http://localhost:8080/api/customers'")],
    inBrowser,
  ),
  issue(
    'r-api-without-cors',
    'The API of the product does not allow the new domain.',
    [
      list('Locations'),
      bundle(
        ({ domain }) =>
          `fetch('https://api.${domain}/locations', { credentials: 'include' }).then((r) => r.json()).then((all) => { document.getElementById('rows').textContent = all.length })`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () =>
          json([{ name: 'Hull' }], {
            'access-control-allow-origin': 'https://old.example',
            'access-control-allow-credentials': 'true',
          }),
      }),
    },
  ),
  issue(
    'r-api-host-gone',
    'The record of the API was deleted with the old cluster.',
    [
      application(
        ({ domain }) =>
          `document.getElementById('root').innerHTML = ${JSON.stringify(product('<h1>Stations</h1><table><thead><tr><th>Station</th><th>Load</th></tr></thead><tbody id="rows"></tbody></table>'))}; fetch('https://api.${domain}/stations').then((r) => r.json())`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({ [`api.${domain}`]: 'nothing' }),
    },
  ),
  review(
    'r-graphql-unknown-field',
    'The query has a field that the schema has not any more: an empty list (confirmed).',
    [
      list('Products'),
      bundle(
        "fetch('/graphql', { method: 'POST', body: '{}' }).then((r) => r.json()).then((a) => { for (const e of a.errors) console.error('[GraphQL error]: Message: ' + e.message + ', Location: [object Object], Path: undefined') })",
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "priceRange" on type "Product".',
              locations: [{ line: 4, column: 7 }],
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
      ),
    ],
    inBrowser,
  ),
  script(
    'r-eager-consumption',
    'The shell of the micro frontends starts without its bootstrap file (confirmed).',
    [
      application(
        "throw new Error('Shared module is not available for eager consumption: webpack/sharing/consume/default/react/react')",
      ),
    ],
    inBrowser,
  ),
  script(
    'r-remote-entry-gone',
    'The team of the checkout deployed to another address (confirmed).',
    [
      below('<h2>Checkout</h2><div id="mfe-checkout" style="min-height:160px"></div>'),
      bundle(
        "const s = document.createElement('script'); s.src = '/mfe/checkout/remoteEntry.js'; s.onerror = () => { throw new Error('ScriptExternalLoadError: Loading script failed.\\n(missing: ' + s.src + ')\\nwhile loading \"./Checkout\" from webpack/container/reference/checkout') }; document.head.append(s)",
      ),
      at('/mfe/checkout/remoteEntry.js', notFound),
    ],
    inBrowser,
  ),
  script(
    'r-supabase-url',
    'The variables of the project were not set at the host: an empty page (confirmed).',
    [application("throw new Error('supabaseUrl is required.')")],
    inBrowser,
  ),
  script(
    'r-trusted-types',
    'The new policy wants trusted types, which the framework does not make (confirmed).',
    [
      headers({ 'content-security-policy': "require-trusted-types-for 'script'" }),
      drawn(product(`<h1>Overview</h1>${pitch}`)),
    ],
    inBrowser,
  ),
  script(
    'r-bundle-cut',
    'The cache of the network keeps the first half of the bundle.',
    [
      page('Overview', '<div id="root"></div><script src="/assets/index-9c1e.js"></script>'),
      at(
        '/assets/index-9c1e.js',
        code(
          "const routes = { '/': () => document.getElementById('root').append('Overview'), '/reports': () => { document.getEl",
        ),
      ),
    ],
    inBrowser,
  ),
  script(
    'r-connect-policy',
    'The policy forgot the host of the API.',
    [
      inHead(
        '<meta http-equiv="Content-Security-Policy" content="connect-src \'self\'; object-src \'none\'">',
      ),
      list('Releases'),
      bundle(
        ({ domain }) =>
          `fetch('https://api.${domain}/releases').then((r) => r.json()).then((all) => { document.getElementById('rows').textContent = all[0].name })`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () => json([{ name: '4.2' }], { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  late(
    'r-variant-gone',
    'The test sends half of the visitors to a variant that was deleted.',
    [
      bundle("setTimeout(() => location.replace('/lp/variant-b?exp=hero-2'), 700)"),
      at('/lp/variant-b', notFound),
    ],
    inBrowser,
  ),
  pass(
    'r-suggestions-denied',
    'The suggestions are for those who are signed in; the part is left out for others.',
    [
      bundle(
        "fetch('/api/suggestions').then((r) => (r.ok ? r.json() : [])).then((all) => { for (const one of all) document.body.append(one.title) })",
      ),
      at('/api/suggestions', text(403, 'application/json', '{"error":"plan_required"}')),
    ],
    inBrowser,
  ),
]
