import { z } from 'zod'
import type { PaymentMode } from '#payment/terms.ts'
import { paymentModes } from '#payment/terms.ts'
import { logLevels } from '#runtime/log.ts'
import {
  address,
  contactUri,
  dnsServer,
  hostName,
  hostPort,
  originUrl,
  rpcUrl,
  serviceUrl,
  signingKey,
  usd,
} from './values.ts'

export type Mode = PaymentMode

/** How a value reads in the environment and on the command line, where everything is text. */
export type ValueKind = 'text' | 'whole' | 'switch' | 'list'

export interface KeyFacts {
  readonly kind: ValueKind
  /** Completes the sentence "allowed: ...". */
  readonly allowed: string
  /** Shown in no message; may come from a file named by `<ENV>_FILE`. */
  readonly secret: boolean
  /** All values as text, where they can be listed. */
  readonly choices?: readonly string[]
}

export const keyFacts = z.registry<KeyFacts>()

const switchFacts: KeyFacts = {
  kind: 'switch',
  allowed: 'true or false',
  secret: false,
  choices: ['true', 'false'],
}

const HOST_AND_PORT = 'address:port, localhost:port or [IPv6]:port'

/** Every setting by its name in the file (`table.key`), with unit, bounds, default and one line for the operator. */
export const schema = {
  mode: choice(
    paymentModes,
    'sandbox',
    'sandbox: play money on an embedded facilitator; testnet: Base Sepolia; production: Base',
  ),
  listen: text(
    hostPort.prefault('127.0.0.1:8402'),
    HOST_AND_PORT,
    'Where buyers reach the service',
  ),
  admin_listen: text(
    hostPort.prefault('127.0.0.1:8403'),
    `${HOST_AND_PORT}, loopback only`,
    'Where the operator reaches the running service: /console for a browser, /metrics for Prometheus, /status for `urlwitness status`',
  ),
  base_url: text(
    originUrl.optional(),
    'https://name without a path (http on loopback only)',
    'The address that buyers use, as quotes and documents print it; unset: the listening address',
  ),
  contact: text(
    contactUri.optional(),
    'an e-mail address, or an https:// page',
    'Whom buyers and finders of faults may write to, as documents and /.well-known/security.txt print it; unset: nobody is named',
  ),
  'tls.cert_file': text(
    z.string().min(1).optional(),
    'a PEM file: the certificate of the server, then its intermediates',
    'With tls.key_file the service speaks HTTPS itself (TLS 1.2 and 1.3); unset: HTTP, for a reverse proxy in front',
  ),
  'tls.key_file': text(
    z.string().min(1).optional(),
    'a PEM file without a passphrase',
    'Private key of that certificate',
  ),
  data_dir: text(z.string().min(1).default('data'), 'a folder', 'Ledger and evidence live here'),
  shared: toggle(
    false,
    'Whether several services may run on this data folder; each of them must say so',
  ),
  pay_to: text(
    address.optional(),
    'a checksummed or all-lower-case EVM address',
    'Who receives the money; unset: paid routes answer 503 not_configured (sandbox has a play address)',
  ),
  network: text(
    z.string().optional(),
    'a CAIP-2 EVM network that fits the mode, such as eip155:8453',
    'CAIP-2 network of the payments; unset: the one of the mode',
  ),
  asset: text(
    address.optional(),
    'a token contract with EIP-3009 and 6 decimals',
    'The token that buyers pay with; unset: USDC of the network',
  ),
  asset_name: text(
    z.string().min(1).max(64).optional(),
    'text of 1 to 64 characters',
    "EIP-712 domain name of the token; needed only for a token other than the network's USDC",
  ),
  asset_version: text(
    z.string().min(1).max(16).optional(),
    'text of 1 to 16 characters',
    "EIP-712 domain version of the token; needed only for a token other than the network's USDC",
  ),
  facilitator_url: text(
    serviceUrl.optional(),
    'https://... (http on loopback only)',
    'Who verifies and settles payments in testnet and production; sandbox has its own',
  ),
  rpc_url: text(
    rpcUrl.optional(),
    'https://... (http on loopback only)',
    'JSON-RPC endpoint of the network, to look up settlements whose outcome is unknown',
    { secret: true },
  ),
  chrome_path: text(
    z.string().min(1).optional(),
    'a file',
    'Chrome or Chromium for the browser tools; unset: looked for in the usual places',
  ),
  dns_servers: list(
    z.array(dnsServer).max(8).default([]),
    'addresses, each with or without :port, at most 8',
    'Resolvers for targets; empty: those of the system',
  ),
  'tools.probe_url.enabled': toggle(true, 'Whether probe_url is sold'),
  'tools.probe_url.price_usd': price('0.005', 'Price of one probe_url report'),
  'tools.render_page.enabled': toggle(true, 'Whether render_page is sold'),
  'tools.render_page.price_usd': price('0.02', 'Price of one render_page report'),
  'tools.verify_page.enabled': toggle(true, 'Whether verify_page is sold'),
  'tools.verify_page.price_usd': price('0.05', 'Price of one verify_page report'),
  'limits.deadline_ms': whole(
    5_000,
    120_000,
    30_000,
    'A whole paid call, from admission to answer',
  ),
  'limits.admitted_jobs': whole(1, 1_000, 10, 'Paid calls at a time; more get 503 at once'),
  // Half of the slots: one payer can't hold them all, and a drained wallet leaves at most this less one job unpaid per pause.
  'limits.unsettled_per_payer': whole(
    1,
    1_000,
    5,
    'Jobs of one payer that are not settled yet; more of its payments get 503 untouched',
  ),
  // Long enough that a wallet which is emptied during its jobs is no cheap way to reports for nothing; short enough for an
  // honest buyer who has to top up.
  'limits.refused_payer_pause_s': whole(
    0,
    86_400,
    600,
    'How long a payer is not served after a settlement of its was refused; 0: no pause',
  ),
  'limits.browser_jobs': whole(1, 100, 6, 'Browser pages at a time'),
  // The report holds six hops: five followed and the one that was not.
  'limits.redirects': whole(0, 5, 5, 'Redirects followed'),
  'limits.links': whole(0, 20, 20, 'Same-origin links checked by verify_page'),
  'limits.settle_reserve_ms': whole(1_000, 60_000, 5_000, 'Part of the deadline kept for settling'),
  'limits.connect_timeout_ms': whole(100, 30_000, 5_000, 'One TCP connection to a target'),
  'limits.headers_timeout_ms': whole(100, 60_000, 10_000, 'From a request to its response headers'),
  'limits.body_bytes': whole(65_536, 104_857_600, 5_242_880, 'Body bytes read from the wire'),
  'limits.decoded_body_bytes': whole(
    65_536,
    209_715_200,
    10_485_760,
    'Body bytes after decompression',
  ),
  // The contract (spec 8) promises buyers at most a day.
  'evidence.ttl_hours': whole(1, 24, 24, 'How long screenshots and stored reports live'),
  // A day of one picture of 300 KB every twelve seconds. The least holds what six jobs at once may bring.
  'evidence.quota_mb': whole(
    64,
    1_048_576,
    2_048,
    'Room for all screenshots, MiB; without any left the browser tools are not sold',
  ),
  // The ledger is on this disk too, and a full one stops every sale: its log alone may take 64 MiB for a while.
  'evidence.min_free_mb': whole(
    0,
    1_048_576,
    512,
    'What the disk must have left beside a screenshot, MiB',
  ),
  'browser.sandbox': toggle(
    true,
    "Chrome's own sandbox; false only where the host forbids user namespaces, and at your own risk",
  ),
  'browser.user': text(
    z
      .string()
      .regex(/^\w[\w.-]{0,31}$/, { error: 'is not a user name or number' })
      .default('nobody'),
    'a user name or number, not root',
    'Whom Chrome runs as when the service runs as root',
  ),
  'browser.network_namespace': choice(
    ['auto', 'off', 'required'],
    'auto',
    'Linux: whether Chrome lives in a network of its own with nothing in it but our proxies; auto: where the host allows it, required: else it is not started',
  ),
  // 400 jobs in one browser showed no growth; a start costs a second of one core, which is nothing spread over these.
  'browser.recycle_jobs': whole(
    1,
    1_000_000,
    500,
    'Jobs after which a fresh browser takes over, against what grows slowly',
  ),
  // Six rich pages take 0.5 to 0.7 GB together, one canvas bomb 2 GB.
  'browser.recycle_rss_mb': whole(
    256,
    1_048_576,
    1_536,
    'Private memory of Chrome and its renderers above which a fresh browser takes over, MiB',
  ),
  'egress.canary_hosts': list(
    z.array(hostName).max(4).optional(),
    'DNS names, at most 4',
    'Asked when a target fails, to tell our outage from theirs; unset: the host of the facilitator',
  ),
  'egress.allow_own_addresses': toggle(
    false,
    "Whether targets may be this machine's own public addresses",
  ),
  'facilitator.key_id': text(
    z
      .string()
      .regex(/^[\x21-\x7e]{1,256}$/, { error: 'is not 1 to 256 printable characters' })
      .optional(),
    '1 to 256 printable ASCII characters without blanks',
    'Name of the API key, for a facilitator that wants a signed token with each request',
    { secret: true },
  ),
  'facilitator.key_secret': text(
    signingKey.optional(),
    'base64 of an Ed25519 key (32 or 64 bytes), or a PEM private key of EC P-256 (SEC1 or PKCS8, line ends may be written as \\n)',
    'The API key itself; signs the tokens and leaves this process in no form',
    { secret: true },
  ),
  'facilitator.verify_timeout_ms': whole(500, 30_000, 5_000, 'One verify call to the facilitator'),
  // Longer than a block or two of Base: an answer that comes late is still better than an unknown outcome.
  'facilitator.settle_timeout_ms': whole(
    1_000,
    60_000,
    20_000,
    'One settle call to the facilitator',
  ),
  log_level: choice(logLevels, 'info', 'The least grave event that is logged'),
  'vantage.label': text(
    z
      .string()
      .regex(/^[\x20-\x7e]{1,64}$/, { error: 'is not 1 to 64 printable ASCII characters' })
      .default('default'),
    '1 to 64 printable ASCII characters',
    'Name of this place in reports, for buyers who compare several',
  ),
} as const

