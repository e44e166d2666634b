import type { FacilitatorEvmSigner } from '@x402/evm'
import type { Address, Hex, Log } from 'viem'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  getAddress,
  pad,
  parseAbi,
  toEventSelector,
  toHex,
} from 'viem/utils'
import { z } from 'zod'
import { Fault } from '#fault.ts'
import { isSameAddress } from '#payment/address.ts'
import { signerOf } from '#payment/eip3009/signer-of.ts'
import type { PaymentTerms } from '#payment/terms.ts'
import type { Authorization } from '#payment/x402/payment-header.ts'
import type { Random } from '#runtime/random.ts'
import type { SimulatedUsdc, SplitSignature } from './simulated-usdc.ts'

/**
 * ASCII `simulated`. Every transaction hash of the simulated chain begins with it, so that none is mistaken for a
 * real one.
 */
export const SIMULATED_PREFIX = '0x73696d756c61746564'

/**
 * `bare`: no account has code, and the official facilitator recovers signers itself. `delegated`: each account has
 * the code of an EIP-7702 delegation that accepts signatures of the account's own key, so that the chain is called
 * instead (ERC-1271) and each signer is recovered once. For signatures of 65 bytes both give the same result, except
 * for the reason with which the higher `s` is refused.
 */
export type SimulatedAccounts = 'bare' | 'delegated'

/**
 * Implements in memory the chain calls that the official facilitator makes (EVM package 2.27: `getCode`, `readContract`
 * for the token's view functions, its simulated transfer and a multicall, `writeContract`, `waitForTransactionReceipt`).
 * Payers are EOAs, so contract wallets are refused, as on a chain where they are not deployed.
 */
export function createSimulatedChain(
  terms: PaymentTerms,
  token: SimulatedUsdc,
  random: Random,
  accounts: SimulatedAccounts = 'bare',
): FacilitatorEvmSigner {
  const operator = getAddress(toHex(random.bytes(20)))
  const receipts = new Map<Hex, { status: string; logs: readonly Log[] }>()

  const read = async (address: string, functionName: string, args: readonly unknown[]) => {
    if (isSameAddress(address, MULTICALL3)) return aggregate(token, terms, args)
    if (functionName === 'isValidSignature') return isValidSignature(address, args)
    if (!isSameAddress(address, terms.asset)) throw unsupported(functionName)
    if (functionName !== 'transferWithAuthorization') return view(token, terms, functionName, args)
    const { transfer, signature } = transferFrom(args)
    return token.simulate(transfer, signature)
  }

  return {
    getAddresses: () => [operator],
    getCode: async ({ address }) => {
      if (isSameAddress(address, terms.asset)) return '0xfe'
      return accounts === 'delegated' ? DELEGATED_CODE : undefined
    },
    readContract: ({ address, functionName, args }) => read(address, functionName, args ?? []),
    writeContract: async ({ address, functionName, args }) => {
      if (!isSameAddress(address, terms.asset) || functionName !== 'transferWithAuthorization') {
        throw unsupported(functionName)
      }
      const { transfer, signature } = transferFrom(args)
      await token.execute(transfer, signature)
      const hash: Hex = `${SIMULATED_PREFIX}${toHex(random.bytes(23)).slice(2)}`
      receipts.set(hash, { status: 'success', logs: [transferLog(terms.asset, hash, transfer)] })
      return hash
    },
    waitForTransactionReceipt: async ({ hash }) => {
      const receipt = receipts.get(hash)
      if (receipt === undefined) throw unsupported('waitForTransactionReceipt')
      // Each settlement reads its receipt once; keeping them would leak memory.
      receipts.delete(hash)
      return receipt
    },
    // The facilitator calls neither method for EIP-3009 payments signed by an EOA.
    verifyTypedData: async () => {
      throw unsupported('verifyTypedData')
    },
    sendTransaction: async () => {
      throw unsupported('sendTransaction')
    },
  }
}

// Multicall3 has this address on every chain; it is a constant in the official package.
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

