/**
 * An HTTP-date in any of its three forms (RFC 9110 5.6.7) as ms since the epoch, or null. Stricter than
 * `Date.parse`: no other zone, no other language, no day that the month does not have. `nowMs` places the two-digit
 * year.
 */
export function httpDate(text: string, nowMs: number): number | null {
  const match = formats.map((format) => format.exec(text.trim())).find((found) => found !== null)
  const parts = match?.groups
  if (parts === undefined) return null
  const number = (name: string) => Number(parts[name])
  const month = months.indexOf(parts['month'] ?? '')
  const year = parts['year2'] === undefined ? number('year') : fullYear(number('year2'), nowMs)
  const midnight = Date.UTC(year, month, number('day'))
  const isExact =
    new Date(midnight).getUTCDate() === number('day') &&
    number('hour') < 24 &&
    number('minute') < 60 &&
    // A leap second is legal (RFC 9110 5.6.7); it counts as the next minute.
    number('second') <= 60
  if (!isExact) return null
  return midnight + ((number('hour') * 60 + number('minute')) * 60 + number('second')) * 1000
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const month = `(?<month>${months.join('|')})`
const time = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})'
const days = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const longDays = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'

const formats = [
  new RegExp(`^${days}, (?<day>\\d{2}) ${month} (?<year>\\d{4}) ${time} GMT$`),
  new RegExp(`^${longDays}, (?<day>\\d{2})-${month}-(?<year2>\\d{2}) ${time} GMT$`),
  new RegExp(`^${days} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})$`),
]

/** A year that seems more than 50 years ahead is the most recent past one with those digits. */
function fullYear(twoDigits: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear()
  const year = thisYear - (thisYear % 100) + twoDigits
  return year > thisYear + 50 ? year - 100 : year
}
