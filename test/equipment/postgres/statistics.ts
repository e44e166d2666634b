import { z } from 'zod'
import type { PostgresServer } from './server.ts'

/** Settings of a server that counts statements. */
export const countingStatements = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
]

/** One statement since the last reset: how often it ran, and how long the server worked on it, milliseconds in total. */
export interface StatementCount {
  readonly query: string
  readonly calls: number
  readonly ms: number
}

const rows = z.array(z.object({ query: z.string(), calls: z.coerce.number(), ms: z.number() }))

/** Statement counts of one database, without the statements that functions run. */
export interface Statistics {
  reset(): Promise<void>
  read(): Promise<readonly StatementCount[]>
}

/** `url`: of a database that `server.createDatabase` has created. */
export async function openStatistics(server: PostgresServer, url: string): Promise<Statistics> {
  const database = /\/(\w+)(\?|$)/.exec(url)?.[1] ?? ''
  await server.run('CREATE EXTENSION IF NOT EXISTS pg_stat_statements', database)
  return {
    reset: async () => void (await server.run('SELECT pg_stat_statements_reset()', database)),
    read: async () =>
      rows.parse(
        await server.run(
          `SELECT query, calls, total_exec_time + total_plan_time AS ms FROM pg_stat_statements
          WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND toplevel AND query NOT LIKE '%pg_stat_statements%'`,
          database,
        ),
      ),
  }
}
