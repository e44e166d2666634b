import rows from './request-failures.json' with { type: 'json' }

/** The most important code for a failed request; null if no rule reports it. */
type Meaning = { readonly code: string; readonly effect: string } | null

/** The consequences of a failed request of a page. */
export interface RequestFailure {
  readonly request: string
  readonly place: string
  /** A request to the site of the page that got status 404. */
  readonly own_status: Meaning
  /** A request to the site of the page that got no response, even when it was repeated. */
  readonly own_lost: Meaning
  /** A request to another site that got no response. */
  readonly other: Meaning
}

/** The table of `/docs`: the rules' own results for a healthy page with one failed request (`npm run generate`). */
export const requestFailures: readonly RequestFailure[] = rows
