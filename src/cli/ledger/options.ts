import { invalidValue } from '#cli/verbs/verb.ts'

export const exportFormats = ['csv', 'json'] as const

/** Reads the address of a payer, in lower case. Throws a `UsageError`. */
export function readPayer(text: string, flag: string): string {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return text.toLowerCase()
  throw invalidValue(flag, '0x and 40 hexadecimal digits', text)
}

/** Reads a transaction hash or its beginning, in lower case. Throws a `UsageError`. */
export function readTransaction(text: string, flag: string): string {
  if (/^0x[0-9a-f]{1,64}$/i.test(text)) return text.toLowerCase()
  throw invalidValue(flag, '0x and up to 64 hexadecimal digits', text)
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const DATE = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Reads a time or an age as a function of the current time, both in milliseconds since the epoch. Throws a `UsageError`. */
export function readSince(text: string, flag: string): (now: number) => number {
  const [, amount = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const unitMs = UNIT_MS[unit]
  if (unitMs !== undefined) return (now) => now - Number(amount) * unitMs
  const [, day = ''] = DATE.exec(text) ?? []
  // Checked against the calendar: JavaScript reads 30 February as 2 March.
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
  const time = day === text ? midnight : Date.parse(text)
  if (isDay && !Number.isNaN(time)) return () => time
  const allowed =
    'a day of UTC (2026-01-31), a time (2026-01-31T12:00:00Z) or an age (90m, 24h, 7d)'
  throw invalidValue(flag, allowed, text)
}
