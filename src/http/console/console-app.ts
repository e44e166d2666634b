import { type Context, Hono } from 'hono'
import { cookieField, noCookieField, readCookie } from '#http/console/access/cookie.ts'
import { readForm } from '#http/console/access/form.ts'
import { consolePath, enterPath } from '#http/console/access/paths.ts'
import { assetResponse, pageResponse, seeOther } from '#http/console/access/responses.ts'
import { openSessions, type Session } from '#http/console/access/sessions.ts'
import { callPage } from '#http/console/sections/call-page.ts'
import { MOST_SCREENSHOTS } from '#http/console/sections/evidence.ts'
import { mainPage } from '#http/console/sections/main-page.ts'
import { notePage } from '#http/console/view/layout.ts'
import { script } from '#http/console/view/script.ts'
import { consoleStyles, icon } from '#http/console/view/styles.ts'
import { html } from '#report/html/markup.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { actions } from './actions.ts'
import type { ConsoleContext } from './context.ts'
import { readQuery } from './query.ts'

/** The operator's console, below `/console` of a listener that answers to names of loopback only. */
export function createConsole(context: ConsoleContext): (request: Request) => Promise<Response> {
  const sessions = openSessions(context)
  const app = new Hono().basePath(consolePath)
  const signedIn =
    (touch: boolean, respond: (c: Context, session: Session) => Response | Promise<Response>) =>
    (c: Context) => {
      const session = sessions.find(readCookie(c.req.raw), touch)
      return session === null ? signedOut() : respond(c, session)
    }
  const main = async (c: Context, session: Session, isLive: boolean) => {
    const query = readQuery(new URL(c.req.url).searchParams)
    const ready = await context.readiness()
    const pictures = context.pictures(MOST_SCREENSHOTS)
    const notice = isLive ? null : session.takeNotice()
    const page = context.withBooks((books) =>
      mainPage({ ready, books, pictures, query, session, notice }, context),
    )
    return pageResponse(200, page)
  }

  app.get(
    '/',
    signedIn(true, (c, session) => main(c, session, false)),
  )
  app.get(
    '/live',
    signedIn(false, (c, session) => main(c, session, true)),
  )
  app.get('/console.css', () => assetResponse('text/css; charset=utf-8', consoleStyles))
  app.get('/console.js', () => assetResponse('text/javascript; charset=utf-8', script))
  app.get('/icon.svg', () => assetResponse('image/svg+xml', icon))
  app.get(enterPath.slice(consolePath.length), (c) => {
    // What looks ahead of the operator must not use the link up.
    if (c.req.method !== 'GET' || c.req.header('sec-purpose') !== undefined) return noLink()
    if (!context.takeLink(sha256Hex(c.req.query('token') ?? ''))) {
      context.log.warn('console_link_refused')
      return noLink()
    }
    context.log.info('console_opened')
    return entered(cookieField(c.req.raw, sessions.begin()))
  })
  app.get(
    '/calls/:id',
    signedIn(true, (c, session) => {
      const detail = context.withBooks(({ view }) => view.detail(c.req.param('id') ?? ''))
      if (detail === null) return notHere()
      return pageResponse(200, callPage(detail, session.takeNotice(), session, context))
    }),
  )
  app.get(
    '/pictures/:handle',
    signedIn(false, async (c, session) => {
      const handle = c.req.param('handle')
      const found = context
        .pictures(MOST_SCREENSHOTS)
        .find(({ name }) => session.handleOf(name) === handle)
      const png = found === undefined ? null : await context.readPicture(found.name)
      if (png === null) return notHere()
      return assetResponse('image/png', png, {
        'content-security-policy': "default-src 'none'; sandbox",
      })
    }),
  )
  app.post(
    '/leave',
    signedIn(false, async (c, session) => {
      const reading = await readForm(c.req.raw, session)
      if (reading.status === 'refused') return refusedForm(reading.why)
      sessions.end(readCookie(c.req.raw))
      return pageResponse(200, signedOutPage, { 'set-cookie': noCookieField(c.req.raw) })
    }),
  )
  for (const [path, act] of Object.entries(actions)) {
    app.post(
      path,
      signedIn(true, async (c, session) => {
        const reading = await readForm(c.req.raw, session)
        if (reading.status === 'refused') {
          context.log.warn('console_form_refused', { path, why: reading.why })
          return refusedForm(reading.why)
        }
        session.leaveNotice(await act(reading.fields, context))
        const job = reading.fields.get('job')
        return seeOther(
          job === null ? consolePath : `${consolePath}/calls/${encodeURIComponent(job)}`,
        )
      }),
    )
  }
  app.notFound(notHere)
  app.onError((error) => {
    context.log.error('console_failed', { error })
    return pageResponse(
      500,
      notePage('Something went wrong', html`<p>The log of the service says what.</p>${back}`),
    )
  })
  return async (request) => app.fetch(request)
}

const back = html`<p><a href="${consolePath}">To the console</a></p>`
const howToEnter = html`<p>Get a link that opens it once, on the machine of the service:</p><pre>urlwitness console</pre>`
const signedOutPage = notePage('Signed out', howToEnter)

function signedOut(): Response {
  return pageResponse(401, notePage('The console is closed', howToEnter))
}

function noLink(): Response {
  const text = html`<p>A link opens the console once, within ten minutes. This one was used, is older, or never was.</p>${howToEnter}${back}`
  return pageResponse(403, notePage('This link does not open the console', text))
}

/**
 * A page instead of a redirect: a browser that came here from another site, a chat or a mail, would not send the new
 * cookie along with that, since it is `SameSite=Strict`.
 */
function entered(cookie: string): Response {
  const head = html`<meta http-equiv="refresh" content="0;url=${consolePath}">`
  return pageResponse(200, notePage('Signed in', back, head), { 'set-cookie': cookie })
}

function notHere(): Response {
  return pageResponse(404, notePage('Nothing is here', html`<p>It may have expired.</p>${back}`))
}

function refusedForm(why: string): Response {
  return pageResponse(
    403,
    notePage(
      'Nothing was changed',
      html`<p>${why} Load the console again, and repeat it there.</p>${back}`,
    ),
  )
}
