import { counted } from '#findings/rule/counted.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import { eachLeaf } from './each-handshake.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
// A difference of up to five minutes may come from our clock or the server's (a new certificate from ACME).
const clockSkewMs = 5 * minuteMs

type Judged = Parameters<Parameters<typeof eachLeaf>[0]>[0]

/** Rules about validity periods: of the leaf always, of the others when they are on the verified path. */
export const tlsDateRules: readonly Rule[] = [
  {
    code: 'TLS_CERT_EXPIRED',
    layer: 'tls',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Renew the certificate and reload the server; check the timer of the ACME client.',
    when: eachLeaf(expired),
  },
  {
    code: 'TLS_CERT_NOT_YET_VALID',
    layer: 'tls',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Correct the clock of the issuing machine, or reissue the certificate.',
    when: eachLeaf(notYetValid),
  },
  {
    code: 'TLS_CERT_EXPIRING',
    layer: 'tls',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PV',
    remediation:
      'Renewal is overdue: run the ACME client, and check its HTTP challenge (port 80) or DNS challenge.',
    when: eachLeaf((judged) => runningOut(judged, isExpiring)),
  },
  {
    code: 'TLS_CERT_EXPIRY_NOTICE',
    layer: 'tls',
    severity: 'info',
    effect: 'NONE',
    tools: 'PV',
    remediation: 'Confirm that automatic renewal is set up.',
    when: eachLeaf((judged) =>
      runningOut(judged, isExpiring) ? null : runningOut(judged, deservesNotice),
    ),
  },
]

function expired(judged: Judged): Hit | null {
  const { tls, at, now } = judged
  if (Date.parse(tls.leaf.not_after) < now) {
    return {
      message: `The certificate expired ${days(now - Date.parse(tls.leaf.not_after))} ago.`,
      observed: tls.leaf.not_after,
      expected: 'a date in the future',
      evidence: [`${at}/leaf/not_after`],
    }
  }
  // The path is the best of all that lead to a trusted root: if it has an expired certificate, every path has one.
  if (tls.earliest_expiry === null || Date.parse(tls.earliest_expiry) >= now) return null
  const above = members(judged).find(({ notAfter }) => Date.parse(notAfter) < now)
  const ago = days(now - Date.parse(above?.notAfter ?? tls.earliest_expiry))
  return {
    message:
      above === undefined
        ? `The root at the end of the chain expired ${ago} ago, and no other path leads to a trusted root.`
        : `${above.name} expired ${ago} ago, while the certificate itself is current.`,
    remediation:
      above === undefined
        ? 'Change to a chain, or to an authority, whose root is current: clients hold the root, the server cannot renew it.'
        : replaceIntermediate,
    observed: above?.notAfter ?? tls.earliest_expiry,
    expected: 'a date in the future',
    evidence: [above === undefined ? `${at}/earliest_expiry` : `${above.at}/not_after`],
  }
}

/** The remedy for an intermediate: a new leaf from the same ACME client may come with the same chain. */
const replaceIntermediate =
  "Replace the intermediate in the chain that the server sends by the authority's current one; renewing the certificate alone does not help."

function notYetValid(judged: Judged): Hit | null {
  for (const member of members(judged)) {
    const early = Date.parse(member.notBefore) - judged.now
    if (early <= 0) continue
    const hit = {
      message: `${member.name} is not valid yet: its validity starts in ${days(early)}.`,
      observed: member.notBefore,
      expected: 'a date in the past',
      evidence: [`${member.at}/not_before`],
    }
    return early > clockSkewMs ? hit : { ...hit, severity: 'info', effect: 'NONE' }
  }
  return null
}

type Threshold = (remainingMs: number, validityMs: number) => boolean

/** 14 days alone would be a false alarm for certificates that are valid for six days, so a share of the validity limits it. */
const isExpiring: Threshold = (left, validity) => left < Math.min(14 * dayMs, validity / 6)
const deservesNotice: Threshold = (left, validity) => left < Math.min(30 * dayMs, validity / 3)

/** The hit for the first certificate past the threshold; null if one has expired, which has a separate code. */
function runningOut(judged: Judged, passes: Threshold): Hit | null {
  if (expired(judged)) return null
  for (const member of members(judged)) {
    const end = Date.parse(member.notAfter)
    const left = end - judged.now
    if (!passes(left, end - Date.parse(member.notBefore))) continue
    return {
      message: `${member.name} expires in ${days(left)}.`,
      ...(member.isLeaf ? {} : { remediation: replaceIntermediate }),
      observed: member.notAfter,
      evidence: [`${member.at}/not_after`],
    }
  }
  return null
}

interface Member {
  readonly at: string
  /** Which certificate it is, in words. */
  readonly name: string
  readonly isLeaf: boolean
  readonly notBefore: string
  readonly notAfter: string
}

/** The leaf and the intermediates of the verified path. Roots are the client's own copies, which the site does not control. */
function members({ tls, at }: Judged): readonly Member[] {
  const { not_before: notBefore, not_after: notAfter } = tls.leaf
  const leaf = { at: `${at}/leaf`, name: 'The certificate', isLeaf: true, notBefore, notAfter }
  const above = tls.chain.flatMap((one, i) =>
    one.role === 'intermediate' && one.in_verified_path
      ? [
          {
            at: `${at}/chain/${i}`,
            name: `The intermediate certificate (number ${i + 1} of the chain)`,
            isLeaf: false,
            notBefore: one.not_before,
            notAfter: one.not_after,
          },
        ]
      : [],
  )
  return [leaf, ...above]
}

function days(ms: number): string {
  if (ms >= dayMs) return counted(Math.floor(ms / dayMs), 'day')
  if (ms >= 60 * minuteMs) return counted(Math.floor(ms / (60 * minuteMs)), 'hour')
  return counted(Math.ceil(ms / minuteMs), 'minute')
}
