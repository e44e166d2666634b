/** Whether a Prefer field asks for `return=minimal` (RFC 7240 4.2). Of several `return` the first counts (RFC 7240 2). */
export function prefersMinimal(field: string | null): boolean {
  if (field === null) return false
  const asked = field
    .split(',')
    .map((one) => /^\s*return\s*=\s*"?([^\s;"]*)"?\s*(?:;|$)/i.exec(one)?.[1])
    .find((value) => value !== undefined)
  return asked?.toLowerCase() === 'minimal'
}
