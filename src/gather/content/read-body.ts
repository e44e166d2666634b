import { type ContentInput, type ReadContent, readContent } from '#content/read-content.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { inTurns, withinCpuTime } from '#runtime/turns.ts'

/**
 * Milliseconds of processor time for reading one body. The largest real pages take a tenth; 8 MiB of nothing but tags take up to
 * a second.
 */
export const MAX_READING_MS = 2_000

/**
 * Reads a body piece by piece. Null if that takes more processor time than we give, which is a limit of the report. Rejects once
 * nobody waits for the result any more.
 */
export function readBody(input: ContentInput, deadline: Deadline): Promise<ReadContent | null> {
  return inTurns(withinCpuTime(readContent(input), MAX_READING_MS), deadline.ended)
}
