/** Facts of a fault, for the log and for `http/problem.ts`; never secrets. */
export type FaultFacts = Readonly<Record<string, string | number | boolean | null>>

/**
 * What should not happen: a broken file, a full disk, a lost browser. What a stranger can cause is a value, not a Fault.
 * `code` is stable and kebab-free (`snake_case`); the message is one sentence that says what to do where that is known.
 */
export class Fault extends Error {
  readonly code: string
  readonly facts: FaultFacts

  constructor(
    code: string,
    message: string,
    options: { facts?: FaultFacts; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Fault'
    this.code = code
    this.facts = options.facts ?? {}
  }
}
