import type { Address } from 'viem'
import { Fault } from '#fault.ts'
import { type AddressReading, isSameAddress, readAddress } from './address.ts'

export const paymentModes = ['sandbox', 'testnet', 'production'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** Token, amount unit and chain of a payment; `name` and `version` are the EIP-712 domain that buyers sign under. */
export interface PaymentTerms {
  /** CAIP-2. */
  readonly network: `eip155:${number}`
  readonly chainId: number
  /** Token contract, EIP-55 checksummed. */
  readonly asset: Address
  readonly name: string
  readonly version: string
  readonly symbol: 'USDC'
  readonly decimals: 6
}

/** The payment settings; `undefined` takes the default of the mode. */
export interface TermsChoice {
  readonly mode: PaymentMode
  readonly network?: string | undefined
  readonly asset?: string | undefined
  readonly assetName?: string | undefined
  readonly assetVersion?: string | undefined
}

export type TermsReading =
  | { readonly status: 'terms'; readonly terms: PaymentTerms }
  | {
      readonly status: 'refused'
      readonly key: 'network' | 'asset' | 'asset_name' | 'asset_version'
      readonly reason: string
    }

interface KnownAsset {
  readonly chainId: number
  readonly label: string
  readonly asset: Address
  readonly name: string
  readonly version: string
}

// Each value was read from the token contracts (x402.md, "Wire"). The two names differ, and a wrong name makes every
// signature fail (x402 issues #3102, #3105), so they can't be set independently of the address.
const base: KnownAsset = {
  chainId: 8453,
  label: 'USDC on Base',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  name: 'USD Coin',
  version: '2',
}
const baseSepolia: KnownAsset = {
  chainId: 84532,
  label: 'USDC on Base Sepolia',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  name: 'USDC',
  version: '2',
}
const knownAssets = [base, baseSepolia]
const assetOfMode: Record<PaymentMode, KnownAsset> = {
  sandbox: baseSepolia,
  testnet: baseSepolia,
  production: base,
}

/**
 * Returns the terms of a mode, or of the network and asset that the settings name instead. A known asset has its own
 * name and version; another asset needs both in the settings.
 */
export function termsFor(choice: TermsChoice): TermsReading {
  const network = chainOf(choice)
  if (network.status === 'refused') return network
  const defaultAsset = knownAssets.find((entry) => entry.chainId === network.chainId)
  if (choice.asset === undefined) {
    return defaultAsset
      ? knownTerms(defaultAsset, choice)
      : refuse('asset', `is needed: no asset is known for eip155:${network.chainId}`)
  }
  const reading = readAddress(choice.asset)
  if (reading.status === 'refused') return refuse('asset', reading.reason)
  const knownAsset = knownAssets.find((entry) => isSameAddress(entry.asset, reading.address))
  if (knownAsset === undefined) return otherTerms(network.chainId, reading.address, choice)
  if (knownAsset.chainId === network.chainId) return knownTerms(knownAsset, choice)
  return refuse('asset', `is ${knownAsset.label}, but the network is eip155:${network.chainId}`)
}

/** Reads our receiving address, or the reason why money sent there would be lost. */
export function readPayTo(value: string, { asset }: PaymentTerms): AddressReading {
  const reading = readAddress(value)
  if (reading.status === 'refused') return reading
  if (reading.address === asset) return refuseAsLost('the token contract itself')
  const knownAsset = knownAssets.find((entry) => entry.asset === reading.address)
  return knownAsset === undefined
    ? reading
    : refuseAsLost(`the token contract of ${knownAsset.label}`)
}

function refuseAsLost(what: string): AddressReading {
  return { status: 'refused', reason: `is ${what}: what is sent there is lost` }
}

// A higher price is a typing mistake: atomic units written as dollars, or a lost decimal point.
const MAX_PRICE_USD = 1_000n
const ATOMIC_PER_USD = 1_000_000n

/**
 * `'0.005'` -> `5000n`, exactly. Digits, at most one point and six decimals; more than 0, at most 1000 USD.
 * Throws `bad_price`; the text comes from the operator.
 */
export function priceToAtomic(usd: string): bigint {
  const parts = /^(0|[1-9][0-9]{0,8})(?:\.([0-9]{1,6}))?$/.exec(usd)
  if (parts === null) {
    throw invalidPrice(usd, 'must be plain decimal dollars with at most 6 decimals, such as 0.005')
  }
  const atomic = BigInt(parts[1] ?? '0') * ATOMIC_PER_USD + BigInt((parts[2] ?? '').padEnd(6, '0'))
  if (atomic === 0n) throw invalidPrice(usd, 'must be more than 0: every tool is paid for')
  if (atomic > MAX_PRICE_USD * ATOMIC_PER_USD) {
    throw invalidPrice(
      usd,
      `must be at most ${MAX_PRICE_USD} USD; it is in dollars, not atomic units`,
    )
  }
  return atomic
}

/** `5000n` -> `'0.005'`, without trailing zeros. Amounts are never negative. */
export function atomicToUsd(atomic: bigint): string {
  const digits = atomic.toString().padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0+$/, '')
  return `${digits.slice(0, -6)}${decimals === '' ? '' : `.${decimals}`}`
}

