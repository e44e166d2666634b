import {
  capacityOfEachTool,
  costs,
  databaseLoad,
  databaseServer,
  type Limit,
  maxCallsPerSecond,
  maxNodes,
  planFor,
  smallVps,
  TARGET_UTILIZATION,
  type ToolCapacity,
} from '#discovery/capacity.ts'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { html, type Markup, prose } from '#report/html/markup.ts'
import { bulletList, grid } from './page.ts'

const utilizationText = `${TARGET_UTILIZATION * 100}\u00a0%`
const callRates = [10, 100, 1_000]

const measurementNote = `Measured on ${costs.measuredOn} with ${costs.machine} (\`npm run bench -- machine\` and \`npm run bench -- scale\` in a checkout). All other numbers are computed from these measurements. Processors are planned at a utilisation of ${utilizationText}, because calls wait for each other above it.`

/** The capacity of one machine, its first limit, and how to size it. */
export function machineSection(facts: ServiceFacts): Markup {
  const capacities = capacitiesOf(facts)
  return html`<p>${prose(measurementNote)}</p>
${grid(
  'Cost of one call',
  ['Tool', 'Processor', 'Memory', 'Received', 'Sent'],
  capacities.map(({ tool }) => {
    const cost = costs.tools[tool]
    return [
      mono(tool),
      `${secondsText(cost.processorMs)} s of processor time`,
      `${cost.memoryMb} MB of memory`,
      `${cost.targetKb} KB from the target`,
      `${cost.reportKb} KB of report`,
    ]
  }),
)}
<p>Payment adds ${costs.paymentMs} ms of processor time to each call. An idle service with a warm browser uses ${costs.idleMb} MB. Pages differ: a heavy page takes several times as much processor time, up to the limit of <code>browser.processor_ms</code>.</p>
<p>The next table is for a small VPS that sells one tool only. It has ${smallVps.processors} processors, ${smallVps.memoryMb / 1_024} GB of memory and ${smallVps.trafficGbPerMonth / 1_000} TB of traffic for ${smallVps.usdPerMonth} USD a month. These are assumptions: use the numbers of your own machine instead.</p>
${grid(
  'Capacity of a small VPS',
  ['Tool', 'Processor', 'Memory and slots', 'Traffic', 'First limit', 'Cost'],
  capacities.map(({ tool, perSecondByLimit, bottleneck, usdPerThousandCalls }) => [
    mono(tool),
    `${rateText(perSecondByLimit.processor)} by processor`,
    `${rateText(perSecondByLimit.memory)} by slots`,
    `${rateText(perSecondByLimit.traffic)} by traffic`,
    `limited by ${limitNames[bottleneck]}`,
    `${usdText(usdPerThousandCalls)} for 1,000 calls`,
  ]),
)}
${bulletList(
  [
    'Nearly all the cost of render_page and verify_page is that of Chrome. With the default of 6 `limits.browser_jobs` on two processors, the slots are exhausted slightly before the processors. Raise both together, with three to four jobs for each processor: more jobs make calls slower without increasing their number.',
    `Memory: plan ${costs.idleMb} MB, and ${costs.tools.render_page.memoryMb} MB for each browser job.`,
    `Disk: screenshots and reports are kept for \`evidence.ttl_hours\`, within \`evidence.quota_mb\`. The ledger keeps about ${costs.database.rowKb} KB of each call permanently, which is ${costs.database.rowKb} GB for a million calls.`,
    'A machine without a free slot returns 503 `at_capacity` immediately, and accepts calls again as soon as a slot is free. Under overload, free requests are shed as soon as a turn of the event loop takes 75 ms, except a few from each network (an IPv4 address, or an IPv6 /48); requests with a payment are not. Of the payments of new payers that are verified at once, one network sends at most two thirds. Behind a reverse proxy all clients have its address: there it must limit them. The `urlwitness_` metrics at `/metrics` show the slots, the waiting times, the number of shed requests and the delay of the event loop.',
  ].map(prose),
)}`
}

/** What the service does when the facilitator, or a node of the chain, cannot be asked or gives a strange response. */
export const settlingSection: Markup = bulletList(
  [
    'While the facilitator does not list the network of the service in `/supported`, nothing is quoted, `/ready` returns 503, and the log says so once. A facilitator without `/supported` is used: its verify decides.',
    'A facilitator that limits the rate, or cannot decide yet, gives 503 with `Retry-After`, and the authorization stays usable.',
    '`rpc_url` names a node of the chain, which decides about settlements with an unknown outcome. A node of another chain refuses the start with `rpc_other_chain`; one that does not respond does not.',
    'Without `rpc_url`, a settlement for which the facilitator named a transaction, and whose authorization it then calls used, counts as paid. The receipt has `extensions.unconfirmed`, and `urlwitness ledger audit` lists the call.',
  ].map(prose),
)

/** Several services on one PostgreSQL: how to operate them. */
export const nodesSection: Markup = html`<p>${prose('With `database_url = "postgres://user:password@host/database"` (preferably set with `URLWITNESS_DATABASE_URL_FILE`), any number of services share one ledger in PostgreSQL 15 or newer, behind any load balancer that checks `/ready`. Without this setting the ledger is a SQLite database in `data_dir`.')}</p>
${bulletList(
  [
    'A connection to another machine is encrypted, and the certificate of the server is verified (`sslmode=verify-full`). For a private certificate authority add its file: `?sslrootcert=/etc/urlwitness/ca.pem`. The role must own an empty database with the encoding UTF8; the first start creates the tables. `urlwitness doctor` shows which server responds, how fast it is, and what is wrong with it.',
    'Each payment authorization is used only once across all services: a unique index enforces this, each step is durable before the next one begins, and a write whose response was lost is read back first. Servers with `synchronous_commit = off` or `fsync = off` and standby servers are refused.',
    `Each paid call needs ${costs.database.roundTrips} round trips to the database, so keep its latency within a few milliseconds. Each service opens at most ${costs.database.connectionsPerNode} connections. Connect directly, or through a pooler in session mode: the services use prepared statements and \`NOTIFY\`.`,
    'All services use the clock of the database. A service that crashes is detected within ten seconds, and another service fails or resolves its calls within fifteen. A service that cannot reach the database sells nothing, returns 503 `ledger_unavailable`, and recovers by itself.',
    'Give all services the same `base_url` and the same settings. They share screenshots, stored reports, pauses and prices. Each service has its own data folder and signing key, and every service publishes all keys.',
    'To upgrade, replace one service at a time: the previous version keeps working beside the next one. `database_newer` in the log means that a version was skipped.',
    'Screenshots and copies of reports are stored in partitions by the hour of their expiry. They cannot be read once they have expired, and the partition is dropped within the hour. One payer may use a fifth of `evidence.quota_mb` across all services. `evidence.min_free_mb` does not apply: monitor the disk of the database server.',
    'Each service has a console on its own machine, which shows the calls of all services. A link from `urlwitness console` opens the console of any service. Each service sends its own alerts. `keys rotate` changes the key of one service, two seconds after all services have published the new one.',
    "Back up with the tools of PostgreSQL, without the screenshots: `pg_dump --exclude-table-data='evidence_[0-9]*'`. After you restore an earlier state, run `SELECT mark_restored()` in the database before any service starts: payments that may have been used since then are refused, as they are after `restore`. Do the same after a failover that lost transactions, with all services stopped; none are lost to a synchronous standby (`synchronous_standby_names`). The verbs `backup`, `restore` and `ledger archive` support SQLite only.",
    '`ledger move --to postgres://...` copies a SQLite ledger of a stopped service into an empty database, and compares every row.',
    '`npm run cluster` in a checkout starts a cluster for testing: an embedded PostgreSQL server, three services with simulated payments and a load balancer. In sandbox mode each service simulates its own chain. `config/examples/cluster` contains a systemd template unit, a Caddyfile with `/ready` as the health check, settings for PostgreSQL, a scrape configuration for Prometheus and a dashboard for Grafana.',
  ].map(prose),
)}`

/** Screenshots in S3-compatible storage: how to operate it. */
export const bucketSection: Markup = html`<p>${prose('With `evidence_url = "s3://KEYID:SECRET@bucket/prefix?region=eu-central-1"` (preferably set with `URLWITNESS_EVIDENCE_URL_FILE`) screenshots are stored as objects in a bucket. Their metadata and the copies of reports stay in the ledger, whether it is SQLite or PostgreSQL.')}</p>
${bulletList(
  [
    'For a store other than Amazon S3 (MinIO, R2, Garage, Ceph) add `endpoint=https://host`, and `region` if the store has one: `auto` for R2, `garage` for Garage. A plain `http` endpoint is allowed on loopback only. For a private certificate authority start the service with `NODE_EXTRA_CA_CERTS=/etc/urlwitness/ca.pem`. In the secret, write `/` as `%2F`, `@` as `%40` and `:` as `%3A`.',
    'Give each ledger its own prefix, in a private bucket without versioning and object lock. Allow the key to list the bucket and to read, write and delete objects below the prefix, and nothing else. `config/examples/s3-policy.json` is such a policy.',
    'The rows of the ledger decide what can be read: a screenshot cannot be read once it has expired. Object keys begin with the time of expiry, so every service deletes all expired objects within half a minute, including those that a killed service or a lost database has left. As a safeguard for times when no service runs, add a lifecycle rule that expires objects after 1 day (`config/examples/s3-lifecycle.json`); stores apply such a rule once a day.',
    '`urlwitness doctor` writes, reads and deletes an object, and reports public access, versioning and a missing lifecycle rule.',
    'While the store is unreachable, a running job fails within eight seconds and is not settled, render_page and verify_page return 503 before a payment is taken, and requests for stored screenshots get 503. Everything else remains available, and the service recovers by itself.',
    'An object key contains a hash of the secret id, never the id itself. The bytes of an object are compared with the SHA-256 in its row before the first byte is sent. `evidence.quota_mb` applies; `evidence.min_free_mb` concerns the disk of the ledger only.',
    'After you set `evidence_url`, screenshots in the data folder or in PostgreSQL are still served until they expire. Before you remove it, wait for a day or run `urlwitness evidence purge --all`: screenshots in the bucket are no longer served afterwards.',
  ].map(prose),
)}`

/** The capacity of one PostgreSQL server, how many nodes a rate needs, and what comes after. */
export function scaleSection(facts: ServiceFacts): Markup {
  const { database, largeLedger } = costs
  return html`<p>${prose(`Each paid call costs PostgreSQL ${database.processorMs} ms of processor time, ${database.commits} commits, ${database.walKb} KB of write-ahead log and ${database.rowKb} KB of stored rows. A server with ${databaseServer.processors} processors at ${utilizationText} sustains ${numberText(Math.floor(maxCallsPerSecond(databaseServer)))} paid calls a second of any tool. With ${numberText(largeLedger.rows)} rows (${largeLedger.gb} GB) a call waited ${largeLedger.waitRatio} times as long for the database as with 10,000 rows, in alternating measurements.`)}</p>
