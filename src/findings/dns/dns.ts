import type { Evidence } from '#evidence/evidence.ts'
import { hostNameOf } from '#findings/readings/naming.ts'
import {
  egressIsHealthy,
  type ObservedHost,
  observedHosts,
} from '#findings/readings/observed-hosts.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Effect, Hit, Rule } from '#findings/rule/rule.ts'

export const dnsRules: readonly Rule[] = [
  {
    code: 'DNS_NXDOMAIN',
    layer: 'dns',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Create the A, AAAA or CNAME record; then wait until the negative TTL has passed.',
    when: onEachHost(({ dns, at, url }, evidence) => {
      if (dns.rcode !== 'NXDOMAIN') return null
      return {
        message: `${subjectOf(dns)} does not exist: NXDOMAIN ${onAttempts(dns.attempts)}.${warning(dns)}`,
        ...remedyOf(dns),
        observed: missing(dns),
        expected: { rcode: 'NOERROR' },
        url,
        evidence: [`${at}/rcode`, `${at}/attempts`, `${at}/negative_ttl_s`],
        effect: repeated(dns.attempts, evidence),
        retryable: true,
        retryAfterS: dns.negative_ttl_s,
      }
    }),
  },
  {
    code: 'DNS_NO_ADDRESS',
    layer: 'dns',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Point the name, or the target of its CNAME, to a live host, or remove it.',
    when: onEachHost(({ dns, at, url }, evidence) => {
      if (dns.rcode !== 'NOERROR' || dns.a.length + dns.aaaa.length > 0) return null
      return {
        message: `${subjectOf(dns)} exists but has neither an A nor an AAAA record, ${onAttempts(dns.attempts)}.${warning(dns)}`,
        ...remedyOf(dns),
        observed: missing(dns),
        expected: { addresses: 1 },
        url,
        evidence: [`${at}/a`, `${at}/aaaa`, `${at}/cname_chain`],
        effect: repeated(dns.attempts, evidence),
        retryable: true,
        retryAfterS: dns.negative_ttl_s,
      }
    }),
  },
  {
    code: 'DNS_RESOLUTION_FAILED',
    layer: 'dns',
    severity: 'high',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation:
      'Check the authoritative servers and the DNSSEC chain of the name, then run the check again.',
    when: onEachHost(({ dns, at, url }, evidence) => {
      if (dns.rcode !== 'SERVFAIL' && dns.rcode !== 'REFUSED' && dns.rcode !== 'TIMEOUT')
        return null
      return {
        message: `The name could not be resolved: ${dns.rcode} ${onAttempts(dns.attempts)}.`,
        observed: { rcode: dns.rcode, attempts: dns.attempts },
        expected: { rcode: 'NOERROR' },
        url,
        evidence: [`${at}/rcode`, `${at}/attempts`],
        // Our resolver has just resolved another name: servers or signatures of this one fail. TIMEOUT and REFUSED may be ours.
        effect:
          dns.rcode === 'SERVFAIL' && evidence.egress_canary === 'healthy'
            ? repeated(dns.attempts, evidence)
            : 'REVIEW',
        retryable: true,
      }
    }),
  },
  {
    code: 'DNS_MIXED_PUBLIC_PRIVATE',
    layer: 'dns',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Remove the non-public A or AAAA record from the public DNS.',
    when: onEachHost(({ dns, at, url }) => {
      const forbidden = new Set(dns.non_public.map(({ address }) => address))
      const others = [...dns.a, ...dns.aaaa].filter(({ address }) => !forbidden.has(address))
      if (forbidden.size === 0) return null
      return {
        message:
          others.length === 0
            ? 'All addresses of the name are non-public: no visitor can reach the host.'
            : `The name has ${others.length} public and ${forbidden.size} non-public addresses; such a host is refused as a whole.`,
        observed: dns.non_public.map(({ address, block }) => ({ address, block })),
        expected: [],
        url,
        evidence: [`${at}/non_public`, `${at}/a`, `${at}/aaaa`],
      }
    }),
  },
  {
    code: 'DNS_IPV6_UNREACHABLE',
    layer: 'dns',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PV',
    remediation: 'Fix the IPv6 listener, its firewall or its route, or remove the AAAA record.',
    when: onEachHost(({ dns, at, url }, evidence) => {
      if (!familyIsDown(dns) || !evidence.vantage.ipv6 || !egressIsHealthy(evidence)) return null
      const tried = dns.candidates_tried.filter(({ family }) => family === 6)
      return {
        message: `No IPv6 address accepted a connection (${tried.length} tried, 2 attempts each), while IPv4 works.`,
        observed: tried.map(({ ip, error, tries: count }) => ({ ip, error, tries: count })),
        expected: { ipv6: 'reachable' },
        url,
        evidence: [`${at}/ipv6`, `${at}/candidates_tried`],
        retryable: true,
      }
    }),
  },
  {
    code: 'DNS_ADDRESS_PARTIAL_FAILURE',
    layer: 'dns',
    severity: 'medium',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Remove the dead address from the DNS, or fix the host behind it.',
    when: onEachHost(({ dns, at, url }, evidence) => {
      if (!dns.candidates_tried.some(({ ok }) => ok)) return null
      const dead = deadAddresses(dns)
      if (dead.length === 0) return null
      const refused = dead.some(({ error, tries: count }) => error === 'refused' && count >= 2)
      return {
        message: `${dead.length} of ${dns.candidates_tried.length} addresses tried did not accept a connection, while another did.`,
        observed: dead.map(({ ip, error, tries: count }) => ({ ip, error, tries: count })),
        expected: { ok: true },
        url,
        evidence: dead.map(({ index }) => `${at}/candidates_tried/${index}`),
        // A refused connection comes from the host; a timeout may come from a filter between it and this vantage.
        effect: refused && egressIsHealthy(evidence) ? 'ISSUE' : 'REVIEW',
        retryable: true,
      }
    }),
  },
  {
    code: 'DNS_ADDRESS_DIFFERS',
    layer: 'dns',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PV',
    remediation:
      'Configure the server at this address like the others, or remove the address from the DNS.',
    when: onEachHost(({ dns, at, url }, evidence) => {
      const [first, ...others] = differing(dns)
      if (first === undefined || !egressIsHealthy(evidence)) return null
      const what = first.request.error === null ? otherPage(first.request.status) : 'no response'
      const more =
        others.length === 0
          ? ''
          : `, as ${counted(others.length, 'more address', 'more addresses')}`
      return {
        message: `Over ${first.ip} (IPv${first.family}, port ${first.port}) visitors get ${what}${more}, unlike over ${dns.selected_address ?? 'another address'}.`,
        observed: [first, ...others].map(({ ip, request: { status, error, tries } }) => ({
          ip,
          status,
          error,
          tries,
        })),
        expected: { same_page: true },
        url,
        evidence: [first, ...others].map(({ index }) => `${at}/candidates_tried/${index}/request`),
        retryable: true,
      }
    }),
  },
]

