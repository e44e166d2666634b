import { generateKeyPairSync } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { expect, test } from 'vitest'
import { isCostly } from '#net/x509/verification-cost.ts'
import { mintRoot } from '#test/equipment/tls/certificates.ts'

const derOf = (pem: string) =>
  Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\s/g, '')), (unit) => unit.charCodeAt(0))

test('all public roots, which some servers send by mistake, are not costly', () => {
  expect(isCostly(rootCertificates.map(derOf))).toBe(false)
})

test('four certificates are never costly; more are by their keys', () => {
  const curve = (namedCurve: string) => mintRoot({ key: generateKeyPairSync('ec', { namedCurve }) })
  const many = (count: number, der: Uint8Array) => Array.from({ length: count }, () => der)
  const slow = curve('sect571r1').der
  expect([4, 18, 20].map((count) => isCostly(many(count, slow)))).toEqual([false, false, true])
  expect([37, 38].map((count) => isCostly(many(count, curve('secp521r1').der)))).toEqual([
    false,
    true,
  ])
  expect(isCostly(many(100, curve('prime256v1').der))).toBe(false)
})

test('bytes that are not a certificate count as the slowest key', () => {
  const unreadable = (length: number) => Array.from({ length }, () => new Uint8Array(3))
  expect([4, 5].map((length) => isCostly(unreadable(length)))).toEqual([false, true])
})
