import { z } from 'zod'
import { ms } from './scalar.ts'

/** The type of a page's request, as in Chrome's DevTools protocol. */
export const requestTypes = [
  'document',
  'stylesheet',
  'script',
  'image',
  'media',
  'font',
  'xhr',
  'fetch',
  'websocket',
  'eventsource',
  'manifest',
  'ping',
  'prefetch',
  'preflight',
  'other',
] as const
export type RequestType = (typeof requestTypes)[number]

/** Why a request of the page was blocked: the safety policy, or one of our caps. */
export const blockReasons = [
  'syntax',
  'scheme',
  'port',
  'userinfo',
  'not_public',
  'resolves_not_public',
  'redirects',
  'requests',
  'transfer_bytes',
  'connections',
  'frames',
  'deadline',
] as const
export type BlockReason = (typeof blockReasons)[number]

/** Our own caps, which reveal nothing about the target of the request. */
export const capReasons: readonly BlockReason[] = [
  'redirects',
  'requests',
  'transfer_bytes',
  'connections',
  'frames',
  'deadline',
]

// A data: URL contains the whole resource; only its first characters are kept.
const url = z.string().max(2048)
const text = z.string().max(1000)

/** Signs by which a page shows that it is waiting. `requests` means that the page is empty while requests are under way. */
export const waitingSigns = [
  'busy_region',
  'progress',
  'spinner',
  'skeleton',
  'loading_words',
  'empty_main',
  'fading_in',
  'hidden_page',
  'requests',
] as const
export type WaitingSign = (typeof waitingSigns)[number]

const browserNavigation = z.strictObject({
  engine: z.string().describe('Chrome, HeadlessChrome'),
  version: z.string(),
  user_agent: z.string(),
  viewport: z.strictObject({ width: z.int(), height: z.int(), dpr: z.number() }),
  outcome: z
    .enum(['loaded', 'partial', 'failed', 'download', 'crashed'])
    .describe('partial: the document is there, its load event did not come'),
  url: url.describe('of the last document of the main frame'),
  main_status: z.int().nullable().describe('of the last document of the main frame'),
  net_error: z.string().nullable().describe("Chrome's ERR_* of the main document"),
  attempts: z.int().min(1).describe('navigations tried'),
  dom_content_loaded_ms: ms.nullable(),
  load_ms: ms.nullable(),
  settled_ms: ms.nullable().describe('when the page was considered idle'),
  settle_reason: z
    .enum([
      'quiet',
      'cap',
      'load_timeout',
      'render_blocked',
      'not_loaded',
      'crashed',
      'deadline',
      'processor_time',
    ])
    .describe(
      'quiet: no network for 500 ms after load; cap: 2 s after load with requests pending; render_blocked: nothing was drawn because of a pending file that has been silent for 7 s, or had not arrived when the time for loading was over; processor_time: limits.browser.processor_ms was used up before load',
    ),
  waiting_signs: z
    .array(z.enum(waitingSigns))
    .describe(
      'signs by which the page still showed that it was waiting when patience_ms after load had passed; empty_main: its main region shows nothing; fading_in: an animation has not shown its text yet; hidden_page: all of it is hidden or covered; requests: it was empty beside those in pending',
    ),
  unresponsive: z
    .boolean()
    .describe('the main thread did not reply for 5 to 10 s at the time of capture'),
  crashes: z.int().min(0).describe('renderer crashes; the first one is retried'),
  pending: z
    .array(
      z.strictObject({
        url,
        type: z.enum(requestTypes),
        first_party: z.boolean(),
        age_ms: ms.describe('since it was sent'),
        render_blocking: z
          .boolean()
          .describe('it keeps the page, or the rest of it, from being drawn'),
      }),
    )
    .max(20)
    .describe('requests under way when the page was captured'),
  dialogs: z
    .array(
      z.strictObject({
        type: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
        message: text,
      }),
    )
    .max(20)
    .describe('dismissed'),
  popups_blocked: z.array(url).max(20),
  downloads_blocked: z.array(z.strictObject({ url, filename: z.string().max(300) })).max(20),
  frames: z.int().min(0).describe('frames beside the main one, at the end'),
})

