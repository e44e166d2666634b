import type { Hex } from 'viem'
import { concat, numberToHex, pad } from 'viem/utils'
import { Fault } from '#fault.ts'
import { recoverSigner } from '#payment/eip3009/authorization-signer.ts'
import type { PaymentTerms } from '#payment/terms.ts'
import type { Authorization } from '#payment/x402/payment-header.ts'
import type { Clock } from '#runtime/clock.ts'

/** The initial balance of every buyer: 100 simulated USDC. */
const SIMULATED_BALANCE_ATOMIC = 100_000_000n

/** `r`, `s` and `v` as the token's `transferWithAuthorization` takes them. */
export interface SplitSignature {
  readonly r: Hex
  readonly s: Hex
  readonly v: number
}

/** USDC in memory: balances, spent authorizations, and EIP-3009 with real signatures. */
export interface SimulatedUsdc {
  balanceOf(account: string): bigint
  authorizationState(from: string, nonce: string): boolean
  /** Throws `reverted`, with the message of the real contract, where that would revert. Moves no money. */
  simulate(transfer: Authorization, signature: SplitSignature): Promise<void>
  /** Checks like `simulate`, then moves the amount; check and move are atomic. */
  execute(transfer: Authorization, signature: SplitSignature): Promise<void>
}

// Upper limit of remembered accounts: enough for months of throwaway buyers. A forgotten account starts again with the
// simulated balance, which is harmless.
const MAX_ACCOUNTS = 100_000

export function createSimulatedUsdc(terms: PaymentTerms, clock: Clock): SimulatedUsdc {
  const balances = new Map<string, bigint>()
  const spent = new Map<string, true>()
  const balanceOf = (account: string) =>
    balances.get(account.toLowerCase()) ?? SIMULATED_BALANCE_ATOMIC
  const isSpent = (from: string, nonce: string) => spent.has(spentKey(from, nonce))

  const checkState = (transfer: Authorization) => {
    const now = BigInt(Math.floor(clock.now() / 1000))
    if (now <= transfer.validAfter) throw reverted('FiatTokenV2: authorization is not yet valid')
    if (now >= transfer.validBefore) throw reverted('FiatTokenV2: authorization is expired')
    if (isSpent(transfer.from, transfer.nonce)) {
      throw reverted('FiatTokenV2: authorization is used or canceled')
    }
    if (balanceOf(transfer.from) < transfer.value) {
      throw reverted('ERC20: transfer amount exceeds balance')
    }
  }
  const checkSignature = async (transfer: Authorization, signature: SplitSignature) => {
    if ((await recover(terms, transfer, signature)) !== transfer.from) {
      throw reverted('FiatTokenV2: invalid signature')
    }
  }

  return {
    balanceOf,
    authorizationState: isSpent,
    simulate: async (transfer, signature) => {
      await checkSignature(transfer, signature)
      checkState(transfer)
    },
    execute: async (transfer, signature) => {
      await checkSignature(transfer, signature)
      // There is no await from here on: of two calls for one authorization the second must find it spent.
      checkState(transfer)
      const { from, to, value, nonce } = transfer
      setBounded(spent, spentKey(from, nonce), true, MAX_ACCOUNTS)
      setBounded(balances, from.toLowerCase(), balanceOf(from) - value, MAX_ACCOUNTS)
      setBounded(balances, to.toLowerCase(), balanceOf(to) + value, MAX_ACCOUNTS)
    },
  }
}

async function recover(
  { name, version, chainId, asset }: PaymentTerms,
  transfer: Authorization,
  { r, s, v }: SplitSignature,
): Promise<string> {
  if (v !== 27 && v !== 28) throw reverted("ECRecover: invalid signature 'v' value")
  const domain = { name, version, chainId, verifyingContract: asset }
  const signer = await recoverSigner(domain, transfer, concat([pad(r), pad(s), numberToHex(v)]))
  if (signer === null) throw reverted('ECRecover: invalid signature')
  return signer
}

function spentKey(from: string, nonce: string): string {
  return `${from} ${nonce}`.toLowerCase()
}

/** Sets a key as the newest entry and deletes the oldest above the cap. */
function setBounded<T>(map: Map<string, T>, key: string, value: T, maxSize: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= maxSize) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}

function reverted(reason: string): Fault {
  return new Fault('reverted', reason)
}
