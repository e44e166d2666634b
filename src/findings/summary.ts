import type { Check } from '#findings/checks/checks.ts'
import type { Finding } from '#findings/rule/finding.ts'

export const resultStatuses = ['PASS', 'ISSUE', 'REVIEW'] as const
export type ResultStatus = (typeof resultStatuses)[number]

/** Four codes of the longest kind and the counts stay under 200 characters. */
const namedCodes = 4

/** One line of at most 200 characters for a log, made of codes and counts only. */
export function summaryOf(
  status: ResultStatus,
  findings: readonly Finding[],
  notes: readonly Finding[],
  checks: readonly Check[],
): string {
  const tail = notes.length === 0 ? '' : `; ${counted(notes.length, 'note')}`
  if (findings.length === 0) {
    const required = checks.filter((one) => one.required).length
    return `${status}: ${counted(required, 'required check')} passed${tail}.`
  }
  const codes = [...new Set(findings.map((one) => one.code))]
  const more = codes.length - namedCodes
  const rest = more > 0 ? ` and ${more} more` : ''
  return `${status}: ${codes.slice(0, namedCodes).join(', ')}${rest}${tail}.`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
