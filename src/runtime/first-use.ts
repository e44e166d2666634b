/**
 * Opens a resource once, at its first use; resources that most services never use are then neither loaded nor in
 * memory. After a failure the next use tries again: a machine that is out of descriptors will recover.
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
