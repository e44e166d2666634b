import type { Log, LogFields } from '#runtime/log.ts'

export interface RecordedLog extends Log {
  readonly lines: { readonly level: string; readonly event: string; readonly fields: LogFields }[]
}

/** A log that a test can read. */
export function openRecordedLog(): RecordedLog {
  const lines: RecordedLog['lines'] = []
  const at =
    (level: string) =>
    (event: string, fields: LogFields = {}) => {
      lines.push({ level, event, fields })
    }
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
