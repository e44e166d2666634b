/** The value of a command-line option that is a whole number of at least `least`; throws a `TypeError` that names the option. */
export function wholeNumber(option: string, text: string, least = 1): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value
  throw new TypeError(`${option} must be a whole number of at least ${least}, not "${text}".`)
}

/** The value of a command-line option that is a number above zero, which may be `Infinity`; throws a `TypeError` that names the option. */
export function positiveNumber(option: string, text: string): number {
  const value = Number(text)
  if (value > 0) return value
  throw new TypeError(`${option} must be a number above 0, not "${text}".`)
}
