import { openHttpFacilitator } from '#facilitator/http/http-facilitator.ts'
import { createRequestTokens } from '#facilitator/http/request-tokens.ts'
import type { SandboxFacilitatorOptions } from '#facilitator/sandbox/sandbox-facilitator.ts'
import { Fault } from '#fault.ts'
import type { AccountHasCode } from '#payment/eip3009/contract-wallet.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import type { SettlementLookup } from '#payment/ledger/settlement-lookup.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { firstUse } from '#runtime/first-use.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { Settings } from '#settings/settings.ts'

export interface FacilitatorOptions extends Runtime {
  readonly settings: Settings
}

/** Opens the facilitator that the settings name, or the embedded one in sandbox mode. */
export function openFacilitator({ settings, clock, random, log }: FacilitatorOptions): Facilitator {
  if (settings.mode === 'sandbox') {
    return sandboxFacilitator({ terms: settings.terms, clock, random })
  }
  if (settings.facilitatorUrl === null) return missingFacilitator
  const { key } = settings.facilitator
  return openHttpFacilitator({
    ...settings.facilitator,
    url: settings.facilitatorUrl,
    network: settings.terms.network,
    tokens: key === null ? null : createRequestTokens(key, { clock, random }),
    clock,
    log,
  })
}

/**
 * Looks up settlements on the chain; null without an RPC URL. Null in sandbox mode too: the simulated chain exists
 * only in the memory of that process.
 */
export function settlementLookup({ mode, rpcUrl, terms }: Settings): SettlementLookup | null {
  if (mode === 'sandbox' || rpcUrl === null) return null
  const opened = firstUse(async () => {
    const { createSettlementLookup } = await import('#chain/settlement-lookup.ts')
    return createSettlementLookup({ url: rpcUrl, terms })
  })
  return async (query, signal) => (await opened())(query, signal)
}

/** Milliseconds that a start waits for the node. One that does not respond is no reason to refuse: it may come back. */
const CHAIN_CHECK_MS = 2_000

/** Throws `rpc_other_chain` if the node of `rpc_url` serves another chain: every payment would look unpaid there. */
export async function refuseOtherChain(
  { mode, rpcUrl, terms }: Settings,
  clock: Clock,
): Promise<void> {
  if (mode === 'sandbox' || rpcUrl === null) return
  const { createChainReader } = await import('#chain/chain-reader.ts')
  using deadline = deadlineAfter(clock, CHAIN_CHECK_MS)
  const chainId = await createChainReader(rpcUrl, deadline.signal)
    .chainId()
    .catch(() => null)
  if (chainId === null || chainId === terms.chainId) return
  throw new Fault(
    'rpc_other_chain',
    `The node of rpc_url serves chain ${chainId}, and payments are on ${terms.network}: set rpc_url to a node of that network.`,
  )
}

/** Reads from the chain whether a payer may be a contract wallet; null without an RPC URL. */
export function accountHasCode({ mode, rpcUrl, terms }: Settings): AccountHasCode | null {
  if (mode === 'sandbox' || rpcUrl === null) return null
  const opened = firstUse(async () => {
    const { createAccountHasCode } = await import('#chain/chain-reader.ts')
    return createAccountHasCode({ url: rpcUrl, terms })
  })
  return async (address, signal) => (await opened())(address, signal)
}

/** The official classes and their simulated chain, loaded at the first payment. */
function sandboxFacilitator(options: SandboxFacilitatorOptions): Facilitator {
  const opened = firstUse(async () => {
    const { openSandboxFacilitator } = await import('#facilitator/sandbox/sandbox-facilitator.ts')
    return openSandboxFacilitator(options)
  })
  return {
    url: 'embedded',
    verify: async (request, signal) => (await opened()).verify(request, signal),
    settle: async (request, signal) => (await opened()).settle(request, signal),
    supported: async (signal) => (await opened()).supported(signal),
    close: async () => {},
  }
}

/** Used when no facilitator is configured. Tools are not for sale then, so only `/ready` calls it. */
const missingFacilitator: Facilitator = {
  url: '',
  verify: async () => ({ status: 'unavailable', detail: 'not configured' }),
  settle: async () => ({ status: 'unknown', detail: 'not configured', transaction: null }),
  supported: async () => ({ status: 'unavailable', detail: 'not configured' }),
  close: async () => {},
}
