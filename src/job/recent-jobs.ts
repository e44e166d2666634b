import type { ResultStatus } from '#findings/summary.ts'
import type { PageWords, ToolRunner } from '#job/call/run-tool.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Tool } from '#tools/tool.ts'

/** What the ledger does not keep of a call, for the operator who looks on. Words are a stranger's. */
export interface WatchedJob {
  readonly jobId: string
  readonly tool: Tool
  /** Without its query, which may hold a secret of the buyer. */
  readonly url: string
  /** Null while it runs, and when it failed. */
  readonly resultStatus: ResultStatus | null
  readonly words: PageWords | null
}

export interface RecentJobs {
  /** Null for a job that another process ran, and for one that is long over. */
  find(jobId: string): WatchedJob | null
  /** The same runner, looked at. */
  around(runner: ToolRunner): ToolRunner
}

// What the console lists, and no more: nothing of a buyer's is kept longer than needed.
const MOST_JOBS = 100
const MOST_URL_CHARS = 300

/** Remembers the latest jobs of this process in memory, each no longer than reports are kept. */
export function createRecentJobs(options: { clock: Clock; keptMs: () => number }): RecentJobs {
  const { clock, keptMs } = options
  const jobs = new Map<string, { readonly at: number; readonly job: WatchedJob }>()
  const note = (job: WatchedJob) => {
    jobs.set(job.jobId, { at: clock.now(), job })
    for (const [jobId, { at }] of jobs) {
      if (jobs.size <= MOST_JOBS && clock.now() - at < keptMs()) break
      jobs.delete(jobId)
    }
  }
  return {
    find: (jobId) => {
      const kept = jobs.get(jobId)
      return kept === undefined || clock.now() - kept.at >= keptMs() ? null : kept.job
    },
    around: (runner) => async (job, deadline) => {
      const { jobId, tool, requestedUrl } = job
      const begun = {
        jobId,
        tool,
        url: withoutQuery(requestedUrl),
        resultStatus: null,
        words: null,
      }
      note(begun)
      const result = await runner(job, deadline)
      if (result.status === 'completed') {
        note({ ...begun, resultStatus: result.resultStatus, words: result.words ?? null })
      }
      return result
    },
  }
}

function withoutQuery(url: string): string {
  const text = url.replace(/[?#].*$/s, '')
  return text.length > MOST_URL_CHARS ? `${text.slice(0, MOST_URL_CHARS)}…` : text
}
