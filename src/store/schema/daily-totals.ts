/** The ledger counts days in UTC. */
const MS_PER_DAY = 86_400_000

const COLUMNS = ['network', 'asset', 'tool', 'amount_atomic', 'state']

/** Columns that identify one daily total. */
export const DAILY_KEY = ['day', ...COLUMNS].join(', ')

/**
 * Counts per day, kept by triggers in the transaction of the row. A sum over millions of rows would take seconds, and an
 * index that contains the state would be rewritten at every step. Each amount is counted separately, because a sum of
 * uint256 values does not fit SQLite's integer.
 */
export function dailyTotalsSql(): string {
  return `
    ${countsTableSql('daily_counts')}

    CREATE TRIGGER daily_counts_begin AFTER INSERT ON authorizations
      BEGIN ${incrementCountSql('daily_counts', 'NEW')} END;
    CREATE TRIGGER daily_counts_move AFTER UPDATE OF state ON authorizations
      BEGIN
        UPDATE daily_counts SET count = count - 1
          WHERE (${DAILY_KEY}) = (SELECT ${dailyKeySql('OLD')});
        ${incrementCountSql('daily_counts', 'NEW')}
      END;
  `
}

/** A table of counts per day. */
export function countsTableSql(name: string): string {
  return `CREATE TABLE ${name} (
      day INTEGER NOT NULL,
      network TEXT NOT NULL,
      asset TEXT NOT NULL,
      tool TEXT NOT NULL,
      amount_atomic TEXT NOT NULL,
      state TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (${DAILY_KEY})
    ) STRICT, WITHOUT ROWID;`
}

/** Counts a row of `authorizations` in a table made by `countsTableSql`. */
export function incrementCountSql(table: string, row: string): string {
  return `INSERT INTO ${table} (${DAILY_KEY}, count) SELECT ${dailyKeySql(row)}, 1
          WHERE true ON CONFLICT DO UPDATE SET count = count + 1;`
}

/** The values of the columns of `DAILY_KEY` for a row of `authorizations`. */
export function dailyKeySql(row: string): string {
  const columns = COLUMNS.map((name) => `${row}.${name}`)
  return [`${row}.reserved_at / ${MS_PER_DAY} AS day`, ...columns].join(', ')
}
