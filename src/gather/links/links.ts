import type { DocumentLinks } from '#chrome/contract.ts'
import type { LimitName } from '#evidence/evidence.ts'
import type { LinkItem, LinksEvidence } from '#evidence/links.ts'
import type { RedirectChain } from '#gather/http/follow-redirects.ts'
import type { RequestTools } from '#gather/http/request.ts'
import type { JobNetwork } from '#gather/network/job-network.ts'
import type { HttpConnection } from '#net/http/contract.ts'
import type { ReachResult } from '#net/tcp/dial.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { hexOf } from '#runtime/encoding.ts'
import type { Random } from '#runtime/random.ts'
import { inTurns } from '#runtime/turns.ts'
import { parseTarget, type Target } from '#target/target.ts'
import { type LinkCandidate, selectLinks } from './candidates.ts'
import { checkLink, type LinkRequester, notRequested, requestLink } from './check.ts'

export type LinkTools = Omit<RequestTools, 'options'> & { readonly random: Random }

export interface CheckedLinks {
  readonly links: LinksEvidence
  readonly limitsHit: readonly LimitName[]
  /** Whether the deadline ended the check: links of the list were not requested, or not completely. */
  readonly isIncomplete: boolean
}

/** Number of parallel requests to a host: fewer connections than a visitor's browser opens. */
const MAX_CONCURRENT = 2

/**
 * Requests the first `max` links of a document to its own origin, by `deadline` at the latest, after a control request for a
 * path that cannot exist. `page.target` is the URL of the document. Never rejects because of the target.
 */
export async function checkLinks(
  page: { readonly document: DocumentLinks; readonly target: Target },
  max: number,
  tools: LinkTools,
  deadline: Deadline,
): Promise<CheckedLinks> {
  const { candidates, ...selected } = await inTurns(
    selectLinks(page.document, page.target, max),
    deadline.ended,
  )
  const idle = openIdleConnections(page.target)
  const network = forRequests(tools.network)
  const requester: LinkRequester = {
    tools: { ...tools, network },
    idle: idle.acquire,
    release: idle.release,
  }
  try {
    const control =
      candidates.length === 0
        ? null
        : await requestControl(page.target, tools.random, requester, deadline)
    const items = await requestAll(candidates, requester, deadline)
    const checked = items.filter(({ attempts }) => attempts > 0).length
    return {
      links: { ...selected, checked, control_probe: control, items: [...items] },
      limitsHit: selected.truncated ? ['links'] : [],
      isIncomplete: items.some(({ code }) => code === 'deadline'),
    }
  } finally {
    idle.close()
  }
}

/** Checks all candidates, and returns the results in document order. */
async function requestAll(
  candidates: readonly LinkCandidate[],
  requester: LinkRequester,
  deadline: Deadline,
): Promise<readonly LinkItem[]> {
  const items = new Map<LinkCandidate, LinkItem>()
  const queue = candidates.values()
  const worker = async () => {
    // Both lanes share one iterator, so that each candidate goes to the lane that is free first.
    for (const candidate of queue)
      items.set(candidate, await checkLink(candidate, requester, deadline))
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
  return candidates.map((candidate) => items.get(candidate) ?? notRequested(candidate))
}

/** The network for links: their hosts are pinned like the page's, but are not part of its report. */
function forRequests(network: JobNetwork): JobNetwork {
  return { ...network, reach: (target, deadline) => connect(network, target, deadline) }
}

async function connect(
  network: JobNetwork,
  target: Target,
  deadline: Deadline,
): Promise<ReachResult> {
  try {
    return await network.connect(target, deadline)
  } catch {
    // The wait for name resolution rejects only when the deadline ends it.
    const error = { code: 'deadline', phase: 'dns', raw: null, alert: null } as const
    return { status: 'unreached', error, dnsMs: 0, connectMs: null, refusal: null }
  }
}

/** Random bytes in a path that does not exist: 64 bits do not collide by chance. */
const NAME_BYTES = 8

/**
 * Requests a path that cannot exist from the page's origin. A server that sends 200 does so for every path (the
 * fallback of a single-page application), and its links prove only that the server is up.
 */
async function requestControl(
  page: Target,
  random: Random,
  requester: LinkRequester,
  deadline: Deadline,
): Promise<LinksEvidence['control_probe']> {
  const name = hexOf(random.bytes(NAME_BYTES))
  const parsed = parseTarget(`${page.origin}/${name}`)
  if (parsed.status === 'refused' || deadline.signal.aborted) return null
  const { chain } = await requestLink(
    parsed.target,
    { method: 'GET', isRepeated: false },
    requester,
    deadline,
  )
  const status = chain.last.response?.status ?? null
  return { status, spa_fallback: status === 200 }
}

/** Connections to the page's origin, passed on from one link to the next. */
interface IdleConnections {
  acquire(target: Target): HttpConnection | null
  /** Closes a connection that cannot serve another request to that origin. */
  release(chain: RedirectChain): void
  close(): void
}

function openIdleConnections(page: Target): IdleConnections {
  const idle: HttpConnection[] = []
  return {
    acquire: (target) => {
      if (target.origin !== page.origin) return null
      for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
        if (last.isReusable) return last
        last.close()
      }
      return null
    },
    release: ({ last: { connection, target, tls } }) => {
      if (connection === null) return
      // An untrusted certificate is reported for every link, and only a handshake shows it.
      const isTrusted = tls?.authorized !== false
      if (target.origin === page.origin && isTrusted && connection.isReusable) idle.push(connection)
      else connection.close()
    },
    close: () => {
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}
