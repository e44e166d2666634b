import type { AuthorizationKey } from '#payment/ledger/ledger.ts'
import type { BlockHead, ChainReader, PaymentLog } from './chain-reader.ts'

// Blocks per range of a log query. Large public endpoints accept 2,000 blocks and more; some accept 10, which still
// covers the relevant seconds.
const FIRST_SPAN = 2_000n
const MIN_SPAN = 10n
// A day of Base takes 22 of the largest ranges. An endpoint that needs more ranges than this limit is too restricted
// for the lookup.
const MAX_RANGES = 500

/** Number of the first block whose time is `at` (Unix seconds) or later; that of the head if there is no such block. */
export async function firstBlockAt(
  reader: ChainReader,
  at: bigint,
  head: BlockHead,
): Promise<bigint> {
  let low = 0n
  let high = head.number
  // Searches back from the head in doubling steps, because the block is seldom old.
  for (let step = 64n; step < head.number; step *= 2n) {
    const block = await reader.block(head.number - step)
    if (block === null || block.timestamp < at) {
      low = head.number - step
      break
    }
    high = head.number - step
  }
  while (low < high) {
    const middle = (low + high) / 2n
    const block = await reader.block(middle)
    if (block === null || block.timestamp < at) low = middle + 1n
    else high = middle
  }
  return low
}

/**
 * The events in the first range, oldest first, in which the authorization ended; empty when no range contains one.
 * Ranges shrink to the size that the node accepts.
 */
export async function searchForward(
  reader: ChainReader,
  key: AuthorizationKey,
  from: bigint,
  to: bigint,
): Promise<readonly PaymentLog[]> {
  let span = FIRST_SPAN
  let start = from
  for (let range = 0; range < MAX_RANGES && start <= to; range += 1) {
    const end = start + span - 1n < to ? start + span - 1n : to
    const found = await reader.endOf(key, start, end)
    if (found === null) {
      if (span === MIN_SPAN) return []
      span = span / 4n > MIN_SPAN ? span / 4n : MIN_SPAN
      continue
    }
    const ours = found.filter(({ topics }) => topics[2] === key.nonce)
    if (ours.length > 0) return ours
    start = end + 1n
  }
  return []
}
