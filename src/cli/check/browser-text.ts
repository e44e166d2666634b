import { counted } from '#findings/rule/counted.ts'
import type { Report } from '#report/schema.ts'

/** The browser evidence, one or two lines for each part; no lines for a tool that uses no browser. */
export function browserRows(report: Report): readonly (readonly [string, readonly string[]])[] {
  const { browser, links, screenshot } = report
  return [
    ['Page', browser === null ? [] : pageLines(browser)],
    ['Requests', browser === null ? [] : requestLines(browser)],
    ['Console', browser === null ? [] : consoleLines(browser)],
    ['Links', links === null ? [] : linkLines(links)],
    ['Shot', screenshot === null ? [] : screenshotLines(screenshot)],
  ]
}

type Browser = NonNullable<Report['browser']>

function pageLines({ navigation, dom }: Browser): string[] {
  const title = dom === null ? 'nothing rendered' : dom.title || '(no title)'
  const { outcome, net_error: error, load_ms: load, settled_ms: settled } = navigation
  const times = [
    ...(load === null ? [] : [`load ${load} ms`]),
    ...(settled === null ? [] : [`settled ${settled} ms`]),
  ].join('  ')
  return [
    title,
    [outcome + (error === null ? '' : ` (${error})`), times].filter(Boolean).join('  '),
  ]
}

function requestLines({ requests: { summary } }: Browser): string[] {
  const { total, failed, blocked, hosts, bytes_encoded: bytes } = summary
  const totals = `${total} to ${counted(hosts, 'host')}`
  return [`${totals}  ${failed} failed  ${blocked} blocked by policy  ${bytes} bytes`]
}

function consoleLines({ console: { counts } }: Browser): string[] {
  return [
    [
      counted(counts.error, 'error'),
      counted(counts.warning, 'warning'),
      counted(counts.exception, 'exception'),
    ].join('  '),
  ]
}

function linkLines({
  items,
  checked,
  unique,
  control_probe: control,
}: NonNullable<Report['links']>) {
  const count = (...outcomes: string[]) =>
    items.filter(({ outcome }) => outcomes.includes(outcome)).length
  const broken = count('broken', 'server_error', 'redirect_loop')
  const unverified = count('unverified')
  const caveat = control?.spa_fallback ? '  (every path returns 200: this proves little)' : ''
  return [`${checked} of ${unique} checked  ${broken} broken  ${unverified} unverified${caveat}`]
}

function screenshotLines(screenshot: NonNullable<Report['screenshot']>): string[] {
  const size = `${screenshot.width} x ${screenshot.height}  ${screenshot.bytes} bytes${screenshot.clipped ? '  (cut off below)' : ''}`
  return screenshot.url === null ? [size] : [size, screenshot.url, `until ${screenshot.expires_at}`]
}