export type SettingKey = keyof typeof schema
/** Checked values by key; what is unset and has no default is undefined. */
export type SettingValues = { readonly [K in SettingKey]: z.output<(typeof schema)[K]> }

function text<S extends z.ZodType>(
  type: S,
  allowed: string,
  about: string,
  options = { secret: false },
): S {
  return register(type, { kind: 'text', allowed, secret: options.secret }, about)
}

function list<S extends z.ZodType>(type: S, allowed: string, about: string): S {
  return register(type, { kind: 'list', allowed, secret: false }, about)
}

function whole(least: number, most: number, fallback: number, about: string) {
  const type = z.int({ error: 'is not a whole number' }).min(least).max(most).default(fallback)
  const allowed = `a whole number from ${least} to ${most}`
  return register(type, { kind: 'whole', allowed, secret: false }, about)
}

function toggle(fallback: boolean, about: string) {
  const type = z.boolean({ error: 'is not true or false' }).default(fallback)
  return register(type, switchFacts, about)
}

function choice<const T extends readonly [string, ...string[]]>(
  values: T,
  fallback: T[number],
  about: string,
) {
  const type = z.enum(values, { error: 'is not one of the choices' }).prefault(fallback)
  const facts = {
    kind: 'text',
    allowed: values.join(', '),
    secret: false,
    choices: values,
  } as const
  return register(type, facts, about)
}

function price(fallback: string, about: string) {
  const allowed = 'decimal dollars in quotes, from 0.000001 to 1000, at most 6 decimals'
  return register(usd.prefault(fallback), { kind: 'text', allowed, secret: false }, about)
}

function register<S extends z.ZodType>(type: S, facts: KeyFacts, about: string): S {
  const described = type.describe(about)
  keyFacts.add(described, facts)
  return described
}
