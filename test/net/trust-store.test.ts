import { expect, it } from 'vitest'
import { openTrustStore, systemTrustStore } from '../../src/net/trust-store.ts'
import { mintRoot } from '../equipment/certificates.ts'

const root = mintRoot({ commonName: 'Root' })
const other = mintRoot({ commonName: 'Other' })

it('keeps public roots apart from those that the operator added', () => {
  const store = openTrustStore({
    name: 'n',
    version: 'v',
    publicRoots: [root.pem],
    extraRoots: [root.pem, other.pem],
  })
  expect(store).toMatchObject({ name: 'n', version: 'v', date: null })
  expect(
    store.anchors.map(({ certificate, isPublic }) => [certificate.subject.commonName, isPublic]),
  ).toEqual([
    ['Root', true],
    ['Other', false],
  ])
})

it('takes only what signed itself for an anchor, and skips what is no certificate', () => {
  const intermediate = root.issueAuthority()
  const garbage = '-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----\n'
  const publicRoots = ['', garbage, intermediate.pem, root.pem]
  const store = openTrustStore({ name: 'n', version: 'v', publicRoots })
  expect(store.anchors.map(({ certificate }) => certificate.subject.commonName)).toEqual(['Root'])
})

it('says which list the system store is', () => {
  const { name, version, date, anchors } = systemTrustStore()
  expect(name).toMatch(/^mozilla-in-node/)
  expect([version, date]).toEqual([process.versions.node, null])
  expect(anchors.filter(({ isPublic }) => isPublic).length).toBeGreaterThan(100)
})