${grid(
  'Load of PostgreSQL',
  ['Calls a second', 'Processors', 'Commits', 'Write-ahead log', 'Rows kept'],
  callRates.map((callsPerSecond) => {
    const load = databaseLoad(callsPerSecond)
    return [
      `${numberText(callsPerSecond)} a second`,
      counted(load.processors, 'processor'),
      `${numberText(load.commitsPerSecond)} commits a second`,
      `${load.walMbPerSecond.toFixed(1)} MB of log a second`,
      `${numberText(Math.round(load.rowsGbPerMonth))} GB of rows a month`,
    ]
  }),
)}
<p>In the next table each node is the small VPS described above.</p>
${grid(
  'Nodes and cost',
  ['Tool', 'Calls a second', 'Nodes', 'Connections', 'Cost', 'Cost of calls'],
  capacitiesOf(facts).flatMap(planRows),
)}
<p>The cost is ${smallVps.usdPerMonth} USD a month for each node, and the used share of a database server with ${databaseServer.processors} processors for ${databaseServer.usdPerMonth} USD a month. Larger nodes cost the same in total and need fewer connections.</p>
${bulletList(
  [
    `The nodes reach their limits long before the database does. The limit of render_page and verify_page is the processors and the slots (\`limits.browser_jobs\`); that of probe_url is the slots (\`limits.admitted_jobs\`), which may be raised. The next limit is connections: \`max_connections = 200\`, as in the example, is enough for ${maxNodes(200)} nodes. An idle connection takes about 2 MB, so raise this limit, or use larger nodes.`,
    `The limit after that is the disk: ${numberText(Math.round(databaseLoad(1_000).rowsGbPerMonth))} GB of rows a month at 1,000 calls a second. Rows are kept permanently, because an authorization without a row could be used again; the table \`archived_authorizations\` has a short form that is sufficient to prevent that.`,
    'A synchronous standby adds one round trip to each of the three commits of a call, and no other work.',
    'Beyond one server, the ledger could be split by payer. Every limit and every unique index begins with one payer, so each payer would belong to one of several databases, and no call would need two of them. Screenshots and copies of reports would move to object storage before that.',
  ].map(prose),
)}`
}

function planRows(capacity: ToolCapacity): readonly (readonly (string | Markup)[])[] {
  return callRates
    .map((callsPerSecond) => planFor(callsPerSecond, capacity))
    .map((plan) => [
      mono(capacity.tool),
      `${numberText(plan.callsPerSecond)} a second`,
      counted(plan.nodes, 'node'),
      `${numberText(plan.connections)} connections`,
      `${numberText(Math.round(plan.usdPerMonth))} USD a month`,
      `${usdText(plan.usdPerThousandCalls)} for 1,000 calls`,
    ])
}

const limitNames: Readonly<Record<Limit, string>> = {
  processor: 'processor',
  memory: 'memory and slots',
  traffic: 'traffic',
}

function capacitiesOf({ limits }: ServiceFacts): readonly ToolCapacity[] {
  return capacityOfEachTool((tool) =>
    tool === 'probe_url' ? limits.admittedJobs : Math.min(limits.admittedJobs, limits.browserJobs),
  )
}

const mono = (text: string): Markup => html`<span class="mono">${text}</span>`
const numberText = (number: number): string => number.toLocaleString('en-US')
const counted = (number: number, noun: string): string =>
  `${numberText(number)} ${noun}${number === 1 ? '' : 's'}`
const rateText = (perSecond: number): string => `${perSecond.toPrecision(2)} a second`
const secondsText = (ms: number): string => (ms / 1000).toFixed(2)

function usdText(amount: number): string {
  return `${amount < 0.01 ? amount.toFixed(4) : amount.toFixed(3)} USD`
}
