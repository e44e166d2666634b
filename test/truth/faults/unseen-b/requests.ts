import { application, at, atEnd, bundle, type Fault, instead, json } from '../../fault.ts'
import { text } from '../../page.ts'
import { rowsOf } from '../../row.ts'

const { issue, review } = rowsOf('requests that fail in silence')
const scripts = rowsOf('scripts and policies')

const first: readonly Fault[] = [
  issue(
    'api-cors-credentials',
    'A call with cookies is answered with an asterisk.',
    [
      bundle(
        (site) =>
          `fetch("https://account.${site.domain}/me", { credentials: "include" }).then((r) => r.json()).catch(() => {})`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`account.${site.domain}`]: () =>
          json({ name: null }, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  issue(
    'config-as-page',
    'The settings of the run time are answered by the fallback of the application.',
    [
      application(
        'fetch("/config.json").then((r) => r.json()).then(({ title }) => { document.getElementById("root").innerHTML = "<h1>" + title + "</h1>" })',
      ),
      at(
        '/config.json',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html><head><title>Orders</title></head><body><div id="root"></div></body></html>',
        ),
      ),
    ],
    { tools: 'RV' },
  ),
  review(
    'payment-key-invalid',
    'The vendor of the payments refuses the key of the shop.',
    [
      bundle(
        (site) =>
          `fetch("https://pay.${site.stranger}/v1/methods?key=pk_live_0").then((r) => { if (!r.ok) throw new Error(String(r.status)) }).catch(() => { const note = document.createElement("p"); note.textContent = "Card payment is not available at the moment."; document.body.append(note) })`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`pay.${site.stranger}`]: () => {
          const reply = text(
            401,
            'application/json',
            '{"error":{"message":"Invalid API Key provided"}}',
          )
          return { ...reply, headers: { ...reply.headers, 'access-control-allow-origin': '*' } }
        },
      }),
    },
  ),
  issue(
    'remote-of-own-domain-gone',
    'The checkout, which is deployed by itself, is not there.',
    [
      bundle(
        (site) =>
          `import("https://checkout.${site.domain}/remoteEntry.js").then((m) => m.mount()).catch(() => {})`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`checkout.${site.domain}`]: () => text(404, 'text/plain', 'Not Found'),
      }),
    },
  ),
  scripts.issue(
    'nonce-cached',
    'The page comes from a cache, with the nonce of another one.',
    [
      (request, upstream) =>
        request.isPage
          ? {
              ...upstream(),
              headers: {
                ...upstream().headers,
                'content-security-policy': "script-src 'nonce-q7Jt1w'",
              },
            }
          : undefined,
      application('document.getElementById("root").innerHTML = "<h1>Orders</h1>"'),
    ],
    { tools: 'RV' },
  ),
  scripts.issue(
    'duplicate-const',
    'Two bundles of two versions are on one page.',
    [
      atEnd(
        '<script>const __appVersion = "4.1.0"</script><script>const __appVersion = "4.2.0"; document.title = document.title</script>',
      ),
    ],
    { tools: 'RV' },
  ),
]

/** Written for the second set. */
const secondRequests: readonly Fault[] = [
  issue(
    'api-double-slash',
    'The base ends in a slash, and the path begins with one.',
    [
      application(
        'const root = document.getElementById("root"); root.innerHTML = "<h1>Timetable</h1><p>All trains of the valley.</p><ul></ul>"; fetch(location.origin + "//api/v1/trains").then((r) => r.json()).then((trains) => { root.querySelector("ul").innerHTML = trains.map((t) => "<li>" + t + "</li>").join("") }).catch(() => { root.querySelector("ul").innerHTML = "<li>No trains today.</li>" })',
      ),
    ],
    { tools: 'RV' },
  ),
  issue(
    'api-private-over-http',
    'The address of the API is one of the office.',
    [bundle('fetch("http://192.168.178.31:5000/api/news").then((r) => r.json()).catch(() => {})')],
    { tools: 'RV' },
  ),
  review(
    'auth-401-loop',
    'The service key of the site has run out: every call of the public page is refused.',
    [
      application(
        'const root = document.getElementById("root"); root.innerHTML = "<h1>Exhibitions</h1><p>What the museum shows this winter.</p><div></div>"; const load = (n) => fetch("/cms/exhibitions?try=" + n).then((r) => { if (r.ok) return r.json(); if (n < 3) return load(n + 1); throw new Error("CMS " + r.status) }).then((all) => { root.querySelector("div").textContent = all.length }).catch(() => { root.querySelector("div").textContent = "Nothing to show." }); load(0)',
      ),
      at(
        '/cms/exhibitions',
        text(403, 'application/json', '{"sys":{"type":"Error","id":"AccessTokenInvalid"}}'),
      ),
    ],
    { tools: 'RV' },
  ),
  issue(
    'paypal-not-defined',
    'The vendor refuses the client, and the button of the payment is never drawn.',
    [
      atEnd(
        (site) =>
          `<div id="pay"></div><script src="https://www.paypal-${site.stranger}/sdk/js?client-id=test"></script><script>paypal.Buttons({ createOrder() {} }).render("#pay")</script>`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`www.paypal-${site.stranger}`]: () =>
          text(400, 'text/plain', 'client-id not recognized for either production or sandbox'),
      }),
    },
  ),
  scripts.issue(
    'nonce-missing',
    'The policy wants a nonce, and the inline script that starts the page has none.',
    [
      (request, upstream) =>
        request.isPage
          ? {
              ...upstream(),
              headers: {
                ...upstream().headers,
                'content-security-policy': "script-src 'self' 'nonce-c2hvcA'",
              },
            }
          : undefined,
      instead(
        '<!doctype html><html lang="en"><head><title>Seats</title></head><body><div id="app"></div><script>document.getElementById("app").innerHTML = "<h1>Seats</h1><p>Choose your seat.</p>"</script></body></html>',
      ),
    ],
    { tools: 'RV' },
  ),
  scripts.issue(
    'trusted-types',
    'A policy for types stops the script that fills the page.',
    [
      (request, upstream) =>
        request.isPage
          ? {
              ...upstream(),
              headers: {
                ...upstream().headers,
                'content-security-policy': "require-trusted-types-for 'script'",
              },
            }
          : undefined,
      application(
        'document.getElementById("root").innerHTML = "<h1>Seats</h1><p>Choose your seat.</p>"',
      ),
    ],
    { tools: 'RV' },
  ),
  scripts.issue(
    'unexpected-html',
    'A bundle has the right type, and the sign-on page of the company as its content.',
    [
      atEnd('<script src="/static/runtime.4c1.js"></script>'),
      at(
        '/static/runtime.4c1.js',
        text(
          200,
          'text/javascript',
          '<!DOCTYPE html><html><head><title>Sign in</title></head></html>',
        ),
      ),
    ],
    { tools: 'RV' },
  ),
]

export const setBRequests: readonly Fault[] = [...first, ...secondRequests]
