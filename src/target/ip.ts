/** An IP address as a number: 32 bits for family 4, 128 for family 6. */
export interface Ip {
  readonly family: 4 | 6
  readonly value: bigint
}

const quad = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/
const group = /^[0-9a-f]{1,4}$/i

/**
 * Reads the dotted decimal and RFC 4291 2.2 forms only. Octal, hexadecimal, short and zoned (`%eth0`) spellings return null:
 * parsers disagree on their meaning, and the parser that dials must not disagree with the one that checked.
 */
export function parseIp(text: string): Ip | null {
  // The longest spelling is 45 characters; longer text is not parsed.
  if (text.length > 45) return null
  const value = text.includes(':') ? ipv6Value(text) : ipv4Value(text)
  if (value === null) return null
  return { family: text.includes(':') ? 6 : 4, value }
}

/** The one spelling that we compare, store and show: dotted decimal, or RFC 5952 4 (hexadecimal throughout). */
export function formatIp(ip: Ip): string {
  return ip.family === 4 ? formatIpv4(ip.value) : formatIpv6(ip.value)
}

/** Compares addresses by family, then by number. */
export function compareIps(left: string, right: string): number {
  return compareKeys({ text: left, ip: parseIp(left) }, { text: right, ip: parseIp(right) })
}

/**
 * Sorts a list in the same order, with each address parsed once: a DNS response can contain thousands, which cost an attacker
 * nothing.
 */
export function inIpOrder<T>(items: Iterable<T>, addressOf: (item: T) => string): T[] {
  return Array.from(items, (item) => {
    const text = addressOf(item)
    return { item, text, ip: parseIp(text) }
  })
    .sort(compareKeys)
    .map(({ item }) => item)
}

interface Key {
  readonly text: string
  readonly ip: Ip | null
}

function compareKeys({ text: left, ip: a }: Key, { text: right, ip: b }: Key): number {
  if (a === null || b === null) return left < right ? -1 : Number(left > right)
  if (a.family !== b.family) return a.family - b.family
  return a.value < b.value ? -1 : Number(a.value > b.value)
}

function ipv4Value(text: string): bigint | null {
  const match = quad.exec(text)
  if (match === null) return null
  let value = 0
  for (const part of match.slice(1)) {
    const octet = Number(part)
    if (octet > 255) return null
    value = value * 256 + octet
  }
  return BigInt(value)
}

function ipv6Value(text: string): bigint | null {
  const halves = text.split('::')
  const [head, tail] = halves
  if (head === undefined || halves.length > 2) return null
  const left = groupsOf(head, tail === undefined)
  if (tail === undefined) return left?.length === 8 ? join(left) : null
  const right = groupsOf(tail, true)
  // `::` replaces at least one group.
  if (left === null || right === null || left.length + right.length > 7) return null
  const gap = Array<number>(8 - left.length - right.length).fill(0)
  return join([...left, ...gap, ...right])
}

/** The 16-bit groups of one side of `::`; `atEnd` allows a dotted quad as the last one. */
function groupsOf(text: string, atEnd: boolean): number[] | null {
  if (text === '') return []
  const parts = text.split(':')
  const groups: number[] = []
  for (const [index, part] of parts.entries()) {
    if (group.test(part)) {
      groups.push(Number.parseInt(part, 16))
      continue
    }
    const embedded = atEnd && index === parts.length - 1 ? ipv4Value(part) : null
    if (embedded === null) return null
    groups.push(Number(embedded >> 16n), Number(embedded & 0xffffn))
  }
  return groups
}

function join(groups: readonly number[]): bigint {
  return groups.reduce((value, part) => (value << 16n) | BigInt(part), 0n)
}

function formatIpv4(value: bigint): string {
  const number = Number(value)
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
}

function formatIpv6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) =>
    Number((value >> BigInt(112 - 16 * index)) & 0xffffn),
  )
  const run = longestZeroRun(groups)
  const hex = groups.map((part) => part.toString(16))
  if (run.length < 2) return hex.join(':')
  const before = hex.slice(0, run.start).join(':')
  const after = hex.slice(run.start + run.length).join(':')
  return `${before}::${after}`
}

/** The first of the longest runs (RFC 5952 4.2.3). */
function longestZeroRun(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  let length = 0
  for (const [index, part] of groups.entries()) {
    length = part === 0 ? length + 1 : 0
    if (length > best.length) best = { start: index - length + 1, length }
  }
  return best
}