// EIP-7702: this prefix and the address of the code that runs for the account; the address is arbitrary here.
const DELEGATED_CODE = `0xef0100${'73'.repeat(20)}` as const
// ERC-1271: the only return value that means a valid signature.
const MAGIC_VALUE = '0x1626ba7e'
const NO_MAGIC_VALUE = '0xffffffff'

const tokenAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function name() view returns (string)',
  'function version() view returns (string)',
])
const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)')
const accountArgs = z.tuple([z.string()])
const authorizationArgs = z.tuple([z.string(), z.string()])

type ViewCall =
  | { readonly functionName: 'balanceOf'; readonly result: bigint }
  | { readonly functionName: 'authorizationState'; readonly result: boolean }
  | { readonly functionName: 'name' | 'version'; readonly result: string }

function viewCall(
  token: SimulatedUsdc,
  terms: PaymentTerms,
  functionName: string,
  args: readonly unknown[],
): ViewCall {
  switch (functionName) {
    case 'balanceOf':
      return { functionName, result: token.balanceOf(...accountArgs.parse(args)) }
    case 'authorizationState':
      return { functionName, result: token.authorizationState(...authorizationArgs.parse(args)) }
    case 'name':
      return { functionName, result: terms.name }
    case 'version':
      return { functionName, result: terms.version }
    default:
      throw unsupported(functionName)
  }
}

function view(
  token: SimulatedUsdc,
  terms: PaymentTerms,
  functionName: string,
  args: readonly unknown[],
): unknown {
  return viewCall(token, terms, functionName, args).result
}

const hex = z.custom<Hex>((value) => typeof value === 'string')
const signedArgs = z.tuple([hex, hex])

async function isValidSignature(account: string, args: readonly unknown[]): Promise<Hex> {
  const [digest, signature] = signedArgs.parse(args)
  const signer = await signerOf(digest, signature)
  return signer !== null && isSameAddress(signer, account) ? MAGIC_VALUE : NO_MAGIC_VALUE
}

const aggregateArgs = z.tuple([z.boolean(), z.array(z.object({ callData: hex }))])

/** `tryAggregate` of Multicall3, for the token's view functions. */
function aggregate(token: SimulatedUsdc, terms: PaymentTerms, args: readonly unknown[]): unknown {
  const [, calls] = aggregateArgs.parse(args)
  return calls.map(({ callData }) => {
    const call = decodeFunctionData({ abi: tokenAbi, data: callData })
    const result = viewCall(token, terms, call.functionName, call.args ?? [])
    return { success: true, returnData: encodeFunctionResult({ abi: tokenAbi, ...result }) }
  })
}

const transferHead = [
  z.custom<Address>((value) => typeof value === 'string'),
  z.custom<Address>((value) => typeof value === 'string'),
  z.bigint(),
  z.bigint(),
  z.bigint(),
  hex,
] as const
const splitArgs = z.tuple([...transferHead, z.coerce.number(), hex, hex])

/** Reads only the overload with `v, r, s`, which the official code calls for the 65-byte signature of an EOA. */
function transferFrom(args: readonly unknown[]): {
  transfer: Authorization
  signature: SplitSignature
} {
  const parsed = splitArgs.safeParse(args)
  if (!parsed.success) throw new Fault('reverted', 'FiatTokenV2: invalid signature')
  const [from, to, value, validAfter, validBefore, nonce, v, r, s] = parsed.data
  const transfer = { from: getAddress(from), to, value, validAfter, validBefore, nonce }
  return { transfer, signature: { r, s, v } }
}

function transferLog(asset: Address, transactionHash: Hex, transfer: Authorization): Log {
  const { from, to, value } = transfer
  return {
    address: asset,
    topics: [TRANSFER_TOPIC, pad(from), pad(to)],
    data: encodeAbiParameters([{ type: 'uint256' }], [value]),
    transactionHash,
    blockHash: null,
    blockNumber: null,
    logIndex: null,
    transactionIndex: null,
    removed: false,
  }
}

function unsupported(functionName: string): Fault {
  return new Fault(
    'simulated_chain_unsupported',
    `The simulated chain does not know ${functionName}.`,
  )
}
