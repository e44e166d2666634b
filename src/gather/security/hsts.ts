import type { SecurityEvidence } from '#evidence/security.ts'

type Hsts = SecurityEvidence['hsts']

/**
 * Strict-Transport-Security by the grammar of RFC 6797 6.1. Browsers take the first field and ignore the others
 * (8.1), and ignore all of them over http. A field with any fault is ignored as a whole, so `valid` is false; the
 * parsed parts are reported all the same.
 */
export function readHsts(fields: readonly string[], overHttps: boolean): Hsts {
  const [first] = fields
  const directives = first === undefined ? null : parseDirectives(first)
  const maxAge = seconds(directives?.named.get('max-age') ?? null)
  const flag = (name: string) => directives?.named.has(name) ?? false
  const areFlagsBare = ['includesubdomains', 'preload'].every(
    (name) => (directives?.named.get(name) ?? null) === null,
  )
  return {
    present: first !== undefined,
    max_age_s: maxAge,
    include_subdomains: flag('includesubdomains'),
    preload: flag('preload'),
    valid: overHttps && directives?.isWellFormed === true && areFlagsBare && maxAge !== null,
  }
}

/** One directive, or nothing, up to the next semicolon. A quoted value may contain semicolons. */
const directive =
  /[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)[ \t]*(?:=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]+))[ \t]*)?)?(?:;|$)/y

function parseDirectives(field: string): {
  named: Map<string, string | null>
  isWellFormed: boolean
} {
  const named = new Map<string, string | null>()
  let index = 0
  while (index < field.length) {
    directive.lastIndex = index
    const match = directive.exec(field)
    if (match === null) return { named, isWellFormed: false }
    const [matched, name, quoted, token] = match
    if (
      name !== undefined &&
      !addDirective(named, name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token)
    ) {
      return { named, isWellFormed: false }
    }
    index += matched.length
  }
  return { named, isWellFormed: true }
}

/** False for a repeated directive: it must not appear twice (6.1, item 2). */
function addDirective(
  named: Map<string, string | null>,
  name: string,
  value: string | undefined,
): boolean {
  if (named.has(name)) return false
  named.set(name, value ?? null)
  return true
}

/** A number of any length is allowed; a number above the largest safe integer is equivalent to that integer. */
function seconds(value: string | null): number | null {
  if (value === null || !/^\d+$/.test(value)) return null
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER)
}
