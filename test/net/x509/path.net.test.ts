import { describe, expect, test } from 'vitest'
import type { Certificate } from '#net/x509/certificate.ts'
import { readCertificate } from '#net/x509/certificate.ts'
import { earliestExpiry, validateChain } from '#net/x509/path.ts'
import { createTrustStore } from '#net/x509/trust-store.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'
import type { Minted } from '#test/equipment/tls/certificates.ts'
import { keyPair, mintRoot } from '#test/equipment/tls/certificates.ts'
import { trusting } from '#test/equipment/tls/tls-probe.ts'

const DAY_MS = 86_400_000
const now = Date.now()
const root = mintRoot({ commonName: 'Root', key: keyPair('ec256', 10) })
const intermediate = root.issueAuthority({ commonName: 'Intermediate', key: keyPair('ec256', 11) })
const leaf = intermediate.issueLeaf({
  names: ['a.test'],
  notAfter: new Date(now + 30 * DAY_MS),
})

function read(one: Minted): Certificate {
  const certificate = readCertificate(one.der)
  if (!certificate) throw new TypeError('Not a certificate.')
  return certificate
}

function verdict(presented: readonly [Minted, ...Minted[]], trust = trusting(root), atMs = now) {
  const [first, ...rest] = presented
  const judged = validateChain([read(first), ...rest.map(read)], trust, atMs)
  return { ...judged, path: judged.path.map((one) => one.subject.commonName) }
}

describe('judgeChain', () => {
  test('finds the root that was not sent', () => {
    expect(verdict([leaf, intermediate])).toEqual({
      path: ['a.test', 'Intermediate', 'Root'],
      trusted: true,
      isPublic: true,
      complete: true,
      inOrder: true,
      containsRoot: false,
    })
  })

  test('sees a root that was sent', () => {
    expect(verdict([leaf, intermediate, root])).toMatchObject({
      trusted: true,
      inOrder: true,
      containsRoot: true,
    })
  })

  test('finds the path through a chain out of order and with extras', () => {
    const stray = mintRoot({ commonName: 'Stray' })
    expect(verdict([leaf, root, stray, intermediate])).toMatchObject({
      path: ['a.test', 'Intermediate', 'Root'],
      trusted: true,
      inOrder: false,
    })
  })

  test('distinguishes a missing issuer from an unknown root', () => {
    expect(verdict([leaf])).toMatchObject({ trusted: false, complete: false, path: ['a.test'] })
    const other = trusting(mintRoot({ commonName: 'Other' }))
    expect(verdict([leaf, intermediate], other)).toMatchObject({ trusted: false, complete: false })
    expect(verdict([leaf, intermediate, root], other)).toMatchObject({
      trusted: false,
      complete: true,
    })
  })

  test('rejects a root of the same name with another key', () => {
    const twin = mintRoot({ commonName: 'Root', key: keyPair('ec256', 12) })
    expect(verdict([leaf, intermediate], trusting(twin))).toMatchObject({ trusted: false })
  })

  test('rejects a leaf as an issuer', () => {
    const notCa = root.issueLeaf({ names: ['evil.test'], key: keyPair('ec256', 13) })
    const child = mintUnder(notCa)
    expect(verdict([child, notCa])).toMatchObject({ trusted: false })
  })

  test('respects pathLenConstraint', () => {
    const narrow = root.issueAuthority({
      commonName: 'Narrow',
      pathLength: 0,
      key: keyPair('ec256', 14),
    })
    const below = narrow.issueAuthority({ commonName: 'Below', key: keyPair('ec256', 15) })
    expect(verdict([narrow.issueLeaf({ names: ['a.test'] }), narrow])).toMatchObject({
      trusted: true,
    })
    expect(verdict([below.issueLeaf({ names: ['a.test'] }), below, narrow])).toMatchObject({
      trusted: false,
    })
  })

  test.each([127, 128, 256, 65_535])('reads a pathLenConstraint of %i', (pathLength) => {
    const wide = root.issueAuthority({
      commonName: 'Wide',
      pathLength,
      key: keyPair('ec256', 14),
    })
    const below = wide.issueAuthority({ commonName: 'Below', key: keyPair('ec256', 15) })
    expect(read(wide)).toMatchObject({ pathLength })
    expect(verdict([below.issueLeaf({ names: ['a.test'] }), below, wide])).toMatchObject({
      trusted: true,
    })
  })

  test('prefers the path that is valid over an expired cross-sign', () => {
    const oldRoot = mintRoot({
      commonName: 'Old Root',
      key: keyPair('ec256', 16),
      notAfter: new Date(now - DAY_MS),
      notBefore: new Date(now - 9 * DAY_MS),
    })
    const crossed = oldRoot.issueAuthority({
      commonName: 'Root',
      key: root.key,
      notAfter: new Date(now - DAY_MS),
      notBefore: new Date(now - 9 * DAY_MS),
    })
    const both = trusting(oldRoot, root)
    const first = read(leaf)
    const judged = validateChain([first, read(intermediate), read(crossed)], both, now)
    expect(judged.path.map((one) => one.sha256)).toEqual(
      [leaf, intermediate, root].map((one) => read(one).sha256),
    )
    expect(earliestExpiry(judged.path)).toBe(first.notAfterMs)
    // With the old root alone every path has an expired member, and the reported path shows it.
    const onlyOld = validateChain(
      [first, read(intermediate), read(crossed)],
      trusting(oldRoot),
      now,
    )
    expect(onlyOld.trusted).toBe(true)
    expect(earliestExpiry(onlyOld.path)).toBeLessThan(now)
  })

  test('distinguishes a root of the operator from a public one, and prefers the public path', () => {
    const privateStore = createTrustStore({
      name: 't',
      version: '1',
      publicRoots: [],
      extraRoots: [root.pem],
    })
    expect(verdict([leaf, intermediate], privateStore)).toMatchObject({
      trusted: true,
      isPublic: false,
    })
  })

  test('ends in time on a chain built to fan out', () => {
    const key = keyPair('ec256', 17)
    const twins = Array.from({ length: 24 }, () =>
      mintRoot({ commonName: 'Twin', key: keyPair('ec256', 18) }),
    )
    const crossed = twins.map((twin) => twin.issueAuthority({ commonName: 'Twin', key }))
    const victim = crossed[0]?.issueLeaf({ names: ['a.test'] }) ?? leaf
    const judge = () =>
      expect(verdict([victim, ...crossed, ...twins.slice(0, 7)])).toMatchObject({ trusted: false })
    // 64 signature checks of some 0.2 ms each, without parsing; without the bound this is factorial.
    expect(cpuMsOf(judge)).toBeLessThan(2_000)
  })
})

/** A certificate that `issuer` signs regardless of its own constraints. */
function mintUnder(issuer: Minted): Minted {
  const free = mintRoot({ commonName: 'evil.test', key: issuer.key })
  return free.issueLeaf({ names: ['victim.test'] })
}