const place = {
  url: url.nullable(),
  line: z.int().nullable().describe('from 1'),
  column: z.int().nullable().describe('from 1'),
}

export const consoleMessage = z.strictObject({
  level: z.enum(['error', 'warning', 'info', 'debug']),
  source: z
    .enum(['console', 'network', 'security', 'deprecation', 'intervention', 'violation', 'other'])
    .describe('console: the page called console.*; the others are from Chrome'),
  text,
  ...place,
  first_party: z.boolean(),
  count: z.int().min(1).describe('the same level, source, text and place'),
  at_ms: ms.describe('of the first'),
})

const pageException = z.strictObject({
  name: z.string().max(100),
  message: text,
  ...place,
  stack: z
    .array(
      z.strictObject({
        function: z.string().max(200),
        url,
        line: z.int(),
        column: z.int(),
      }),
    )
    .max(5),
  rejection: z.boolean().describe('an unhandled promise rejection'),
  first_party: z.boolean(),
  blocked_by_us: z.boolean().describe('it names, or was caused by, a request that we blocked'),
  caused_by: url.nullable().describe('of the failed request that it follows from'),
  count: z.int().min(1),
})

const cspViolation = z.strictObject({
  directive: z.string().max(100).describe('the effective one'),
  blocked_url: url.nullable().describe('null for inline, eval and the like'),
  kind: z.enum(['url', 'inline', 'eval', 'other']),
  enforced: z.boolean().describe('false: report-only'),
  source_url: url.nullable(),
  first_party: z.boolean().describe('the blocked resource is of the same site, or inline'),
  in_view: z
    .boolean()
    .describe(
      'a frame of at least 200 x 100 px in the viewport is blocked, or a script while a part of the page is empty or disabled',
    ),
  count: z.int().min(1),
})

const browserConsole = z.strictObject({
  counts: z.strictObject({ error: z.int(), warning: z.int(), exception: z.int() }),
  messages: z.array(consoleMessage).max(50).describe('errors first, then in order of appearance'),
  exceptions: z.array(pageException).max(20),
  csp_violations: z.array(cspViolation).max(20),
})

export const failedRequest = z.strictObject({
  url,
  method: z.string().max(20),
  type: z.enum(requestTypes),
  status: z.int().nullable(),
  net_error: z.string().nullable(),
  blocked_reason: z
    .string()
    .max(100)
    .nullable()
    .describe(
      "one of ours (see blocked_by_policy), or Chrome's: csp, mixed-content, corp, cors, integrity, ...; not-json: a page in place of data; empty-json, broken-json, failure-in-json, internal-failure (of the server): by the content of a call to the site; stale-token: a token that the page has sent is refused; expired-token: a call is refused for a token that has expired, which a first visitor does not have; service-refused: the response says that a key, a project, a plan or the rules of the site are; key-refused: a call with a key that the page has sent; no-response: such a call that the page cancelled after 1.5 s; open-brace: a style sheet of which most does not apply; empty-file: a built script or style sheet, or a frame in view, without content; lfs-pointer: a pointer of Git LFS in place of the file; content-type: a page in place of a stream, a font, a film, a recording or a background in view; font-data: what came cannot be decoded as a font",
    ),
  initiator: url.nullable().describe('the requesting document, script or style sheet'),
  first_party: z.boolean().describe('same site (eTLD+1) as the page'),
  render_blocking: z.boolean(),
  visible: z.boolean().nullable().describe('images: whether one is in the viewport'),
  favicon: z.boolean().describe('an icon that Chrome requests by itself'),
  place: z
    .enum(['page', 'in_view', 'background', 'below', 'preloaded', 'optional', 'icon', 'missed'])
    .describe(
      'in_view, below: images, by the viewport, and in_view frames, icons and players with controls; background: of an element in the viewport; preloaded: by the document, which does not use it; optional: HEAD and OPTIONS, styles for other media, prefetches, a 404 that says which thing is not there; icon: named by the document for its tab; missed: a call of a page that has an empty place for data, a script of another site for which a disabled or empty part of the page waits, a font of icons that show their names, or its style sheet',
    ),
  by_site: z.boolean().describe('requested by the page itself or by a script of its site'),
  recovered: z.boolean().describe('the same method and URL succeeded later'),
  confirmed: z
    .boolean()
    .nullable()
    .describe(
      'a net error of the same site, repeated a second later: failed again; null: not repeated',
    ),
  at_ms: ms,
})

