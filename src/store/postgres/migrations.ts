import { z } from 'zod'
import { Fault } from '#fault.ts'
import type { PostgresDatabase, Transaction } from './connection.ts'
import { evidenceClockSql } from './evidence/tables.ts'
import { tablesSql } from './schema.ts'
import { statement } from './statement.ts'

/**
 * One step from the previous version of the schema to `version`. During a rolling upgrade the previous version of the
 * program still runs, so a step only adds (a table, a nullable column, a function under a new name). A later step
 * removes what no program needs any more. `worksFrom`: the oldest schema version whose program can use the database
 * after this step.
 */
export interface SchemaStep {
  readonly version: number
  readonly worksFrom: number
  readonly sql: string
}

/** Steps to the present schema, in order. A step is never edited once it has been released. */
export const migrations: readonly SchemaStep[] = [
  { version: 1, worksFrom: 1, sql: tablesSql() },
  { version: 2, worksFrom: 1, sql: evidenceClockSql },
]

/** The schema version that this program writes. */
export const newestVersion = 2

/** The schema version of a database, and `worksFrom` of its last step. */
export interface SchemaVersion {
  readonly version: number
  readonly worksFrom: number
}

// 'urlw' as a number: services that start at the same time migrate one after another.
const LOCK = statement('migration_lock', `SELECT pg_advisory_xact_lock(${0x75726c77})`)
const EXISTS = statement(
  'schema_exists',
  `SELECT to_regclass('schema_versions') IS NOT NULL AS found`,
)
const VERSION = statement(
  'schema_version',
  'SELECT version, works_from FROM schema_versions ORDER BY version DESC LIMIT 1',
)
const CREATE = statement(
  'schema_create',
  'CREATE TABLE schema_versions (version INTEGER PRIMARY KEY, works_from INTEGER NOT NULL)',
)
const ADD = statement(
  'schema_add',
  'INSERT INTO schema_versions VALUES (:version::integer, :worksFrom::integer)',
)

/**
 * Brings the database to the newest schema that this program knows, in one transaction that excludes other services. A database
 * that is newer is left as it is if this program can use it. Throws `database_newer`, `database_foreign` (tables of another
 * program), `database_unavailable`.
 */
export async function migrate(
  database: PostgresDatabase,
  steps: readonly SchemaStep[] = migrations,
): Promise<SchemaVersion> {
  const newest = steps.at(-1)?.version ?? 0
  return database.transaction(async ({ run, script }) => {
    await run(LOCK)
    const current = await schemaOf(run)
    if (current !== null && current.version >= newest) return checkKnown(current, newest)
    if (current === null) await run(CREATE)
    for (const step of steps) {
      if (step.version <= (current?.version ?? 0)) continue
      await script(step.sql)
      await run(ADD, { version: step.version, worksFrom: step.worksFrom })
    }
    return { version: newest, worksFrom: steps.at(-1)?.worksFrom ?? 0 }
  })
}

const existsRows = z.tuple([z.object({ found: z.boolean() })])
const versionRows = z.tuple([z.object({ version: z.number(), works_from: z.number() })])

/** Reads the schema version of the database; null if it does not have our tables. */
export function readSchema(database: PostgresDatabase): Promise<SchemaVersion | null> {
  return database.transaction(({ run }) => schemaOf(run))
}

/** Null for a database without our tables. */
async function schemaOf(run: Transaction['run']): Promise<SchemaVersion | null> {
  const [{ found }] = existsRows.parse((await run(EXISTS)).rows)
  if (!found) return null
  const [{ version, works_from: worksFrom }] = versionRows.parse((await run(VERSION)).rows)
  return { version, worksFrom }
}

function checkKnown(found: SchemaVersion, known: number): SchemaVersion {
  if (found.worksFrom <= known) return found
  throw newerDatabase(found.version, known)
}

/** `found`, `known`: schema versions. */
export function newerDatabase(found: number, known: number): Fault {
  return new Fault(
    'database_newer',
    'The database was written by a newer version of this program: run that version.',
    { facts: { found, known } },
  )
}
