/** The value that a JSON pointer (RFC 6901) leads to, among own members only; undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (parent, token) =>
        typeof parent === 'object' && parent !== null
          ? Object.getOwnPropertyDescriptor(parent, token)?.value
          : undefined,
      value,
    )
}

/** A copy with another value at the path; the rest is shared. */
export function withValueAt<T extends object>(
  target: T,
  path: readonly string[],
  value: unknown,
): T {
  const [step = '', ...remaining] = path
  const inner =
    remaining.length === 0
      ? value
      : withValueAt(Object(Reflect.get(target, step)), remaining, value)
  return { ...target, [step]: inner }
}

/** Whether two values of reports have the same JSON text. Objects with the same members in another order do not. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
