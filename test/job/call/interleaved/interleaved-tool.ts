import type { ToolRunner } from '#job/call/run-tool.ts'
import type { PartContext } from './observations.ts'

/** A tool that may fail, throw, end late, or ignore its deadline. */
export function interleavedTool({ interleaving, observations, actor }: PartContext): ToolRunner {
  return async ({ jobId, requestedUrl }, { signal }) => {
    observations.executing(jobId)
    await actor.step(`tool of ${jobId}`)
    const fault = interleaving.fault(['fails', 'throws', 'hangs', 'slow', 'ignores'])
    switch (fault) {
      case 'fails':
        return { status: 'failed', reason: 'no_evidence' }
      case 'throws':
        throw new TypeError('a bug')
      case 'hangs':
        if (!signal.aborted) await new Promise((go) => signal.addEventListener('abort', go))
        return { status: 'failed', reason: 'deadline_passed' }
      case 'slow':
        await actor.clock.sleep(20_000)
        break
      case 'ignores':
        await actor.clock.sleep(40_000)
        break
      case null:
        if (signal.aborted) return { status: 'failed', reason: 'deadline_passed' }
    }
    await actor.step(`tool of ${jobId} done`)
    observations.completed.add(jobId)
    const report = JSON.stringify({ job_id: jobId, requested_url: requestedUrl })
    return {
      status: 'completed',
      body: report,
      resultStatus: 'PASS',
      signFor: async () => {
        await actor.step('sign')
        return report
      },
    }
  }
}
