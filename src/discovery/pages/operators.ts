import {
  capacityOfEachTool,
  costs,
  databaseLoad,
  databaseServer,
  type Limit,
  maxCallsPerSecond,
  nodesWithin,
  PLANNED_SHARE,
  planFor,
  smallVps,
  type ToolCapacity,
} from '#discovery/capacity.ts'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { html, type Markup } from '#report/html/markup.ts'
import { grid, items, prose } from './page.ts'

const share = `${PLANNED_SHARE * 100}\u00a0%`
const rates = [10, 100, 1_000]

const how = `Measured on ${costs.measuredOn} with ${costs.machine} (\`npm run bench -- machine\`, \`npm run bench -- scale\` in a checkout); everything else is computed from that. Processors are planned to ${share}: above it calls wait for each other.`

/** What one machine sells, where its first limit is, and how to size it. */
export function machineSection(facts: ServiceFacts): Markup {
  const selling = sellingNow(facts)
  return html`<p>${prose(how)}</p>
${grid(
  'What one call takes',
  ['Tool', 'Processor', 'While it runs', 'Received', 'Sent'],
  selling.map(({ tool }) => {
    const cost = costs.tools[tool]
    return [
      mono(tool),
      `${seconds(cost.processorMs)} s of processor`,
      `${cost.memoryMb} MB of memory`,
      `${cost.targetKb} KB from the target`,
      `${cost.reportKb} KB of report`,
    ]
  }),
)}
<p>Payment adds ${costs.paymentMs} ms of processor to each call. A service with a warm browser takes ${costs.idleMb} MB without a call. Pages differ: a heavy one takes several times as much, up to the budget of <code>browser.processor_ms</code>.</p>
<p>A small VPS, here with ${smallVps.processors} processors, ${smallVps.memoryMb / 1_024} GB of memory and ${smallVps.trafficGbPerMonth / 1_000} TB of traffic for ${smallVps.usdPerMonth} USD a month (an assumption: put in your own), that sells one tool only:</p>
${grid(
  'What a small VPS sells',
  ['Tool', 'Processor allows', 'Memory and slots', 'Traffic', 'First limit', 'Machine'],
  selling.map(({ tool, allows, first, usdPerThousandCalls }) => [
    mono(tool),
    `${rate(allows.processor)} by processor`,
    `${rate(allows.memory)} by slots`,
    `${rate(allows.traffic)} by traffic`,
    `first: ${limitNames[first]}`,
    `${usd(usdPerThousandCalls)} for 1,000 calls`,
  ]),
)}
${items(
  [
    'Nearly all of render_page and verify_page is Chrome. With 6 `limits.browser_jobs` on two processors, the default, the slots end somewhat before the processors. Raise both together, three to four jobs for each processor: with more, calls are slower, not more.',
    `Memory: ${costs.idleMb} MB, and for each browser job ${costs.tools.render_page.memoryMb} MB.`,
    `Disk: screenshots and reports for \`evidence.ttl_hours\`, within \`evidence.quota_mb\`; of each call the ledger keeps about ${costs.database.rowKb} KB for good, ${costs.database.rowKb} GB for a million calls.`,
    'A machine that is full answers 503 `at_capacity` at once and sells on: free requests are shed as soon as a turn of the event loop takes 75 ms, requests with a payment are not. `urlwitness_` metrics at `/metrics` show slots, waits, requests that were shed and how late the event loop is.',
  ].map(prose),
)}`
}

/** Several services on one PostgreSQL: how to operate them. */
export const nodesSection: Markup = html`<p>${prose('With `database_url = "postgres://user:password@host/database"` (better `URLWITNESS_DATABASE_URL_FILE`), any number of services sell from one ledger in PostgreSQL 15 or newer, behind any balancer that asks `/ready`. Without it the ledger is SQLite in `data_dir`.')}</p>
${items(
  [
    'Beyond this machine the connection is encrypted and the certificate of the server is checked (`sslmode=verify-full`); for an authority of your own add its file, `?sslrootcert=/etc/urlwitness/ca.pem`. The role must own an empty database in UTF8; the first start makes its tables. `urlwitness doctor` says which server answers, how fast, and what is wrong with it.',
    'An authorization is sold once over all services: a unique index decides, each step is durable before the next, and a write whose response was lost is read back first. `synchronous_commit = off`, `fsync = off` and standbys are refused.',
    `Each paid call waits for the database ${costs.database.roundTrips} times, so keep it within a few milliseconds; each service has at most ${costs.database.connectionsPerNode} connections. Connect directly, or through a pooler in session mode: statements are prepared, and changes are announced with \`NOTIFY\`.`,
    'All services take the time from the database. One that ends without a word is noticed within ten seconds, and another fails or resolves its calls within fifteen. One that cannot reach the database sells nothing, answers 503 `ledger_unavailable`, and resumes by itself.',
    'Give the services one `base_url` and the same settings. Screenshots, stored reports, pauses and prices are shared; each service has a data folder and a signing key of its own, and all keys are published by all.',
    'To upgrade, replace one service after the other: the version before goes on working beside the next. `database_newer` in the log means that one was left out.',
    'Screenshots and copies of reports are in partitions by the hour of expiry, invisible from their expiry on and dropped whole within the hour; one payer has a fifth of `evidence.quota_mb` over all services. `evidence.min_free_mb` does not apply: watch the disk of the server.',
    'The console is that of one service, on its machine, and shows the calls of all; a link from `urlwitness console` opens any of them. Each service sends its own alerts. `keys rotate` changes the key of one service, two seconds after all have published the new one.',
    "Back up with the tools of PostgreSQL, without the screenshots: `pg_dump --exclude-table-data='evidence_[0-9]*'`. After going back to an earlier state run `SELECT mark_restored()` in the database before a service starts: payments that may have been used since are then refused, as after `restore`. `backup`, `restore` and `ledger archive` are for SQLite.",
    '`ledger move --to postgres://...` copies a SQLite ledger of a stopped service into an empty database, and compares every row.',
    '`npm run cluster` in a checkout tries it: an embedded PostgreSQL, three services with simulated payments and a balancer. In sandbox mode each service simulates a chain of its own. `config/examples/cluster` has a systemd template unit, a Caddyfile with `/ready` as health check, settings of PostgreSQL, a scrape file of Prometheus and a dashboard for Grafana.',
  ].map(prose),
)}`

/** Screenshots in S3-compatible storage: how to operate it. */
export const bucketSection: Markup = html`<p>${prose('With `evidence_url = "s3://KEYID:SECRET@bucket/prefix?region=eu-central-1"` (better `URLWITNESS_EVIDENCE_URL_FILE`) screenshots are objects in a bucket, and only their metadata is in the ledger, on SQLite and on PostgreSQL. Copies of reports stay in the ledger.')}</p>
${items(
  [
    'For a store other than that of Amazon (MinIO, R2, Garage, Ceph) add `endpoint=https://host`, and `region` where it has one: `auto` for R2, `garage` for Garage. A plain `http` endpoint is for loopback only. For an authority of your own start the service with `NODE_EXTRA_CA_CERTS=/etc/urlwitness/ca.pem`. In the secret write `/` as `%2F`, `@` as `%40`, `:` as `%3A`.',
    'Give each ledger a prefix of its own, in a private bucket without versioning and object lock, and the key the rights to list the bucket and to read, write and delete below the prefix. `config/examples/s3-policy.json` is such a policy. The bucket is the only thing that the key should open.',
    'Rows decide what can be read: a screenshot is invisible from the second of its expiry. Keys begin with the time of expiry, so every service deletes all that has expired within half a minute, also what a killed service or a lost database has left. As a further safeguard, for a time in which no service runs, add a lifecycle rule that expires objects after 1 day (`config/examples/s3-lifecycle.json`); a store applies it once a day.',
    '`urlwitness doctor` writes, reads and deletes an object, and reports public access, versioning and a missing lifecycle rule.',
    'While the store cannot be reached, a running job fails within eight seconds and is not settled, render_page and verify_page answer 503 before a payment is taken, and stored screenshots answer 503. Everything else is sold on, and the service comes back by itself.',
    'A key has the hash of the secret id, never the id, and the bytes are compared with the SHA-256 of the row before the first of them is sent. `evidence.quota_mb` applies; `evidence.min_free_mb` is about the disk of the ledger.',
    'After `evidence_url` was set, screenshots that are in the data folder or in PostgreSQL are served until they expire. Before it is removed, wait for a day, or run `urlwitness evidence purge --all`: what is in the bucket is not served any more.',
  ].map(prose),
)}`

/** What one PostgreSQL carries, how many nodes a rate needs, and what comes after. */
export function scaleSection(facts: ServiceFacts): Markup {
  const { database, grown } = costs
  return html`<p>${prose(`For each paid call PostgreSQL works ${database.processorMs} ms, commits ${database.commits} times, writes ${database.walKb} KB of write-ahead log and keeps ${database.rowKb} KB. ${databaseServer.processors} processors at ${share} carry ${count(Math.floor(maxCallsPerSecond(databaseServer)))} paid calls a second, of whichever tool. At ${count(grown.rows)} rows (${grown.gb} GB) a call waited ${grown.waitRatio} times as long for the database as at 10,000, measured alternately.`)}</p>
