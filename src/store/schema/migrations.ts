import { evidenceClockSql, tablesSql } from './tables.ts'

/** One step from the previous version of the schema to `version`. */
export interface Migration {
  readonly version: number
  readonly sql: string
}

/** Steps to the present schema, in order. A step is never edited once it has been released. */
export const migrations: readonly Migration[] = [
  { version: 1, sql: tablesSql() },
  { version: 2, sql: evidenceClockSql },
]

/** The schema version after all `steps`; 0 without any. */
export function versionAfter(steps: readonly Migration[]): number {
  return steps.at(-1)?.version ?? 0
}

/** The schema version that this program writes. */
export const newestVersion = versionAfter(migrations)
