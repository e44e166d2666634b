import { Fault } from '#fault.ts'
import { report } from '#report/schema.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Random } from '#runtime/random.ts'
import { uuidV7 } from '#runtime/random.ts'
import type { ToolRunners } from '#service/tools.ts'
import type { Settings } from '#settings/settings.ts'
import type { Refusal } from '#target/refusal.ts'
import { parseTarget } from '#target/target.ts'
import type { RunOutcome, RunTool } from './check.ts'

export interface RunHereOptions {
  readonly toolbox: ToolRunners
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
}

/** Runs a tool in this process under the policy and the deadline of a paid call. */
export function runHere({ toolbox, settings, clock, random }: RunHereOptions): RunTool {
  return async (tool, url) => {
    const parsed = parseTarget(url)
    if (parsed.status === 'refused') return refused(parsed.refusal)
    const runner = toolbox.runners[tool]
    if (runner === undefined)
      return { status: 'failed', problem: `${tool} is not part of this build` }
    const refusal =
      (await toolbox.refuseLiteral(parsed.target)) ?? (await toolbox.refuseByAnswers(parsed.target))
    if (refusal !== null) return refused(refusal)
    const deadline = deadlineAfter(clock, settings.limits.deadlineMs)
    try {
      const jobId = uuidV7(clock.now(), random)
      const result = await runner(
        { jobId, tool, requestedUrl: url, target: parsed.target },
        deadline,
      )
      if (result.status === 'failed') {
        const { detail, reason } = result
        return {
          status: 'failed',
          problem: detail === undefined ? reason : `${detail} (${reason})`,
        }
      }
      return {
        status: 'report',
        report: report.parse(JSON.parse(result.body)),
        json: result.body,
        picture: result.png ?? null,
      }
    } catch (cause) {
      if (!(cause instanceof Fault)) throw cause
      return { status: 'failed', problem: `${cause.message} (${cause.code})` }
    } finally {
      deadline.close()
    }
  }
}

function refused({ type, message, facts }: Refusal): RunOutcome {
  const judged = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
  return { status: 'refused', refusal: `${message} (${[type, ...judged].join(', ')})` }
}