${grid(
  'What PostgreSQL does',
  ['Calls a second', 'Processors', 'Commits', 'Write-ahead log', 'Rows kept'],
  rates.map((callsPerSecond) => {
    const load = databaseLoad(callsPerSecond)
    return [
      `${count(callsPerSecond)} a second`,
      counted(load.processors, 'processor'),
      `${count(load.commitsPerSecond)} commits a second`,
      `${load.walMbPerSecond.toFixed(1)} MB of log a second`,
      `${count(Math.round(load.rowsGbPerMonth))} GB of rows a month`,
    ]
  }),
)}
<p>Nodes as the small VPS above:</p>
${grid(
  'Nodes and dollars',
  ['Tool', 'Calls a second', 'Nodes', 'Connections', 'Dollars', 'Per call'],
  sellingNow(facts).flatMap(planRows),
)}
<p>Dollars are ${smallVps.usdPerMonth} USD a month for each node and ${databaseServer.usdPerMonth} USD for a database server of ${databaseServer.processors} processors, in parts. Larger nodes are the same money and fewer connections.</p>
${items(
  [
    `The first limit is the nodes themselves, long before the database: processor and slots (\`limits.browser_jobs\`) for pages, the slots (\`limits.admitted_jobs\`) for probe_url, which may be raised. Then connections: with \`max_connections = 200\`, as in the example, ${nodesWithin(200)} nodes; an idle connection takes about 2 MB, so raise it, or take larger nodes.`,
    `Then the disk: ${count(Math.round(databaseLoad(1_000).rowsGbPerMonth))} GB of rows a month at 1,000 calls a second. Rows are kept for good, because a forgotten authorization could be sold again; \`archived_authorizations\` has the short form that is enough for that.`,
    'A synchronous standby adds its round trip to each of the three commits of a call, and nothing to the work.',
    'What would come after one server: the ledger split by payer. Every limit and every unique index begins with one payer, so each payer belongs to one of several databases, and no call needs two. Screenshots and copies of reports would go to object storage before that.',
  ].map(prose),
)}`
}

function planRows(selling: ToolCapacity): readonly (readonly (string | Markup)[])[] {
  return rates
    .map((callsPerSecond) => planFor(callsPerSecond, selling))
    .map((plan) => [
      mono(selling.tool),
      `${count(plan.callsPerSecond)} a second`,
      counted(plan.nodes, 'node'),
      `${count(plan.connections)} connections`,
      `${count(Math.round(plan.usdPerMonth))} USD a month`,
      `${usd(plan.usdPerThousandCalls)} for 1,000 calls`,
    ])
}

const limitNames: Readonly<Record<Limit, string>> = {
  processor: 'processor',
  memory: 'memory and slots',
  traffic: 'traffic',
}

function sellingNow({ limits }: ServiceFacts): readonly ToolCapacity[] {
  return capacityOfEachTool((tool) =>
    tool === 'probe_url' ? limits.admittedJobs : Math.min(limits.admittedJobs, limits.browserJobs),
  )
}

const mono = (text: string): Markup => html`<span class="mono">${text}</span>`
const count = (number: number): string => number.toLocaleString('en-US')
const counted = (number: number, noun: string): string =>
  `${count(number)} ${noun}${number === 1 ? '' : 's'}`
const rate = (perSecond: number): string => `${perSecond.toPrecision(2)} a second`
const seconds = (ms: number): string => (ms / 1000).toFixed(2)

function usd(amount: number): string {
  return `${amount < 0.01 ? amount.toFixed(4) : amount.toFixed(3)} USD`
}
