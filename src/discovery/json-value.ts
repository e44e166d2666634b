/** The value at these steps of a JSON value; undefined if there is none. */
export function valueAtPath(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((parent, key) => {
    if (typeof parent !== 'object' || parent === null) return undefined
    return Object.getOwnPropertyDescriptor(parent, key)?.value
  }, value)
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = valueAtPath(value, ...path)
  return typeof found === 'string' ? found : ''
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAtPath(value, ...path)
  return Array.isArray(found) ? found : []
}

export function entriesAt(
  value: unknown,
  ...path: readonly (string | number)[]
): readonly (readonly [string, unknown])[] {
  const found = valueAtPath(value, ...path)
  return typeof found === 'object' && found !== null ? Object.entries(found) : []
}

/** Deep comparison, independent of the order of keys. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return sortedJson(a) === sortedJson(b)
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
