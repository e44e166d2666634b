/** The value at these steps of a JSON value; undefined if there is none. */
export function valueAtPath(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((parent, key) => {
    if (typeof parent !== 'object' || parent === null) return undefined
    return Object.getOwnPropertyDescriptor(parent, key)?.value
  }, value)
}

/** The text at these steps; an empty string if there is none. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = valueAtPath(value, ...path)
  return typeof found === 'string' ? found : ''
}

/** The list at these steps; empty if there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAtPath(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The members of the object at these steps; none if there is no object. */
export function entriesAt(
  value: unknown,
  ...path: readonly (string | number)[]
): readonly (readonly [string, unknown])[] {
  const found = valueAtPath(value, ...path)
  return typeof found === 'object' && found !== null ? Object.entries(found) : []
}
