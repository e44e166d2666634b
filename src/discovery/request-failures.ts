import rows from './request-failures.json' with { type: 'json' }

/** The weightiest code for a failed request; null when the rules pass over it. */
type Meaning = { readonly code: string; readonly effect: string } | null

/** What it means that a request of a page failed. */
export interface RequestFailure {
  readonly request: string
  readonly place: string
  /** A request to the site of the page, answered with status 404. */
  readonly own_status: Meaning
  /** A request to the site of the page without a response, also when it was repeated. */
  readonly own_lost: Meaning
  /** A request to another site, without a response. */
  readonly other: Meaning
}

/** The table of `/docs`: the rules' own results for a healthy page with one failed request (`npm run generate`). */
export const requestFailures: readonly RequestFailure[] = rows
