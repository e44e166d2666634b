import { openTestPool } from './chrome.ts'

// The process that a test kills in place of a service: `node pool-process.ts FOLDER` opens a pool there, prints its state, and
// keeps running.
const [folder = ''] = process.argv.slice(2)
const { pool } = await openTestPool({ folder })
const lease = await pool.lease(new AbortController().signal).catch(() => null)
await lease?.newPage()
process.stdout.write(`${JSON.stringify(pool.status())}\n`)
setInterval(() => {}, 2 ** 30)
