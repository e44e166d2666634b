import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex, TransactionReceipt } from 'viem'

/**
 * The receipt, once it is there. viem's own wait looks again with the next block, and on this chain none comes by itself:
 * what it missed once it missed for good.
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
