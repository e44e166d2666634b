import { type Context, Hono } from 'hono'
import { expiredCookie, readCookie, sessionCookie } from '#http/console/access/cookie.ts'
import { readForm } from '#http/console/access/form.ts'
import { consolePath, signInPath } from '#http/console/access/paths.ts'
import { assetResponse, pageResponse, seeOther } from '#http/console/access/responses.ts'
import { createSessions, type Session, type Sessions } from '#http/console/access/sessions.ts'
import { callPage } from '#http/console/sections/call-page.ts'
import { MAX_SCREENSHOTS, MAX_SHOWN } from '#http/console/sections/evidence.ts'
import { mainPage } from '#http/console/sections/main-page.ts'
import { notePage } from '#http/console/view/layout.ts'
import { script } from '#http/console/view/script.ts'
import { consoleStyles, icon } from '#http/console/view/styles.ts'
import { html } from '#report/html/markup.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { actions } from './actions.ts'
import type { ConsoleContext } from './context.ts'
import { readQuery } from './query.ts'

/** The operator's console, below `/console` of a listener that accepts loopback host names only. */
export function createConsole(context: ConsoleContext): (request: Request) => Promise<Response> {
  const app = new Hono().basePath(consolePath)
  const sessions = createSessions(context)
  addAssets(app)
  addSignIn(app, context, sessions)
  addPages(app, context, sessions)
  addForms(app, context, sessions)
  app.notFound(notFoundPage)
  app.onError((error) => {
    context.log.error('console_failed', { error })
    return pageResponse(
      500,
      notePage('Something went wrong', html`<p>See the log of the service.</p>${backLink}`),
    )
  })
  return async (request) => app.fetch(request)
}

function addAssets(app: Hono): void {
  app.get('/console.css', () => assetResponse('text/css; charset=utf-8', consoleStyles))
  app.get('/console.js', () => assetResponse('text/javascript; charset=utf-8', script))
  app.get('/icon.svg', () => assetResponse('image/svg+xml', icon))
}

function addSignIn(app: Hono, { redeemLink, log }: ConsoleContext, sessions: Sessions): void {
  app.get(signInPath.slice(consolePath.length), async (c) => {
    // A browser's prefetch must not consume the link.
    if (c.req.method !== 'GET' || c.req.header('sec-purpose') !== undefined)
      return invalidLinkPage()
    if (!(await redeemLink(sha256Hex(c.req.query('token') ?? '')))) {
      log.warn('console_link_refused')
      return invalidLinkPage()
    }
    log.info('console_opened')
    return signedInPage(sessionCookie(c.req.raw, sessions.begin()))
  })
}

type Respond = (c: Context, session: Session) => Response | Promise<Response>

/** Responds to requests with a session. `find`: `sessions.use` for actions of the operator, `sessions.find` for all others. */
function requireSession(find: Sessions['find'], respond: Respond) {
  return (c: Context) => {
    const session = find(readCookie(c.req.raw))
    return session === null ? unauthorizedPage() : respond(c, session)
  }
}

function addPages(app: Hono, context: ConsoleContext, sessions: Sessions): void {
  const { find, use } = sessions
  const respondWith = async (c: Context, session: Session, takeNotice: Session['takeNotice']) => {
    const query = readQuery(new URL(c.req.url).searchParams)
    const ready = await context.readiness()
    const screenshots = await context.screenshots(MAX_SHOWN + 1)
    const notice = takeNotice()
    const page = await context.withView((operator) =>
      mainPage({ ready, operator, screenshots, query, session, notice }, context),
    )
    return pageResponse(200, page)
  }
  const main: Respond = (c, session) => respondWith(c, session, session.takeNotice)
  // A notice stays for the next action of the operator.
  const refresh: Respond = (c, session) => respondWith(c, session, () => null)
  const call: Respond = async (c, session) => {
    const detail = await context.withView(({ view }) => view.detail(c.req.param('id') ?? ''))
    if (detail === null) return notFoundPage()
    const screenshots = await context.screenshots(MAX_SCREENSHOTS)
    const screenshot = screenshots.find(({ jobId }) => jobId === detail.entry.jobId) ?? null
    const notice = session.takeNotice()
    return pageResponse(200, callPage({ detail, screenshot, session, notice }, context))
  }
  const screenshot: Respond = async (c, session) => {
    const handle = c.req.param('handle')
    const screenshots = await context.screenshots(MAX_SCREENSHOTS)
    const found = screenshots.find(({ name }) => session.handleOf(name) === handle)
    const png = found === undefined ? null : await context.readScreenshot(found.name)
    if (png === null) return notFoundPage()
    return assetResponse('image/png', png, {
      'content-security-policy': "default-src 'none'; sandbox",
    })
  }
  app.get('/', requireSession(use, main))
  app.get('/live', requireSession(find, refresh))
  app.get('/calls/:id', requireSession(use, call))
  app.get('/screenshots/:handle', requireSession(find, screenshot))
}

function addForms(app: Hono, context: ConsoleContext, sessions: Sessions): void {
  const signOut: Respond = async (c, session) => {
    const form = await readForm(c.req.raw, session)
    if (form.status === 'refused') return refusedFormPage(form.reason)
    sessions.end(readCookie(c.req.raw))
    return pageResponse(200, signedOutPage, { 'set-cookie': expiredCookie(c.req.raw) })
  }
  app.post('/leave', requireSession(sessions.find, signOut))
  for (const [path, action] of Object.entries(actions)) {
    const submit: Respond = async (c, session) => {
      const form = await readForm(c.req.raw, session)
      if (form.status === 'refused') {
        context.log.warn('console_form_refused', { path, why: form.reason })
        return refusedFormPage(form.reason)
      }
      session.setNotice(await action(form.fields, context))
      const job = form.fields.get('job')
      return seeOther(
        job === null ? consolePath : `${consolePath}/calls/${encodeURIComponent(job)}`,
      )
    }
    app.post(path, requireSession(sessions.use, submit))
  }
}

const backLink = html`<p><a href="${consolePath}">To the console</a></p>`
const signInHelp = html`<p>Get a one-time link on the machine of the service:</p><pre>urlwitness console</pre>`
const signedOutPage = notePage('Signed out', signInHelp)

function unauthorizedPage(): Response {
  return pageResponse(401, notePage('The console is closed', signInHelp))
}

function invalidLinkPage(): Response {
  const text = html`<p>A link opens the console once, within ten minutes. This one has been used, has expired, or is unknown.</p>${signInHelp}${backLink}`
  return pageResponse(403, notePage('This link does not open the console', text))
}

/**
 * A page instead of a redirect: a browser that follows the link from another site, a chat or a mail would not send the new
 * `SameSite=Strict` cookie with a redirected request.
 */
function signedInPage(cookie: string): Response {
  const head = html`<meta http-equiv="refresh" content="0;url=${consolePath}">`
  return pageResponse(200, notePage('Signed in', backLink, head), { 'set-cookie': cookie })
}

function notFoundPage(): Response {
  return pageResponse(
    404,
    notePage(
      'Not found',
      html`<p>There is no such call or screenshot: it may have expired.</p>${backLink}`,
    ),
  )
}

function refusedFormPage(reason: string): Response {
  return pageResponse(
    403,
    notePage(
      'Nothing was changed',
      html`<p>${reason} Reload the console and try again.</p>${backLink}`,
    ),
  )
}
