import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  parseAbi,
  publicActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { concatHex, encodeAbiParameters, getAddress } from 'viem/utils'
import type { PaymentTerms } from '#payment/terms.ts'
import { startAnvil } from './anvil.ts'
import { compileContracts } from './compile-contracts.ts'
import { mined } from './mined.ts'

const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
])

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** A funded account that sends transactions and reads the chain. */
export type ChainWallet = Awaited<ReturnType<typeof openChain>>['operator']

/**
 * Opens a fresh chain with the chain id of the terms and our own USDC at the address of the real one, so that terms and clients
 * need no change.
 */
export async function openChain(anvilPath: string, terms: PaymentTerms) {
  const anvil = await startAnvil(anvilPath, terms.chainId)
  const chain = defineChain({
    id: terms.chainId,
    name: 'anvil',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [anvil.url] } },
  })
  // Each transaction makes its block at once, so a polling interval of a second would only cost time.
  const settings = { chain, transport: http(anvil.url), pollingInterval: 20 } as const
  const control = createTestClient({ ...settings, mode: 'anvil' })
  const reader = createPublicClient(settings)
  const contract = compileContracts()
  const fundedWallet = async (privateKey: Hex = generatePrivateKey()) => {
    const account = privateKeyToAccount(privateKey)
    await control.setBalance({ address: account.address, value: 10n ** 20n })
    return createWalletClient({ ...settings, account }).extend(publicActions)
  }
  const operator = await fundedWallet()
  const token = { address: terms.asset, abi: tokenAbi } as const

  await control.setCode({ address: terms.asset, bytecode: contract('PlayUsdc').runtime })
  await control.setCode({ address: MULTICALL3, bytecode: contract('PlayMulticall').runtime })

  let lastMint: Promise<void> = Promise.resolve()
  return {
    url: anvil.url,
    terms,
    control,
    reader,
    operator,
    token,
    fundedWallet,
    mint: (to: Address, value: bigint): Promise<void> => {
      const args = [to, value] as const
      // Mints run one after the other: two at once would use the same nonce of the operator.
      const done = lastMint.then(async () => {
        await mined(reader, await operator.writeContract({ ...token, functionName: 'mint', args }))
      })
      lastMint = done.catch(() => {})
      return done
    },
    balanceOf: (account: Address) =>
      reader.readContract({ ...token, functionName: 'balanceOf', args: [account] }),
    /** Deploys a contract wallet of one owner. */
    deployWallet: async (owner: Address): Promise<Address> => {
      const argument = encodeAbiParameters([{ type: 'address' }], [owner])
      const { creation } = contract('KeyWallet')
      const hash = await operator.deployContract({
        abi: [],
        bytecode: concatHex([creation, argument]),
      })
      const { contractAddress } = await mined(reader, hash)
      if (!contractAddress) throw new TypeError('not deployed')
      return getAddress(contractAddress)
    },
    /** Every transfer out of an account, oldest first; with `to`, only those to that account. */
    transfersFrom: async (from: Address, to?: Address) => {
      const logs = await reader.getContractEvents({
        ...token,
        eventName: 'Transfer',
        args: to === undefined ? { from } : { from, to },
        fromBlock: 0n,
      })
      return logs.map(({ args, transactionHash }) => ({ ...args, transactionHash }))
    },
    /** Every transfer to an account, oldest first. */
    transfersTo: async (to: Address) => {
      const logs = await reader.getContractEvents({
        ...token,
        eventName: 'Transfer',
        args: { to },
        fromBlock: 0n,
      })
      return logs.map(({ args, transactionHash }) => ({ ...args, transactionHash }))
    },
    /** Mines blocks on top of the existing ones: deep enough to believe a payment, and final (anvil: 64 blocks later). */
    makeDeep: () => control.mine({ blocks: 3 }),
    makeFinal: () => control.mine({ blocks: 70 }),
    /** The transaction that used an authorization up; null where there was none, also after a cancellation. */
    usedIn: async (authorizer: Address, nonce: Hex): Promise<Hex | null> => {
      const logs = await reader.getContractEvents({
        ...token,
        eventName: 'AuthorizationUsed',
        args: { authorizer, nonce },
        fromBlock: 0n,
      })
      return logs[0]?.transactionHash ?? null
    },
    /** Every authorization that was used up: its transaction by its nonce. */
    used: async (): Promise<ReadonlyMap<string, Hex>> => {
      const logs = await reader.getContractEvents({
        ...token,
        eventName: 'AuthorizationUsed',
        fromBlock: 0n,
      })
      return new Map(
        logs.map(({ args, transactionHash }) => [args.nonce?.toLowerCase() ?? '', transactionHash]),
      )
    },
    close: () => anvil.close(),
  }
}

export type Chain = Awaited<ReturnType<typeof openChain>>
