import type { Evidence } from '#evidence/evidence.ts'
import { evidenceShape } from '#evidence/evidence.ts'
import {
  browserLimits,
  healthyBrowser,
  healthyLinks,
  healthyScreenshot,
} from './browser-evidence.ts'

/** Objects may be given in part; arrays, scalars and null replace what was there. */
export type Overrides<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Overrides<T[K]> }
    : T

/** Evidence of a probe of a site without faults, with the test's changes, checked against the schema. */
export function healthyEvidence(overrides: Overrides<Evidence> = {}): Evidence {
  return evidenceShape.parse(merge(healthy, overrides))
}

/** Evidence of a Chrome visit to a site without faults, with the test's changes. */
export function healthyRendering(overrides: Overrides<Evidence> = {}): Evidence {
  return evidenceShape.parse(merge(merge(healthy, rendered), overrides))
}

/** Evidence of a probe, a Chrome visit and a link check of a site without faults, with the test's changes. */
export function healthyVerification(overrides: Overrides<Evidence> = {}): Evidence {
  return evidenceShape.parse(merge(merge(healthy, verified), overrides))
}

/** `base` with `overrides` laid over it, by the rule of `Overrides`. Neither is changed. */
export function merge(base: unknown, overrides: unknown): unknown {
  if (!isRecord(base) || !isRecord(overrides)) return structuredClone(overrides)
  const merged: Record<string, unknown> = structuredClone(base)
  for (const [key, value] of Object.entries(overrides)) merged[key] = merge(base[key], value)
  return merged
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const rendered = {
  tool: 'render_page',
  duration_ms: 1450,
  limits: { browser: browserLimits },
  tls: null,
  security: {
    cors: { reflects_origin: null, reflects_with_credentials: null },
    https: { available: null },
  },
  content: { source: 'dom' },
  browser: healthyBrowser,
  screenshot: healthyScreenshot,
} satisfies Overrides<Evidence>

const verified = {
  tool: 'verify_page',
  duration_ms: 2600,
  limits: { browser: browserLimits, links: 20 },
  content: { source: 'dom' },
  browser: healthyBrowser,
  screenshot: healthyScreenshot,
  links: healthyLinks,
} satisfies Overrides<Evidence>

const address = '93.184.215.14'
const url = 'https://example.com/'
const sha = (digit: string) => digit.repeat(64)

const healthy: Evidence = {
  job_id: '019a2f3c-5e4d-7a6b-8c9d-0e1f2a3b4c5d',
  tool: 'probe_url',
  requested_url: 'https://example.com',
  normalized_url: url,
  final_url: url,
  checked_at: '2026-06-01T12:00:00.000Z',
  duration_ms: 210,
  limits: {
    deadline_ms: 30_000,
    redirects: 5,
    connect_timeout_ms: 5000,
    headers_timeout_ms: 10_000,
    header_bytes: 65_536,
    body_bytes: 2_097_152,
    decoded_body_bytes: 8_388_608,
    addresses: 4,
    address_requests: 6,
    browser: null,
    links: null,
    extra_requests: 4,
  },
  limits_hit: [],
  truncated: {},
  skipped: [],
  egress_canary: 'not_checked',
  service: { name: 'urlwitness', version: '0.1.0', instance: 'test' },
  vantage: {
    label: 'test',
    ipv4: true,
    ipv6: false,
    host_lost_ms: 0,
    user_agent: 'urlwitness/0.1.0',
    egress_ips: ['198.51.100.7'],
  },
  dns: {
    hostname: 'example.com',
    hostname_unicode: 'example.com',
    registrable_domain: 'example.com',
    is_ip_literal: false,
    rcode: 'NOERROR',
    a: [{ address, ttl_s: 300 }],
    aaaa: [],
    cname_chain: [],
    cname_end: null,
    sibling: null,
    all_public: true,
    non_public: [],
    selected_address: address,
    candidates_tried: [
      { ip: address, family: 4, port: 443, ok: true, error: null, tries: 1, ms: 18, request: null },
    ],
    ipv6: 'no_aaaa',
    negative_ttl_s: null,
    dnssec_ad: null,
    caa: [],
    resolver: '9.9.9.9',
    attempts: 1,
    duration_ms: 12,
    earlier_hosts: [],
  },
  http: {
    method: 'GET',
    url,
    status: 200,
    http_version: '2',
    remote_address: { ip: address, port: 443, family: 4 },
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['strict-transport-security', 'max-age=63072000; includeSubDomains; preload'],
      ['content-security-policy', "default-src 'self'; frame-ancestors 'none'"],
      ['x-content-type-options', 'nosniff'],
      ['date', 'Mon, 01 Jun 2026 12:00:00 GMT'],
    ],
    content_type: 'text/html; charset=utf-8',
    media_type: 'text/html',
    charset: 'utf-8',
    content_encoding: null,
    content_length: 5120,
    body_bytes_wire: 5120,
    body_bytes_decoded: 5120,
    body_sha256: sha('a'),
    body_truncated: false,
    etag: null,
    last_modified: null,
    age_s: null,
    cache_control: null,
    server: null,
    via: null,
    x_powered_by: null,
    cdn: null,
    date_header: '2026-06-01T12:00:00.000Z',
    clock_skew_ms: 0,
    alt_svc: null,
    http2: true,
    https_available: null,
    http3_advertised: false,
    retry_after_s: null,
    auth_challenge: null,
    challenge: null,
    storage_error: null,
    deviations: [],
    cookies: [],
    attempts: [
      {
        n: 1,
        at: '2026-06-01T12:00:00.000Z',
        url,
        status: 200,
        outcome: 'answered',
        error: null,
        address,
        why: 'first',
      },
    ],
    error: null,
  },
  redirects: {
    hops: [],
    redirect_count: 0,
    redirect_loop: false,
    limit_reached: false,
    redirect_blocked: null,
    client_redirects: [],
    invalid_location: false,
  },
  tls: {
    host: 'example.com',
    sni: 'example.com',
    address: '93.184.215.14',
    failure: null,
    protocol: 'TLSv1.3',
    cipher: 'TLS_AES_256_GCM_SHA384',
    cipher_bits: 256,
    kx_group: 'X25519MLKEM768',
    alpn: 'h2',
    handshake_ms: 40,
    authorized: true,
    verify_error: null,
    verify_depth: 2,
    hostname_ok: true,
    matched_san: 'example.com',
    trust_store: { name: 'node', version: '24.0.0', date: null },
    leaf: {
      key_type: 'EC',
      key_bits: 256,
      curve: 'prime256v1',
      subject_cn: 'example.com',
      subject_org: null,
      issuer_cn: 'Example CA R1',
      issuer_org: 'Example Trust',
      sans: ['example.com', 'www.example.com'],
      sans_total: 2,
      not_before: '2026-05-01T12:00:00.000Z',
      not_after: '2026-07-30T12:00:00.000Z',
      validity_days: 90,
      days_remaining: 59,
      remaining_ratio: 59 / 90,
      serial: '04a1b2c3d4e5f60718293a4b5c6d7e8f',
      sha256: sha('b'),
      spki_sha256: sha('c'),
      signature_algorithm: 'ecdsa-with-SHA256',
      key_usages: ['digitalSignature'],
      wildcard: false,
      must_staple: false,
      sct_count: 2,
      is_self_signed: false,
    },
    chain: [
      {
        subject: 'CN=example.com',
        issuer: 'O=Example Trust, CN=Example CA R1',
        not_before: '2026-05-01T12:00:00.000Z',
        not_after: '2026-07-30T12:00:00.000Z',
        sha256: sha('b'),
        key: { key_type: 'EC', key_bits: 256, curve: 'prime256v1' },
        sig: 'ecdsa-with-SHA256',
        role: 'leaf',
        in_verified_path: true,
      },
      {
        subject: 'O=Example Trust, CN=Example CA R1',
        issuer: 'O=Example Trust, CN=Example Root X1',
        not_before: '2024-01-01T00:00:00.000Z',
        not_after: '2029-01-01T00:00:00.000Z',
        sha256: sha('d'),
        key: { key_type: 'EC', key_bits: 384, curve: 'secp384r1' },
        sig: 'ecdsa-with-SHA384',
        role: 'intermediate',
        in_verified_path: true,
      },
    ],
    chain_total: 2,
    chain_complete: true,
    trusted_path: true,
    order_ok: true,
    contains_root: false,
    earliest_expiry: '2026-07-30T12:00:00.000Z',
    publicly_trusted: true,
    ocsp: null,
    crl: null,
    client_cert_requested: false,
    earlier_hosts: [],
    other_addresses: [],
  },
  timings_ms: {
    dns: 12,
    connect: 18,
    tls: 40,
    wait: 90,
    download: 20,
    total: 180,
    redirects_total: 0,
    per_hop: [{ url, dns: 12, connect: 18, tls: 40, wait: 90, download: 20, total: 180 }],
  },
  security: {
    hsts: {
      present: true,
      max_age_s: 63_072_000,
      include_subdomains: true,
      preload: true,
      valid: true,
    },
    csp: {
      present: true,
      report_only: false,
      unsafe_inline: false,
      unsafe_eval: false,
      frame_ancestors: "'none'",
    },
    xcto: 'nosniff',
    xfo: null,
    referrer_policy: null,
    permissions_policy: null,
    coop: null,
    coep: null,
    corp: null,
    cors: {
      allow_origin: null,
      credentials: false,
      reflects_origin: false,
      reflects_with_credentials: false,
    },
    https: { available: true, redirected: null, final: true, error: null },
    robots: { x_robots_tag: null, meta: null },
  },
  content: {
    source: 'body',
    kind: 'html',
    title: 'Example Domain',
    meta_description: 'A page for examples.',
    lang: 'en',
    canonical: url,
    generator: null,
    h1: ['Example Domain'],
    text_length: 2400,
    text_sha256: sha('e'),
    wording_sha256: sha('f'),
    words: 400,
    doctype: true,
    viewport_meta: true,
    json_valid: null,
    signature_match: null,
    login_form: false,
    counts: { links: 12, scripts: 2, styles: 1, images: 3, forms: 0, iframes: 0 },
  },
  browser: null,
  screenshot: null,
  links: null,
  x402: null,
}
