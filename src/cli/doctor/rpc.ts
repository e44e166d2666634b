import { createChainReader } from '#chain/chain-reader.ts'
import { Fault } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Settings } from '#settings/settings.ts'
import { type CheckResult, fail, pass, skip, warn } from './check.ts'

const TIMEOUT_MS = 10_000
// Base has a block every two seconds.
const MAX_LAG_S = 300n

/**
 * Checks that the node of `rpc_url` has the network and the token of the payments. A service looks settlements up there only when
 * one is unknown, so a wrong node would be noticed when money is at stake. The URL is a secret, and not printed.
 */
export async function checkRpc({
  settings,
  clock,
}: {
  readonly settings: Pick<Settings, 'mode' | 'rpcUrl' | 'terms'>
  readonly clock: Clock
}): Promise<CheckResult> {
  const { mode, rpcUrl, terms } = settings
  if (mode === 'sandbox') return skip('rpc_url', 'simulated payments: not needed')
  if (rpcUrl === null) return skip('rpc_url', 'not set')
  using deadline = deadlineAfter(clock, TIMEOUT_MS)
  const reader = createChainReader(rpcUrl, deadline.signal)
  const todo = `Set rpc_url to a node of ${terms.network}: until then, a settlement with an unknown outcome is resolved only when its buyer returns, or manually.`
  try {
    const chainId = await reader.chainId()
    if (chainId !== terms.chainId) {
      const detail = `its node is of chain ${chainId}, and payments are on ${terms.network}`
      return fail('rpc_url', detail, todo)
    }
    const head = await reader.block('latest')
    const final = await reader.block('finalized')
    if (head === null || final === null) {
      return fail('rpc_url', 'its node has no latest or no finalized block', todo)
    }
    if (!(await reader.hasCode(terms.asset))) {
      return fail('rpc_url', `its node has no token contract at ${terms.asset}`, todo)
    }
    const lagS = BigInt(Math.floor(clock.now() / 1_000)) - head.timestamp
    return lagS > MAX_LAG_S
      ? warn('rpc_url', `the latest block of its node is ${lagS} s old`, LAG_REMEDY)
      : pass('rpc_url', `its node serves ${terms.network}, up to block ${head.number}`)
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    return fail('rpc_url', `its node gives no result: ${String(cause.facts['detail'])}`, todo)
  }
}

const LAG_REMEDY = 'Compare the clock of this machine; if it is right, set rpc_url to another node.'
