/** The value that a JSON pointer (RFC 6901) leads to, among own members only; undefined if there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (from, step) =>
        typeof from === 'object' && from !== null
          ? Object.getOwnPropertyDescriptor(from, step)?.value
          : undefined,
      value,
    )
}

/** A copy with another value at the path; the rest is shared. */
export function withValueAt<T extends object>(
  holder: T,
  path: readonly string[],
  value: unknown,
): T {
  const [step = '', ...rest] = path
  const inner =
    rest.length === 0 ? value : withValueAt(Object(Reflect.get(holder, step)), rest, value)
  return { ...holder, [step]: inner }
}

/** Whether two values of reports have the same JSON text. Objects with the same members in another order do not. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
