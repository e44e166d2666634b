import { documentPaths, type ServiceFacts } from './service-facts.ts'

const dayMs = 86_400_000
/** RFC 9116 2.5.5 asks for less than a year. */
const validDays = 180

/**
 * `GET /.well-known/security.txt` (RFC 9116), null where the operator names no contact: a file without one is not valid.
 * `day`: days since 1970. It never runs out while the service does, and changes once a day.
 */
export function securityText({ baseUrl, contact }: ServiceFacts, day: number): string | null {
  if (contact === null) return null
  const expires = new Date((day + validDays) * dayMs).toISOString()
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}${documentPaths.security}`,
    '',
  ].join('\n')
}
