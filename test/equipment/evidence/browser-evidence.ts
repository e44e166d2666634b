import type { BrowserEvidence } from '#evidence/browser.ts'
import type { Limits } from '#evidence/evidence.ts'
import type { LinkItem, LinksEvidence } from '#evidence/links.ts'
import type { ScreenshotEvidence } from '#evidence/screenshot.ts'

type Requests = BrowserEvidence['requests']
type RequestItem = Requests['items'][number]

const url = 'https://example.com/'
const ip = '93.184.215.14'

/** One request of a healthy page, with the test's changes. */
export function requestItem(id: number, over: Partial<RequestItem> = {}): RequestItem {
  return {
    id,
    url,
    method: 'GET',
    type: 'document',
    status: 200,
    mime: 'text/html',
    protocol: 'h2',
    remote_ip: ip,
    bytes: 5400,
    start_ms: id * 10,
    ttfb_ms: 90,
    duration_ms: 110,
    initiator: null,
    priority: 'VeryHigh',
    cache: false,
    first_party: true,
    redirected_to: null,
    ...over,
  }
}

function placeOf({ type, visible }: Partial<Requests['failed'][number]>) {
  if (type !== 'image') return 'page'
  return visible === true ? 'in_view' : 'below'
}

/** A script of the site itself with status 404, with the test's changes. */
export function failedRequest(over: Partial<Requests['failed'][number]> = {}) {
  return {
    url: 'https://example.com/assets/app.js',
    method: 'GET',
    type: 'script',
    status: 404,
    net_error: null,
    blocked_reason: null,
    initiator: url,
    first_party: true,
    render_blocking: false,
    visible: null,
    favicon: false,
    by_site: true,
    recovered: false,
    confirmed: null,
    at_ms: 150,
    place: placeOf(over),
    ...over,
  } satisfies Requests['failed'][number]
}

/** An exception of the site's own script, with the test's changes. */
export function exception(over: Partial<BrowserEvidence['console']['exceptions'][number]> = {}) {
  const place = { url: 'https://example.com/assets/app.js', line: 12, column: 7 }
  return {
    name: 'TypeError',
    message: "Cannot read properties of undefined (reading 'map')",
    ...place,
    stack: [{ function: 'render', ...place }],
    rejection: false,
    first_party: true,
    blocked_by_us: false,
    caused_by: null,
    count: 1,
    ...over,
  } satisfies BrowserEvidence['console']['exceptions'][number]
}

/** A console.error of the site's own script, with the test's changes. */
export function consoleMessage(over: Partial<BrowserEvidence['console']['messages'][number]> = {}) {
  return {
    level: 'error',
    source: 'console',
    text: 'no items',
    url: 'https://example.com/assets/app.js',
    line: 20,
    column: 3,
    first_party: true,
    count: 1,
    at_ms: 200,
    ...over,
  } satisfies BrowserEvidence['console']['messages'][number]
}

/** A link with a response, with the test's changes. */
export function linkItem(over: Partial<LinkItem> = {}): LinkItem {
  return {
    url: 'https://example.com/about',
    text: 'About',
    occurrences: 1,
    method: 'HEAD',
    status: 200,
    final_url: 'https://example.com/about',
    attempts: 1,
    duration_ms: 60,
    outcome: 'ok',
    code: 'answered',
    retry_after_s: null,
    insecure: false,
    ...over,
  }
}

export const browserLimits: NonNullable<Limits['browser']> = {
  requests: 500,
  transfer_bytes: 52_428_800,
  frames: 20,
  processor_ms: 10_000,
  events: 20_000,
  console_events: 1_000,
  workers: 16,
  dom_content_loaded_ms: 15_000,
  load_ms: 15_000,
  quiet_ms: 500,
  settle_ms: 2000,
  patience_ms: 8000,
  screenshot_height: 16_384,
}

const script = requestItem(2, {
  url: 'https://example.com/assets/app.js',
  type: 'script',
  mime: 'text/javascript',
  bytes: 20_000,
  initiator: url,
  priority: 'High',
})

export const healthyBrowser: BrowserEvidence = {
  navigation: {
    engine: 'HeadlessChrome',
    version: '156.0.8078.79',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) urlwitness/0.1.0',
    viewport: { width: 1280, height: 800, dpr: 1 },
    outcome: 'loaded',
    url,
    main_status: 200,
    net_error: null,
    attempts: 1,
    dom_content_loaded_ms: 180,
    load_ms: 240,
    settled_ms: 760,
    settle_reason: 'quiet',
    waiting_signs: [],
    unresponsive: false,
    crashes: 0,
    pending: [],
    dialogs: [],
    popups_blocked: [],
    downloads_blocked: [],
    frames: 0,
  },
  console: {
    counts: { error: 0, warning: 0, exception: 0 },
    messages: [],
    exceptions: [],
    csp_violations: [],
  },
  requests: {
    summary: {
      total: 2,
      failed: 0,
      blocked: 0,
      by_type: { document: 1, script: 1 },
      by_status: { '2xx': 2 },
      first_party: 2,
      third_party: 0,
      hosts: 1,
      bytes_encoded: 25_400,
      bytes_decoded: 61_000,
      insecure: 0,
      protocols: { h2: 2 },
    },
    failed: [],
    items: [requestItem(1), script],
    hosts: [{ host: 'example.com', requests: 2, bytes: 25_400, failed: 0, ip }],
    blocked_by_policy: [],
    mixed_content: [],
    unsafe: [],
  },
  performance: {
    ttfb_ms: 110,
    fcp_ms: 300,
    lcp_ms: 420,
    cls: 0.01,
    tbt_ms: 20,
    longest_task_ms: 48,
    transfer_bytes: 25_400,
    js_bytes: 20_000,
    css_bytes: 0,
    image_bytes: 0,
    dom_elements: 120,
  },
  dom: {
    title: 'Example Domain',
    visible_text_length: 2400,
    text_excerpt: 'Example Domain. This page is for examples.',
    element_count: 120,
    document_width: 1280,
    document_height: 2200,
    overflow_x_px: 0,
    visible_media: 1,
    images: { total: 3, broken: [] },
    error_overlay: null,
    reported_failure: null,
    has_password_input: false,
    emptied: false,
    text_in_view: { characters: 1200, unseen: 0 },
    layout_fault: null,
    own_styles: { linked: 1, empty: 0 },
    unrendered: { mustache: 0, object_object: 0, undefined: 0, failed_value: 0, lorem_ipsum: 0 },
    scripts_without_integrity: [],
  },
}

export const healthyScreenshot: ScreenshotEvidence = {
  screenshot_evidence_id: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
  url: 'https://witness.example/v1/evidence/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
  media_type: 'image/png',
  width: 1280,
  height: 2200,
  dpr: 1,
  bytes: 48_213,
  full_page: true,
  clipped: false,
  sha256: 'f'.repeat(64),
  dhash: '00ff10ef20df30cf',
  dominant_color: '#ffffff',
  dominant_color_ratio: 0.82,
  captured_at: '2026-06-01T12:00:01.000Z',
  expires_at: '2026-06-02T12:00:01.000Z',
}

export const healthyLinks: LinksEvidence = {
  found: 3,
  same_origin: 2,
  unique: 2,
  checked: 2,
  truncated: false,
  skipped: { other_origin: 1 },
  control_probe: { status: 404, spa_fallback: false },
  items: [
    linkItem(),
    linkItem({
      url: 'https://example.com/docs',
      text: 'Docs',
      final_url: 'https://example.com/docs',
    }),
  ],
  private: [],
  malformed: [],
  fragments: [],
}
