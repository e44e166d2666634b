import { type Connection, type ConnectionOptions, databaseFault } from '#store/sqlite/connection.ts'
import { openAgain } from './database.ts'
import { readDatabase } from './read-database.ts'

/**
 * Writes to the database of a service, whether it runs here, elsewhere or not, on a connection of its own: what watches the file for
 * commits of others (`override-watch.ts`) sees it. Makes none where there is none, and brings none up to date beside a
 * service that could not read it any more. Throws the Faults of `store/`.
 */
export function writeBeside<T>(file: ConnectionOptions, write: (database: Connection) => T): T {
  readDatabase(file).close()
  const database = openAgain(file)
  try {
    return write(database)
  } catch (cause) {
    throw databaseFault(database.name, cause)
  } finally {
    database.close()
  }
}
