import type { ResultStatus } from '#findings/summary.ts'
import type { JobObserver, PageTexts } from '#job/call/run-tool.ts'
import type { Clock } from '#runtime/clock.ts'
import type { ToolJob } from '#tools/job.ts'
import type { Tool } from '#tools/tool.ts'

/** Facts about a call that the ledger does not store, for the operator's console. Its texts are untrusted. */
export interface RecentJob {
  readonly jobId: string
  readonly tool: Tool
  /** The requested URL without its query and fragment, which may contain a secret of the buyer. */
  readonly url: string
  /** Null while the job runs, and when it failed. */
  readonly resultStatus: ResultStatus | null
  readonly texts: PageTexts | null
}

export interface RecentJobs extends JobObserver {
  /** Null for a job of another process, and for an old one. */
  find(jobId: string): RecentJob | null
}

// No more than the console lists: a buyer's data is kept no longer than needed.
const MAX_JOBS = 100
const MAX_URL_CHARS = 300

/** Remembers the latest jobs of this process in memory, each no longer than reports are kept. */
export function createRecentJobs(options: { clock: Clock; retentionMs: () => number }): RecentJobs {
  const { clock, retentionMs } = options
  const jobs = new Map<string, { readonly at: number; readonly job: RecentJob }>()
  const record = (
    { jobId, tool, requestedUrl }: ToolJob,
    details: Pick<RecentJob, 'resultStatus' | 'texts'>,
  ) => {
    const job = { jobId, tool, url: withoutQuery(requestedUrl), ...details }
    jobs.set(jobId, { at: clock.now(), job })
    for (const [oldest, { at }] of jobs) {
      if (jobs.size <= MAX_JOBS && clock.now() - at < retentionMs()) break
      jobs.delete(oldest)
    }
  }
  return {
    find: (jobId) => {
      const entry = jobs.get(jobId)
      return entry === undefined || clock.now() - entry.at >= retentionMs() ? null : entry.job
    },
    started: (job) => record(job, { resultStatus: null, texts: null }),
    ended: (job, result) => {
      if (result.status !== 'completed') return
      record(job, { resultStatus: result.resultStatus, texts: result.texts ?? null })
    },
  }
}

function withoutQuery(url: string): string {
  const text = url.replace(/[?#].*$/s, '')
  return text.length > MAX_URL_CHARS ? `${text.slice(0, MAX_URL_CHARS)}…` : text
}
