// A separate file: PostgreSQL code is loaded only if the settings name a database.

import { openSqliteStorage } from './sqlite-storage.ts'
import type { Storage, StorageOptions } from './storage.ts'

/** Opens the storage that the settings name. Throws the Faults of `store/`. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { databaseUrl } = options.live.current()
  if (databaseUrl === null) return openSqliteStorage(options)
  const { openPostgresStorage } = await import('./postgres-storage.ts')
  return openPostgresStorage(options, databaseUrl)
}