export const requestItem = z.strictObject({
  id: z.int().min(1).describe('order of appearance'),
  url,
  method: z.string().max(20),
  type: z.enum(requestTypes),
  status: z.int().nullable(),
  mime: z.string().max(100).nullable(),
  protocol: z.string().max(20).nullable().describe('http/1.1, h2, ...'),
  remote_ip: z.string().nullable().describe("the origin's, from the proxy's record"),
  bytes: z.int().min(0).describe('on the wire, headers included'),
  start_ms: ms,
  ttfb_ms: ms.nullable(),
  duration_ms: ms.nullable(),
  initiator: url.nullable(),
  priority: z.string().max(20).nullable(),
  cache: z.boolean(),
  first_party: z.boolean(),
  redirected_to: url.nullable(),
})

/** Requests that only the proxy observed. */
const unclaimedTypes = ['preconnect', 'unknown'] as const
export type BlockedType = RequestType | (typeof unclaimedTypes)[number]

const blockedRequest = z.strictObject({
  url: url.describe('for a tunnel without a matching request of the page: its origin'),
  reason: z.enum(blockReasons),
  type: z
    .enum([...requestTypes, ...unclaimedTypes])
    .describe(
      'preconnect: a hint of the document; unknown: the proxy saw it, and Chrome reported no request for it',
    ),
  first_party: z.boolean(),
  count: z.int().min(1),
})

/** A request with a method that is not safe (RFC 9110 9.2.1). */
const unsafeRequest = z.strictObject({
  url,
  method: z.string().max(20),
  type: z.enum(requestTypes),
  first_party: z.boolean(),
  count: z.int().min(1),
})

const mixedContent = z.strictObject({
  url,
  type: z.enum(requestTypes),
  resolution: z.enum(['blocked', 'upgraded', 'warned']),
})

const browserRequests = z.strictObject({
  summary: z.strictObject({
    total: z.int(),
    failed: z.int(),
    blocked: z.int(),
    by_type: z.partialRecord(z.enum(requestTypes), z.int()),
    by_status: z.record(z.string(), z.int()).describe('by 2xx, 3xx, 4xx, 5xx, none'),
    first_party: z.int(),
    third_party: z.int(),
    hosts: z.int(),
    bytes_encoded: z.int(),
    bytes_decoded: z.int(),
    insecure: z.int().describe('http requests of an https page'),
    protocols: z.record(z.string(), z.int()),
  }),
  failed: z.array(failedRequest).max(50).describe('sorted by url, type, status'),
  items: z.array(requestItem).max(100).describe('in order of appearance'),
  hosts: z
    .array(
      z.strictObject({
        host: z.string(),
        requests: z.int(),
        bytes: z.int(),
        failed: z.int(),
        ip: z.string().nullable(),
      }),
    )
    .max(50)
    .describe('sorted by host'),
  blocked_by_policy: z.array(blockedRequest).max(50).describe('sorted by url, reason'),
  mixed_content: z.array(mixedContent).max(50),
  unsafe: z
    .array(unsafeRequest)
    .max(50)
    .describe(
      'what the page sent by itself with a method other than GET, HEAD and OPTIONS; sorted by url, method, type',
    ),
})

