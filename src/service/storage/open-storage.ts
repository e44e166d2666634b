// A separate file: PostgreSQL is loaded only with its setting.

import { openSqliteStorage } from './sqlite-storage.ts'
import type { Storage, StorageOptions } from './storage.ts'

/** Throws the Faults of `store/`. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { databaseUrl } = options.live.current()
  if (databaseUrl === null) return openSqliteStorage(options)
  const { openPostgresStorage } = await import('./postgres-storage.ts')
  return openPostgresStorage(options, databaseUrl)
}
