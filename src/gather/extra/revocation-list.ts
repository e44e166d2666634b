import { reportedUrl } from '#evidence/scalar.ts'
import type { TlsObservation } from '#evidence/tls.ts'
import { getOnce } from '#gather/http/get-once.ts'
import type { RequestResult, RequestTools } from '#gather/http/request.ts'
import type { Certificate } from '#net/x509/certificate.ts'
import { type Crl, readCrl, revokedAt } from '#net/x509/crl.ts'
import { rfc3339 } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { inTurns } from '#runtime/turns.ts'
import { parseTarget } from '#target/target.ts'

/** Maximum milliseconds for one list, and the size of the longest: those of public authorities have some hundred kilobytes. */
const TIMEOUT_MS = 3_000
const MAX_BYTES = 2 * 1024 * 1024
/** Maximum number of lists for one chain of redirects, and in the cache, which so has at most 16 MiB. */
const MAX_LISTS = 2
const MAX_CACHED = 8
/** Milliseconds for which a list is used again at most: authorities publish one every few hours. */
const MAX_AGE_MS = 3_600_000

/** Lists that were verified, by URL and issuer. Shared by all jobs of a process. */
export interface RevocationLists {
  find(url: string, issuer: Certificate, nowMs: number): Crl | null
  add(url: string, issuer: Certificate, crl: Crl, nowMs: number): void
}

export function createRevocationLists(): RevocationLists {
  const lists = new Map<string, { readonly crl: Crl; readonly endsAtMs: number }>()
  const keyOf = (url: string, { sha256 }: Certificate) => `${sha256} ${url}`
  return {
    find: (url, issuer, nowMs) => {
      const found = lists.get(keyOf(url, issuer))
      return found !== undefined && nowMs < found.endsAtMs ? found.crl : null
    },
    add: (url, issuer, crl, nowMs) => {
      const [oldest] = lists.keys()
      if (lists.size >= MAX_CACHED && oldest !== undefined) lists.delete(oldest)
      const endsAtMs = Math.min(crl.nextUpdateMs, nowMs + MAX_AGE_MS)
      lists.set(keyOf(url, issuer), { crl, endsAtMs })
    },
  }
}

/**
 * Looks the certificates of a chain of redirects up in the revocation lists of their issuers, by the observation of their
 * handshake. A list that cannot be had or verified says nothing. Its host passes the same policy as every other target.
 */
export async function checkRevocation(
  requests: readonly RequestResult[],
  lists: RevocationLists,
  tools: RequestTools,
  deadline: Deadline,
): Promise<ReadonlyMap<TlsObservation, TlsObservation['crl']>> {
  const named = requests.flatMap(({ tls, issued }) => {
    const url = issued?.leaf.crlUrls[0]
    return tls === null || issued === null || url === undefined ? [] : [{ tls, url, ...issued }]
  })
  const last = [...new Map(named.map((one) => [one.leaf.sha256, one])).values()].slice(-MAX_LISTS)
  const results = await Promise.all(
    last.map(async ({ tls, url, leaf, issuer }) => {
      const crl = await listOf({ url, issuer }, lists, tools, deadline)
      const atMs = crl && (await inTurns(revokedAt(crl, leaf.serial)))
      const found = atMs === null ? 'good' : 'revoked'
      const status = crl === null ? 'unavailable' : found
      const revoked_at = atMs === null ? null : rfc3339(atMs)
      return [tls, { url: reportedUrl(url), status, revoked_at } as const] as const
    }),
  )
  return new Map(results)
}

async function listOf(
  { url, issuer }: { readonly url: string; readonly issuer: Certificate },
  lists: RevocationLists,
  tools: RequestTools,
  deadline: Deadline,
): Promise<Crl | null> {
  const nowMs = tools.checkedAtMs
  const cached = lists.find(url, issuer, nowMs)
  if (cached !== null) return cached
  const parsed = parseTarget(url)
  if (parsed.status !== 'target') return null
  using listDeadline = deadline.within(TIMEOUT_MS)
  const { network } = tools
  // `connect`: the host of the list is no hop of the target, and the report does not describe it.
  const reach = network.connect
  const listTools = { ...tools, network: { ...network, reach } }
  const caps = { bodyBytes: MAX_BYTES, decodedBodyBytes: MAX_BYTES }
  const { response, error } = await getOnce(
    parsed.target,
    { timeoutMs: TIMEOUT_MS, caps },
    listTools,
    listDeadline,
  ).catch(() => ({ response: null, error: null }))
  if (response?.status !== 200 || error !== null || response.body.truncated) return null
  const crl = readCrl(response.body.decoded, issuer)
  if (crl === null || nowMs > crl.nextUpdateMs || crl.thisUpdateMs > nowMs + CLOCK_SKEW_MS)
    return null
  lists.add(url, issuer, crl, nowMs)
  return crl
}

const CLOCK_SKEW_MS = 300_000