/** One sample on a shared machine, for information only. */
const browserPerformance = z
  .strictObject({
    ttfb_ms: ms.nullable(),
    fcp_ms: ms.nullable(),
    lcp_ms: ms.nullable(),
    cls: z.number().min(0).nullable(),
    tbt_ms: ms.nullable(),
    longest_task_ms: ms.nullable(),
    transfer_bytes: z.int(),
    js_bytes: z.int(),
    css_bytes: z.int(),
    image_bytes: z.int(),
    dom_elements: z.int(),
  })
  .describe(
    'null where Chrome reported nothing; fcp_ms to longest_task_ms also where our machine was too busy to measure them',
  )

export const layoutFaults = ['locked', 'starts_below', 'side_by_side'] as const
export type LayoutFault = (typeof layoutFaults)[number]
export const errorOverlays = ['vite', 'next', 'webpack', 'blazor'] as const
export type ErrorOverlay = (typeof errorOverlays)[number]

/** The document at the time of capture. Null without a document, or when it could not be captured. */
const browserDom = z.strictObject({
  title: z.string().max(300).describe('document.title'),
  visible_text_length: z.int().describe('characters of innerText, white space folded'),
  text_excerpt: z.string().max(500),
  element_count: z.int(),
  document_width: z.int(),
  document_height: z.int(),
  overflow_x_px: z.int(),
  visible_media: z
    .int()
    .describe('images, videos, canvases, SVG, frames of at least 100 x 100 px that show'),
  images: z.strictObject({
    total: z.int(),
    broken: z
      .array(z.strictObject({ url, in_viewport: z.boolean(), first_party: z.boolean() }))
      .max(20)
      .describe('complete, without a pixel, larger than 1 x 1'),
  }),
  error_overlay: z
    .enum(errorOverlays)
    .nullable()
    .describe('a development server or the bar of Blazor shows an error'),
  reported_failure: z
    .strictObject({
      text: z.string().max(300),
      frame_url: url.nullable().describe('null in the page itself'),
    })
    .nullable()
    .describe(
      'the first alert or line in which the page, or a frame in it, says that something failed',
    ),
  has_password_input: z.boolean(),
  emptied: z.boolean().describe('after it was captured, the page removed all that it showed'),
  text_in_view: z
    .strictObject({
      characters: z.int(),
      unseen: z
        .int()
        .describe(
          'transparent, hidden, in the colour of its ground, smaller than 5 px, turned, over other text, or, for nearly all of the page, blurred, huge, below an icon without a size, or removed after it was captured',
        ),
    })
    .describe('in the viewport; without menus and the like, which are hidden on purpose'),
  layout_fault: z
    .enum(layoutFaults)
    .nullable()
    .describe(
      'locked: what is below the window cannot be reached, since the page does not scroll; starts_below: the window shows nothing before the page is scrolled; side_by_side: header, main part and footer',
    ),
  own_styles: z
    .strictObject({ linked: z.int(), empty: z.int().describe('without a declaration') })
    .describe('style sheets of the origin of the page'),
  unrendered: z
    .strictObject({
      mustache: z.int().describe('{{ x }}'),
      object_object: z.int(),
      undefined: z.int().describe('as a whole text node'),
      failed_value: z.int().describe('beside a currency, a unit or a greeting, or as a date'),
      lorem_ipsum: z.int(),
    })
    .describe('visible text nodes outside of code and pre'),
  scripts_without_integrity: z.array(url).max(20).describe('of other sites'),
})

/**
 * Chrome's observations of the page. Times are of this single run and do not affect the status, except for a first paint that
 * comes later than `patience_ms`.
 */
export const browserEvidence = z.strictObject({
  navigation: browserNavigation,
  console: browserConsole,
  requests: browserRequests,
  performance: browserPerformance,
  dom: browserDom.nullable(),
})
export type BrowserEvidence = z.infer<typeof browserEvidence>
