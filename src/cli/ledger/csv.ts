/** One record of RFC 4180, with its line end. Null is an empty cell. */
export function csvRecord(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`
}

/**
 * A spreadsheet runs what starts with one of these as a formula, and a facilitator chooses the words of a reason. Spaces
 * and controls in front do not stop it; the full-width forms are taken as their ASCII ones in East Asian locales.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(harmless) || harmless !== text
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless
}
