import type { Certificate } from './certificate.ts'
import type { TrustAnchor, TrustStore } from './trust-store.ts'

/** The assessment of a presented chain. The first certificate is the leaf (RFC 8446 4.4.2). */
export interface ChainValidation {
  /**
   * Leaf first, anchor last; the anchor need not have been sent. Without a trusted path, the chain as far as it can be
   * followed.
   */
  readonly path: readonly Certificate[]
  readonly trusted: boolean
  /** The root at the end of a trusted path belongs to the public store. */
  readonly isPublic: boolean
  /** The path ends at a root, trusted or not; false when an issuer is neither sent nor in the store. */
  readonly complete: boolean
  /** Each certificate was sent right after the one that it issued, and no other was sent. */
  readonly inOrder: boolean
  readonly containsRoot: boolean
}

// Real chains have two to four certificates. OpenSSL stops at 100; the report shows at most ten levels.
const MAX_DEPTH = 10
// Each step costs a signature check (up to some ms for an oversized RSA key); this limits the work for chains that are
// built to fan out.
const MAX_CHECKS = 64

/**
 * Checks the presented certificates against the store. `atMs` only chooses between several trusted paths: a valid path
 * takes precedence over others, so that an expired cross-sign does not count against a chain that also has a valid
 * path.
 */
export function validateChain(
  presented: readonly [Certificate, ...Certificate[]],
  trust: TrustStore,
  atMs: number,
): ChainValidation {
  const found = findPaths(presented, trust)
  const best = found.trusted.toSorted(
    (a, b) =>
      Number(isValidAt(b.path, atMs)) - Number(isValidAt(a.path, atMs)) ||
      Number(b.isPublic) - Number(a.isPublic) ||
      earliestExpiry(b.path) - earliestExpiry(a.path) ||
      a.path.length - b.path.length,
  )[0]
  const path = best?.path ?? found.longest
  return {
    path,
    trusted: best !== undefined,
    isPublic: best?.isPublic ?? false,
    complete: best !== undefined || path.at(-1)?.isSelfSigned === true,
    inOrder: presented.every((certificate, i) => certificate.sha256 === path[i]?.sha256),
    containsRoot: presented.slice(1).some((certificate) => certificate.isSelfSigned),
  }
}

/** The time at which the first certificate of a path expires, in milliseconds since the epoch. */
export function earliestExpiry(path: readonly Certificate[]): number {
  return Math.min(...path.map((certificate) => certificate.notAfterMs))
}

/** Whether `issuer` is the issuer that `child` names, and its key signed `child`. Does not check trust or dates. */
export function hasIssued(issuer: Certificate, child: Certificate): boolean {
  return isNamedIssuer(issuer, child) && hasValidSignature(issuer, child)
}

interface TrustedPath {
  readonly path: readonly Certificate[]
  readonly isPublic: boolean
}

function findPaths(presented: readonly [Certificate, ...Certificate[]], trust: TrustStore) {
  const trusted: TrustedPath[] = []
  let longest: readonly Certificate[] = []
  let checks = 0
  const isIssuer = (issuer: Certificate, child: Certificate) => {
    if (!isNamedIssuer(issuer, child)) return false
    checks += 1
    return checks <= MAX_CHECKS && hasValidSignature(issuer, child)
  }
  const walk = (path: readonly [Certificate, ...Certificate[]], last: Certificate) => {
    if (isBetterPath(path, longest)) longest = path
    const root = trust
      .anchorsNamed(last.subject)
      .find((anchor) => anchor.certificate.sha256 === last.sha256)
    if (root) {
      trusted.push({ path, isPublic: root.isPublic })
      return
    }
    addAnchors(path, last)
    if (last.isSelfSigned || path.length >= MAX_DEPTH) return
    for (const candidate of presented.filter((next) => extendsPath(path, next))) {
      if (isIssuer(candidate, last)) walk([...path, candidate], candidate)
    }
  }
  const addAnchors = (path: readonly Certificate[], last: Certificate) => {
    for (const anchor of anchorsFor(trust, path, last)) {
      if (!isIssuer(anchor.certificate, last)) continue
      trusted.push({ path: [...path, anchor.certificate], isPublic: anchor.isPublic })
    }
  }
  walk([presented[0]], presented[0])
  return { trusted, longest }
}

/** Whether a certificate is not yet in the path, and may be the issuer of the certificate at its end. */
function extendsPath(path: readonly Certificate[], next: Certificate): boolean {
  return !path.some((member) => isSameAuthority(member, next)) && mayIssue(next, path.length - 1)
}

/**
 * The trust anchors that may have issued `last`. Roots that the server sent are reached by the walk itself; the store's
 * copy of such a root (same key, other dates) is equivalent.
 */
function anchorsFor(
  trust: TrustStore,
  path: readonly Certificate[],
  top: Certificate,
): TrustAnchor[] {
  return trust
    .anchorsNamed(top.issuer)
    .filter(
      (anchor) =>
        !path.some((member) => member.sha256 === anchor.certificate.sha256) &&
        isNamedIssuer(anchor.certificate, top),
    )
}

/** Whether the untrusted path `a` is more informative than `b`: it ends at a root, or else it is longer. */
function isBetterPath(a: readonly Certificate[], b: readonly Certificate[]): boolean {
  const rooted = Number(a.at(-1)?.isSelfSigned ?? false) - Number(b.at(-1)?.isSelfSigned ?? false)
  return rooted > 0 || (rooted === 0 && a.length > b.length)
}

function isSameAuthority(a: Certificate, b: Certificate): boolean {
  return a.spkiSha256 === b.spkiSha256 && a.subject.text === b.subject.text
}

/** Whether the candidate is a CA whose path length allows the intermediates below it (RFC 5280 6.1.4 (k), (m)). */
function mayIssue(candidate: Certificate, intermediatesBelow: number): boolean {
  if (!candidate.isCa) return false
  return candidate.pathLength === null || candidate.pathLength >= intermediatesBelow
}

/** Whether names, key identifiers and key usage match, as OpenSSL compares them. */
function isNamedIssuer(issuer: Certificate, child: Certificate): boolean {
  try {
    return child.x509.checkIssued(issuer.x509)
  } catch {
    // OpenSSL could not compare them: they do not match.
    return false
  }
}

function hasValidSignature(issuer: Certificate, child: Certificate): boolean {
  if (!issuer.publicKey) return false
  try {
    return child.x509.verify(issuer.publicKey)
  } catch {
    // The signature algorithm does not fit the issuer's key.
    return false
  }
}

function isValidAt(path: readonly Certificate[], atMs: number): boolean {
  return path.every(
    (certificate) => certificate.notBeforeMs <= atMs && atMs <= certificate.notAfterMs,
  )
}
