import { at, atTop, bundle, type Fault, type FaultySite, inHead, json, uncached } from '../fault.ts'
import { type Reply, text } from '../page.ts'
import { inBrowser, rowsOf } from '../row.ts'

const { issue } = rowsOf('requests that fail in silence')
const broken = rowsOf('assets')
const harmless = rowsOf('harmless')

const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
const refused = (status: number, body: unknown): Reply => ({
  ...json(body, { ...uncached, ...open }),
  status,
})

/** A heading and a list that a script fills. If the script fails, the list stays empty without a message. */
const place = (list = '<ul class="entries"></ul>') =>
  atTop(`<section style="background:#fff;color:#000"><h2>From our kitchen</h2>${list}</section>`)
const fills = (path: string, options = '{}') =>
  bundle(
    ({ stranger }) =>
      `fetch(${JSON.stringify(`https://data.${stranger}${path}`)}, ${options}).then((answer) => answer.json()).then((all) => { for (const one of all.entries) { const item = document.createElement('li'); item.textContent = one.name; document.querySelector('.entries').append(item) } }).catch(() => {})`,
  )
const service = (reply: Reply): Partial<Fault> => ({
  ...inBrowser,
  hosts: ({ stranger }: FaultySite) => ({
    [`data.${stranger}`]: (request) =>
      request.method === 'OPTIONS' ? { status: 204, headers: open, body: new Uint8Array() } : reply,
  }),
})

const serviceRefusals: readonly Fault[] = [
  issue(
    'service-dataset-gone',
    'The data set of the content service was renamed.',
    [place(), fills('/v2024-01-01/data/query/production?query=*')],
    service(
      refused(404, {
        statusCode: 404,
        error: 'Not Found',
        message: 'Dataset "production" not found',
      }),
    ),
  ),
  issue(
    'service-plan-used-up',
    'The plan of the shop service is used up.',
    [place(), fills('/api/2024-01/graphql.json', "{method:'POST',body:'{}'}")],
    service(refused(402, { errors: 'Unavailable Shop' })),
  ),
  issue(
    'service-graphql-refuses',
    'The secret of the data service was changed; it says so with status 200.',
    [place(), fills('/v1/graphql', "{method:'POST',body:'{}'}")],
    service(
      refused(200, {
        errors: [
          { extensions: { code: 'access-denied' }, message: 'invalid "x-hasura-admin-secret"' },
        ],
      }),
    ),
  ),
  issue(
    'service-database-off',
    'The data base was switched off.',
    [place(), fills('/recipes.json')],
    service(refused(423, { error: "The Firebase database 'kitchen' has been deactivated." })),
  ),
  issue(
    'service-origin-refused',
    'The key is for another domain.',
    [
      place('<div class="entries" style="height:240px"></div>'),
      fills('/styles/v1/streets?key=pk1'),
    ],
    service(
      refused(403, {
        error: { code: 403, message: 'Requests from referer https://www.a.example/ are blocked.' },
      }),
    ),
  ),
  issue(
    'service-key-header',
    'The key that the build has is refused without a word about it.',
    [place(), fills('/v0/recipes', "{headers:{authorization:'Bearer key1a2b3c'}}")],
    service(refused(401, { error: 'Unauthorized' })),
  ),
  issue(
    'service-table-forbidden',
    'The rule of the table is missing.',
    [place(), fills('/rest/v1/recipes?select=*', "{headers:{apikey:'anon1a2b3c'}}")],
    service(refused(401, { code: '42501', message: 'permission denied for table recipes' })),
  ),
  issue(
    'service-paused',
    'The project is paused: its host refuses with a status of its own.',
    [place(), fills('/rest/v1/recipes?select=*')],
    service({ ...refused(540, {}), body: new TextEncoder().encode('Project paused') }),
  ),
  issue(
    'service-loading-for-ever',
    'The service is gone, and the page says that it loads.',
    [place('<p class="entries">Loading recipes...</p>'), fills('/recipes')],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`data.${stranger}`]: 'refuses' }) },
  ),
  harmless.pass(
    'service-statistics-gone',
    'The statistics of another firm are gone: no visitor notices.',
    [place(), fills('/collect', "{method:'POST',body:'{}'}")],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`data.${stranger}`]: 'refuses' }) },
  ),
  issue(
    'service-map-script-gone',
    'The map comes from a firm that has closed.',
    [
      atTop(
        ({ stranger }) =>
          `<h2>Where we are</h2><div id="map" style="height:320px"></div><script async src="https://maps.${stranger}/api/js?key=a&callback=drawMap"></script>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`maps.${stranger}`]: 'nothing' }) },
  ),
]

const styled: readonly Fault[] = [
  broken.issue(
    'icons-signs-of-font',
    'The font of the icons is not allowed across origins: boxes are shown.',
    [
      inHead(
        ({ stranger }) =>
          `<style>@font-face{font-family:"Shop Glyphs";src:url(https://static.${stranger}/g.woff2)}.g::before{font:24px "Shop Glyphs";content:"\\e801"}</style>`,
      ),
      atTop(
        '<nav style="background:#fff;color:#000"><a href="#" class="g"></a> <a href="#"><i class="g"></i></a></nav>',
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({ [`static.${stranger}`]: () => text(200, 'font/woff2', 'wOF2') }),
    },
  ),
  broken.issue(
    'icons-style-sheet-gone',
    'The style sheet of the icons is gone: their names are shown.',
    [
      inHead(({ stranger }) => `<link rel="stylesheet" href="https://fonts.${stranger}/icon">`),
      atTop(
        '<nav style="background:#fff;color:#000"><span class="material-icons">menu</span><span class="material-icons">shopping_cart</span></nav>',
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`fonts.${stranger}`]: 'nothing' }) },
  ),
  broken.issue(
    'pictures-stay-pixels',
    'The script of the gallery runs, and does not put its pictures in place.',
    [
      atTop(
        `<section style="background:#fff">${[1, 2, 3].map((one) => `<img data-src="/img/${one}.svg" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width="240" height="180" alt="Canoe">`).join('')}</section>`,
      ),
      bundle('new IntersectionObserver(() => {}).observe(document.body)'),
    ],
    inBrowser,
  ),
  broken.issue(
    'icons-drawings-not-inlined',
    'The drawings of the icons were not put into the page.',
    [
      atTop(
        `<nav style="background:#fff">${['menu', 'search', 'basket'].map((one) => `<button aria-label="${one}"><svg width="32" height="32"><use href="#icon-${one}"></use></svg></button>`).join('')}</nav>`,
      ),
    ],
    inBrowser,
  ),
  broken.issue(
    'style-sheet-brace-open',
    'A brace is missing: all later styles are for what is inside of a note.',
    [
      inHead('<link rel="stylesheet" href="/assets/site-1f.css">'),
      at(
        '/assets/site-1f.css',
        text(
          200,
          'text/css; charset=utf-8',
          `.note { color: red;\n${['html', 'body', 'main', 'h1', 'h2', 'p', 'a', 'nav', 'footer', 'form'].map((one) => `${one} { margin: 0 }`).join('\n')}`,
        ),
      ),
    ],
    inBrowser,
  ),
]

/** Services that refuse the site, and parts of a page that stay empty, or show names in place of icons. */
export const serviceFaults: readonly Fault[] = [...serviceRefusals, ...styled]
