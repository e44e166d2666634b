import { type Context, Hono } from 'hono'
import { consolePath } from '#http/console/access/paths.ts'
import type { ConsoleContext } from '#http/console/context.ts'
import { firstUse } from '#runtime/first-use.ts'
import { isLoopback } from '#settings/values.ts'
import { genericProblem } from './problem.ts'
import { jsonResponse, problemResponse, response } from './response.ts'

/** The data behind each path of the operator's listener. */
export interface AdminContext {
  readonly status: () => Promise<object>
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>
  readonly console: ConsoleContext
}

const noStore = { 'cache-control': 'no-store' } as const

/**
 * The operator's listener, on loopback (settings refuse any other address); only the console changes anything. A web page in
 * the operator's browser can reach it by DNS rebinding, so the Host field must name loopback too.
 */
export function createAdminApp({ status, metrics, console }: AdminContext): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    if (!isLoopback(hostOf(c.req.header('host')))) {
      return problemResponse(genericProblem(404, 'This listener accepts loopback host names only.'))
    }
    await next()
    // Unlike free documents, these responses must not be readable by other pages.
    c.res.headers.delete('access-control-allow-origin')
    return undefined
  })
  app.get('/metrics', async () => {
    const { type, text } = await metrics()
    return response(200, type, text, noStore)
  })
  app.get('/status', async () => jsonResponse(200, await status(), noStore))
  // The console is loaded on first use: most services run for weeks without it.
  const openedConsole = firstUse(async () => {
    const { createConsole } = await import('#http/console/console-app.ts')
    return createConsole(console)
  })
  const toConsole = async (c: Context) => (await openedConsole())(c.req.raw)
  app.all(consolePath, toConsole)
  app.all(`${consolePath}/*`, toConsole)
  app.notFound(() =>
    problemResponse(
      genericProblem(404, `This listener serves GET /metrics, GET /status and ${consolePath}.`),
    ),
  )
  return app
}

/** The host name of a Host field. HTTP/1.0 may omit the field; browsers never do. */
function hostOf(field: string | undefined): string {
  return field === undefined ? 'localhost' : field.replace(/:\d+$/, '')
}
