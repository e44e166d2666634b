import { Hono } from 'hono'
import { isLoopback } from '../settings/values.ts'
import { answer, jsonAnswer, problemAnswer } from './answer.ts'
import { plainProblem } from './problem.ts'

/** What stands behind each path of the operator's listener. */
export interface AdminContext {
  readonly status: () => Promise<object>
  readonly metrics: () => Promise<{ readonly type: string; readonly text: string }>
}

const noStore = { 'cache-control': 'no-store' } as const

/**
 * The operator's listener: reads only, and on loopback (settings refuse any other address). A page that rebinds its name
 * to 127.0.0.1 reaches it from the operator's own browser, so the name that is asked for must be of loopback too.
 */
export function openAdminApp({ status, metrics }: AdminContext): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    if (!isLoopback(hostOf(c.req.header('host')))) {
      return problemAnswer(plainProblem(404, 'This listener answers to names of loopback only.'))
    }
    await next()
    // Free documents are for every page; this is for nobody's.
    c.res.headers.delete('access-control-allow-origin')
    return undefined
  })
  app.get('/metrics', async () => {
    const { type, text } = await metrics()
    return answer(200, type, text, noStore)
  })
  app.get('/status', async () => jsonAnswer(200, await status(), noStore))
  app.notFound(() => problemAnswer(plainProblem(404, 'Here are GET /metrics and GET /status.')))
  return app
}

/** HTTP/1.0 may leave the field out; a browser never does. */
function hostOf(field: string | undefined): string {
  return field === undefined ? 'localhost' : field.replace(/:\d+$/, '')
}
