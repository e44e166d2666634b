import type { Evidence } from '#evidence/evidence.ts'
import type { Attempt } from '#evidence/http.ts'
import { browserScenarios } from './browser-scenarios.ts'
import type { Overrides } from './evidence.ts'
import { healthyEvidence } from './evidence.ts'

/** Evidence of a probe for the important situations, by the name of the fixture. */
const scenarios: Readonly<Record<string, Overrides<Evidence>>> = {
  'healthy-https': {},

  'redirect-http-to-https': {
    requested_url: 'http://example.com',
    normalized_url: 'http://example.com/',
    final_url: 'https://www.example.com/',
    http: { url: 'https://www.example.com/' },
    dns: { hostname: 'www.example.com', hostname_unicode: 'www.example.com' },
    redirects: {
      hops: [
        {
          index: 0,
          url: 'http://example.com/',
          status: 301,
          location: 'https://www.example.com/',
          resolved: 'https://www.example.com/',
          remote_ip: '93.184.215.14',
          http_version: '1.1',
          duration_ms: 41,
          scheme_change: 'upgrade',
          cross_origin: true,
          cross_site: false,
          set_cookie_names: [],
        },
      ],
      redirect_count: 1,
    },
    tls: { host: 'www.example.com', sni: 'www.example.com', matched_san: 'www.example.com' },
    security: { https: { redirected: true } },
    timings_ms: { redirects_total: 41 },
  },

  'no-such-name': {
    ...unreached('dns_nxdomain', 'dns', 'ENOTFOUND'),
    dns: {
      rcode: 'NXDOMAIN',
      a: [],
      all_public: null,
      selected_address: null,
      candidates_tried: [],
      negative_ttl_s: 900,
      attempts: 2,
    },
  },

  'connection-refused': {
    ...unreached('connect_refused', 'connect', 'ECONNREFUSED'),
    egress_canary: 'healthy',
    dns: { candidates_tried: [candidate('refused', 2)] },
  },

  'expired-certificate': {
    tls: {
      authorized: false,
      verify_error: 'CERT_HAS_EXPIRED',
      leaf: {
        not_before: '2026-02-01T00:00:00.000Z',
        not_after: '2026-05-02T00:00:00.000Z',
        days_remaining: -30.5,
        remaining_ratio: 0,
      },
      earliest_expiry: '2026-05-02T00:00:00.000Z',
    },
  },

  'self-signed-certificate': {
    tls: {
      authorized: false,
      verify_error: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      verify_depth: 0,
      leaf: { issuer_cn: 'example.com', issuer_org: null, is_self_signed: true, sct_count: 0 },
      chain: (healthyEvidence().tls?.chain ?? []).slice(0, 1),
      chain_total: 1,
      trusted_path: false,
      publicly_trusted: false,
      chain_complete: false,
    },
  },

  'unavailable-then-well': {
    http: { attempts: [attempt(1, 503, 'first'), attempt(2, 200, 'retry_server_error')] },
  },

  'unavailable-twice': {
    ...errorPage(503),
    http: {
      status: 503,
      retry_after_s: 120,
      attempts: [attempt(1, 503, 'first'), attempt(2, 503, 'retry_server_error')],
    },
  },

  'bot-wall': {
    ...errorPage(403),
    http: {
      status: 403,
      headers: [
        ['server', 'cloudflare'],
        ['cf-mitigated', 'challenge'],
        ['content-type', 'text/html; charset=UTF-8'],
      ],
      server: 'cloudflare',
      cdn: { name: 'cloudflare', signals: ['server'] },
      challenge: { id: 'cloudflare', verified: true },
      attempts: [attempt(1, 403, 'first')],
    },
    content: { title: 'Just a moment...', h1: [], text_length: 60, words: 10 },
  },

  'platform-placeholder': {
    ...errorPage(404),
    http: {
      status: 404,
      headers: [
        ['content-type', 'text/plain; charset=utf-8'],
        ['server', 'Vercel'],
        ['x-vercel-error', 'DEPLOYMENT_NOT_FOUND'],
      ],
      content_type: 'text/plain; charset=utf-8',
      media_type: 'text/plain',
      server: 'Vercel',
      body_bytes_wire: 107,
      body_bytes_decoded: 107,
      content_length: 107,
      attempts: [attempt(1, 404, 'first')],
    },
    content: {
      kind: 'text',
      title: null,
      h1: [],
      text_length: 104,
      words: 10,
      doctype: false,
      viewport_meta: false,
      signature_match: { id: 'vercel', kind: 'placeholder' },
    },
  },

  'soft-404': {
    content: {
      title: 'Page not found | Example',
      h1: ['Page not found'],
      text_length: 180,
      words: 30,
      signature_match: { id: 'not-found', kind: 'soft404' },
    },
  },

  'error-page-with-200': {
    content: {
      title: 'Orders',
      h1: ['Something went wrong.'],
      text_length: 60,
      words: 10,
      signature_match: { id: 'something-went-wrong', kind: 'error_page' },
    },
  },

  'maintenance-page': {
    content: {
      title: "We'll be back soon!",
      h1: ["We'll be back soon!"],
      text_length: 150,
      words: 26,
      signature_match: { id: 'back-soon', kind: 'maintenance' },
    },
  },

  'program-shown': {
    content: {
      title: null,
      text_length: 300,
      words: 40,
      signature_match: { id: 'php', kind: 'source_shown' },
    },
  },

  'wrong-charset': {
    content: { signature_match: { id: 'mojibake', kind: 'garbled' } },
  },

  'redirect-to-localhost': {
    http: {
      status: 302,
      headers: [['location', 'http://localhost:80/admin']],
      content_type: null,
      media_type: null,
      charset: null,
      content_length: 0,
      body_bytes_wire: 0,
      body_bytes_decoded: 0,
      body_sha256: null,
      attempts: [attempt(1, 302, 'first')],
    },
    redirects: {
      hops: [
        {
          index: 0,
          url: 'https://example.com/',
          status: 302,
          location: 'http://localhost:80/admin',
          resolved: 'http://localhost/admin',
          remote_ip: '93.184.215.14',
          http_version: '2',
          duration_ms: 150,
          scheme_change: 'downgrade',
          cross_origin: true,
          cross_site: true,
          set_cookie_names: [],
        },
      ],
      redirect_blocked: {
        url: 'http://localhost/admin',
        reason: 'not_public',
        detail: 'localhost is a special-use name (RFC 6761)',
      },
    },
    content: null,
    security: null,
  },

  'body-cut-by-our-cap': {
    limits_hit: ['body_bytes'],
    http: {
      body_truncated: true,
      content_length: 52_428_800,
      body_bytes_wire: 2_097_152,
      body_bytes_decoded: 2_097_152,
    },
  },

  'deadline-cut': {
    duration_ms: 25_000,
    limits_hit: ['deadline'],
    ...unreached('deadline', 'headers', null),
    tls: healthyEvidence().tls ?? {},
    skipped: [
      { check: 'https', reason: 'deadline' },
      { check: 'cors', reason: 'deadline' },
    ],
    dns: {},
  },

  'ip-literal': {
    requested_url: 'http://93.184.215.14',
    normalized_url: 'http://93.184.215.14/',
    final_url: 'http://93.184.215.14/',
    dns: {
      hostname: '93.184.215.14',
      hostname_unicode: '93.184.215.14',
      registrable_domain: null,
      is_ip_literal: true,
      rcode: null,
      a: [],
      caa: null,
      resolver: null,
      attempts: 0,
      duration_ms: 0,
      candidates_tried: [{ ...candidate(null, 1), port: 80 }],
    },
    http: {
      url: 'http://93.184.215.14/',
      http_version: '1.1',
      http2: false,
      remote_address: { ip: '93.184.215.14', port: 80, family: 4 },
    },
    tls: null,
    security: {
      hsts: {
        present: false,
        max_age_s: null,
        include_subdomains: false,
        preload: false,
        valid: false,
      },
      https: { available: false, redirected: false, final: false, error: 'refused' },
    },
    timings_ms: { dns: null, tls: null },
  },

  'json-api': {
    requested_url: 'https://api.example.com/v1/status',
    normalized_url: 'https://api.example.com/v1/status',
    final_url: 'https://api.example.com/v1/status',
    http: {
      url: 'https://api.example.com/v1/status',
      content_type: 'application/json',
      media_type: 'application/json',
      charset: null,
      body_bytes_wire: 17,
      body_bytes_decoded: 17,
      content_length: 17,
    },
    security: { csp: { present: false, frame_ancestors: null } },
    content: {
      kind: 'json',
      title: null,
      meta_description: null,
      lang: null,
      canonical: null,
      h1: [],
      text_length: 17,
      words: 1,
      doctype: false,
      viewport_meta: false,
      json_valid: true,
      counts: { links: 0, scripts: 0, styles: 0, images: 0, forms: 0, iframes: 0 },
    },
  },

  'empty-body': {
    http: { content_length: 0, body_bytes_wire: 0, body_bytes_decoded: 0 },
    content: {
      kind: 'empty',
      title: null,
      meta_description: null,
      lang: null,
      canonical: null,
      h1: [],
      text_length: 0,
      text_sha256: null,
      wording_sha256: null,
      words: 0,
      doctype: false,
      viewport_meta: false,
      counts: { links: 0, scripts: 0, styles: 0, images: 0, forms: 0, iframes: 0 },
    },
  },

  'advice-only': {
    truncated: { '/tls/leaf/sans': { kept: 100, total: 240 } },
    http: {
      server: 'nginx/1.18.0',
      cookies: [
        {
          name: 'PHPSESSID',
          domain: null,
          path: '/',
          secure: false,
          http_only: false,
          same_site: null,
          session: true,
          expires: null,
          prefix: null,
        },
      ],
    },
    security: {
      hsts: {
        present: false,
        max_age_s: null,
        include_subdomains: false,
        preload: false,
        valid: false,
      },
      csp: { present: false, frame_ancestors: null },
      xcto: null,
      robots: { meta: 'noindex' },
    },
    timings_ms: { wait: 900 },
  },
}

