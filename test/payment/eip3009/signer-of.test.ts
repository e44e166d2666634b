import fc from 'fast-check'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { recoverAddress, toHex } from 'viem/utils'
import { expect, test } from 'vitest'
import { signerOf } from '#payment/eip3009/signer-of.ts'
import { hasHighS, spoiltSignature } from '#test/equipment/payment/signatures.ts'
import { runs } from '#test/fuzz/runs.ts'

const key = privateKeyToAccount(generatePrivateKey())
const digests = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => toHex(bytes))

test('finds the same signer as viem, or none as viem, for every kind of signature; none for the higher s', async () => {
  const seen = { signers: 0, refusals: 0 }
  await fc.assert(
    fc.asyncProperty(digests, fc.gen(), async (hash, generate) => {
      const signature = generate(spoiltSignature, await key.sign({ hash }))
      const theirs = await viemsAnswer(hash, signature)
      seen[theirs === null ? 'refusals' : 'signers'] += 1
      expect(await signerOf(hash, signature)).toBe(theirs)
    }),
    { numRuns: runs(500) },
  )
  // Both outcomes occurred.
  expect(seen.signers).toBeGreaterThan(50)
  expect(seen.refusals).toBeGreaterThan(50)
})

test('keeps signers of one digest and digests of one signature apart', async () => {
  const [one, other]: [Hex, Hex] = [`0x${'5a'.repeat(32)}`, `0x${'5b'.repeat(32)}`]
  const stranger = privateKeyToAccount(generatePrivateKey())
  const signature = await key.sign({ hash: one })
  expect(await signerOf(one, signature)).toBe(key.address)
  expect(await signerOf(one, await stranger.sign({ hash: one }))).toBe(stranger.address)
  expect(await signerOf(other, signature)).not.toBe(key.address)
})

test('an invalid signature has no signer, on repeated calls too', async () => {
  const hash: Hex = `0x${'5a'.repeat(32)}`
  const signature: Hex = `0x${'00'.repeat(64)}1b`
  for (let ask = 0; ask < 2; ask += 1) expect(await signerOf(hash, signature)).toBe(null)
})

test('a digest of another length than 32 bytes has no signer', async () => {
  const signature = await key.sign({ hash: `0x${'5a'.repeat(32)}` })
  for (const bytes of [0, 31, 33]) {
    expect(await signerOf(`0x${'5a'.repeat(bytes)}`, signature)).toBe(null)
  }
})

async function viemsAnswer(hash: Hex, signature: Hex): Promise<string | null> {
  try {
    return hasHighS(signature) ? null : await recoverAddress({ hash, signature })
  } catch {
    return null
  }
}
