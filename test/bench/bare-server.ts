import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'

// The minimal server that start.ts packs into an executable of the same kind, for comparison with the service.
const app = new Hono()
app.get('/health', (context) => context.json({ status: 'ok' }))
const server = createAdaptorServer({ fetch: app.fetch })
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  process.stderr.write(`listening at http://127.0.0.1:${port} \n`)
})
process.on('SIGTERM', () => process.exit(0))
