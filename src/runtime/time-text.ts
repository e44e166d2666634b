import { rfc3339 } from './clock.ts'

// The range of a Date in milliseconds; a clock may have been far off when the time was written.
export const MAX_TIME = 8_640_000_000_000_000

/** A stored time, which a wrong clock may have written: RFC 3339 in UTC, or the number when a Date cannot express it. */
export function timeOf(epochMs: number): string {
  return Math.abs(epochMs) <= MAX_TIME ? rfc3339(epochMs) : String(epochMs)
}

/** `2026-01-31 12:00:00`, in UTC. */
export function shortTime(epochMs: number): string {
  return timeOf(epochMs).replace('T', ' ').slice(0, 19)
}

/** `5 s`, `12 min`, `3 h`, `9 d`. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}
