import { expect, test } from 'vitest'
import { z } from 'zod'
import { movedTables } from '#store/postgres/move/tables.ts'
import { openTemporaryLedger } from '#test/equipment/ledger/temporary-ledger.ts'

// PostgreSQL keeps its own counts and clocks; screenshots and copies of reports are moved as evidence; alerts, links and
// instances belong to the processes that run; an archive is of SQLite.
const otherTables =
  /^(state_counts|write_checks|evidence_clock|screenshots|screenshot_.*|report_copies|archived_counts|archive_runs|announced_alerts|console_links|instances)\./

test('each column of the ledger in SQLite is moved: none is left out of the copy and of its check', () => {
  using ledger = openTemporaryLedger()
  const rows = ledger.database
    .prepare(
      `SELECT tables.name || '.' || columns.name AS name
        FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table'`,
    )
    .all()
  const all = z.array(z.object({ name: z.string() })).parse(rows)
  const moved = movedTables.flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  )
  const wanted = all.map(({ name }) => name).filter((name) => !otherTables.test(name))
  expect(moved.toSorted()).toEqual(wanted.toSorted())
})
