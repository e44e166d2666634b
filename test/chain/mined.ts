import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex, TransactionReceipt } from 'viem'

/**
 * Waits for the receipt. viem's own wait polls only with the next block, and no block comes by itself on this chain: a receipt
 * that it misses once it misses permanently.
 */
export async function mined(
  reader: { getTransactionReceipt(about: { hash: Hex }): Promise<TransactionReceipt> },
  hash: Hex,
): Promise<TransactionReceipt> {
  for (;;) {
    const receipt = await reader.getTransactionReceipt({ hash }).catch(() => null)
    if (receipt !== null) return receipt
    await sleep(20)
  }
}
