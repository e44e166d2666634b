/** The value at these steps of a JSON value; undefined if there is none. */
export function at(value: unknown, ...steps: readonly (string | number)[]): unknown {
  return steps.reduce<unknown>((from, step) => {
    if (typeof from !== 'object' || from === null) return undefined
    return Object.getOwnPropertyDescriptor(from, step)?.value
  }, value)
}

export function textAt(value: unknown, ...steps: readonly (string | number)[]): string {
  const found = at(value, ...steps)
  return typeof found === 'string' ? found : ''
}

export function listAt(value: unknown, ...steps: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...steps)
  return Array.isArray(found) ? found : []
}

export function entriesAt(
  value: unknown,
  ...steps: readonly (string | number)[]
): readonly (readonly [string, unknown])[] {
  const found = at(value, ...steps)
  return typeof found === 'object' && found !== null ? Object.entries(found) : []
}

/** Deep comparison, independent of the order of keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
