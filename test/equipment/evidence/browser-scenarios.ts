import type { Evidence } from '#evidence/evidence.ts'
import {
  consoleMessage,
  exception,
  failedRequest,
  healthyBrowser,
  linkItem,
} from './browser-evidence.ts'
import type { Overrides } from './evidence.ts'
import { healthyRendering, healthyVerification } from './evidence.ts'
import { heavyVerification } from './heavy-page.ts'

const blank = {
  browser: {
    dom: { visible_text_length: 0, text_excerpt: '', visible_media: 0, element_count: 9 },
  },
  screenshot: { dominant_color_ratio: 1, dhash: '0000000000000000' },
  content: { text_length: 0, words: 0, h1: [] },
} satisfies Overrides<Evidence>

const ads = 'https://ads.example.net/tag.js'

/** Evidence of Chrome, or of Chrome and a probe, for the important situations, by the name of the fixture. */
export const browserScenarios: Readonly<Record<string, Evidence>> = {
  'render-healthy': healthyRendering(),
  'verify-healthy': healthyVerification(),

  'render-blank-spa': healthyRendering({
    ...blank,
    browser: { ...blank.browser, requests: { failed: [failedRequest()] } },
  }),

  'render-blank-unexplained': healthyRendering(blank),

  'render-still-loading': healthyRendering({
    browser: {
      navigation: {
        settle_reason: 'cap',
        waiting_signs: ['spinner'],
        pending: [
          {
            url: 'https://example.com/api/orders',
            type: 'fetch',
            first_party: true,
            age_ms: 8_200,
            render_blocking: false,
          },
        ],
      },
    },
  }),

  'render-invisible': healthyRendering({ screenshot: { dominant_color_ratio: 1 } }),

  'render-call-in-silence': healthyRendering({
    browser: {
      requests: {
        failed: [
          failedRequest({
            url: 'https://api.example.com/v1/orders',
            type: 'fetch',
            status: null,
            net_error: 'ERR_NAME_NOT_RESOLVED',
          }),
        ],
      },
    },
  }),

  'render-exception': healthyRendering({
    browser: {
      console: {
        counts: { error: 1, exception: 1 },
        exceptions: [exception()],
        messages: [consoleMessage()],
      },
    },
  }),

  'render-private-subrequest': healthyRendering({
    browser: {
      requests: {
        blocked_by_policy: [
          {
            url: 'http://localhost:3000/api/items',
            reason: 'not_public',
            type: 'fetch',
            first_party: false,
            count: 2,
          },
        ],
      },
      console: { exceptions: [exception({ blocked_by_us: true, rejection: true })] },
    },
  }),

  'render-crash': healthyRendering({
    browser: {
      navigation: {
        outcome: 'crashed',
        crashes: 2,
        load_ms: null,
        settled_ms: null,
        settle_reason: 'crashed',
      },
      dom: null,
    },
    screenshot: null,
    content: null,
    skipped: [
      { check: 'content', reason: 'crashed' },
      { check: 'screenshot', reason: 'crashed' },
    ],
  }),

  'render-deadline-cut': healthyRendering({
    limits_hit: ['deadline'],
    browser: {
      navigation: {
        outcome: 'partial',
        load_ms: null,
        settled_ms: null,
        settle_reason: 'deadline',
        pending: [
          {
            url: 'https://example.com/assets/app.js',
            type: 'script',
            first_party: true,
            age_ms: 8_200,
            render_blocking: false,
          },
        ],
      },
    },
    screenshot: null,
    skipped: [{ check: 'screenshot', reason: 'deadline' }],
  }),

  'render-download': healthyRendering({
    http: {
      headers: [
        ['content-type', 'application/zip'],
        ['content-disposition', 'attachment; filename="a.zip"'],
      ],
      content_type: 'application/zip',
      media_type: 'application/zip',
      charset: null,
    },
    browser: {
      navigation: {
        outcome: 'download',
        net_error: 'net::ERR_ABORTED',
        dom_content_loaded_ms: null,
        load_ms: null,
        settled_ms: null,
        settle_reason: 'not_loaded',
        downloads_blocked: [{ url: 'https://example.com/', filename: 'a.zip' }],
      },
      dom: null,
    },
    content: null,
    screenshot: null,
  }),

  'render-error-overlay': healthyRendering({
    browser: { dom: { error_overlay: 'vite' } },
  }),

  'render-certificate-error': healthyRendering({
    http: {
      status: null,
      http_version: null,
      remote_address: null,
      headers: [],
      content_type: null,
      media_type: null,
      charset: null,
      attempts: [],
      error: { code: 'tls_failed', phase: 'tls', raw: 'ERR_CERT_DATE_INVALID', alert: null },
    },
    browser: {
      navigation: {
        outcome: 'failed',
        main_status: null,
        net_error: 'net::ERR_CERT_DATE_INVALID',
        dom_content_loaded_ms: null,
        load_ms: null,
        settled_ms: null,
        settle_reason: 'not_loaded',
      },
      dom: null,
    },
    security: null,
    content: null,
    screenshot: null,
  }),

  'verify-third-party-noise': healthyVerification({
    browser: {
      console: {
        counts: { error: 2, exception: 1 },
        exceptions: [exception({ first_party: false, url: ads })],
        messages: [
          consoleMessage({ first_party: false, url: ads }),
          consoleMessage({ source: 'network', text: 'Failed to load resource', url: ads }),
        ],
      },
      requests: {
        failed: [
          failedRequest({
            url: ads,
            first_party: false,
            status: null,
            net_error: 'net::ERR_FAILED',
          }),
        ],
      },
      dom: { scripts_without_integrity: [ads] },
    },
  }),

  'verify-bot-wall-in-browser': healthyVerification({
    browser: {
      navigation: { main_status: 403 },
      console: { exceptions: [exception()] },
      dom: { title: 'Just a moment...' },
    },
    content: {
      title: 'Just a moment...',
      h1: [],
      text_length: 60,
      words: 10,
      signature_match: { id: 'cloudflare', kind: 'challenge' },
    },
    links: { found: 0, same_origin: 0, unique: 0, checked: 0, skipped: {}, items: [] },
  }),

  'verify-broken-link': healthyVerification({
    links: {
      items: [
        linkItem(),
        linkItem({
          url: 'https://example.com/docs',
          final_url: 'https://example.com/docs',
          method: 'GET',
          status: 404,
          attempts: 2,
          outcome: 'broken',
          code: 'not_found',
        }),
      ],
    },
  }),

  'verify-spa-fallback': healthyVerification({
    links: { control_probe: { status: 200, spa_fallback: true } },
  }),

  'verify-links-cut-by-deadline': healthyVerification({
    limits_hit: ['deadline'],
    links: {
      items: [
        linkItem(),
        linkItem({
          url: 'https://example.com/docs',
          final_url: 'https://example.com/docs',
          status: null,
          outcome: 'unverified',
          code: 'deadline',
        }),
      ],
    },
  }),

  'verify-heavy-page': heavyVerification(),

  'verify-request-cap': healthyVerification({
    limits_hit: ['requests'],
    browser: {
      requests: {
        summary: { ...healthyBrowser.requests.summary, total: 500, blocked: 1 },
        blocked_by_policy: [
          {
            url: 'https://example.com/tile/501.png',
            reason: 'requests',
            type: 'image',
            first_party: true,
            count: 1,
          },
        ],
      },
    },
  }),
}
