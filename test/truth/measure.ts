import type { Tool } from '#tools/tool.ts'
import type { Fault, FaultClass, Verdict } from './fault.ts'
import type { Feature, LoadedPage } from './page.ts'
import type { World } from './world.ts'

/** One case to measure: a page with a fault (or none) in front of it, checked by one tool. */
export interface Case {
  readonly fault: Fault
  readonly page: LoadedPage
  readonly tool: Tool
}

export type Outcome =
  | 'as wanted'
  | 'stronger'
  | 'weaker'
  | 'missed'
  | 'false positive'
  | 'no report'

/** A row of the results. */
export interface Measured {
  readonly fault: string
  readonly group: FaultClass | 'healthy pages'
  readonly page: string
  readonly tool: Tool
  readonly wanted: Verdict
  readonly got: Verdict | null
  readonly outcome: Outcome
  readonly findings: readonly string[]
  readonly notes: readonly string[]
  /** Message, observation and URL of the first finding, or why there is no report. */
  readonly says: string
  readonly durationMs: number
  /** `content_digest` of the report; null without a response or a report. */
  readonly digest: string | null
  readonly checks: number
  /** Verdicts and codes (for a healthy page also digests) of the further checks that differ from the first. */
  readonly differing: readonly string[]
}

export const noFault: Fault = {
  id: 'none',
  group: 'harmless',
  wanted: 'PASS',
  why: 'The page as it is shipped.',
}

const toolOf: Readonly<Record<string, Tool>> = {
  P: 'probe_url',
  R: 'render_page',
  V: 'verify_page',
}

export interface Choice {
  readonly faults: readonly Fault[]
  readonly pages: readonly LoadedPage[]
  readonly tools: readonly Tool[]
  /** Number of pages that each fault is measured on. */
  readonly pagesPerFault: number
}

/** Every page as shipped with every tool, then every fault on some of the healthy pages, which are used in rotation. */
export function casesOf({ faults, pages, tools, pagesPerFault }: Choice): Case[] {
  const healthy = pages.filter((page) => page.defect === undefined)
  let turn = 0
  const next = (needs: readonly Feature[]): LoadedPage | undefined => {
    for (let tried = 0; tried < healthy.length; tried += 1) {
      const page = healthy[turn++ % healthy.length]
      if (page !== undefined && needs.every((one) => page.has.has(one))) return page
    }
    return undefined
  }
  const inTools = (fault: Fault, page: LoadedPage): Case[] =>
    [...(fault.tools ?? 'PRV')].flatMap((letter) => {
      const tool = toolOf[letter]
      return tool !== undefined && tools.includes(tool) ? [{ fault, page, tool }] : []
    })
  return [
    ...pages.flatMap((page) => inTools(noFault, page)),
    ...faults.flatMap((fault) =>
      Array.from({ length: pagesPerFault }, () => next(fault.needs ?? [])).flatMap((page) =>
        page === undefined ? [] : inTools(fault, page),
      ),
    ),
  ]
}

/** Combines all checks of a case into one row. The first check determines its outcome. */
export function measuredOf(one: Case, [first, ...others]: readonly [Check, ...Check[]]): Measured {
  const { fault, page, tool } = one
  const isHealthy = fault === noFault
  const wanted = isHealthy ? shipped(one) : fault.wanted
  const signature = (check: Check) => signatureOf(check, isHealthy)
  return {
    fault: fault.id,
    group: isHealthy ? 'healthy pages' : fault.group,
    page: page.id,
    tool,
    wanted,
    ...first,
    outcome: outcomeOf(wanted, first.got),
    checks: 1 + others.length,
    differing: others.map(signature).filter((other) => other !== signature(first)),
  }
}

/** The wanted verdict of a page as shipped. */
function shipped({ page: { defect }, tool }: Case): Verdict {
  const sees = [...(defect?.tools ?? '')].some((letter) => toolOf[letter] === tool)
  return defect !== undefined && sees ? defect.wanted : 'PASS'
}

/** Result of one check. */
export type Check = Pick<Measured, 'got' | 'findings' | 'notes' | 'says' | 'durationMs' | 'digest'>

/** Checks a case with its tool, at the URL where it is deployed. */
export async function runCheck({ tool }: Case, world: World, url: string): Promise<Check> {
  const began = performance.now()
  const report = await world.check(tool, url)
  const durationMs = Math.round(performance.now() - began)
  if (typeof report === 'string') {
    return { got: null, findings: [], notes: [], says: report, durationMs, digest: null }
  }
  const [finding] = report.findings
  return {
    got: report.result_status,
    findings: codesOf(report.findings),
    notes: codesOf(report.notes),
    says:
      finding === undefined
        ? ''
        : `${finding.message} ${JSON.stringify(finding.observed)} ${finding.url ?? ''}`,
    durationMs,
    digest: report.content_digest,
  }
}

function codesOf(findings: readonly { readonly code: string }[]): string[] {
  return [...new Set(findings.map(({ code }) => code))].sort()
}

/** Digests are compared for healthy pages only: each check of a fault has a site with another name, which its digest contains. */
function signatureOf({ got, findings, digest }: Check, isHealthy: boolean): string {
  const content = isHealthy ? [digest?.slice(0, 8) ?? 'no content'] : []
  return [got, ...findings, ...content].join(' ')
}

const strength: readonly Verdict[] = ['PASS', 'REVIEW', 'ISSUE']

function outcomeOf(wanted: Verdict, got: Verdict | null): Outcome {
  if (got === null) return 'no report'
  if (got === wanted) return 'as wanted'
  if (wanted === 'PASS') return 'false positive'
  if (strength.indexOf(got) > strength.indexOf(wanted)) return 'stronger'
  return got === 'PASS' ? 'missed' : 'weaker'
}
