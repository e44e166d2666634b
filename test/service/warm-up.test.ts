import { expect, test } from 'vitest'
import { systemTrustStore } from '#net/x509/trust-store.ts'
import { warmUp } from '#service/warm-up.ts'

test('the example that a service warms up with can be read and judged by the present schema and rules', async () => {
  await expect(
    warmUp({ trust: systemTrustStore(), ownAddresses: { has: () => false } }),
  ).resolves.toBeUndefined()
})
