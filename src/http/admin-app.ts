import { type Context, Hono } from 'hono'
import { consolePath } from '#http/console/access/paths.ts'
import type { ConsoleContext } from '#http/console/context.ts'
import { firstUse } from '#runtime/first-use.ts'
import { isLoopback } from '#settings/values.ts'
import { plainProblem } from './problem.ts'
import { jsonResponse, problemResponse, response } from './response.ts'

/** What stands behind each path of the operator's listener. */
export interface AdminContext {
  readonly status: () => Promise<object>
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>
  readonly console: ConsoleContext
}

const noStore = { 'cache-control': 'no-store' } as const

/**
 * The operator's listener, on loopback (settings refuse any other address); only the console changes anything. A page that rebinds its name
 * to 127.0.0.1 reaches it from the operator's own browser, so the name that is asked for must be of loopback too.
 */
export function createAdminApp({ status, metrics, console }: AdminContext): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    if (!isLoopback(hostOf(c.req.header('host')))) {
      return problemResponse(plainProblem(404, 'This listener answers to names of loopback only.'))
    }
    await next()
    // Free documents are for every page; this is for nobody's.
    c.res.headers.delete('access-control-allow-origin')
    return undefined
  })
  app.get('/metrics', async () => {
    const { type, text } = await metrics()
    return response(200, type, text, noStore)
  })
  app.get('/status', async () => jsonResponse(200, await status(), noStore))
  // Most services run for weeks without anybody looking: until then nothing of it is in memory.
  const openedConsole = firstUse(async () => {
    const { createConsole } = await import('#http/console/console-app.ts')
    return createConsole(console)
  })
  const toConsole = async (c: Context) => (await openedConsole())(c.req.raw)
  app.all(consolePath, toConsole)
  app.all(`${consolePath}/*`, toConsole)
  app.notFound(() =>
    problemResponse(plainProblem(404, `Here are GET /metrics, GET /status and ${consolePath}.`)),
  )
  return app
}

/** HTTP/1.0 may leave the field out; a browser never does. */
function hostOf(field: string | undefined): string {
  return field === undefined ? 'localhost' : field.replace(/:\d+$/, '')
}