/** All scenarios of every tool, as evidence. */
export function recordings(): Record<string, Evidence> {
  const probes = Object.entries(scenarios).map(
    ([name, overrides]) => [name, healthyEvidence(overrides)] as const,
  )
  return { ...Object.fromEntries(probes), ...browserScenarios }
}

function unreached(
  code: 'dns_nxdomain' | 'connect_refused' | 'deadline',
  phase: 'dns' | 'connect' | 'headers',
  raw: string | null,
): Overrides<Evidence> {
  const error = { code, phase, raw, alert: null }
  const attempts = [1, 2].map((n) => ({
    ...attempt(n, null, n === 1 ? 'first' : 'retry_failure'),
    outcome: 'failed' as const,
    error,
  }))
  return {
    http: {
      status: null,
      http_version: null,
      remote_address: null,
      headers: [],
      content_type: null,
      media_type: null,
      charset: null,
      content_length: null,
      body_bytes_wire: 0,
      body_bytes_decoded: 0,
      body_sha256: null,
      date_header: null,
      clock_skew_ms: null,
      http2: null,
      http3_advertised: null,
      attempts: code === 'deadline' ? attempts.slice(0, 1) : attempts,
      error,
    },
    tls: null,
    timings_ms: { connect: null, tls: null, wait: null, download: null },
    security: null,
    content: null,
  }
}

function errorPage(status: number): Overrides<Evidence> {
  return {
    security: { hsts: { present: false, max_age_s: null, valid: false } },
    content: { title: `Error ${status}`, h1: [], text_length: 40, words: 6 },
  }
}

function attempt(n: number, status: number | null, why: Attempt['why']): Attempt {
  return {
    n,
    at: `2026-06-01T12:00:0${n}.000Z`,
    url: 'https://example.com/',
    status,
    outcome: 'answered',
    error: null,
    address: '93.184.215.14',
    why,
  }
}

function candidate(error: 'refused' | null, tries: number) {
  return {
    ip: '93.184.215.14',
    family: 4 as const,
    port: 443,
    ok: error === null,
    error,
    tries,
    ms: 18,
    request: null,
  }
}
