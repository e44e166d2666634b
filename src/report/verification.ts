import { evidenceShape } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'
import { canonical } from './claims.ts'
import { isCompact } from './compact-report.ts'
import { readReport, rulesetVersion, sentSha256 } from './report.ts'

/** One check of a submitted report, and its result. */
export interface Verification {
  readonly what: 'form' | 'hash' | 'verdict' | 'signature' | 'screenshot' | 'receipt' | 'age'
  /** `wrong`: the report was changed, or is not what it claims to be. */
  readonly outcome: 'proven' | 'unchecked' | 'wrong'
  readonly detail: string
}

type ReportMembers = Readonly<Record<string, unknown>>

/** Verifies a report without a key. `document`: the value of the whole text, which may contain more than the report. */
export function verifyContent(
  text: string,
  report: ReportMembers,
  document: unknown = report,
): readonly Verification[] {
  const hashCheck = verifyHash(report)
  return [
    verifyForm(text, document),
    hashCheck,
    hashCheck.outcome === 'wrong' ? unverifiableVerdict : verifyVerdict(report),
  ]
}

const unverifiableVerdict: Verification = {
  what: 'verdict',
  outcome: 'unchecked',
  detail: 'the hash is not that of this evidence',
}

function verifyForm(text: string, document: unknown): Verification {
  const body = text.trim()
  if (body === JSON.stringify(document)) {
    return { what: 'form', outcome: 'proven', detail: 'written as a service writes JSON' }
  }
  const result = (outcome: Verification['outcome'], detail: string): Verification => ({
    what: 'form',
    outcome,
    detail,
  })
  // Parsers disagree about these cases: two of them would read different reports with one hash.
  const { keys, numbers } = tokensIn(body)
  if (keys !== countKeys(document)) return result('wrong', 'a key occurs twice in one object')
  if (numbers.some((number) => String(Number(number)) !== number)) {
    return result('wrong', 'a number has digits that a service does not write')
  }
  return result(
    'unchecked',
    'formatted or escaped in another way than a service does; its values are checked',
  )
}

function tokensIn(json: string) {
  const tokens = [...json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*/g)]
  return {
    keys: tokens.filter(([, colon]) => colon).length,
    numbers: tokens.map(([token]) => token).filter((token) => !token.startsWith('"')),
  }
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const ownCount = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, inner) => sum + countKeys(inner), ownCount)
}

function verifyHash(report: ReportMembers): Verification {
  if (isCompact(report)) {
    return {
      what: 'hash',
      outcome: 'unchecked',
      detail: 'a compact report: report_sha256 is that of the whole one, which is needed for this',
    }
  }
  return sentSha256(report) === report['report_sha256']
    ? { what: 'hash', outcome: 'proven', detail: 'report_sha256 is the hash of the report' }
    : { what: 'hash', outcome: 'wrong', detail: 'report_sha256 is not the hash of the report' }
}

const judgedKeys = ['result_status', 'summary', 'findings', 'notes', 'checks', 'coverage'] as const

/** Evaluates the evidence again, and compares the result with the report. */
function verifyVerdict(report: ReportMembers): Verification {
  const unchecked = (detail: string): Verification => ({
    what: 'verdict',
    outcome: 'unchecked',
    detail,
  })
  if (isCompact(report)) return unchecked('a compact report has no evidence')
  const reportRuleset = String(report['ruleset_version'])
  if (reportRuleset !== rulesetVersion) {
    return unchecked(
      `judged by the rules of ${reportRuleset.slice(0, 40)}; this program has those of ${rulesetVersion}: use its version ${versionOf(report)}`,
    )
  }
  const fullReport = new Map(Object.entries(readReport(report) ?? {}))
  const evidenceMembers = Object.keys(evidenceShape.shape).map((key) => [key, fullReport.get(key)])
  const evidence = evidenceShape.safeParse(Object.fromEntries(evidenceMembers))
  if (!evidence.success) return unchecked('the evidence has the shape of another version')
  const recomputed = evaluate(evidence.data)
  const differing = judgedKeys.filter(
    (key) => canonical(recomputed[key]) !== canonical(fullReport.get(key) ?? null),
  )
  return differing.length === 0
    ? {
        what: 'verdict',
        outcome: 'proven',
        detail: `${recomputed.result_status} follows from the evidence by the rules of ${rulesetVersion}`,
      }
    : {
        what: 'verdict',
        outcome: 'wrong',
        detail: `the evidence gives other ${differing.join(', ')} by the rules of ${rulesetVersion}`,
      }
}

function versionOf({ service }: ReportMembers): string {
  const version = typeof service === 'object' && service !== null && Reflect.get(service, 'version')
  return typeof version === 'string' ? version.slice(0, 40) : 'of that day'
}
