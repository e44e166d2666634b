import type { Paint } from '#cli/output/terminal.ts'
import { truncate, wrap } from '#cli/output/terminal.ts'
import type { Report } from '#report/schema.ts'
import { browserRows } from './browser-text.ts'

/** The evidence of a cleaned report in a few lines: redirects, response, DNS, TLS, timings, and the page. */
export function evidenceLines(report: Report, width: number, paint: Paint): string[] {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['Redirects', redirectLines(report)],
    ['HTTP', [responseLine(report)]],
    ['x402', offerLines(report)],
    ['DNS', [dnsLine(report)]],
    ['TLS', tlsLines(report)],
    ['Time', timingLines(report, width - LABEL_COLUMNS)],
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

function redirectLines({ redirects: { hops, redirect_blocked: blocked } }: Report): string[] {
  return [
    ...hops.map(({ status, resolved, location, duration_ms }) => {
      const to = resolved ?? location
      return `${status} → ${to === null ? '(no Location)' : to}  ${duration_ms} ms`
    }),
    ...(blocked === null ? [] : [`not followed: ${blocked.url} (${blocked.reason})`]),
  ]
}

function responseLine({ http }: Report): string {
  if (http.status === null) {
    return http.error === null
      ? 'no response'
      : `no response: ${http.error.code} in phase ${http.error.phase}`
  }
  const parts = [
    `${http.status}`,
    ...(http.http_version === null ? [] : [`HTTP/${http.http_version}`]),
    ...(http.media_type === null ? [] : [truncate(http.media_type, 80)]),
    `${http.body_bytes_decoded} bytes`,
    ...(http.remote_address === null ? [] : [`from ${http.remote_address.ip}`]),
  ]
  return parts.join('  ')
}

/** The offers of a paid resource. */
function offerLines({ x402 }: Report): string[] {
  return (x402?.offers ?? []).map(({ amount, amount_usd: usd, symbol, network, pay_to: payTo }) => {
    const price = usd === null ? `${amount} atomic units` : `${usd} USD in ${symbol}`
    return truncate(`${price} on ${network} to ${payTo}`, 160)
  })
}

// Limit of the addresses shown: a popular name has dozens. The report lists them all.
const MAX_ADDRESSES = 4

function dnsLine({ dns: evidence }: Report): string {
  if (evidence.is_ip_literal) return 'an address literal'
  const addresses = [...evidence.a, ...evidence.aaaa].map(({ address }) => address)
  const hiddenCount = addresses.length - MAX_ADDRESSES
  const shownAddresses =
    addresses.slice(0, MAX_ADDRESSES).join(', ') +
    (hiddenCount > 0 ? ` and ${hiddenCount} more` : '')
  return `${evidence.hostname}  ${shownAddresses || (evidence.rcode ?? 'no address')}`
}

function tlsLines({ tls: evidence }: Report): string[] {
  if (evidence === null) return []
  if (evidence.failure !== null) {
    return [
      `no session with ${evidence.host}: ${evidence.failure.code}${evidence.failure.alert === null ? '' : ` (${truncate(evidence.failure.alert, 80)})`}`,
    ]
  }
  const session = [evidence.protocol, evidence.cipher, evidence.kx_group]
    .filter((part) => part !== null)
    .join('  ')
  const trust = evidence.authorized
    ? 'trusted'
    : `not trusted: ${truncate(evidence.verify_error ?? 'unknown', 80)}`
  const { leaf } = evidence
  if (leaf === null) return [`${session}  ${trust}`]
  const subject = truncate(leaf.subject_cn ?? leaf.sans[0] ?? '(no name)', 253)
  const issuer = truncate(leaf.issuer_cn ?? leaf.issuer_org ?? '(no name)', 120)
  return [
    session,
    `${subject}, by ${issuer}, until ${leaf.not_after.slice(0, 10)} (${remainingText(leaf.days_remaining)}), ${trust}`,
  ]
}

function remainingText(days: number): string {
  return days < 0 ? 'expired' : `${Math.floor(days)} days`
}

const phases = ['dns', 'connect', 'tls', 'wait', 'download'] as const
// These characters are distinguishable without colour.
const phaseGlyphs = { dns: '░', connect: '▒', tls: '▓', wait: '█', download: '▚' } as const

function timingLines({ timings_ms: timings }: Report, width: number): string[] {
  const phaseTimes = phases.flatMap((phase) => {
    const ms = timings[phase]
    return ms === null ? [] : [{ phase, ms }]
  })
  const legend = phaseTimes
    .map(({ phase, ms }) => `${phaseGlyphs[phase]} ${phase} ${ms}`)
    .join('  ')
  const redirected = timings.redirects_total > 0 ? `redirects ${timings.redirects_total}  ` : ''
  const total = phaseTimes.reduce((sum, { ms }) => sum + ms, 0)
  const bar = phaseTimes
    .map(({ phase, ms }) => phaseGlyphs[phase].repeat(barCells(ms, total, width)))
    .join('')
  return [
    ...(bar === '' ? [] : [bar]),
    `${redirected}${legend}${legend && '  '}total ${timings.total} ms`,
  ]
}

function barCells(ms: number, total: number, width: number): number {
  return total === 0 ? 0 : Math.floor((ms / total) * Math.min(width, MAX_BAR_CELLS))
}

const MAX_BAR_CELLS = 60
