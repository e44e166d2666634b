import { codedMessage } from '#cli/context.ts'
import { Fault } from '#fault.ts'
import { readReport } from '#report/report.ts'
import type { Report } from '#report/schema.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { silentLog } from '#runtime/log.ts'
import { type Random, uuidV7 } from '#runtime/random.ts'
import { version } from '#runtime/version.ts'
import { openToolRunners } from '#service/tools.ts'
import type { Settings } from '#settings/settings.ts'
import type { Refusal } from '#target/refusal.ts'
import { parseTarget } from '#target/target.ts'
import type { Tool } from '#tools/tool.ts'

/** `refused`: the URL is outside the safety policy. `failed`: a failure on our side. `problem` is one sentence. */
export type LocalOutcome =
  | {
      readonly status: 'report'
      readonly report: Report
      readonly json: string
      /** PNG of the page; null if none was taken. */
      readonly screenshot: Uint8Array | null
    }
  | {
      readonly status: 'refused' | 'failed'
      readonly problem: string
      /** Machine-readable details of the problem. */
      readonly facts: object
    }

/** Tools that run in this process without payment, under the policy and the deadline of a paid call. */
export interface LocalTools {
  run(tool: Tool, url: string, signal?: AbortSignal): Promise<LocalOutcome>
  close(): Promise<void>
}

export function openLocalTools(options: {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly tools: readonly Tool[]
}): LocalTools {
  const { settings, clock, random, tools } = options
  const localOptions = { version, baseUrl: null, log: silentLog, screenshots: null }
  const { runners, refusalOfLiteral, refusalByDns, browsers, usesOwnBrowser, close } =
    openToolRunners({
      settings,
      clock,
      random,
      tools,
      ...localOptions,
    })
  return {
    close,
    run: async (tool, url, signal) => {
      const parsed = parseTarget(url)
      if (parsed.status === 'refused') return refused(parsed.refusal)
      const runner = runners[tool]
      if (runner === undefined) return failed(`${tool} is not part of this build`)
      try {
        const refusal =
          (await refusalOfLiteral(parsed.target)) ?? (await refusalByDns(parsed.target))
        if (refusal !== null) return refused(refusal)
        // The start of the browser does not count against the deadline: a paid call is not accepted before it either.
        if (usesOwnBrowser(tool)) await browsers?.settled
        using deadline = deadlineAfter(clock, settings.limits.deadlineMs, signal)
        const jobId = uuidV7(clock.now(), random)
        const result = await runner(
          { jobId, tool, requestedUrl: url, target: parsed.target },
          deadline,
        )
        if (result.status === 'failed') {
          const { detail, reason } = result
          const sentence = detail ?? failureTexts[reason]
          return failed(sentence === undefined ? reason : `${sentence} (${reason})`)
        }
        const report = readReport(JSON.parse(result.body))
        if (report === null) throw new Fault('report_invalid', 'The report cannot be read back.')
        return {
          status: 'report',
          report,
          json: result.body,
          screenshot: result.png ?? null,
        }
      } catch (cause) {
        if (!(cause instanceof Fault)) throw cause
        return failed(`${cause.message} (${cause.code})`)
      }
    },
  }
}

/** What happened and what to do, by the reason of a failure that gives no detail itself. */
const failureTexts: Readonly<Record<string, string>> = {
  at_capacity: 'No page of the browser became free in time. Try again.',
  browser_lost:
    'The browser ended during the check, twice. `urlwitness browser test` shows whether it works.',
  egress_unhealthy:
    'This machine resolves no names or reaches no network, so nothing is known about the URL. Check its connection and dns_servers; `urlwitness doctor` tests both.',
  host_overloaded: 'This machine was too busy to observe the page. Try again.',
  no_evidence: 'Nothing was observed before the deadline. Try again, or raise limits.deadline_ms.',
}

function failed(problem: string): LocalOutcome {
  return { status: 'failed', problem, facts: {} }
}

function refused({ type, message, facts }: Refusal): LocalOutcome {
  return {
    status: 'refused',
    problem: codedMessage(message, type, facts),
    facts: { refusal: { type, ...facts } },
  }
}
