import { z } from 'zod'
import { paymentModes } from '#payment/terms.ts'
import { logLevels } from '#runtime/log.ts'
import { databaseUrl } from './database-url.ts'
import { evidenceUrl } from './evidence-url.ts'
import {
  choice,
  type KeysOf,
  list,
  live,
  optional,
  secret,
  text,
  toggle,
  type ValuesOf,
  whole,
} from './setting.ts'
import {
  address,
  contactUri,
  dnsServer,
  hostName,
  hostPort,
  ipPrefix,
  originUrl,
  rpcUrl,
  serviceUrl,
  signingKey,
  usd,
  webhookUrl,
} from './values.ts'

const HOST_AND_PORT = 'address:port, localhost:port or [IPv6]:port'
const URL_OR_LOOPBACK = 'https://... (http on loopback only)'
const filePath = z.string().min(1)

/** Every setting, in the tables of the file. */
export const schema = {
  mode: choice(
    paymentModes,
    'sandbox',
    'sandbox: simulated payments on an embedded facilitator; testnet: Base Sepolia; production: Base',
  ),
  listen: text(hostPort, '127.0.0.1:8402', HOST_AND_PORT, 'Address on which buyers are served'),
  admin_listen: text(
    hostPort,
    '127.0.0.1:8403',
    `${HOST_AND_PORT}, loopback only`,
    'Address for the operator: /console for a browser, /metrics for Prometheus, /status for `urlwitness status`',
  ),
  base_url: optional(
    originUrl,
    'https://name without a path (http on loopback only)',
    'Public address of the service, as printed in quotes and documents; unset: the listening address',
  ),
  contact: optional(
    contactUri,
    'an e-mail address, or an https:// page',
    'Contact for buyers and for reports of vulnerabilities, printed in the documents and in /.well-known/security.txt; unset: none',
  ),
  tls: {
    cert_file: optional(
      filePath,
      'a PEM file with the certificate of the server, followed by its intermediates',
      'TLS certificate; with it and tls.key_file the service serves HTTPS itself (TLS 1.2 and 1.3); unset: HTTP, for use behind a reverse proxy',
    ),
    key_file: optional(
      filePath,
      'a PEM file without a passphrase',
      'Private key of that certificate',
    ),
  },
  data_dir: text(filePath, 'data', 'a folder', 'Folder of the ledger and the screenshots'),
  database_url: secret(
    optional(
      databaseUrl,
      'postgres://user:password@host:port/database, with ?sslmode=verify-full (the default beyond loopback), verify-ca, require or disable, ?sslrootcert=file and, for a Unix socket, ?host=folder',
      'Ledger in PostgreSQL (15 or newer) instead of the data folder, for services on several machines; unset: SQLite in data_dir',
    ),
  ),
  evidence_url: secret(
    optional(
      evidenceUrl,
      's3://KEYID:SECRET@bucket/prefix?region=NAME, with endpoint=https://host for a store other than Amazon S3, and with / in the secret written as %2F',
      'Screenshots in a bucket of S3-compatible storage, under a prefix that only this ledger uses; unset: in data_dir, or in PostgreSQL with database_url',
    ),
  ),
  mcp: toggle(true, 'Also sell the tools over MCP, at /mcp (Streamable HTTP)'),
  offer_receipt: toggle(
    true,
    'Sign offers in quotes and a receipt with each report (x402 extension offer-receipt)',
  ),
  shared: toggle(
    false,
    'Several services may share this data folder; each of them needs this setting',
  ),
  pay_to: optional(
    address,
    'a checksummed or all-lower-case EVM address',
    'Address that receives the payments, of services with this ledger only; unset: paid routes return 503 not_configured (sandbox uses a dummy address)',
  ),
  network: optional(
    z.string(),
    'a CAIP-2 EVM network that fits the mode, such as eip155:8453',
    'CAIP-2 network of the payments; unset: the network of the mode',
  ),
  asset: optional(
    address,
    'a token contract with EIP-3009 and 6 decimals',
    'Token contract of the payments; unset: USDC of the network',
  ),
  asset_name: optional(
    z.string().min(1).max(64),
    'text of 1 to 64 characters',
    "EIP-712 domain name of the token; needed only for a token other than the network's USDC",
  ),
  asset_version: optional(
    z.string().min(1).max(16),
    'text of 1 to 16 characters',
    "EIP-712 domain version of the token; needed only for a token other than the network's USDC",
  ),
  facilitator_url: optional(
    serviceUrl,
    URL_OR_LOOPBACK,
    'Facilitator that verifies and settles payments in testnet and production; sandbox has an embedded one',
  ),
  rpc_url: secret(
    optional(
      rpcUrl,
      URL_OR_LOOPBACK,
      'JSON-RPC endpoint of the network, to look up settlements that are unknown or refused and to recognise payers that are contract wallets',
    ),
  ),
  chrome_path: optional(
    filePath,
    'a file',
    'Chrome or Chromium for the browser tools; unset: the usual places are searched',
  ),
  dns_servers: list(
    z.array(dnsServer).max(8),
    'addresses, each with or without :port, at most 8',
    'DNS resolvers for targets; empty: the resolvers of the system',
  ),
  tools: {
    probe_url: tool('probe_url', '0.005'),
    render_page: tool('render_page', '0.02'),
    verify_page: tool('verify_page', '0.05'),
  },
  limits: {
    deadline_ms: whole(
      [5_000, 120_000],
      30_000,
      'Maximum duration of a paid call, from admission to response, ms',
    ),
    admitted_jobs: live(
      whole(
        [1, 1_000],
        10,
        'Maximum number of paid calls at a time; further calls get 503 immediately',
      ),
    ),
    // Half of the slots: one payer can't take them all, and a drained wallet leaves at most this number minus one jobs unpaid
    // per pause.
    unsettled_per_payer: live(
      whole(
        [1, 1_000],
        5,
        'Maximum number of unsettled jobs of one payer; its further payments get 503 and stay unused',
      ),
    ),
    // Long enough that emptying a wallet during its jobs is no cheap way to cause unpaid jobs; short enough for a legitimate
    // buyer who has to top up.
    refused_payer_pause_s: live(
      whole(
        [0, 86_400],
        600,
        'Seconds during which a payer is not served after one of its settlements was refused, or after it disconnected during two jobs within ten minutes; 0: no pause',
      ),
    ),
    browser_jobs: whole([1, 100], 6, 'Maximum number of browser pages at a time'),
    // The report has room for six hops: five that are followed, and one that is not.
    redirects: whole([0, 5], 5, 'Maximum number of redirects followed'),
    links: whole([0, 20], 20, 'Maximum number of same-origin links checked by verify_page'),
    settle_reserve_ms: whole(
      [1_000, 60_000],
      5_000,
      'Part of the deadline that is reserved for the settlement, ms',
    ),
    connect_timeout_ms: whole(
      [100, 30_000],
      5_000,
      'Timeout of one TCP connection to a target, ms',
    ),
    headers_timeout_ms: whole(
      [100, 60_000],
      15_000,
      'Timeout from a request to its response headers, ms',
    ),
    body_bytes: whole([65_536, 104_857_600], 5_242_880, 'Maximum size of a body as sent, bytes'),
    decoded_body_bytes: whole(
      [65_536, 209_715_200],
      10_485_760,
      'Maximum size of a body after decompression, bytes',
    ),
  },
  evidence: {
    // The contract (spec 8) promises buyers at most a day.
    ttl_hours: live(whole([1, 24], 24, 'Hours for which screenshots and reports are stored')),
    // The default holds one screenshot of 300 KB every twelve seconds for a day. The minimum holds the screenshots that six
    // concurrent jobs may produce.
    quota_mb: live(
      whole(
        [64, 1_048_576],
        2_048,
        'Space for all screenshots and copies of reports, MiB; one payer may use a fifth of it; when space is short, the oldest ones of the payer with the most are deleted',
      ),
    ),
    // The ledger is on this disk too, and a full disk stops every sale: the ledger's log alone may take 64 MiB for a while.
    min_free_mb: live(
      whole(
        [0, 1_048_576],
        512,
        'Free disk space that must be left after a screenshot is stored, MiB',
      ),
    ),
  },
  ledger: {
    details_days: live(
      whole(
        [1, 3_650],
        90,
        'Days for which the ledger keeps the details of each call: host, verdict, finding codes and duration. Path, query and text of the page are never stored; payments are kept permanently',
      ),
    ),
  },
  browser: {
    sandbox: toggle(
      true,
      "Chrome's own sandbox; false only where the host forbids user namespaces, and at your own risk",
    ),
    user: text(
      z.string().regex(/^\w[\w.-]{0,31}$/, { error: 'is not a user name or number' }),
      'nobody',
      'a user name or number, not root',
      'User that Chrome runs as when the service runs as root',
    ),
    network_namespace: choice(
      ['auto', 'off', 'required'],
      'auto',
      'Linux: run Chrome in a network namespace that contains nothing but our proxies; auto: where the host allows it; required: never start Chrome without it',
    ),
    // The median application has its data two seconds after the load event.
    patience_ms: whole(
      [0, 15_000],
      8_000,
      'Maximum wait after the load event for a page that shows that it is still loading, ms',
    ),
    // Rich pages take 1 to 4 s. A page that saturates two cores uses this up in 5 s, and leaves 20 s of both to other pages.
    processor_ms: whole(
      [1_000, 600_000],
      10_000,
      'Linux: maximum processor time of one page on all cores, including the events that the browser reports about it, ms, not counting up to 4 s for its capture; a page that reaches it is captured in its current state and closed',
    ),
    // 400 jobs in one browser showed no growth; a start costs a second of one core, which is negligible over this many jobs.
    recycle_jobs: whole(
      [1, 1_000_000],
      500,
      'Number of jobs after which the browser is replaced, to limit memory growth',
    ),
    // Six rich pages take 0.5 to 0.7 GB together, one canvas bomb 2 GB.
    recycle_rss_mb: whole(
      [256, 1_048_576],
      1_536,
      'Private memory of Chrome and its renderers above which the browser is replaced, MiB; above 1.5 times this value the largest page is closed, or the browser ended if its own processes have the memory',
    ),
  },
  egress: {
    canary_hosts: optional(
      z.array(hostName).max(4),
      'DNS names, at most 4',
      'Hosts that are contacted when a target fails, to distinguish an outage of this machine from one of the target; unset: the host of the facilitator',
      'list',
    ),
    own_addresses: optional(
      z.array(ipPrefix).max(64),
      'addresses and prefixes such as 198.51.100.7 or 2001:db8::/48, at most 64',
      "Further addresses that are refused as targets, like this machine's own addresses and on-link prefixes: the public address of a NAT gateway, or other networks behind the same firewall",
      'list',
    ),
    allow_own_addresses: toggle(
      false,
      "Targets may be this machine's own public addresses and those of its neighbours",
    ),
  },
  facilitator: {
    key_id: secret(
      optional(
        z.string().regex(/^[\x21-\x7e]{1,256}$/, { error: 'is not 1 to 256 printable characters' }),
        '1 to 256 printable ASCII characters without blanks',
        'Name of the API key, for a facilitator that requires a signed token with each request',
      ),
    ),
    key_secret: secret(
      optional(
        signingKey,
        'base64 of an Ed25519 key (32 or 64 bytes), or a PEM private key of EC P-256 (SEC1 or PKCS8, line ends may be written as \\n)',
        'The API key itself; it signs the tokens and never leaves this process',
      ),
    ),
    verify_timeout_ms: whole(
      [500, 30_000],
      5_000,
      'Timeout of one verify call to the facilitator, ms',
    ),
    // Longer than one or two blocks of Base take: a late response is still better than an unknown outcome.
    settle_timeout_ms: whole(
      [1_000, 60_000],
      20_000,
      'Timeout of one settle call to the facilitator, ms',
    ),
    verify_per_10s: live(
      whole(
        [0, 100_000],
        0,
        'Maximum number of verify and settle calls in ten seconds; a value below the rate limit of the facilitator keeps invalid payments from exhausting that limit; a payment needs one call of each; 0: learned from its 429 responses',
      ),
    ),
  },
  alerts: {
    url: secret(
      optional(
        webhookUrl,
        URL_OR_LOOPBACK,
        'Webhook for conditions that need an operator (unknown settlements, facilitator or browser unavailable, disk, quota, certificate); it receives a JSON POST with title, message and priority when a condition begins and when it ends',
      ),
    ),
    topic: optional(
      z.string().regex(/^[\w-]{1,64}$/, { error: 'is not a topic of ntfy' }),
      '1 to 64 letters, digits, underscores and hyphens',
      'Topic on an ntfy server, whose root URL is then alerts.url; unset: another kind of webhook',
    ),
  },
  log_level: live(choice(logLevels, 'info', 'Lowest level of events that are logged')),
  vantage: {
    label: text(
      z
        .string()
        .regex(/^[\x20-\x7e]{1,64}$/, { error: 'is not 1 to 64 printable ASCII characters' }),
      'default',
      '1 to 64 printable ASCII characters',
      'Name of this location in reports, for buyers who compare several locations',
    ),
  },
} as const

/** The checked values under their names in code; null: not set, and without default. */
export type SettingValues = ValuesOf<typeof schema>
/** `table.key`, as the file spells it. */
export type SettingKey = KeysOf<typeof schema>

/** `priceAtomic`: atomic units of the asset (6 decimals). */
function tool(name: string, fallback: string) {
  const allowed = 'decimal dollars in quotes, from 0.000001 to 1000, at most 6 decimals'
  const price = text(usd, fallback, allowed, `Price of one ${name} report`)
  return {
    enabled: live(toggle(true, `Sell ${name}`)),
    price_usd: live({ ...price, name: 'priceAtomic' } as const),
  }
}
