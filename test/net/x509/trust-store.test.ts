import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { readCertificate } from '#net/x509/certificate.ts'
import { createTrustStore, systemTrustStore, type TrustStore } from '#net/x509/trust-store.ts'
import { mintRoot } from '#test/equipment/tls/certificates.ts'

const root = mintRoot({ commonName: 'Root' })
const other = mintRoot({ commonName: 'Other' })

/** The entries of the store under the name of a certificate. */
function under(store: TrustStore, { pem }: { readonly pem: string }) {
  const certificate = readCertificate(new X509Certificate(pem).raw)
  if (certificate === null) throw new Error('no certificate')
  const found = store.anchorsNamed(certificate.subject)
  return found.map((one) => [one.certificate.subject.commonName, one.isPublic])
}

test('keeps public roots apart from those that the operator added', () => {
  const store = createTrustStore({
    name: 'n',
    version: 'v',
    publicRoots: [root.pem],
    extraRoots: [root.pem, other.pem],
  })
  expect(store).toMatchObject({ name: 'n', version: 'v', date: null })
  expect(under(store, root)).toEqual([['Root', true]])
  expect(under(store, other)).toEqual([['Other', false]])
  expect(store.pemRoots()).toEqual([root.pem, other.pem])
})

test('accepts only self-signed anchors, and skips data that is no certificate', () => {
  const intermediate = root.issueAuthority()
  const garbage = '-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----\n'
  const publicRoots = ['', garbage, intermediate.pem, root.pem]
  const store = createTrustStore({ name: 'n', version: 'v', publicRoots })
  expect(under(store, root)).toEqual([['Root', true]])
  expect(under(store, intermediate)).toEqual([])
  expect(under(store, other)).toEqual([])
})

test('signatures of each public root are checked', () => {
  const roots = systemTrustStore()
    .pemRoots()
    .map((pem) => readCertificate(new X509Certificate(pem).raw))
  expect(roots.length).toBeGreaterThan(100)
  expect(roots.filter((one) => one?.publicKey === null)).toEqual([])
})

test('finds a root under another spelling of its name, and both of two roots of one name', () => {
  const spelt = mintRoot({ commonName: 'ROOT' })
  const store = createTrustStore({ name: 'n', version: 'v', publicRoots: [root.pem, spelt.pem] })
  const both = [
    ['Root', true],
    ['ROOT', true],
  ]
  expect(under(store, root)).toEqual(both)
  expect(under(store, mintRoot({ commonName: ' rOOt ' }))).toEqual(both)
})

test('names the list of the system store', () => {
  const store = systemTrustStore()
  expect(store.name).toMatch(/^mozilla-in-node/)
  expect([store.version, store.date]).toEqual([process.versions.node, null])
  expect(store.pemRoots().length).toBeGreaterThan(100)
  for (const pem of store.pemRoots()) {
    expect(under(store, { pem })).not.toEqual([])
  }
})
