/**
 * Opens something at its first use, once; what most services never use is then neither loaded nor in memory. What could
 * not be opened is tried again by the next: a machine that was short of descriptors is not so for ever.
 */
export function firstUse<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
}
