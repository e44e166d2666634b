import type { Paint } from '#cli/output/terminal.ts'
import { cut, wrap } from '#cli/output/terminal.ts'
import type { Report } from '#report/schema.ts'
import { browserRows } from './browser-text.ts'

/** The evidence of a cleaned report in a few lines: redirects, response, DNS, TLS, timings, and the page. */
export function evidenceLines(report: Report, width: number, paint: Paint): string[] {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['Redirects', redirects(report)],
    ['HTTP', [response(report)]],
    ['DNS', [dns(report)]],
    ['TLS', tls(report)],
    ['Time', times(report, width - LABEL_COLUMNS)],
    ...browserRows(report),
  ]
  return rows.flatMap(([label, texts]) => row(label, texts, width, paint))
}

const LABEL_COLUMNS = 'Redirects  '.length

function row(label: string, texts: readonly string[], width: number, paint: Paint): string[] {
  const lines = texts.flatMap((text) => wrap(text, width - LABEL_COLUMNS))
  return lines.map(
    (line, index) => paint.dim((index === 0 ? label : '').padEnd(LABEL_COLUMNS)) + line,
  )
}

function redirects({ redirects: { hops, redirect_blocked: blocked } }: Report): string[] {
  return [
    ...hops.map(({ status, resolved, location, duration_ms }) => {
      const to = resolved ?? location
      return `${status} → ${to === null ? '(no Location)' : to}  ${duration_ms} ms`
    }),
    ...(blocked === null ? [] : [`not followed: ${blocked.url} (${blocked.reason})`]),
  ]
}

function response({ http }: Report): string {
  if (http.status === null) {
    return http.error === null
      ? 'no response'
      : `no response: ${http.error.code} in phase ${http.error.phase}`
  }
  const parts = [
    `${http.status}`,
    ...(http.http_version === null ? [] : [`HTTP/${http.http_version}`]),
    ...(http.media_type === null ? [] : [cut(http.media_type, 80)]),
    `${http.body_bytes_decoded} bytes`,
    ...(http.remote_address === null ? [] : [`from ${http.remote_address.ip}`]),
  ]
  return parts.join('  ')
}

// Limit of the addresses shown: a popular name has dozens. The report lists them all.
const SHOWN_ADDRESSES = 4

function dns({ dns: seen }: Report): string {
  if (seen.is_ip_literal) return 'an address literal'
  const addresses = [...seen.a, ...seen.aaaa].map(({ address }) => address)
  const more = addresses.length - SHOWN_ADDRESSES
  const shown =
    addresses.slice(0, SHOWN_ADDRESSES).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return `${seen.hostname}  ${shown || (seen.rcode ?? 'no address')}`
}

function tls({ tls: seen }: Report): string[] {
  if (seen === null) return []
  if (seen.failure !== null) {
    return [
      `no session with ${seen.host}: ${seen.failure.code}${seen.failure.alert === null ? '' : ` (${cut(seen.failure.alert, 80)})`}`,
    ]
  }
  const session = [seen.protocol, seen.cipher, seen.kx_group]
    .filter((part) => part !== null)
    .join('  ')
  const trust = seen.authorized
    ? 'trusted'
    : `not trusted: ${cut(seen.verify_error ?? 'unknown', 80)}`
  const { leaf } = seen
  if (leaf === null) return [`${session}  ${trust}`]
  const subject = cut(leaf.subject_cn ?? leaf.sans[0] ?? '(no name)', 253)
  const issuer = cut(leaf.issuer_cn ?? leaf.issuer_org ?? '(no name)', 120)
  return [
    session,
    `${subject}, by ${issuer}, until ${leaf.not_after.slice(0, 10)} (${daysLeft(leaf.days_remaining)}), ${trust}`,
  ]
}

function daysLeft(days: number): string {
  return days < 0 ? 'expired' : `${Math.floor(days)} days`
}

const phases = ['dns', 'connect', 'tls', 'wait', 'download'] as const
// These characters are distinguishable without colour.
const fills = { dns: '░', connect: '▒', tls: '▓', wait: '█', download: '▚' } as const

function times({ timings_ms: timings }: Report, width: number): string[] {
  const spent = phases.flatMap((phase) => {
    const ms = timings[phase]
    return ms === null ? [] : [{ phase, ms }]
  })
  const legend = spent.map(({ phase, ms }) => `${fills[phase]} ${phase} ${ms}`).join('  ')
  const redirected = timings.redirects_total > 0 ? `redirects ${timings.redirects_total}  ` : ''
  const total = spent.reduce((sum, { ms }) => sum + ms, 0)
  const bar = spent.map(({ phase, ms }) => fills[phase].repeat(cells(ms, total, width))).join('')
  return [
    ...(bar === '' ? [] : [bar]),
    `${redirected}${legend}${legend && '  '}total ${timings.total} ms`,
  ]
}

function cells(ms: number, total: number, width: number): number {
  return total === 0 ? 0 : Math.floor((ms / total) * Math.min(width, MAX_BAR))
}

const MAX_BAR = 60
