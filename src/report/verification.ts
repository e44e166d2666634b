import { evidenceShape } from '#evidence/evidence.ts'
import { evaluate } from '#findings/evaluate.ts'
import { isCompact } from './compact-report.ts'
import { canonical } from './proof.ts'
import { readReport, rulesetVersion, sentSha256 } from './report.ts'

/** One check of a submitted report, and its result. */
export interface Verification {
  readonly what: 'form' | 'hash' | 'verdict' | 'signature' | 'screenshot' | 'receipt' | 'age'
  /** `wrong`: the report was changed, or is not what it claims to be. */
  readonly outcome: 'proven' | 'unchecked' | 'wrong'
  readonly detail: string
}

type Members = Readonly<Record<string, unknown>>

/** Verifies the text of a report without a key. */
export function verifyContent(text: string, report: Members): readonly Verification[] {
  const hashed = hash(report)
  return [form(text, report), hashed, hashed.outcome === 'wrong' ? changed : verdict(report)]
}

const changed: Verification = {
  what: 'verdict',
  outcome: 'unchecked',
  detail: 'the hash is not that of this evidence',
}

function form(text: string, report: Members): Verification {
  const body = text.trim()
  if (body === JSON.stringify(report)) {
    return { what: 'form', outcome: 'proven', detail: 'written as a service writes JSON' }
  }
  const says = (outcome: Verification['outcome'], detail: string): Verification => ({
    what: 'form',
    outcome,
    detail,
  })
  // Parsers disagree about these cases: two of them would read different reports with one hash.
  const { keys, numbers } = tokensIn(body)
  if (keys !== keysOf(report)) return says('wrong', 'a key occurs twice in one object')
  if (numbers.some((one) => String(Number(one)) !== one)) {
    return says('wrong', 'a number has digits that a service does not write')
  }
  return says(
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

function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce<number>((sum, inner) => sum + keysOf(inner), own)
}

function hash(report: Members): Verification {
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

const judged = ['result_status', 'summary', 'findings', 'notes', 'checks', 'coverage'] as const

/** Evaluates the evidence again, and compares the result with the report. */
function verdict(report: Members): Verification {
  const unchecked = (detail: string): Verification => ({
    what: 'verdict',
    outcome: 'unchecked',
    detail,
  })
  if (isCompact(report)) return unchecked('a compact report has no evidence')
  const made = String(report['ruleset_version'])
  if (made !== rulesetVersion) {
    return unchecked(
      `judged by the rules of ${made.slice(0, 40)}; this program has those of ${rulesetVersion}: use its version ${versionOf(report)}`,
    )
  }
  const whole = new Map(Object.entries(readReport(report) ?? {}))
  const members = Object.keys(evidenceShape.shape).map((key) => [key, whole.get(key)])
  const evidence = evidenceShape.safeParse(Object.fromEntries(members))
  if (!evidence.success) return unchecked('the evidence has the shape of another version')
  const again = evaluate(evidence.data)
  const wrong = judged.filter((key) => canonical(again[key]) !== canonical(whole.get(key) ?? null))
  return wrong.length === 0
    ? {
        what: 'verdict',
        outcome: 'proven',
        detail: `${again.result_status} follows from the evidence by the rules of ${rulesetVersion}`,
      }
    : {
        what: 'verdict',
        outcome: 'wrong',
        detail: `the evidence gives other ${wrong.join(', ')} by the rules of ${rulesetVersion}`,
      }
}

function versionOf({ service }: Members): string {
  const version = typeof service === 'object' && service !== null && Reflect.get(service, 'version')
  return typeof version === 'string' ? version.slice(0, 40) : 'of that day'
}