const otherPage = (status: number | null) => `another page (status ${status})`

/** Addresses over which a request failed twice, or led to another page. TLS has its own rules for failed handshakes. */
function differing(dns: Dns) {
  return dns.candidates_tried.flatMap(({ request, ...candidate }, index) => {
    if (request === null) return []
    const isFailed = request.error !== null && !request.error.startsWith('tls_')
    const differs = request.same_page === false || (isFailed && request.tries >= 2)
    return differs ? [{ ...candidate, request, index }] : []
  })
}

type Dns = ObservedHost['dns']

function onEachHost(judge: (host: ObservedHost, evidence: Evidence) => Hit | null) {
  return (evidence: Evidence) =>
    observedHosts(evidence)
      .map((host) => judge(host, evidence))
      .filter((hit) => hit !== null)
}

/** What has no address: the name itself, or the end of its aliases. */
function subjectOf({ cname_chain: chain, cname_end: end }: Dns): string {
  if (chain.length === 0) return 'The name'
  const target = end && hostNameOf({ host: end.target })
  return `The target of the CNAME chain${target === null ? '' : ` (${target})`}`
}

function warning({ cname_end: end, sibling }: Dns): string {
  if (end?.claimable) return ' Anybody could register it, and serve content under this name.'
  const name = sibling?.has_address ? hostNameOf({ host: sibling.name }) : null
  return name === null ? '' : ` ${name} has an address.`
}

function remedyOf({ cname_chain: chain, sibling }: Dns): Pick<Hit, 'remediation'> {
  if (chain.length > 0) {
    return { remediation: 'Remove the CNAME record, or re-point it to a name that exists.' }
  }
  return sibling?.has_address
    ? { remediation: 'Add A and AAAA records for this name too, and redirect it to the other one.' }
    : {}
}

const onAttempts = (count: number) => `on ${counted(count, 'attempt')}`

/** Guards G1 and G2: a single lookup may have reached one broken server. */
function repeated(attempts: number, evidence: Evidence): Effect {
  return attempts >= 2 && egressIsHealthy(evidence) ? 'ISSUE' : 'REVIEW'
}

function missing(dns: Dns) {
  const { rcode, attempts, negative_ttl_s, cname_end } = dns
  return { rcode, attempts, aliases: dns.cname_chain.length, cname_end, negative_ttl_s }
}

function familyIsDown({ ipv6, candidates_tried }: Dns): boolean {
  return ipv6 === 'unreachable' && candidates_tried.some(({ family, ok }) => family === 4 && ok)
}

/** Addresses that failed, without the case that DNS_IPV6_UNREACHABLE reports: no IPv6 address responds. */
function deadAddresses(dns: Dns) {
  const reportedElsewhere = familyIsDown(dns)
  return dns.candidates_tried
    .map((candidate, index) => ({ ...candidate, index }))
    .filter(({ ok, error }) => !ok && error !== 'skipped' && error !== 'cancelled')
    .filter(({ family, error }) => !(reportedElsewhere && family === 6 && error !== 'refused'))
}
