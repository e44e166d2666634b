import type { DocumentLinks } from '#chrome/contract.ts'
import type { LimitName } from '#evidence/evidence.ts'
import type { LinkItem, LinksEvidence } from '#evidence/links.ts'
import type { RequestTools } from '#gather/http/request.ts'
import type { JobNetwork } from '#gather/network/job-network.ts'
import type { Reached } from '#net/tcp/dial.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Random } from '#runtime/random.ts'
import type { Target } from '#target/target.ts'
import { type LinkCandidate, selectLinks } from './candidates.ts'
import { checkLink, type LinkAsker, unasked } from './check.ts'
import { askControl } from './control-request.ts'
import { openIdleConnections } from './idle-connections.ts'

export type LinkTools = Omit<RequestTools, 'asking'> & { readonly random: Random }

export interface CheckedLinks {
  readonly links: LinksEvidence
  readonly limitsHit: readonly LimitName[]
  /** The deadline came first: links of the list were not asked, or not to the end. */
  readonly cut: boolean
}

/** Links of a host that are asked at once: a page's visitor opens more connections than that. */
const AT_ONCE = 2

/**
 * Asks the first `most` links of a document to its own origin, at the latest until `deadline`, after a control: a path
 * that cannot exist. `page` is the target that the document came from. Never rejects for the target.
 */
export async function checkLinks(
  document: DocumentLinks,
  page: Target,
  most: number,
  tools: LinkTools,
  deadline: Deadline,
): Promise<CheckedLinks> {
  const { candidates, ...selected } = selectLinks(document, page, most)
  const idle = openIdleConnections(page)
  const network = forRequests(tools.network)
  const asker: LinkAsker = { tools: { ...tools, network }, idle: idle.take, keep: idle.keep }
  try {
    const control =
      candidates.length === 0 ? null : await askControl(page, tools.random, asker, deadline)
    const items = await askAll(candidates, asker, deadline)
    const checked = items.filter(({ attempts }) => attempts > 0).length
    return {
      links: { ...selected, checked, control_probe: control, items: [...items] },
      limitsHit: selected.truncated ? ['links'] : [],
      cut: items.some(({ code }) => code === 'deadline'),
    }
  } finally {
    idle.close()
  }
}

/** In document order, whichever came first. */
async function askAll(
  candidates: readonly LinkCandidate[],
  asker: LinkAsker,
  deadline: Deadline,
): Promise<readonly LinkItem[]> {
  const items = new Map<LinkCandidate, LinkItem>()
  const waiting = candidates.values()
  const lane = async () => {
    // One iterator for both lanes: each candidate goes to whichever is free first.
    for (const candidate of waiting)
      items.set(candidate, await checkLink(candidate, asker, deadline))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return candidates.map((candidate) => items.get(candidate) ?? unasked(candidate))
}

/** Links are requests beside the page: their hosts are pinned as the page's are, and are no part of its report. */
function forRequests(network: JobNetwork): JobNetwork {
  return { ...network, reach: (target, deadline) => connect(network, target, deadline) }
}

async function connect(network: JobNetwork, target: Target, deadline: Deadline): Promise<Reached> {
  try {
    return await network.connect(target, deadline)
  } catch {
    // A wait for names rejects only when the deadline ends it.
    const error = { code: 'deadline', phase: 'dns', raw: null, alert: null } as const
    return { status: 'unreached', error, dnsMs: 0, connectMs: null, refusal: null }
  }
}
