import { Fault } from '#fault.ts'
import type { AccountHasCode } from '#payment/eip3009/contract-wallet.ts'
import type { PaymentTerms } from '#payment/terms.ts'
import { createChainReader } from './chain-reader.ts'

/** Reads the code of accounts by JSON-RPC. */
export function createAccountHasCode(options: {
  readonly url: string
  readonly terms: PaymentTerms
}): AccountHasCode {
  let rightChain = false
  return async (address, signal) => {
    const reader = createChainReader(options.url, signal)
    try {
      // On another chain the wallet may not exist.
      rightChain ||= (await reader.chainId()) === options.terms.chainId
      return rightChain ? await reader.hasCode(address) : null
    } catch (error) {
      if (error instanceof Fault && error.code === 'rpc_failed') return null
      throw error
    }
  }
}
