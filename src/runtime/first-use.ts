/**
 * Opens a resource once, at its first use; resources that most services never use are then neither loaded nor in
 * memory. Once it is open, its value is returned without a promise. After a failure the next use tries again, because a
 * machine that is out of descriptors will recover.
 */
export function firstUse<T>(open: () => Promise<T>): () => T | Promise<T> {
  let opened: T | Promise<T> | null = null
  return () => {
    opened ??= open().then(
      (value) => {
        opened = value
        return value
      },
      (error: unknown) => {
        opened = null
        throw error
      },
    )
    return opened
  }
}

/**
 * Calls `use` at once unless the value is a promise. `await` would always cost a microtask, and the HTTP adapter writes a
 * response that is not a promise in half the time.
 */
export function whenReady<T extends object | null, R>(
  value: T | Promise<T>,
  use: (value: T) => R | Promise<R>,
): R | Promise<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}
