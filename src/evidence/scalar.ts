import { z } from 'zod'

/** RFC 3339 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 })
/** Whole milliseconds, never negative. */
export const ms = z.int().min(0)
/** Lower-case hexadecimal. */
export const hex = z.string().regex(/^[0-9a-f]*$/)
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)
/** RFC 6901 pointer into the report. */
export const jsonPointer = z.string().regex(/^(\/[^/]*)*$/)

/** The name of one of our signatures: messages contain it. */
export const signatureId = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)

/**
 * Maximum characters of a reported URL, the same as for a submitted one. A page or a redirect may have URLs of 65,536
 * characters, which the report names many times.
 */
export const MAX_REPORTED_URL = 2_048

/** A URL as the evidence contains it: cut to `MAX_REPORTED_URL` characters. */
export function reportedUrl(url: string): string {
  return url.slice(0, MAX_REPORTED_URL)
}
