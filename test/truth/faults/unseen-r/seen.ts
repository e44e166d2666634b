import {
  application,
  at,
  atEnd,
  bundle,
  type Fault,
  type Interceptor,
  inHead,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'
import { above, below, drawn, page, pitch, product } from './parts.ts'

const garbage = rowsOf('garbage or source on the screen').issue
const unseen = rowsOf('cannot be seen').issue
const { issue: never, review: waits } = rowsOf('never ready')
const late = rowsOf('fails late').issue

/** The page's own bytes, changed by the platform in front of them. */
const bytes =
  (change: (body: Uint8Array) => Uint8Array): Interceptor =>
  (request, upstream) => {
    if (!request.isPage) return undefined
    const reply = upstream()
    return { ...reply, body: change(reply.body) }
  }

/** Content that should not be on the screen, content that is missing, and content that never arrives or breaks. */
export const setRSeen: readonly Fault[] = [
  garbage(
    'r-keys-of-translations',
    'The file of the language was not deployed, so that the keys are shown.',
    [
      above(
        '<nav>nav.product nav.pricing nav.docs</nav><h1>landing.hero.title</h1><p>landing.hero.subtitle</p><button>common.cta.start_trial</button>',
      ),
    ],
    inBrowser,
  ),
  garbage(
    'r-translation-missing',
    'The theme of the shop asks for texts that its language has not (form confirmed).',
    [
      page(
        'Sensor kit',
        `<h1>Sensor kit</h1>${pitch}<p>€ 89</p><button>Translation missing: en.products.product.add_to_cart</button><p>Translation missing: en.products.product.delivery_note</p>`,
      ),
    ],
    inBrowser,
  ),
  garbage(
    'r-template-not-compiled',
    'The full build of Vue was replaced with the one without a compiler.',
    [
      below(
        '<div id="plans"><h2>{{ $t("plans.title") }}</h2><article v-for="plan in plans" :key="plan.id"><h3>{{ plan.name }}</h3><p>{{ plan.price | currency }}</p><button @click="choose(plan)">{{ plan.cta }}</button></article></div>',
      ),
    ],
    inBrowser,
  ),
  garbage('r-percent-variables', 'The page was not filled in by the build tool.', [
    whole(
      '%VITE_APP_NAME%',
      product(
        `<h1>Welcome to %VITE_APP_NAME%</h1>${pitch}<p>Contact us at %VITE_SUPPORT_EMAIL%.</p>`,
      ),
    ),
  ]),
  garbage(
    'r-prices-not-numbers',
    'The API of prices has other names since the last version.',
    [
      drawn(
        product(
          '<h1>Pricing</h1><ul><li>Starter: €NaN per month, billed undefined</li><li>Team: €NaN per month, billed undefined</li><li>Features: [object Object],[object Object],[object Object]</li></ul><p>Prices as of Invalid Date</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage(
    'r-state-ends-early',
    'An article with a closing tag of a script ends the state of the page; its rest is text.',
    [
      atEnd(
        '<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"post":{"title":"Embedding the widget","body":"Paste <script src=x></script> before the end.","slug":"embedding-the-widget","author":{"id":"a81c","name":"Mara"},"related":[{"slug":"events"},{"slug":"themes"}]}},"__N_SSG":true},"page":"/blog/[slug]","query":{"slug":"embedding-the-widget"},"buildId":"kR2xq0v1","isFallback":false,"gsp":true,"scriptLoader":[]}</script>',
      ),
    ],
    inBrowser,
  ),
  garbage('r-lambda-base64', 'The function does not say that its body is in base64.', [
    bytes((body) => Buffer.from(Buffer.from(body).toString('base64'))),
  ]),
  garbage('r-lambda-envelope', 'The gateway passes the envelope of the function on.', [
    (request) =>
      request.isPage
        ? json({
            statusCode: 200,
            headers: { 'Content-Type': 'text/html; charset=utf-8' },
            body: `<!doctype html><html lang="en"><head><title>Tidewater</title></head><body>${product(pitch)}</body></html>`,
            isBase64Encoded: false,
          })
        : undefined,
  ]),
  unseen(
    'r-flicker-guard-stays',
    'The guard against flicker hides the page until the test tool has loaded, which is gone.',
    [
      inHead(
        ({ stranger }) =>
          `<style>.async-hide body{opacity:0 !important}</style><script>document.documentElement.className += ' async-hide'; window.onVariant = () => document.documentElement.classList.remove('async-hide')</script><script async src="https://cdn.${stranger}/experiments.js"></script>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`cdn.${stranger}`]: 'nothing' }) },
  ),
  unseen(
    'r-backdrop-without-dialog',
    'The backdrop of the news of the product opens, its dialog does not.',
    [
      bundle(
        "const b = document.createElement('div'); b.className = 'modal-backdrop'; b.style.cssText = 'position:fixed;inset:0;z-index:2147483000;background:#f4f6f8'; document.body.append(b); document.body.style.overflow = 'hidden'; fetch('/api/whats-new').then((r) => r.json()).then((n) => { b.textContent = n.title })",
      ),
      at('/api/whats-new', notFound),
    ],
    inBrowser,
  ),
  unseen(
    'r-tokens-of-theme',
    'The file of design tokens has one value for text and background.',
    [
      inHead(
        '<style>:root{--surface:#fafafa;--on-surface:#fafafa} body, body *{background-color:var(--surface) !important;background-image:none !important;color:var(--on-surface) !important;border-color:var(--surface) !important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen(
    'r-stream-not-placed',
    'The content was streamed into a hidden element, and the script that moves it is blocked.',
    [
      page(
        'Reports',
        `<div id="B:0"><p style="background:#eee;height:24px;width:320px"></p></div><div hidden id="S:0"><h1>Reports</h1>${pitch}</div>`,
      ),
    ],
    inBrowser,
  ),
  unseen(
    'r-reveal-without-library',
    'The sections wait to be revealed by a library that was not deployed.',
    [
      inHead('<style>body > *:not(script){opacity:0;transform:translateY(40px)}</style>'),
      atEnd('<script src="/vendor/aos.js"></script><script>AOS.init({ once: true })</script>'),
      at('/vendor/aos.js', notFound),
    ],
    inBrowser,
  ),
  waits(
    'r-skeleton-of-graphql',
    'The query of the dashboard is never answered: a skeleton for ever.',
    [
      drawn(
        product(
          '<h1>Overview</h1><div aria-busy="true"><p class="skeleton" style="background:#e5e7eb;height:28px"></p><p class="skeleton" style="background:#e5e7eb;height:28px"></p><p class="skeleton" style="background:#e5e7eb;height:28px"></p></div>',
        ),
        "fetch('/graphql', { method: 'POST', body: '{\"query\":\"{ overview { load } }\"}' }).then((r) => r.json())",
      ),
      at('/graphql', 'hang'),
    ],
    inBrowser,
  ),
  never(
    'r-connecting-socket',
    'The new proxy does not pass the socket on, without which nothing is drawn.',
    [
      drawn(
        '<main style="display:grid;place-content:center;height:100vh"><p>Connecting to your workspace…</p></main>',
        "const s = new WebSocket('wss://' + location.host + '/live'); s.onopen = () => { document.getElementById('root').textContent = 'Workspace' }",
      ),
      at('/live', text(502, 'text/plain', 'Bad Gateway')),
    ],
    inBrowser,
  ),
  waits(
    'r-updating-for-ever',
    'The shell waits for a worker that never takes over.',
    [
      application(
        'document.getElementById(\'root\').innerHTML = \'<p role="status" style="text-align:center;padding-top:40vh">Updating to the latest version…</p>\'; navigator.serviceWorker?.ready.then(() => location.reload())',
      ),
    ],
    inBrowser,
  ),
  late(
    'r-chunk-of-old-build',
    'The part below the fold is imported from a build that is gone; the boundary takes the page away (confirmed).',
    [
      bundle(
        "setTimeout(() => import('/assets/Pricing-4f1c22ab.js').catch((e) => { document.body.innerHTML = '<main style=\"padding:80px\"><h1>Unexpected Application Error!</h1><p>' + e.message + '</p></main>'; throw e }), 900)",
      ),
      at('/assets/Pricing-4f1c22ab.js', notFound),
    ],
    inBrowser,
  ),
  late(
    'r-hydration-empties',
    'The page is there until the client takes over and throws (number of the error confirmed).',
    [
      bundle(
        "setTimeout(() => { document.body.replaceChildren(); throw new Error('Minified React error #418; visit https://react.dev/errors/418?args[]=HTML for the full message or use the non-minified dev environment for full errors and additional helpful warnings.') }, 1200)",
      ),
    ],
    inBrowser,
  ),
]