type ChainReading =
  | { readonly status: 'chain'; readonly chainId: number }
  | Extract<TermsReading, { status: 'refused' }>

function chainOf(choice: TermsChoice): ChainReading {
  const chainId =
    choice.network === undefined ? assetOfMode[choice.mode].chainId : chainIdOf(choice.network)
  if (chainId === null) {
    return refuse('network', 'must be a CAIP-2 EVM network, such as eip155:8453')
  }
  // Simulated money must not buy real work, and a test must not take real money.
  const isMainnet = chainId === base.chainId
  if (choice.mode === 'production' && chainId === baseSepolia.chainId) {
    return refuse(
      'network',
      'is a test network: its money is worth nothing, and mode is production',
    )
  }
  if (choice.mode !== 'production' && isMainnet) {
    return refuse('network', `is Base, where money is real, and mode is ${choice.mode}`)
  }
  return { status: 'chain', chainId }
}

function chainIdOf(network: string): number | null {
  const digits = /^eip155:([1-9][0-9]{0,15})$/.exec(network)?.[1]
  const chainId = Number(digits)
  return Number.isSafeInteger(chainId) ? chainId : null
}

function knownTerms(asset: KnownAsset, choice: TermsChoice): TermsReading {
  if (choice.assetName !== undefined && choice.assetName !== asset.name) {
    return refuse('asset_name', `must be "${asset.name}": that is the name of ${asset.label}`)
  }
  if (choice.assetVersion !== undefined && choice.assetVersion !== asset.version) {
    return refuse('asset_version', `must be "${asset.version}": that is ${asset.label}`)
  }
  return { status: 'terms', terms: termsOf(asset.chainId, asset.asset, asset.name, asset.version) }
}

function otherTerms(chainId: number, asset: Address, choice: TermsChoice): TermsReading {
  const reason = 'is needed with an asset that is not known: buyers sign it as the EIP-712 domain'
  if (!choice.assetName) return refuse('asset_name', reason)
  if (!choice.assetVersion) return refuse('asset_version', reason)
  return { status: 'terms', terms: termsOf(chainId, asset, choice.assetName, choice.assetVersion) }
}

function termsOf(chainId: number, asset: Address, name: string, version: string): PaymentTerms {
  const network = `eip155:${chainId}` as const
  return { network, chainId, asset, name, version, symbol: 'USDC', decimals: 6 }
}

function refuse(
  key: Extract<TermsReading, { status: 'refused' }>['key'],
  reason: string,
): Extract<TermsReading, { status: 'refused' }> {
  return { status: 'refused', key, reason }
}

function invalidPrice(usd: string, reason: string): Fault {
  return new Fault('bad_price', `The price ${reason}.`, { facts: { price: usd.slice(0, 40) } })
}
