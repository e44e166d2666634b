import type { Evidence } from '#evidence/evidence.ts'
import type { Attempt } from '#evidence/http.ts'

/** Attempts after which the server or a strict parser asked for another one: they are no faults of the site. */
const askedAgain: ReadonlySet<Attempt['why']> = new Set([
  'retry_http_1_1',
  'retry_refused_stream',
  'retry_lenient',
])

/** The requests of the page that show whether the site responds, each with whether it was a fault. */
export function countedAttempts({ http }: Pick<Evidence, 'http'>) {
  return http.attempts
    .filter(
      ({ why }, index) =>
        why !== 'control' && !askedAgain.has(http.attempts[index + 1]?.why ?? 'first'),
    )
    .map((attempt) => ({
      attempt,
      isFault: attempt.error !== null || (attempt.status !== null && attempt.status >= 500),
    }))
}

/**
 * Whether the site responded at first, and neither the browser, the links nor a last request got a response afterwards: it
 * may refuse us for the number of our requests, so that nothing later in the report proves a fault.
 */
export function hasStoppedResponding({ http }: Pick<Evidence, 'http'>): boolean {
  const control = http.attempts.at(-1)
  return control?.why === 'control' && control.status === null && http.status !== null
}
