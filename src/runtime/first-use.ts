/** Opens it when it is first asked for, once; what most services never use is then neither loaded nor in memory. */
export function firstUse<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | null = null
  return () => {
    opened ??= open()
    return opened
  }
}
